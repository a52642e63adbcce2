/**
 * The labelling page in a real Chromium: a person clicks and types, and the table is saved.
 *
 * @module
 */

import assert from "node:assert/strict";
import { serveReplica } from "../../src/adapters/replica_server.ts";
import { systemBrowserDesk } from "../../src/adapters/browser_desk.ts";
import { runBrowser } from "../../src/browser/browser_cli.ts";
import type { BrowserDesk } from "../../src/browser/browser_desk.ts";
import { readLabelCsv } from "../../src/content/label_csv.ts";
import { BrowserTab, HAS_BROWSER, withChromium } from "../support/browser_tab.ts";
import { Dmf } from "../support/run_dmf.ts";

const TOKEN = "5e2c1d";
const NOTICE = new URL("../golden/laid-out/notice.html", import.meta.url);
const HOSTILE = `<!doctype html><title>나쁜 페이지</title>
<h1>&lt;img src=x onerror="document.title='run'"&gt;</h1>
<p>=HYPERLINK("http://evil.invalid/","눌러")</p><script>document.title = "run";</script>
<img src="http://evil.invalid/beacon.png" alt="&lt;b&gt;굵게&lt;/b&gt;">`;

interface Labelled {
  readonly rows: ReturnType<typeof readLabelCsv>["rows"];
  readonly err: string;
}

/** Labels two pages of a box, laid out by estimate, in a real browser. */
async function labelled(work: (tab: BrowserTab) => Promise<void>): Promise<Labelled> {
  await using dmf = await Dmf.towards("http://127.0.0.1:9");
  await Deno.mkdir(dmf.data, { recursive: true });
  const files = await pagesIn(dmf.data);
  const { stop, address, parts } = serving();
  const run = dmf.run(["label", "--serve", ...files, "--lang", "en"], parts);
  await inTab(await address, work).finally(() => stop.abort());
  const { code, err } = await run;
  assert.equal(code, 0, err);
  const table = `${dmf.data}/blocks.csv`;
  return { rows: readLabelCsv(await Deno.readTextFile(table), table).rows, err };
}

/** The same with the layout of a real browser. */
async function labelledAsSeen(work: (tab: BrowserTab) => Promise<void>): Promise<Labelled> {
  const folder = await Deno.makeTempDir({ prefix: "dmf-label-" });
  try {
    const { stop, address, parts } = serving();
    const { signal } = parts;
    let err = "";
    const desk: BrowserDesk = {
      ...systemBrowserDesk({ version: "1", signal, folder: `${folder}/browser` }),
      ...parts,
      out: () => {},
      err: (text) => err += text,
    };
    const table = `${folder}/blocks.csv`;
    const run = runBrowser(["label", "--serve", ...await pagesIn(folder), "--out", table], desk);
    await inTab(await address, work).finally(() => stop.abort());
    assert.equal(await run, 0, err);
    return { rows: readLabelCsv(await Deno.readTextFile(table), table).rows, err };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function pagesIn(folder: string): Promise<readonly string[]> {
  const files = [`${folder}/notice.html`, `${folder}/hostile.html`];
  await Deno.copyFile(NOTICE, files[0]!);
  await Deno.writeTextFile(files[1]!, HOSTILE);
  return files;
}

/** Parts of a desk that tell where the page is served. */
function serving() {
  const stop = new AbortController();
  const { promise: address, resolve } = Promise.withResolvers<string>();
  const parts = {
    signal: stop.signal,
    secret: () => TOKEN,
    serve: (handler: (request: Request) => Response | Promise<Response>) => {
      const server = serveReplica(handler);
      resolve(`${server.origin}/#${TOKEN}`);
      return server;
    },
  };
  return { stop, address, parts };
}

async function inTab(address: string, work: (tab: BrowserTab) => Promise<void>): Promise<void> {
  await withChromium(async (browser) => {
    const tab = await BrowserTab.open(browser, address);
    await tab.until('document.querySelectorAll("[data-block]").length > 5');
    await work(tab);
  });
}

const block = (text: string) =>
  `[...document.querySelectorAll("[data-block]")].find((one) => one.textContent.includes(${
    JSON.stringify(text)
  }))`;
const SAVED = 'document.getElementById("state").className === "good"';

Deno.test({
  name: "labels that a person clicks and types in Chromium are saved in the table",
  ignore: !HAS_BROWSER,
  fn: async () => {
    const { rows } = await labelledAsSeen(async (tab) => {
      const pick = async (text: string, shift = false) => {
        await tab.evaluate(`(${block(text)}).dataset.wanted = ""`);
        await tab.click("[data-wanted]", { shift });
        await tab.evaluate(`delete document.querySelector("[data-wanted]").dataset.wanted`);
      };
      await tab.click('[data-pen="title"]');
      await pick("원료의약품등록 변경 공고");
      await tab.click('[data-pen="content"]');
      await pick("「약사법」");
      await pick("이 공고는 공고한 날부터", true);
      await tab.until(SAVED);
      await tab.picture("label-work.png");
      await tab.press("n", "KeyN");
      await tab.until(SAVED);
      await tab.picture("label.png");
      assert.deepEqual(tab.complaints, []);
    });
    const notice = rows.filter(({ page }) => page.endsWith("notice.html"));
    const found = (text: string) => {
      const row = notice.find((one) => one.text.includes(text))!;
      return [row.isContent, row.isTitle];
    };
    assert.deepEqual(found("원료의약품등록 변경 공고"), [1, 1]);
    assert.deepEqual(found("「약사법」"), [1, 0]);
    assert.deepEqual(found("제출 서류"), [1, 0]);
    assert.deepEqual(found("예시 의약품정보"), [0, 0]);
    assert.ok(notice.every(({ isContent }) => isContent !== null));
    const other = rows.filter(({ page }) => page.endsWith("hostile.html"));
    assert.ok(other.length > 0 && other.every(({ isContent }) => isContent === null));
  },
});

Deno.test({
  name: "the labelling page is worked by keys alone, and takes nothing of a page for markup",
  ignore: !HAS_BROWSER,
  fn: async () => {
    const { rows, err } = await labelled(async (tab) => {
      await tab.press("]", "BracketRight");
      await tab.until(`Boolean(${block("onerror")})`);
      await tab.press("2", "Digit2");
      await tab.press("3", "Digit3");
      await tab.press("z", "KeyZ");
      await tab.press("1", "Digit1");
      await tab.until(SAVED);
      assert.equal(await tab.evaluate("document.title"), "Label blocks · dmf");
      assert.equal(await tab.evaluate('document.querySelectorAll("#stage img").length'), 0);
      assert.ok(tab.requests.every((url) => new URL(url).hostname === "127.0.0.1"));
      await tab.picture("label-en.png");
      await tab.click("#done");
      await tab.until('!document.getElementById("notice").hidden');
    });
    const [first, second] = rows.filter(({ page }) => page.endsWith("hostile.html"));
    assert.deepEqual([first!.isContent, first!.isTitle], [1, 1]);
    assert.match(first!.text, /^<img src=x onerror=/);
    assert.deepEqual([second!.isContent, second!.isTitle], [1, 0]);
    assert.match(err, /blocks\.csv: 2 pages, \d+ blocks, 2 of them labelled/);
  },
});
