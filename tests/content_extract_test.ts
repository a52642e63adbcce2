import assert from "node:assert/strict";
import { contentModelJson, readContentModel } from "../src/content/content_model.ts";
import { ConfigurationError } from "../src/configuration_error.ts";
import { DEFAULT_MODEL } from "../src/content/default_model.ts";
import { contentText, extractContent } from "../src/content/extract_content.ts";
import { parsePage } from "../src/content/parse_page.ts";
import json from "../src/content/content_model.json" with { type: "json" };

const MENU = `<nav class="menu"><ul>${
  ["홈", "정책", "뉴스", "알림", "로그인", "회원가입"].map((word) =>
    `<li><a href="/${word}">${word}</a>`
  ).join("")
}</ul></nav>`;
const FOOT =
  `<footer class="footer"><a href="/privacy">개인정보처리방침</a> <p>Copyright © 2026 All rights reserved.</p></footer>`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="ko"><head><title>${title} | 누리신문</title>` +
    `<meta property="og:title" content="${title}"></head><body>${MENU}${body}${FOOT}</body></html>`;
}

const extracted = (html: string) =>
  extractContent(parsePage(html, "https://news.example.kr/article/1"), DEFAULT_MODEL);

Deno.test("extractContent() reads a Korean news page without its menu and footer", () => {
  const text =
    "정부는 1일 원료의약품 등록 제도를 개선하는 방안을 발표했다. 새 제도는 내년 1월부터 시행되며, 업계의 의견을 들어 세부 기준을 정한다고 밝혔다.";
  const { title, blocks, model } = extracted(page(
    "원료의약품 등록 제도 바뀐다",
    `<main><article class="article"><h1>원료의약품 등록 제도 바뀐다</h1><div class="article-body">` +
      `<p>${text}</p><p>${text} 관계자는 준비에 만전을 기하겠다고 말했다.</p><figure><img src="/a.jpg" alt="발표"></figure>` +
      `<p>${text} 자세한 내용은 누리집에서 볼 수 있다.</p></div></article></main>`,
  ));
  assert.equal(title, "원료의약품 등록 제도 바뀐다");
  assert.equal(model, DEFAULT_MODEL.name);
  const paragraphs = blocks.filter(({ kind }) => kind === "paragraph");
  assert.equal(paragraphs.length, 3);
  assert.ok(!blocks.some((block) => /로그인|Copyright|개인정보/.test(block.text)));
  assert.deepEqual(blocks.flatMap(({ images }) => images), [{
    source: "https://news.example.kr/a.jpg",
    alt: "발표",
  }]);
});

Deno.test("extractContent() tells places in the source, kinds and links", () => {
  const html = page(
    "Notice",
    `<main><h1>Notice</h1><div class="content"><p>The ministry announces the amended notice on the registration of drug master files, ` +
      `see <a href="/law">the full text of the law</a> for all details that apply.</p><h2>What changes for applicants</h2>` +
      `<ul><li>Applicants file the annual report before the end of March of each year.</li>` +
      `<li>Foreign sites name a domestic agent who answers for them.</li></ul></div></main>`,
  );
  const { blocks } = extracted(html);
  const paragraph = blocks.find(({ kind }) => kind === "paragraph");
  assert.ok(paragraph !== undefined);
  assert.ok(html.slice(paragraph.start, paragraph.end).startsWith("The ministry announces"));
  assert.deepEqual(paragraph.links, [{
    text: "the full text of the law",
    href: "https://news.example.kr/law",
  }]);
  assert.ok(blocks.some(({ kind, level }) => kind === "item" && level === 1));
  assert.ok(blocks.every(({ score }) => score >= 0 && score <= 1));
});

Deno.test("extractContent() leaves no page empty that has words", () => {
  assert.ok(contentText(extracted("<p>하나</p>")) !== "");
  assert.ok(contentText(extracted(`<nav><a href="/">Home</a></nav>`)) !== "");
  assert.deepEqual(extracted("").blocks, []);
});

Deno.test("readContentModel() reads what contentModelJson() wrote", () => {
  const written = contentModelJson(DEFAULT_MODEL);
  const again = readContentModel(JSON.parse(JSON.stringify(written)), "model.json");
  assert.deepEqual(again.first.roots, DEFAULT_MODEL.first.roots);
  assert.deepEqual(again.first.value.length, DEFAULT_MODEL.first.value.length);
  assert.equal(again.name, DEFAULT_MODEL.name);
});

Deno.test("readContentModel() refuses an altered model, one of another format and one for other features", () => {
  const bins = json.second.bins;
  const flipped = `${bins[0] === "A" ? "B" : "A"}${bins.slice(1)}`;
  const refused = (altered: object) =>
    assert.throws(() => readContentModel({ ...json, ...altered }, "m.json"), ConfigurationError);
  refused({ second: { ...json.second, bins: flipped } });
  refused({ name: "other" });
  refused({ format: "dmf-content-model/2" });
  refused({ digest: "0".repeat(64) });
  refused({ features: "0".repeat(16) });
});
