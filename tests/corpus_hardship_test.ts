/** `dmf corpus` where the machine is not as it should be: clocks, files, processes, disks. */

import assert from "node:assert/strict";
import { diskCorpora } from "../src/adapters/disk_corpora.ts";
import { diskFault } from "../src/adapters/disk_fault.ts";
import type { CorpusFiles, DocumentFiles } from "../src/corpus/corpus_files.ts";
import { POLICIES } from "../src/corpus/corpus_policy.ts";
import { found } from "../src/corpus/corpus_run.ts";
import { openCorpus } from "../src/corpus/open_corpus.ts";
import { reindex } from "../src/corpus/reindex.ts";
import type { InstantText } from "../src/model.ts";
import { addLines, textNumber, textsIn } from "./support/asked_corpus.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { Dmf } from "./support/run_dmf.ts";

/** The files of the disk, but for what happens before one of them is opened. */
function opening(before: (path: string) => Promise<void>): Parameters<Dmf["run"]>[1] {
  const stream: DocumentFiles["stream"] = async (path, offset) => {
    await before(path);
    return await diskCorpora.documents.stream(path, offset);
  };
  return { corpora: { ...diskCorpora, documents: { ...diskCorpora.documents, stream } } };
}

/** A box with a folder of files, added to the corpus. */
async function boxWith(files: Readonly<Record<string, string>>): Promise<Dmf> {
  const dmf = await Dmf.towards("http://127.0.0.1:1");
  await Deno.mkdir(`${dmf.folder}/notices`);
  for (const [name, content] of Object.entries(files)) {
    await Deno.writeTextFile(`${dmf.folder}/notices/${name}`, content);
  }
  const { code, err } = await dmf.run(["corpus", "add", `${dmf.folder}/notices`]);
  assert.equal(code, 0, err);
  return dmf;
}

const URL_A = "https://example.kr/a";

Deno.test("a clock that was years ahead and is set back makes no later text an older one", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const [ahead, right] = [new ManualClock("2031-05-01T00:00:00Z"), new ManualClock()];
  await addLines(
    dmf,
    [{ url: URL_A, text: textNumber(1) }, { id: "b", text: textNumber(2) }],
    ahead,
  );
  const dated = { url: URL_A, text: textNumber(3), fetchedAt: "2026-01-05T20:00:00Z" };
  const counts = await addLines(dmf, [dated, { id: "b", text: textNumber(4) }], right);
  assert.deepEqual([counts.changed, counts.older], [2, 0]);
  assert.deepEqual(await textsIn(dmf), [textNumber(3), textNumber(4)]);
  // Now that the known times are right, what is older is older again.
  const older = { ...dated, text: textNumber(5), fetchedAt: "2026-01-04T20:00:00Z" };
  assert.equal((await addLines(dmf, [older], right)).older, 1);
  // Set back by hours, as over a change of zone.
  right.advance(-3 * 3_600_000);
  assert.equal((await addLines(dmf, [{ id: "b", text: textNumber(6) }], right)).changed, 1);
  assert.deepEqual(await textsIn(dmf), [textNumber(3), textNumber(6)]);
  await Deno.writeTextFile(`${dmf.folder}/lines.jsonl`, "");
  const again = await dmf.run(["corpus", "scan", "--again"], { clock: right });
  assert.equal(again.code, 0, again.err);
  assert.deepEqual(await textsIn(dmf), [textNumber(3), textNumber(6)]);
});

Deno.test("of two texts without a time in one run the first one stands", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const lines = [{ url: URL_A, text: textNumber(1) }, { url: URL_A, text: textNumber(2) }];
  assert.equal((await addLines(dmf, lines, new ManualClock())).older, 1);
  assert.deepEqual(await textsIn(dmf), [textNumber(1)]);
});

Deno.test({
  name: "a link to itself is told as such, as a source, in a folder and as a policy",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using dmf = await Dmf.towards("http://127.0.0.1:1");
    const loop = `${dmf.folder}/box/loop.jsonl`;
    await Deno.mkdir(`${dmf.folder}/box`);
    await Deno.symlink(loop, loop);
    await Deno.writeTextFile(`${dmf.folder}/box/a.txt`, textNumber(1));
    const named = await dmf.run(["corpus", "add", loop, "--lang", "en"]);
    assert.equal(named.code, 4);
    assert.match(named.err, /loop\.jsonl": it is a link that leads back to itself; mend the link/);
    const within = await dmf.run(["corpus", "add", `${dmf.folder}/box`, "--lang", "en"]);
    assert.equal(within.code, 3);
    assert.match(within.err, /loop\.jsonl: it is a link, no regular file, or/);
  },
});

Deno.test("a folder in place of a policy file is a mistake in the command line", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  await Deno.writeTextFile(`${dmf.folder}/a.jsonl`, "");
  const args = ["corpus", "add", `${dmf.folder}/a.jsonl`, "--policy", dmf.folder, "--lang", "en"];
  const { code, err } = await dmf.run(args);
  assert.equal(code, 2, err);
  assert.match(err, /it is a folder/);
});

Deno.test("a file that cannot be read is named, and neither gone nor in the way of others", async () => {
  await using dmf = await boxWith({
    "a.txt": textNumber(1),
    "b.jsonl": "",
    "c.txt": textNumber(3),
  });
  for (const [name, content] of [["a.txt", textNumber(4)], ["c.txt", textNumber(5)]] as const) {
    await Deno.writeTextFile(`${dmf.folder}/notices/${name}`, `${content} more`);
  }
  const denied = opening((path) => {
    if (!/[ab]\.\w+$/.test(path)) return Promise.resolve();
    throw diskFault(Object.assign(new Error("os"), { code: "EACCES" }), path);
  });
  const { code, out, err } = await dmf.run(
    ["corpus", "scan", "--json", "--lang", "en"],
    denied,
  );
  assert.equal(code, 3, err);
  assert.match(
    err,
    /a\.txt: Cannot use ".*a\.txt": this account may not;.*\n.*b\.jsonl: Cannot use/,
  );
  const { counts, bad, kept } = JSON.parse(out);
  assert.deepEqual([counts.failed, counts.changed, counts.lost, bad, kept], [1, 1, 0, 2, 2]);
  assert.deepEqual(await textsIn(dmf), [textNumber(1), `${textNumber(5)} more`]);
});

Deno.test("a file that goes between the list of its folder and its opening is gone", async () => {
  await using dmf = await boxWith({
    "a.txt": textNumber(1),
    "b.jsonl": "",
    "c.txt": textNumber(3),
  });
  await Deno.writeTextFile(`${dmf.folder}/notices/a.txt`, `${textNumber(4)} more`);
  const going = opening(async (path) => {
    if (/[ab]\.\w+$/.test(path)) await Deno.remove(path);
  });
  const { code, out, err } = await dmf.run(["corpus", "scan", "--json"], going);
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).counts.lost, 1);
  assert.deepEqual(await textsIn(dmf), [textNumber(3)]);
});

Deno.test("a folder that is not there, or is empty unless it was named, takes no document along", async () => {
  await using dmf = await boxWith({ "a.txt": textNumber(1) });
  const folder = `${dmf.folder}/notices`;
  await Deno.rename(folder, `${folder}-unmounted`);
  const missing = await dmf.run(["corpus", "scan", "--lang", "en"]);
  assert.equal(missing.code, 3, missing.out);
  assert.equal(
    missing.err,
    `${folder}: it is not there; the documents taken from it stay as they are\n`,
  );
  await Deno.mkdir(folder);
  const empty = await dmf.run(["corpus", "scan", "--lang", "en"]);
  assert.equal(empty.code, 3, empty.out);
  assert.match(
    empty.err,
    /notices: the folder is empty, so its documents stay as they are; name it/,
  );
  assert.deepEqual(await textsIn(dmf), [textNumber(1)]);
  const named = await dmf.run(["corpus", "scan", folder, "--json"]);
  assert.equal(named.code, 0, named.err);
  assert.equal(JSON.parse(named.out).counts.lost, 1);
});

Deno.test("an export never takes the place of the corpus's own input", async () => {
  await using dmf = await boxWith({
    "a.txt": textNumber(1),
    "b.jsonl": `{"id":1,"text":"${textNumber(2)}"}\n`,
  });
  const folder = `${dmf.folder}/notices`;
  assert.equal((await dmf.run(["corpus", "add", `${folder}/b.jsonl`])).code, 0);
  for (const name of ["b.jsonl", "new.jsonl"]) {
    const args = ["corpus", "export", "--out", `${folder}/${name}`, "--lang", "en"];
    const { code, err } = await dmf.run(args);
    assert.equal(code, 2);
    assert.match(err, /this corpus reads its documents from ".*notices"; use another name/);
  }
  const { code } = await dmf.run(["corpus", "export", "--out", `${folder}.jsonl`, "--quiet"]);
  assert.equal(code, 0);
  assert.match(await Deno.readTextFile(`${folder}/b.jsonl`), /^\{"id":1,/);
});

Deno.test("a file of UTF-16 is told as such once, with its mark or without", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const file = `${dmf.folder}/wide.jsonl`;
  const lines = [1, 2, 3].map((id) => `${JSON.stringify({ id, text: "공지 사항" })}\n`).join("");
  const wide = (order: "le" | "be", first: string) => {
    const bytes = new DataView(new ArrayBuffer(2 * (first + lines).length));
    [...first + lines].forEach((letter, i) =>
      bytes.setUint16(2 * i, letter.charCodeAt(0), order === "le")
    );
    return new Uint8Array(bytes.buffer);
  };
  for (const order of ["le", "be"] as const) {
    await Deno.writeFile(file, wide(order, "\uFEFF"));
    const { code, err } = await dmf.run(["corpus", "add", file, "--lang", "en"]);
    assert.deepEqual([code, err], [3, `${file}:1: it is saved as UTF-16; save it as UTF-8\n`]);
    await Deno.writeFile(file, wide(order, ""));
    const bare = await dmf.run(["corpus", "add", file, "--lang", "en"]);
    assert.match(bare.err, /:1: it has NUL bytes, as UTF-16 does; save it as UTF-8\n/);
  }
});

Deno.test("a reader that opens a corpus while it is indexed anew reads the new one", async () => {
  await using dmf = await boxWith({ "a.txt": textNumber(1), "b.txt": textNumber(2) });
  let reads = 0;
  const open: typeof diskCorpora.open = async (data, name, mode) => {
    const files = await diskCorpora.open(data, name, mode) as CorpusFiles;
    return {
      ...files,
      async readMark() {
        reads += 1;
        if (reads === 1) {
          const again = await dmf.run(["corpus", "scan", "--again", "--policy", "paper"]);
          assert.equal(again.code, 0, again.err);
        }
        return await files.readMark();
      },
    };
  };
  const { code, out, err } = await dmf.run(["corpus", "report", "--json"], {
    corpora: { ...diskCorpora, open },
  });
  assert.equal(code, 0, err);
  assert.equal(reads, 2);
  assert.equal(JSON.parse(out).policy.name, "paper");
});

Deno.test("a corpus of another version of the normalisation is read, and added to after --again", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const policy = { ...POLICIES.ours, normalisation: 0 };
  const files = await diskCorpora.open(dmf.data, "main", "write") as CorpusFiles;
  await found(
    await openCorpus(files, policy),
    "main",
    policy,
    "2026-01-01T00:00:00Z" as InstantText,
  );
  await files.close();
  const file = `${dmf.folder}/a.jsonl`;
  await Deno.writeTextFile(file, `${JSON.stringify({ id: 1, text: textNumber(1) })}\n`);
  const refused = await dmf.run(["corpus", "add", file, "--lang", "en"]);
  assert.equal(refused.code, 2);
  assert.match(
    refused.err,
    /made with version 0 of the normalisation, this program has version \d/,
  );
  const read = await dmf.run(["corpus", "report", "--json"]);
  assert.equal(JSON.parse(read.out).policy.normalisation, 0, read.err);
  assert.equal((await dmf.run(["corpus", "scan", "--again"])).code, 0);
  assert.equal((await dmf.run(["corpus", "add", file])).code, 0);
  assert.deepEqual(await textsIn(dmf), [textNumber(1)]);
});

Deno.test("scan --again takes a run that was cut off along, with where its input stood", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const file = `${dmf.folder}/lines.jsonl`;
  const lines = Array.from(
    { length: 1500 },
    (_, id) => `${JSON.stringify({ id, text: textNumber(id) })}\n`,
  );
  await Deno.writeTextFile(file, lines.join(""));
  const stopping = new AbortController();
  let looks = 0;
  const now = () => {
    // The clock is looked at now and then while lines are read: this is in the third batch.
    if (++looks === 20) stopping.abort();
    return Temporal.Instant.from("2026-01-05T21:00:00Z").add({ seconds: looks });
  };
  const args = ["corpus", "add", file, "--json"];
  const stopped = await dmf.run(args, {
    clock: { now, sleep: () => Promise.resolve() },
    signal: stopping.signal,
  });
  assert.equal(stopped.code, 1, stopped.err);
  const { pages } = JSON.parse((await dmf.run(["corpus", "report", "--json"])).out);
  assert.equal(pages, 1023);
  const files = await diskCorpora.open(dmf.data, "main", "write") as CorpusFiles;
  await reindex(
    await openCorpus(files, POLICIES.ours),
    POLICIES.paper,
    new AbortController().signal,
  );
  await files.close();
  const { resumed, counts } = JSON.parse((await dmf.run(args.concat("--policy", "paper"))).out);
  assert.deepEqual([resumed, counts.seen, counts.url, counts.kept], [true, 1500, 0, 1500]);
});
