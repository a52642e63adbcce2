/** `dmf extract` as people use it: files, addresses, forms, mistakes. */

import assert from "node:assert/strict";
import { Dmf } from "./support/run_dmf.ts";

const ARTICLE = `<title>공고 제1호</title><h1>공고 제1호</h1>${
  "<p>식품의약품안전처는 원료의약품 등록에 관한 규정을 다음과 같이 개정합니다. 자세한 내용은 붙임을 보십시오.</p>"
    .repeat(8)
}`;

async function box(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Dmf> {
  const dmf = await Dmf.towards("http://127.0.0.1:1");
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(`${dmf.folder}/${name}`, bytes);
  }
  return dmf;
}

/** Answers of a site by path; robots.txt of it allows everything but /secret. */
function site(pages: Readonly<Record<string, string>>) {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/robots.txt") return new Response("User-agent: *\nDisallow: /secret\n");
    const page = pages[pathname];
    return page === undefined
      ? new Response("none", { status: 404 })
      : new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  });
}

Deno.test("dmf extract writes the title and the text of a file", async () => {
  await using dmf = await box({ "a.html": ARTICLE });
  const { code, out, err } = await dmf.run(["extract", `${dmf.folder}/a.html`]);
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /공고 제1호/);
  assert.match(out, /규정을 다음과 같이 개정합니다/);
});

Deno.test("dmf extract --json has the documented keys", async () => {
  await using dmf = await box({ "a.html": ARTICLE });
  const { out } = await dmf.run(["extract", `${dmf.folder}/a.html`, "--json"]);
  const told = JSON.parse(out);
  assert.deepEqual(Object.keys(told), [
    "url",
    "title",
    "category",
    "model",
    "blocks",
    "images",
    "links",
  ]);
  const { start, end } = told.blocks.at(-1).source;
  assert.match(ARTICLE.slice(start, end), /원료의약품/);
  assert.deepEqual(Object.keys(told.blocks[0].box), ["x", "y", "width", "height"]);
});

Deno.test("dmf extract writes Markdown and HTML", async () => {
  await using dmf = await box({ "a.html": ARTICLE });
  const md = await dmf.run(["extract", `${dmf.folder}/a.html`, "--md"]);
  assert.match(md.out, /^# 공고 제1호\n\n/);
  const html = await dmf.run(["extract", `${dmf.folder}/a.html`, "--html"]);
  assert.match(html.out, /^<!doctype html>\n<html lang="ko">/);
});

Deno.test("dmf extract asks a crawled site after its robots.txt, and no other", async () => {
  await using server = site({ "/notice": ARTICLE, "/secret": ARTICLE });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  await using dmf = await Dmf.towards(origin);
  const { code, out, err } = await dmf.run(["extract", `${origin}/notice`, "--json"]);
  assert.equal(err, "");
  assert.deepEqual([code, JSON.parse(out).url], [0, `${origin}/notice`]);

  const no = await dmf.run(["extract", `${origin}/secret`, "--lang", "en"]);
  assert.equal(no.code, 3);
  assert.match(no.err, /robots\.txt forbids ".*\/secret"/);
  const gone = await dmf.run(["extract", `${origin}/gone`, "--lang", "en"]);
  assert.equal(gone.code, 1);
  assert.match(gone.err, /404/);
  const other = await dmf.run(["extract", "https://example.kr/a", "--lang", "en"]);
  assert.equal(other.code, 2);
  assert.match(other.err, /asks only the sites it crawls/);
});

Deno.test.each([
  ["a.pdf", "%PDF-1.7", 2, /is no HTML but PDF/],
  ["a.html", "<script>x</script>", 3, /no text that is seen/],
  [
    "a.html",
    "<frameset><frame src=https://a.kr/x>",
    3,
    /embeds other documents: "https:\/\/a\.kr\/x"/,
  ],
])("dmf extract says of %s with %s what it is", async (name, content, exit, words) => {
  await using dmf = await box({ [name]: content });
  const { code, err } = await dmf.run(["extract", `${dmf.folder}/${name}`, "--lang", "en"]);
  assert.equal(code, exit);
  assert.match(err, words);
});

Deno.test.each([
  [["extract"], /needs an HTML file, a URL, or -/],
  [["extract", "none.html"], /There is no file "none\.html"/],
  [["extract", "."], /"\." is a folder/],
  [["extract", "a.html", "--md", "--json"], /cannot be asked for together/],
  [["extract", "a.html", "--browser"], /run "dmf-browser extract a\.html"/],
  [["extract", "a.html", "--category", "wiki"], /"--category" must be/],
  [["extract", "https://me@example.kr/"], /without a user/],
])("dmf %j ends with 2", async (args: readonly string[], words: RegExp) => {
  await using dmf = await box();
  const { code, err } = await dmf.run([...args, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, words);
});

Deno.test("dmf extract tells of letters that it could not read", async () => {
  await using dmf = await box({
    "a.html": Uint8Array.from([...new TextEncoder().encode("<p>"), 0xB0, 0xA1, 0xFF]),
  });
  const { err } = await dmf.run(["extract", `${dmf.folder}/a.html`, "--lang", "en"]);
  assert.match(err, /fits no charset; read as euc-kr, with 1 letters/);
});
