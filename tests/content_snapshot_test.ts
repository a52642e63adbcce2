/**
 * Pages from snapshots of a browser: which nodes are seen, where they stand, what they lead to.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Page } from "../src/content/page_node.ts";
import { pageOfSnapshot } from "../src/content/snapshot_page.ts";
import { type Drawn, type DrawnDocument, snapshotOf } from "./support/snapshot_of.ts";

const GOLDEN = new URL("golden/laid-out/notice.snapshot.json", import.meta.url);

function pageOf(
  body: readonly Drawn[],
  more: Partial<DrawnDocument> = {},
  url: string | null = null,
) {
  return pageOfSnapshot(snapshotOf({ body, ...more }), url) as Page;
}

const texts = ({ nodes }: Page) => nodes.map(({ text }) => text);

Deno.test("pageOfSnapshot() reads a real page as it is seen", async () => {
  const page = pageOfSnapshot(JSON.parse(await Deno.readTextFile(GOLDEN)), null) as Page;
  assert.equal(page.title, "원료의약품등록 공고 제2026-118호 | 예시 의약품정보");
  assert.equal(page.lang, "ko");
  assert.equal(page.meta.get("og:title"), "원료의약품등록 변경 공고");
  assert.equal(page.width, 1280);
  assert.equal(page.layout, "browser");
  const all = texts(page).join("\n");
  assert.doesNotMatch(all, /숨김/);
  for (const seen of ["보이는 줄", "문의처", "이 공고는 공고한 날부터 시행합니다."]) {
    assert.ok(all.includes(seen), seen);
  }
  const title = page.nodes.find(({ text }) => text === "원료의약품등록 변경 공고")!;
  assert.deepEqual([title.x, title.fontSize, title.fontWeight], [40, 32, 700]);
  const image = page.nodes.find(({ kind }) => kind === "image")!;
  const { source, text, width, height, fontSize } = image;
  assert.deepEqual(
    { source, text, width, height, fontSize },
    { source: "/img/plant.png", text: "제조소 전경", width: 320, height: 160, fontSize: 0 },
  );
  const link = page.nodes.find(({ text }) => text === "연차보고서")!;
  assert.equal(link.link, "/form/7");
  const particle = page.nodes.find(({ text }) => text.startsWith("를 다시"))!;
  assert.equal(particle.glued, true);
});

Deno.test.each<[string, Drawn]>([
  ["without a box", { box: null, children: ["가"] }],
  ["with visibility: hidden", { style: { visibility: "hidden" }, children: ["가"] }],
  ["below opacity: 0", { style: { opacity: "0" }, children: [{ children: ["가"] }] }],
  ["below opacities that add up to nothing", {
    style: { opacity: "0.1" },
    children: [{ style: { opacity: "0.1" }, children: ["가"] }],
  }],
  ["of no size", { box: [8, 8, 0, 0], children: ["가"] }],
  ["left of the page", { box: [-9999, 8, 100, 20], children: ["가"] }],
  ["above the page", { box: [8, -500, 100, 20], children: ["가"] }],
  ["right of the page", { box: [1280, 8, 100, 20], children: ["가"] }],
  ["below the edge of a cutting box", {
    box: [0, 0, 200, 40],
    style: { "overflow-y": "hidden" },
    children: [{ box: [0, 60, 200, 20], children: ["가"] }],
  }],
  ["left to screen readers by clip", {
    box: [0, 0, 1, 1],
    style: { position: "absolute", clip: "rect(0px, 0px, 0px, 0px)", "overflow-x": "hidden" },
    children: [{ box: [0, 0, 60, 20], children: ["가"] }],
  }],
  ["left to screen readers by clip-path", {
    children: [{ text: "가", style: { "clip-path": "inset(50%)" } }],
  }],
  ["white on the white of a page", { style: { color: "rgb(255, 255, 255)" }, children: ["가"] }],
  ["black on black", {
    style: { "background-color": "rgb(0, 0, 0)", position: "absolute" },
    children: ["가"],
  }],
  ["transparent", { style: { color: "rgba(0, 0, 0, 0)" }, children: ["가"] }],
  ["made by the browser", { children: [{ text: "•", pseudo: "marker" }] }],
  ["inside a form field", { children: [{ shadow: "user-agent", children: ["가"] }] }],
  ["of white space alone", { children: [" \n "] }],
])("pageOfSnapshot() leaves out a text $0", (_: string, hidden: Drawn) => {
  const page = pageOf([hidden, { children: ["나"] }]);
  assert.deepEqual(texts(page), ["나"]);
});

Deno.test.each<[string, Drawn]>([
  ["white before a picture", {
    style: { "background-image": 'url("a.jpg")' },
    children: [{ style: { color: "rgb(255, 255, 255)" }, children: ["가"] }],
  }],
  ["white upon whatever it is positioned over", {
    style: { color: "rgb(255, 255, 255)", position: "absolute" },
    children: ["가"],
  }],
  ["white on black", {
    style: { "background-color": "rgb(0, 0, 0)", color: "rgb(255, 255, 255)" },
    children: ["가"],
  }],
  ["that can be scrolled to", {
    box: [0, 0, 200, 40],
    style: { "overflow-y": "auto" },
    children: [{ box: [0, 60, 200, 20], children: ["가"] }],
  }],
  ["that is anchored outside the box that would cut it", {
    box: [0, 0, 200, 40],
    style: { "overflow-y": "hidden" },
    children: [{ box: [0, 60, 200, 20], style: { position: "absolute" }, children: ["가"] }],
  }],
  ["partly cut", {
    box: [0, 0, 200, 40],
    style: { "overflow-y": "hidden" },
    children: [{ box: [0, 30, 200, 20], children: ["가"] }],
  }],
])("pageOfSnapshot() keeps a text $0", (_: string, shown: Drawn) => {
  assert.deepEqual(texts(pageOf([shown])), ["가"]);
});

Deno.test("pageOfSnapshot() resolves links and images where the page has an address", () => {
  const body: Drawn[] = [
    { tag: "a", attributes: { href: "/form" }, children: ["서식"] },
    {
      tag: "img",
      attributes: { src: "a.png", alt: " 그림  하나 " },
      source: "https://k.kr/d/a.png",
    },
    {
      tag: "img",
      attributes: { src: "dot.gif", "data-src": "real.jpg" },
      source: "https://k.kr/d/dot.gif",
    },
    { tag: "a", attributes: { href: "javascript:void(0)" }, children: ["닫기"] },
  ];
  const address = "https://k.kr/d/page";
  const known = pageOf(body, { url: address }, address);
  assert.deepEqual(known.nodes.map(({ link, source }) => link ?? source), [
    "https://k.kr/form",
    "https://k.kr/d/a.png",
    "https://k.kr/d/real.jpg",
    "javascript:void(0)",
  ]);
  const unknown = pageOf(body, { url: address });
  assert.deepEqual(unknown.nodes.map(({ link, source }) => link ?? source), [
    "/form",
    "a.png",
    "real.jpg",
    "javascript:void(0)",
  ]);
  assert.equal(known.nodes[1]!.text, "그림 하나");
});

Deno.test("pageOfSnapshot() tells which texts are one word", () => {
  const inline = { tag: "b", style: { display: "inline" } } as const;
  const page = pageOf([
    {
      children: ["공고", { ...inline, children: ["문"] }, "을 ", { ...inline, children: ["보다"] }],
    },
    { children: ["다음"] },
    { children: ["속", { box: null, children: [{ text: "말", box: [0, 0, 9, 9] }] }, "은"] },
    { children: ["한", { tag: "br", style: { display: "inline" } }, "줄"] },
  ]);
  assert.deepEqual(page.nodes.map(({ text, glued }) => `${glued ? "+" : ""}${text}`), [
    "공고",
    "+문",
    "+을",
    "보다",
    "다음",
    "속",
    "+말",
    "+은",
    "한",
    "줄",
  ]);
});

Deno.test("pageOfSnapshot() keeps the white space of pre", () => {
  const page = pageOf([{ tag: "pre", children: ["a = 1\n  b = 2\n"] }]);
  assert.deepEqual(texts(page), ["a = 1\n  b = 2\n"]);
});

Deno.test("pageOfSnapshot() places a frame of the page's own site, and no other", () => {
  const framed = (url: string, text: string): DrawnDocument => ({
    url,
    body: [{ box: [5, 7, 50, 20], children: [text] }],
  });
  const answer = snapshotOf(
    {
      url: "https://blog.kr/me",
      body: [
        { tag: "iframe", box: [100, 200, 600, 400], frame: 1 },
        { tag: "iframe", box: [100, 700, 600, 100], frame: 2 },
      ],
    },
    framed("https://blog.kr/post", "글"),
    framed("https://ads.kr/banner", "광고"),
  );
  const page = pageOfSnapshot(answer, "https://blog.kr/me") as Page;
  assert.deepEqual(page.nodes.map(({ text, x, y }) => [text, x, y]), [["글", 105, 207]]);
  const chain: string[] = [];
  for (let at = page.nodes[0]!.element; at >= 0; at = page.elements[at]!.parent) {
    chain.push(page.elements[at]!.tag);
  }
  assert.deepEqual(chain, ["div", "body", "html", "iframe", "body", "html"]);
});

Deno.test("pageOfSnapshot() answers null to what is no snapshot", () => {
  for (
    const answer of [null, 1, "x", [], {}, { documents: [], strings: [] }, { documents: [{}] }]
  ) {
    assert.equal(pageOfSnapshot(answer, null), null);
  }
  fc.assert(fc.property(fc.jsonValue(), (answer) => {
    assert.equal(pageOfSnapshot(answer, null), null);
  }));
});

Deno.test("pageOfSnapshot() never throws on a damaged snapshot, and ancestors stay before descendants", async () => {
  const text = await Deno.readTextFile(GOLDEN);
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map((
    { index, 0: number },
  ) => [index, number.length]);
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.nat(numbers.length - 1), fc.constantFrom("-1", "0", "9e9", "null", '"x"')),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      (damages) => {
        let damaged = text;
        for (const [which, by] of damages.sort((a, b) => b[0] - a[0])) {
          const [at, length] = numbers[which] as [number, number];
          damaged = damaged.slice(0, at) + by + damaged.slice(at + length);
        }
        let answer: unknown;
        try {
          answer = JSON.parse(damaged);
        } catch (error) {
          if (error instanceof SyntaxError) return;
          throw error;
        }
        const page = pageOfSnapshot(answer, "https://k.kr/");
        for (const [index, { parent }] of page?.elements.entries() ?? []) assert.ok(parent < index);
        for (const { element, x, width } of page?.nodes ?? []) {
          assert.ok(element < page!.elements.length && Number.isFinite(x + width));
        }
      },
    ),
    { numRuns: 200 },
  );
});
