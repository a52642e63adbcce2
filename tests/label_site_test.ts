/**
 * Whom the labelling page answers, and what it takes.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { paperBlocks } from "../src/content/paper_blocks.ts";
import { parsePage } from "../src/content/parse_page.ts";
import { LabelSheet } from "../src/label/label_sheet.ts";
import { labelSite } from "../src/label/label_site.ts";
import { StoreFault } from "../src/store_fault.ts";

const ORIGIN = "http://127.0.0.1:4711";
const TOKEN = "0f1e2d3c4b5a";

function site({ fault = null }: { fault?: Error | null } = {}) {
  const page = parsePage("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1><p>본문</p>", null);
  const sheet = new LabelSheet([{ name: "<b>.html", page, blocks: paperBlocks(page) }], []);
  let saved = 0;
  let finished = 0;
  const answer = labelSite({
    sheet,
    lang: "en",
    token: TOKEN,
    save: () => {
      saved++;
      return fault === null ? Promise.resolve() : Promise.reject(fault);
    },
    finish: () => finished++,
    explain: (given) => (given as StoreFault).sentence,
  }, () => ORIGIN);
  const ask = (path: string, headers: Record<string, string> = {}, body?: string) =>
    answer(
      new Request(`${ORIGIN}${path}`, {
        headers: { host: "127.0.0.1:4711", "x-token": TOKEN, ...headers },
        ...(body === undefined ? {} : { method: "POST", body }),
      }),
    );
  return { sheet, ask, counts: () => ({ saved, finished }) };
}

const JSON_TYPE = { "content-type": "application/json" };

Deno.test("labelSite() sends its page, script and style with a policy that allows no others", async () => {
  const { ask } = site();
  for (const [path, type] of [["/", "html"], ["/label.js", "javascript"], ["/label.css", "css"]]) {
    const response = await ask(path!, { "x-token": "" });
    assert.equal(response.status, 200);
    assert.match(
      response.headers.get("content-type")!,
      new RegExp(`^text/${type}; charset=utf-8$`),
    );
    const policy = response.headers.get("content-security-policy")!;
    assert.match(
      policy,
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/,
    );
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("cache-control"), "no-store");
    await response.body?.cancel();
  }
});

Deno.test("the labelling page holds no inline script, style or handler, and nothing of a page", async () => {
  const html = await (await site().ask("/")).text();
  assert.doesNotMatch(html, /\son[a-z]+=|<script>|\sstyle=|<style|javascript:|alert\(|본문/i);
});

Deno.test.each<[string, string, Record<string, string>]>([
  ["another name for this machine (DNS rebinding)", "/", { host: "evil.example:4711" }],
  ["another port's page", "/", { host: "127.0.0.1:80" }],
  ["a request of another site", "/label.js", { origin: "https://evil.example" }],
  ["a request of no site", "/label.js", { origin: "null" }],
  ["a request that a browser calls cross-site", "/", { "sec-fetch-site": "cross-site" }],
  ["data without the token", "/pages", { "x-token": "" }],
  ["data with another token", "/pages", { "x-token": `${TOKEN.slice(0, -1)}b` }],
  ["data with a longer token", "/pages/0", { "x-token": `${TOKEN}a` }],
])("labelSite() refuses $0", async (_: string, path: string, headers: Record<string, string>) => {
  const response = await site().ask(path, headers);
  assert.equal(response.status, 403);
  assert.equal(await response.text(), "403\n");
});

Deno.test("labelSite() refuses marks without the token, and saves nothing", async () => {
  const { ask, sheet, counts } = site();
  const headers = { ...JSON_TYPE, "x-token": "guess" };
  assert.equal((await ask("/pages/0", headers, '[[0,"content"]]')).status, 403);
  assert.equal((await ask("/done", headers, "{}")).status, 403);
  assert.equal(sheet.progress().done, 0);
  assert.deepEqual(counts(), { saved: 0, finished: 0 });
});

Deno.test("labelSite() gives the pages, and the blocks of a page as text", async () => {
  const { ask } = site();
  const { pages, words } = await (await ask("/pages")).json();
  assert.deepEqual(pages, [{ name: "<b>.html", done: 0, all: 2 }]);
  assert.equal(words.content, "Content");
  const { blocks, width } = await (await ask("/pages/0")).json();
  assert.equal(width, 1280);
  assert.equal(blocks[0].text, "<script>alert(1)</script>");
  assert.equal((await ask("/pages/1")).status, 404);
  assert.equal((await ask("/etc/passwd")).status, 404);
});

Deno.test("labelSite() marks blocks, saves, and tells how many are labelled", async () => {
  const { ask, sheet, counts } = site();
  const response = await ask("/pages/0", JSON_TYPE, '[[0,"title"],[1,"content"]]');
  assert.deepEqual(await response.json(), { done: 2, all: 2 });
  assert.deepEqual(sheet.drawn(0).map(({ mark }) => mark), ["title", "content"]);
  assert.equal((await ask("/done", JSON_TYPE, "{}")).status, 200);
  assert.deepEqual(counts(), { saved: 1, finished: 1 });
});

Deno.test.each<[string, string]>([
  ["a block that is not there", '[[2,"content"]]'],
  ["a block by its name", '[["0","content"]]'],
  ["a label that is none", '[[0,"best"]]'],
  ["a pair of three", '[[0,"content",1]]'],
  ["what is no list", '{"0":"content"}'],
  ["what is no JSON", "[[0"],
])("labelSite() refuses $0 whole", async (_: string, body: string) => {
  const { ask, sheet, counts } = site();
  assert.equal((await ask("/pages/0", JSON_TYPE, body)).status, 400);
  assert.equal(sheet.progress().done, 0);
  assert.equal(counts().saved, 0);
});

Deno.test("labelSite() knows no page that was not given, and saves nothing for it", async () => {
  const { ask, counts } = site();
  assert.equal((await ask("/pages/1", JSON_TYPE, "[]")).status, 404);
  assert.equal(counts().saved, 0);
});

Deno.test("labelSite() takes marks as JSON only, and no endless ones", async () => {
  const { ask } = site();
  const marks = '[[0,"content"]]';
  assert.equal((await ask("/pages/0", { "content-type": "text/plain" }, marks)).status, 400);
  assert.equal((await ask("/pages/0", JSON_TYPE, marks + " ".repeat(1 << 20))).status, 400);
});

Deno.test("labelSite() says why a table could not be saved, and saves again later", async () => {
  const fault = new StoreFault({ ko: "디스크가 가득 찼습니다.", en: "the disk is full" });
  const { ask, counts } = site({ fault });
  for (let i = 0; i < 2; i++) {
    const response = await ask("/pages/0", JSON_TYPE, '[[0,"content"]]');
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), { fault: "the disk is full" });
  }
  assert.equal(counts().saved, 2);
});

Deno.test("labelSite() never answers with anything but one of its few codes", async () => {
  const { ask } = site();
  await fc.assert(
    fc.asyncProperty(fc.webPath(), fc.jsonValue(), async (path, body) => {
      const response = await ask(path || "/", JSON_TYPE, JSON.stringify(body));
      assert.ok([200, 400, 404].includes(response.status));
      await response.body?.cancel();
    }),
    { numRuns: 50 },
  );
});
