/**
 * `dmf-browser` from arguments to an exit code, with a page in place of a browser.
 *
 * @module
 */

import assert from "node:assert/strict";
import { systemBrowserDesk } from "../src/adapters/browser_desk.ts";
import { parseBrowserArguments } from "../src/browser/browser_arguments.ts";
import { runBrowser } from "../src/browser/browser_cli.ts";
import type { BrowserDesk } from "../src/browser/browser_desk.ts";
import { died, tookTooLong } from "../src/browser/browser_fault.ts";
import { browserHelp } from "../src/browser/browser_help.ts";
import type { Wanted } from "../src/browser/request_rule.ts";
import { parsePage } from "../src/content/parse_page.ts";
import { StoreFault } from "../src/store_fault.ts";

/** Runs a command line over files in memory. */
async function run(
  args: readonly string[],
  { fault, files = {} }: { fault?: Error; files?: Readonly<Record<string, string>> } = {},
) {
  const ran = { out: "", err: "", wanted: [] as Wanted[], written: new Map<string, string>() };
  const desk: BrowserDesk = {
    ...systemBrowserDesk({ version: "1.2.3", signal: new AbortController().signal }),
    out: (text) => ran.out += text,
    err: (text) => ran.err += text,
    readText: (path) => Promise.resolve(files[path] ?? null),
    readBytes: (path) => {
      const text = files[path];
      return Promise.resolve(text === undefined ? null : new TextEncoder().encode(text));
    },
    async writeFile(path, write) {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      let text = "";
      await write((bytes) => {
        text += decoder.decode(bytes, { stream: true });
        return Promise.resolve();
      });
      ran.written.set(path, text);
    },
    withPage(wanted, _limits, work) {
      ran.wanted.push(wanted);
      if (fault) return Promise.reject(fault);
      const html = wanted.kind === "file" ? wanted.html : "<h1>멀리</h1>";
      return work({
        page: { ...parsePage(html, wanted.url), layout: "browser" },
        picture: () => Promise.resolve(new Uint8Array([1, 2, 3])),
        pictureOf: (given) => Promise.resolve(new TextEncoder().encode(`PNG ${given.length}`)),
      });
    },
  };
  return { code: await runBrowser(args, desk), ...ran };
}

const FILES = { "data/a.html": "<h1>가까이</h1><p>글</p>" };

Deno.test("dmf-browser extract reads a file or an address, in the form that is asked for", async () => {
  const file = await run(["extract", "data/a.html"], { files: FILES });
  assert.equal(file.code, 0);
  assert.match(file.out, /글/);
  assert.deepEqual(file.wanted, [
    { kind: "file", url: null, html: FILES["data/a.html"], online: false },
  ]);
  const address = await run(["extract", "https://k.kr/1", "--json", "--category", "news"]);
  assert.equal(JSON.parse(address.out).category, "news");
  assert.deepEqual(address.wanted, [{ kind: "address", url: "https://k.kr/1" }]);
});

Deno.test("dmf-browser does not send who has a page without text to dmf-browser", async () => {
  const files = { "data/a.html": "<script>draw()</script>" };
  const { code, err } = await run(["extract", "data/a.html", "--lang", "en"], { files });
  assert.equal(code, 3);
  assert.match(err, /no text that is seen in a browser either/);
  assert.doesNotMatch(err, /dmf-browser/);
});

Deno.test("dmf-browser gives a file its address and the network only where it is told to", async () => {
  const args = ["extract", "data/a.html", "--url", "https://k.kr/1", "--online"];
  const { wanted: [wanted] } = await run(args, { files: FILES });
  assert.deepEqual(wanted, {
    kind: "file",
    url: "https://k.kr/1",
    html: FILES["data/a.html"],
    online: true,
  });
});

Deno.test("dmf-browser draws an overlay as a page or as a picture", async () => {
  const page = await run(["extract", "data/a.html", "--overlay", "data/browser/o.html"], {
    files: FILES,
  });
  assert.match(page.written.get("data/browser/o.html")!, /src="data:image\/jpeg;base64,AQID"/);
  assert.equal(page.err, "data/browser/o.html\n");
  const picture = await run(
    ["extract", "data/a.html", "--overlay", "data/browser/o.png", "--quiet"],
    { files: FILES },
  );
  assert.match(picture.written.get("data/browser/o.png")!, /^PNG \d+$/);
  assert.equal(picture.err, "");
});

Deno.test("dmf-browser label writes the blocks of several pages into one table", async () => {
  const args = ["label", "data/a.html", "https://k.kr/1"];
  const { code, out } = await run(args, { files: FILES });
  assert.equal(code, 0);
  assert.match(out, /data\/a\.html,text,가까이,/);
  assert.match(out, /https:\/\/k\.kr\/1,text,멀리,/);
  const { written } = await run([...args, "--out", "data/browser/b.csv"], { files: FILES });
  assert.equal(written.get("data/browser/b.csv"), out);
});

Deno.test.each<[string, Error, number, RegExp]>([
  ["a browser that died", died(), 1, /died on the way/],
  ["a page that took too long", tookTooLong("x", 30), 1, /within 30 s/],
  ["a full disk", new StoreFault({ ko: "가득", en: "disk full" }), 4, /disk full/],
])(
  "dmf-browser tells $0 in a sentence",
  async (_: string, fault: Error, code: number, said: RegExp) => {
    const ran = await run(["extract", "https://k.kr/", "--lang", "en"], { fault });
    assert.equal(ran.code, code);
    assert.match(ran.err, said);
    assert.equal(ran.out, "");
  },
);

Deno.test.each<[string, readonly string[], RegExp]>([
  ["no command", [], /Name a command/],
  ["another command", ["crawl"], /"crawl" is not a known command/],
  ["no page", ["extract"], /"extract" needs the address or the file/],
  ["two pages", ["extract", "a", "b"], /takes one page, found "b"/],
  ["a misspelt option", ["extract", "a", "--overlya", "x.png"], /nearest is "--overlay"/],
  ["an option of the other command", ["label", "a", "--category", "news"], /"label" does not take/],
  ["two forms", ["extract", "a", "--json", "--md"], /"--json", "--md" cannot stand together/],
  ["an unknown category", ["extract", "a", "--category", "forum"], /one of "news", "blog", "shop"/],
  ["a forgotten value", ["extract", "a", "--overlay", "--json"], /"--overlay" needs a value/],
  ["a value too many", ["extract", "a", "--online=yes"], /"--online" takes no value/],
  ["an overlay of another name", ["extract", "a", "--overlay", "o.gif"], /"\.html" or "\.png"/],
  ["an endless time", ["extract", "a", "--timeout", "601"], /from 1 to 600/],
  ["an address that is none", ["extract", "a", "--url", "file:///x"], /http or https/],
  [
    "an address of an address",
    ["extract", "https://a.kr/", "--url", "https://b.kr/"],
    /leave it out/,
  ],
  ["an address that cannot be", ["extract", "http://"], /is no address/],
  ["a file that is not there", ["extract", "data/no.html"], /There is no file "data\/no\.html"/],
])("dmf-browser ends with 2 on $0", async (_: string, args: readonly string[], said: RegExp) => {
  const { code, err, wanted } = await run([...args, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, said);
  assert.deepEqual(wanted, []);
  const korean = await run(args);
  assert.equal(korean.code, 2);
  assert.match(korean.err, /[가-힣]/);
});

Deno.test("dmf-browser --help tells of every option in both languages", async () => {
  const { out, code } = await run(["--help"]);
  assert.equal(code, 0);
  assert.equal(out, browserHelp("ko"));
  for (const lang of ["ko", "en"] as const) {
    const names =
      "category overlay url online timeout out serve quiet lang help version json md html";
    for (const name of names.split(" ")) assert.ok(browserHelp(lang).includes(`--${name}`), name);
  }
  assert.equal((await run(["--version"])).out, "dmf-browser 1.2.3\n");
});

Deno.test("parseBrowserArguments() gives a page a minute", () => {
  const command = parseBrowserArguments(["extract", "a"]);
  assert.equal(command.mode === "extract" && command.seconds, 60);
});
