/**
 * `dmf label`, as a person runs it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { serveReplica } from "../src/adapters/replica_server.ts";
import { readLabelCsv } from "../src/content/label_csv.ts";
import { Dmf } from "./support/run_dmf.ts";

const PAGE = '<!doctype html><meta charset="euc-kr"><title>t</title><h1>=cmd</h1><p>본문</p>';

async function box(): Promise<{ dmf: Dmf; page: string; table: string }> {
  const dmf = await Dmf.towards("http://127.0.0.1:9");
  await Deno.mkdir(dmf.data);
  const page = `${dmf.data}/page.html`;
  // "본문" in EUC-KR.
  const [before, after] = PAGE.split("본문").map((part) => new TextEncoder().encode(part));
  await Deno.writeFile(page, new Uint8Array([...before!, 0xba, 0xbb, 0xb9, 0xae, ...after!]));
  return { dmf, page, table: `${dmf.data}/blocks.csv` };
}

Deno.test("dmf label writes blocks without labels as CSV to stdout, formulas guarded", async () => {
  const { dmf, page } = await box();
  await using _ = dmf;
  const { code, out } = await dmf.run(["label", page]);
  assert.equal(code, 0);
  assert.match(out, /^\ufeffpage,kind,content,x,y,width,height,fontSize,isContent,isTitle\r\n/);
  assert.match(out, /,text,'=cmd,[\d.,]+,,\r\n/);
  const { rows } = readLabelCsv(out, "-");
  assert.deepEqual(rows.map(({ text }) => text), ["=cmd", "본문"]);
});

Deno.test("dmf label keeps the labels that its table holds", async () => {
  const { dmf, page, table } = await box();
  await using _ = dmf;
  assert.equal((await dmf.run(["label", page, "--out", table])).code, 0);
  const text = await Deno.readTextFile(table);
  await Deno.writeTextFile(table, text.replace(/(본문,.*),,/, "$1,1,0"));
  const { code, err, out } = await dmf.run(["label", page, "--out", table, "--json"]);
  assert.equal(code, 0, err);
  assert.deepEqual(JSON.parse(out), {
    file: table,
    pages: [{ page, blocks: 2, labelled: 1 }],
  });
  const { rows } = readLabelCsv(await Deno.readTextFile(table), table);
  assert.deepEqual(rows.map(({ isContent }) => isContent), [null, 1]);
});

Deno.test("dmf label does not write over a table that it cannot read", async () => {
  const { dmf, page, table } = await box();
  await using _ = dmf;
  for (
    const text of [
      "a,b\r\n1,2\r\n",
      "page,kind,content,x,y,width,height,fontSize,isContent,isTitle\r\np,text,t,2,0,0,0,1,,\r\n",
    ]
  ) {
    await Deno.writeTextFile(table, text);
    const { code, err } = await dmf.run(["label", page, "--out", table, "--lang", "en"]);
    assert.equal(code, 2);
    assert.match(err, /blocks\.csv/);
    assert.equal(await Deno.readTextFile(table), text);
  }
});

Deno.test.each<[string, readonly string[], RegExp]>([
  ["no file", ["label"], /"label" needs the file of a web page/],
  ["a file that is not there", ["label", "data/none.html"], /There is no file "data\/none\.html"/],
  ["a table of another name", ["label", "a.html", "--out", "a.xlsx"], /must end in "\.csv"/],
])("dmf label ends with 2 on $0", async (_: string, args: readonly string[], said: RegExp) => {
  await using dmf = await Dmf.towards("http://127.0.0.1:9");
  const { code, err } = await dmf.run([...args, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, said);
});

Deno.test("dmf label --serve saves every mark, and ends when the person is done", async () => {
  const { dmf, page, table } = await box();
  await using _ = dmf;
  const origin = Promise.withResolvers<string>();
  const run = dmf.run(["label", "--serve", page], {
    secret: () => "s3",
    serve: (handler) => {
      const server = serveReplica(handler);
      origin.resolve(server.origin);
      return server;
    },
  });
  const address = await origin.promise;
  const headers = { "x-token": "s3", "content-type": "application/json" };
  const marked = await fetch(`${address}/pages/0`, {
    method: "POST",
    headers,
    body: '[[0,"title"],[1,"content"]]',
  });
  assert.deepEqual(await marked.json(), { done: 2, all: 2 });
  const { rows } = readLabelCsv(await Deno.readTextFile(table), table);
  assert.deepEqual(rows.map(({ isContent, isTitle }) => [isContent, isTitle]), [[1, 1], [1, 0]]);
  await (await fetch(`${address}/done`, { method: "POST", headers, body: "{}" })).body?.cancel();
  const { code, out, err } = await run;
  assert.equal(code, 0, err);
  assert.equal(out, `${address}/#s3\n`);
  assert.match(err, /블록 2개, 그중 라벨 2개/);
});

Deno.test("dmf label does not drop labels of blocks that a page no longer has", async () => {
  const { dmf, page, table } = await box();
  await using _ = dmf;
  await dmf.run(["label", page, "--out", table]);
  const labelled = (await Deno.readTextFile(table)).replace(/(본문,.*),,/, "$1,1,0");
  await Deno.writeTextFile(table, labelled);
  await Deno.writeTextFile(page, "<h1>=cmd</h1><p>다른 글</p>");
  const { code, err } = await dmf.run(["label", page, "--out", table, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, /Did not write over ".*blocks\.csv": 1 of its labels/);
  assert.equal(await Deno.readTextFile(table), labelled);
});

Deno.test("dmf label --serve does not write over what another wrote, and tells it in the end", async () => {
  const { dmf, page, table } = await box();
  await using _ = dmf;
  const origin = Promise.withResolvers<string>();
  const run = dmf.run(["label", "--serve", page, "--lang", "en"], {
    secret: () => "s3",
    serve: (handler) => {
      const server = serveReplica(handler);
      origin.resolve(server.origin);
      return server;
    },
  });
  const address = await origin.promise;
  const headers = { "x-token": "s3", "content-type": "application/json" };
  const post = (path: string, body: string) =>
    fetch(`${address}${path}`, { method: "POST", headers, body });
  const theirs = `${await Deno.readTextFile(table)}other.html,text,글,0,0,0,0,16,1,0\r\n`;
  await Deno.writeTextFile(table, theirs);
  const refused = await post("/pages/0", '[[0,"title"]]');
  assert.equal(refused.status, 500);
  assert.match((await refused.json()).fault, /another program changed it meanwhile/);
  await (await post("/done", "{}")).body?.cancel();
  const { code, err } = await run;
  assert.equal(code, 4);
  assert.match(err, /Did not write over/);
  assert.equal(await Deno.readTextFile(table), theirs);
});

Deno.test("dmf label --serve ends well when it is stopped", async () => {
  const { dmf, page, table } = await box();
  await using _ = dmf;
  const stop = new AbortController();
  const { code, out } = await dmf.run(["label", "--serve", page], {
    signal: stop.signal,
    serve: (handler) => {
      stop.abort();
      return serveReplica(handler);
    },
  });
  assert.equal(code, 0);
  assert.match(out, /^http:\/\/127\.0\.0\.1:\d+\/#0123456789abcdef\n$/);
  assert.equal((await Deno.stat(table)).isFile, true);
});
