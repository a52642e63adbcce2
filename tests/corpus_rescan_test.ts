/** `dmf corpus` read again: nothing takes turns, nothing goes that is not gone, what is lost is told. */

import assert from "node:assert/strict";
import { addLines, textNumber, textsIn } from "./support/asked_corpus.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { Dmf } from "./support/run_dmf.ts";

const URL_A = "https://example.kr/a";

Deno.test("two texts of one page in a file do not take turns when the file is read again", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const lines = [{ url: URL_A, text: textNumber(1) }, { url: URL_A, text: textNumber(2) }];
  for (const day of [1, 2, 3, 4]) {
    const clock = new ManualClock(`2026-05-0${day}T00:00:00Z`);
    const { changed, older } = await addLines(dmf, lines, clock);
    assert.deepEqual([changed, older], [0, 1], `day ${day}`);
    assert.deepEqual(await textsIn(dmf), [textNumber(1)]);
  }
});

Deno.test("a text fetched before the known one was seen again is the older one", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const clock = new ManualClock("2026-05-20T00:00:00Z");
  const visit = (i: number, day: number) => {
    const fetchedAt = new Date(Date.UTC(2026, 4, day)).toISOString();
    return { url: URL_A, text: textNumber(i), fetchedAt };
  };
  for (const one of [visit(1, 1), visit(1, 11)]) await addLines(dmf, [one], clock);
  assert.equal((await addLines(dmf, [visit(2, 5)], clock)).older, 1);
  assert.equal((await addLines(dmf, [visit(2, 12)], clock)).changed, 1);
});

Deno.test("a .json file with an id that is half written keeps its document until it is whole", async () => {
  const object = (i: number) => JSON.stringify({ id: `n${i}`, text: textNumber(i) });
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const folder = `${dmf.folder}/notices`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${folder}/1.json`, object(1));
  await Deno.writeTextFile(`${folder}/2.json`, object(2));
  await Deno.writeTextFile(`${folder}/3.txt`, textNumber(3));
  assert.equal((await dmf.run(["corpus", "add", folder])).code, 0);
  const scan = async () => JSON.parse((await dmf.run(["corpus", "scan", "--json"])).out);
  await Deno.writeTextFile(`${folder}/1.json`, object(1).slice(0, 20));
  await Deno.remove(`${folder}/3.txt`);
  const { counts, bad, kept } = await scan();
  assert.deepEqual([counts.lost, counts.failed, bad, kept], [1, 1, 1, 2]);
  await Deno.remove(`${folder}/1.json`);
  const gone = await scan();
  assert.deepEqual([gone.counts.lost, gone.bad, gone.kept], [1, 0, 1]);
});

Deno.test("a corpus whose log is missing is no new one for those who read it, either", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  await addLines(dmf, [{ url: URL_A, text: textNumber(1) }], new ManualClock());
  await Deno.remove(`${dmf.folder}/data/corpus/main/documents.log`);
  for (const what of ["report", "export", "scan"]) {
    const { code, err } = await dmf.run(["corpus", what, "--lang", "en"]);
    assert.equal(code, 4, what);
    assert.match(err, /documents\.log" is missing, but the corpus has been used before/);
  }
});

Deno.test({
  name: "a file name with a line feed is told on one line",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using dmf = await Dmf.towards("http://127.0.0.1:1");
    await Deno.mkdir(`${dmf.folder}/notices`);
    await Deno.writeFile(`${dmf.folder}/notices/a\nb\x1b.txt`, new Uint8Array([0xff, 0x80, 0xfe]));
    const { code, err } = await dmf.run(["corpus", "add", `${dmf.folder}/notices`]);
    assert.equal(code, 3);
    assert.match(err, /notices\/a b .*\.txt: /);
    assert.equal(err.trimEnd().split("\n").length, 1);
  },
});
