/** `dmf corpus` as people use it: lines, folders, mistakes, damage. */

import assert from "node:assert/strict";
import { diskCorpora } from "../src/adapters/disk_corpora.ts";
import { systemClock } from "../src/adapters/system_clock.ts";
import type { Clock } from "../src/ports.ts";
import { drawnText, numbersFrom } from "./support/corpus_texts.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { Dmf } from "./support/run_dmf.ts";

/** By default on a day after all that the tests speak of. */
async function box(clock: Clock = new ManualClock("2026-12-01T06:00:00Z")): Promise<Dmf> {
  return await Dmf.towards("http://127.0.0.1:1", {}, { clock });
}

/** Text number `i`, unlike all others. */
function text(i: number, words = 20): string {
  return drawnText(numbersFrom(i + 1), words);
}

async function addLines(dmf: Dmf, lines: readonly (object | string)[], ...more: string[]) {
  const file = `${dmf.folder}/lines.jsonl`;
  const written = lines.map((line) => typeof line === "string" ? line : JSON.stringify(line));
  await Deno.writeTextFile(file, `${written.join("\n")}\n`);
  const ran = await dmf.run(["corpus", "add", file, "--json", "--lang", "en", ...more]);
  return { ...ran, told: ran.out === "" ? null : JSON.parse(ran.out) };
}

async function exported(dmf: Dmf, ...more: string[]) {
  const { out, code, err } = await dmf.run(["corpus", "export", ...more]);
  assert.equal(code, 0, err);
  return out.trimEnd().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

const URL_A = "https://example.kr/a";
const URL_B = "https://example.kr/b";

Deno.test("dmf corpus add names a line that cannot be used, takes in the rest, ends with 3", async () => {
  await using dmf = await box();
  const { code, err, told } = await addLines(dmf, [
    { url: URL_A, text: text(1) },
    "{broken",
    { url: "mailto:someone", text: 7 },
    { url: URL_B, text: text(2), fetchedAt: "yesterday" },
    { url: URL_B },
    { url: URL_B, text: text(2) },
  ]);
  assert.equal(code, 3);
  assert.equal(told.bad, 4);
  assert.equal(told.kept, 2);
  const places = err.trimEnd().split("\n").map((line) =>
    line.replace(/^.*\.jsonl:(\d+):.*$/, "$1")
  );
  assert.deepEqual(places, ["2", "3", "4", "5"]);
});

Deno.test("dmf corpus keeps keys it does not know, and gives them back", async () => {
  await using dmf = await box();
  await addLines(dmf, [{ url: URL_A, text: text(1), title: "A", stars: 5, by: { name: "kim" } }]);
  const [one] = await exported(dmf);
  assert.deepEqual([one.title, one.stars, one.by], ["A", 5, { name: "kim" }]);
  assert.equal(one.corpus.contentHash.length, 64);
});

Deno.test("dmf corpus says one document of one, names a validator once, and is the same in both languages", async () => {
  await using dmf = await box();
  const at = (day: number) => ({ fetchedAt: `2026-11-0${day}T00:00:00Z` });
  for (const day of [1, 2]) {
    await addLines(dmf, [{ url: URL_A, text: text(1), headers: { etag: '"1"' }, ...at(day) }]);
  }
  await addLines(dmf, [{ url: URL_B, status: 404, ...at(1) }, "{"]);
  const said = async (lang: string) => {
    const runs = [["add", `${dmf.folder}/lines.jsonl`], ["report"], ["explain", "0"]];
    const outs: string[] = [];
    for (const run of runs) {
      const { out, err } = await dmf.run(["corpus", ...run, "--lang", lang]);
      outs.push(err + out);
    }
    return outs.join("");
  };
  const [en, ko] = [await said("en"), await said("ko")];
  assert.doesNotMatch(en, /(?<!#)\b1 (?!of\b)\w+s\b|\babsent ETag|undefined|null|\bNaN\b/);
  assert.match(en, /^ETag: stayed with the content once and changed with it 0 times \(trusted\)$/m);
  assert.match(en, /^1 document was looked at\.$/m);
  assert.match(en, /^1 document kept, of 2 pages$/m);
  assert.match(en, /:2: it is not JSON: column 2: Expected a key in double quotes, found the end/);
  assert.match(ko, /^ETag: 내용과 함께 1번 그대로였고 0번 바뀌었습니다\. \(trusted\)$/m);
  assert.match(ko, /:2: JSON이 아닙니다\(2번째 글자: 이 자리에 큰따옴표로 묶은 키가 와야/);
  assert.doesNotMatch(ko, /[a-z]{3,} [a-z]{3,}|undefined|null|1번 잇달아/);
});

Deno.test("a changed text is a new version of its document, and is not a copy of the old", async () => {
  await using dmf = await box();
  const line = { url: URL_A, text: text(1), fetchedAt: "2026-11-01T00:00:00Z" };
  await addLines(dmf, [line]);
  const { told } = await addLines(dmf, [{
    ...line,
    text: text(2),
    fetchedAt: "2026-11-02T00:00:00Z",
  }]);
  assert.deepEqual([told.counts.changed, told.kept], [1, 1]);
  const [one] = await exported(dmf);
  assert.equal(one.text, text(2));
  assert.equal(one.corpus.firstSeen, "2026-11-01T00:00:00Z");
  assert.equal(one.corpus.lastChanged, "2026-11-02T00:00:00Z");
  // The old text is free again: elsewhere it is a document of its own.
  await addLines(dmf, [{ url: URL_B, text: text(1), fetchedAt: "2026-11-03T00:00:00Z" }]);
  assert.equal((await exported(dmf)).length, 2);
});

Deno.test("a text fetched earlier than the known one changes nothing", async () => {
  await using dmf = await box();
  await addLines(dmf, [{ url: URL_A, text: text(1), fetchedAt: "2026-11-02T00:00:00Z" }]);
  const { told } = await addLines(dmf, [
    { url: URL_A, text: text(2), fetchedAt: "2026-11-01T00:00:00Z" },
  ]);
  assert.equal(told.counts.older, 1);
  assert.equal((await exported(dmf))[0].text, text(1));
});

Deno.test("a copy takes the place of a document that changes or goes", async () => {
  for (const second of [{ text: text(2) }, { status: 410 }]) {
    await using dmf = await box();
    const at = (day: number) => ({ fetchedAt: `2026-11-0${day}T00:00:00Z` });
    await addLines(dmf, [
      { url: URL_A, text: text(1), ...at(1) },
      { url: URL_B, text: text(1), ...at(1) },
    ]);
    assert.deepEqual((await exported(dmf)).map(({ url }) => url), [URL_A]);
    await addLines(dmf, [{ url: URL_A, ...second, ...at(2) }]);
    const kept = await exported(dmf);
    assert.ok(kept.some((one) => one.url === URL_B && one.text === text(1)), JSON.stringify(kept));
    assert.equal(kept.length, "text" in second ? 2 : 1);
  }
});

Deno.test("a near copy is decided on again when what it was near to goes", async () => {
  await using dmf = await box();
  const words = text(1, 60).split(" ");
  const edited = words.with(30, "다른낱말").join(" ");
  const line = (url: string, day: number, rest: object) => ({
    url,
    fetchedAt: `2026-11-0${day}T00:00:00Z`,
    ...rest,
  });
  const { told } = await addLines(dmf, [
    line(URL_A, 1, { text: words.join(" ") }),
    line(URL_B, 1, { text: edited }),
  ]);
  assert.deepEqual([told.counts.near, told.kept], [1, 1]);
  await addLines(dmf, [line(URL_A, 2, { status: 410 })]);
  const kept = await exported(dmf);
  assert.deepEqual(kept.map(({ url, text }) => [url, text]), [[URL_B, edited]]);
});

Deno.test("a consent page does not take the place of a text, and a 304 after it brings it back", async () => {
  await using dmf = await box();
  const at = (day: number) => ({ fetchedAt: `2026-11-0${day}T00:00:00Z` });
  await addLines(dmf, [{ url: URL_A, text: text(1), headers: { etag: '"1"' }, ...at(1) }]);
  const wall =
    "이 사이트는 쿠키를 사용합니다. 계속하려면 쿠키 사용에 동의해 주십시오. 모두 동의 거부 설정";
  await addLines(dmf, [{ url: URL_A, text: wall, ...at(2) }]);
  assert.equal((await exported(dmf)).length, 0);
  const [hidden] = await exported(dmf, "--all");
  assert.deepEqual([hidden.text, hidden.corpus.verdict], [text(1), "decayed"]);
  const requestHeaders = { "If-None-Match": '"1"' };
  await addLines(dmf, [{ url: URL_A, status: 304, requestHeaders, ...at(3) }]);
  const [back] = await exported(dmf);
  assert.deepEqual([back.text, back.corpus.verdict], [text(1), "fresh"]);
});

Deno.test("dmf corpus scan tells new, changed, unchanged and vanished files of a folder", async () => {
  await using dmf = await box(systemClock());
  const folder = `${dmf.folder}/notices`;
  await Deno.mkdir(`${folder}/deep`, { recursive: true });
  const write = (name: string, content: string | Uint8Array) =>
    Deno.writeFile(
      `${folder}/${name}`,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  await write("a.txt", `\uFEFF${text(1)}`);
  await write("deep/b.md", text(2));
  await write("c.html", text(1));
  await write("euc-kr.txt", new Uint8Array([0xc0, 0xcc, 0xb0, 0xcd]));
  await write("picture.png", new Uint8Array([1, 2]));
  if (Deno.build.os !== "windows") await Deno.symlink("/etc/hostname", `${folder}/link.txt`);
  const added = await dmf.run(["corpus", "add", folder, "--json", "--lang", "en"]);
  assert.equal(added.code, 3);
  assert.match(added.err, /euc-kr\.txt: it is saved as EUC-KR \(CP949\); save it as UTF-8/);
  if (Deno.build.os !== "windows") {
    assert.match(added.err, /link\.txt: it is a link, no regular file/);
  }
  const first = JSON.parse(added.out);
  assert.deepEqual([first.kept, first.counts.exact, first.other], [2, 1, 1]);
  await Deno.remove(`${folder}/euc-kr.txt`);
  if (Deno.build.os !== "windows") await Deno.remove(`${folder}/link.txt`);
  await Deno.remove(`${folder}/a.txt`);
  await write("deep/b.md", text(3));
  await write("d.txt", text(4));
  const scanned = await dmf.run(["corpus", "scan", "--json"]);
  assert.equal(scanned.code, 0, scanned.err);
  const { counts } = JSON.parse(scanned.out);
  assert.deepEqual([counts.lost, counts.changed, counts.verified], [1, 1, 1]);
  const kept = (await exported(dmf)).map((one) => [one.url.replace(/^.*notices\//, ""), one.text]);
  assert.deepEqual(kept.sort(), [["c.html", text(1)], ["d.txt", text(4)], ["deep/b.md", text(3)]]);
});

Deno.test("another policy is refused until scan --again has decided all anew under it", async () => {
  await using dmf = await box();
  const url = `${URL_A}?lang=ko`;
  await addLines(dmf, [{ url: `${url}&utm_source=x`, text: text(1) }, { url, text: text(1) }]);
  const policy = `${dmf.folder}/policy.json`;
  await Deno.writeTextFile(policy, JSON.stringify({ rules: { trackingParameters: false } }));
  const refused = await addLines(dmf, [{ url, text: text(1) }], "--policy", policy);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /scan --again/);
  const again = await dmf.run(["corpus", "scan", "--again", "--policy", policy, "--json"]);
  assert.equal(again.code, 0, again.err);
  const report = JSON.parse((await dmf.run(["corpus", "report", "--json"])).out);
  assert.deepEqual([report.pages, report.kept, report.standing.exact], [2, 1, 1]);
});

Deno.test("a damaged log is a fault that names file and byte; a torn end is cut", async () => {
  await using dmf = await box();
  await addLines(dmf, [{ url: URL_A, text: text(1) }]);
  await addLines(dmf, [{ url: URL_B, text: text(2) }]);
  const log = `${dmf.data}/corpus/main/documents.log`;
  const whole = await Deno.readFile(log);
  await Deno.writeFile(log, new Uint8Array([...whole, 68, 77, 70, 67, 1, 2, 3]));
  assert.equal((await exported(dmf)).length, 2);
  const { told } = await addLines(dmf, [{ url: URL_A, text: text(1) }]);
  assert.equal(told.counts.verified, 1);
  const longer = await Deno.readFile(log);
  for (const at of [30, 200, whole.length - 3, longer.length - 3]) {
    await Deno.writeFile(log, longer.with(at, (longer[at] as number) ^ 1));
    const { code, err } = await dmf.run(["corpus", "report", "--lang", "en"]);
    assert.equal(code, 4, `byte ${at}: ${err}`);
    assert.match(err, /documents\.log" is damaged at byte \d+/);
  }
  await Deno.writeFile(log, longer);
  const mark = `${dmf.data}/corpus/main/committed.json`;
  const marked = await Deno.readTextFile(mark);
  await Deno.writeTextFile(mark, "\0\0\0");
  assert.match(
    (await dmf.run(["corpus", "report", "--lang", "en"])).err,
    /committed\.json" is dam/,
  );
  await Deno.writeTextFile(mark, marked);
  await Deno.remove(log);
  assert.equal((await addLines(dmf, [{ url: URL_A, text: text(1) }])).code, 4);
});

Deno.test("a damaged checkpoint is made anew from the log", async () => {
  await using dmf = await box();
  const lines = Array.from(
    { length: 900 },
    (_, i) => ({ url: `${URL_A}/${i}`, text: text(i, 40) }),
  );
  await addLines(dmf, lines);
  const before = await exported(dmf);
  const checkpoint = `${dmf.data}/corpus/main/checkpoint.bin`;
  const bytes = await Deno.readFile(checkpoint);
  await Deno.writeFile(checkpoint, bytes.with(bytes.length >> 1, 255 - bytes[bytes.length >> 1]!));
  assert.deepEqual(await exported(dmf), before);
  await Deno.remove(checkpoint);
  assert.deepEqual(await exported(dmf), before);
});

Deno.test("two writers: the second one ends with 1, and a reader is let in", async () => {
  await using dmf = await box();
  await addLines(dmf, [{ url: URL_A, text: text(1) }]);
  using lock = await Deno.open(`${dmf.data}/corpus/main/lock`, { write: true });
  assert.ok(await lock.tryLock(true));
  assert.equal((await addLines(dmf, [{ url: URL_B, text: text(2) }])).code, 1);
  assert.equal((await exported(dmf)).length, 1);
});

Deno.test("dmf corpus refuses what it cannot use, and names what it can", async () => {
  await using dmf = await box();
  for (
    const [args, words] of [
      [["corpus"], /add, scan/],
      [["corpus", "ad"], /"corpus add"/],
      [["corpus", "report", "--again"], /"corpus scan"/],
      [["corpus", "report", "--corpus", "../x"], /small letters/],
      [["corpus", "report"], /no corpus "main"/],
      [["corpus", "scan"], /no corpus "main"/],
      [["corpus", "add", `${dmf.folder}/none`], /no file or folder/],
      [["corpus", "add", dmf.config], /\.jsonl or \.ndjson/],
      [
        ["corpus", "export", "--out", `${dmf.data}/corpus/main/documents.log`],
        /must end in "\.jsonl"/,
      ],
    ] as const
  ) {
    const { code, err } = await dmf.run([...args, "--lang", "en"]);
    assert.equal(code, 2, `${args}: ${err}`);
    assert.match(err, words);
  }
});

Deno.test("dmf corpus add - takes lines from standard input; a last line needs no end", async () => {
  await using dmf = await box();
  const lines = [{ url: URL_A, text: text(1) }, { id: "7", text: text(2) }, { text: text(3) }];
  const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join("\n"));
  const documents = {
    ...diskCorpora.documents,
    stream: () =>
      Promise.resolve({
        bytes: 0,
        modifiedAt: 0,
        // Cut in the middle of letters, as pipes do.
        chunks: ReadableStream.from([
          bytes.subarray(0, 91),
          bytes.subarray(91, 93),
          bytes.subarray(93),
        ]),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  };
  const corpora = { open: diskCorpora.open, documents };
  const { code, out, err } = await dmf.run(["corpus", "add", "-", "--json"], { corpora });
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).kept, 3);
  assert.deepEqual((await exported(dmf)).map((one) => one.text), [text(1), text(2), text(3)]);
});

Deno.test("a run that was stopped goes on where it stood, and counts nothing twice", async () => {
  await using dmf = await box();
  const file = `${dmf.folder}/lines.jsonl`;
  const lines = Array.from(
    { length: 2000 },
    (_, i) => JSON.stringify({ url: `${URL_A}/${i}`, text: text(i) }),
  );
  await Deno.writeTextFile(file, lines.join("\n"));
  const stopping = new AbortController();
  let looks = 0;
  const clock = {
    now: () => {
      // The clock is looked at now and then while documents are read.
      looks += 1;
      if (looks === 20) stopping.abort();
      return Temporal.Instant.from("2026-11-01T00:00:00Z").add({ seconds: looks });
    },
    sleep: () => Promise.resolve(),
  };
  const stopped = await dmf.run(["corpus", "add", file], { clock, signal: stopping.signal });
  assert.equal(stopped.code, 1, stopped.err);
  const { code, out } = await dmf.run(["corpus", "add", file, "--json"]);
  assert.equal(code, 0);
  const { resumed, counts, kept } = JSON.parse(out);
  assert.deepEqual([resumed, counts.seen, counts.kept, kept], [true, 2000, 2000, 2000]);
});
