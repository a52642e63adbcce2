/**
 * SIGKILL of `dmf corpus` before and in the middle of its writes, each followed by a rerun: nothing is
 * lost, nothing counts twice.
 */

import assert from "node:assert/strict";
import { drawnText, numbersFrom } from "../support/corpus_texts.ts";
import { type Fault, launch } from "../support/dmf_process.ts";
import { NO_SHIM } from "../support/fault_shim.ts";
import { Dmf } from "../support/run_dmf.ts";

const DOCUMENTS = 2600;
const ignore = NO_SHIM !== null;
const reason = ignore ? ` [not run: ${NO_SHIM}]` : "";

/** The site on one day: on day 2 every ninth text is another, a tenth is new, a few are gone. */
function linesOn(day: 1 | 2, documents: number): string {
  const lines: string[] = [];
  for (let i = 0; i < documents + (day - 1) * 260; i++) {
    const version = day === 2 && i % 9 === 0 ? 2 : 1;
    // Every fifth page has the text of the page before it.
    const text = drawnText(numbersFrom((i % 5 === 4 ? i - 1 : i) * 10 + version), 14);
    const gone = day === 2 && i % 97 === 0;
    lines.push(JSON.stringify({
      url: `https://reviews.example.kr/review/${i}?utm_source=${day}`,
      ...(gone ? { status: 410 } : { text }),
      headers: { etag: `"${i}-${version}"` },
      fetchedAt: `2024-12-0${day}T06:00:00Z`,
    }));
  }
  return `${lines.join("\n")}\n`;
}

/** A box in which day 1 was added, unless `founding`; and the input of the day that is to be read. */
async function box(founding: boolean, documents = DOCUMENTS): Promise<Dmf> {
  const dmf = await Dmf.towards("http://127.0.0.1:1");
  await Deno.mkdir(dmf.data, { recursive: true });
  const input = `${dmf.folder}/reviews.jsonl`;
  await Deno.writeTextFile(input, linesOn(1, documents));
  if (founding) return dmf;
  const added = await dmf.run(["corpus", "add", input]);
  assert.equal(added.code, 0, added.err);
  await Deno.writeTextFile(input, linesOn(2, documents));
  return dmf;
}

async function read(dmf: Dmf): Promise<string> {
  const exported = await dmf.run(["corpus", "export", "--all"]);
  assert.equal(exported.code, 0, exported.err);
  const { counts, kept, pages, standing, verdicts } = JSON.parse(
    (await dmf.run(["corpus", "report", "--json"])).out,
  );
  return exported.out + JSON.stringify({ counts, kept, pages, standing, verdicts });
}

const CALM = { options: [], documents: DOCUMENTS };

async function suffer(
  what: "add" | "scan",
  share: number,
  again: { readonly options: readonly string[]; readonly documents: number } = CALM,
): Promise<number> {
  const args = ["corpus", what, "reviews.jsonl", ...again.options, "--data", "data"];
  const run = async (fault: Fault) => {
    const dmf = await box(what === "add", again.documents);
    // The process is started in the folder of the box, and so must the corpus know its input.
    const ended = await launch(dmf, args, { fault });
    return { dmf, ended };
  };
  const calm = await run({ at: 0, does: "kill", only: "corpus" });
  await using calmDmf = calm.dmf;
  assert.equal(calm.ended.code, 0, calm.ended.err);
  const truth = await read(calmDmf);
  const writes = calm.ended.writes.length;
  // Who is killed after the run's last entry was written finds it ended, and looks at all once more.
  const last = calm.ended.writes.findLast(({ call, path }) =>
    call === "write" && path.endsWith("documents.log")
  );
  assert.equal((await launch(calmDmf, args)).code, 0);
  const twice = await read(calmDmf);
  assert.notEqual(twice, truth);
  assert.ok(writes > 12, `${writes} writes`);
  let kills = 0;
  for (let at = 1; at <= writes; at += share) {
    const { dmf, ended } = await run({ at, does: at % 2 === 0 ? "kill" : "tear", only: "corpus" });
    await using hurt = dmf;
    assert.equal(ended.signal, "SIGKILL", ended.err);
    kills += 1;
    const rerun = await launch(hurt, args);
    assert.equal(rerun.code, 0, rerun.err);
    const told = await read(hurt);
    const expected = at > (last?.n ?? 0) ? twice : truth;
    assert.ok(
      told === expected,
      `killed at write ${at} of ${writes}, ${ended.writes.at(-1)?.path}`,
    );
  }
  return kills;
}

Deno.test({
  name: `dmf corpus add, killed at every other write, ends as if it had not been${reason}`,
  ignore,
  fn: async () => assert.ok(await suffer("add", 2) >= 7),
});

Deno.test({
  name: `dmf corpus scan, killed at every write, loses nothing and doubles nothing${reason}`,
  ignore,
  fn: async () => assert.ok(await suffer("scan", 1) >= 12),
});

Deno.test({
  name:
    `dmf corpus scan --again, killed at every write, loses nothing and doubles nothing${reason}`,
  ignore,
  fn: async () => {
    const again = { options: ["--again", "--policy", "paper"], documents: 700 };
    assert.ok(await suffer("scan", 1, again) >= 20);
  },
});

Deno.test({
  name: `dmf corpus scan on a full disk ends with 4, and goes on when there is room again${reason}`,
  ignore,
  fn: async () => {
    const args = ["corpus", "scan", "reviews.jsonl", "--data", "data"];
    for (const at of [3, 8, 14]) {
      await using dmf = await box(false);
      const before = await read(dmf);
      const fault = { at, does: "ENOSPC", only: "corpus" } as const;
      const ended = await launch(dmf, [...args, "--lang", "en"], { fault });
      assert.equal(ended.code, 4, ended.err);
      assert.match(ended.err, /disk is full/);
      if (at === 3) assert.equal(await read(dmf), before);
      const again = await launch(dmf, [...args, "--json"]);
      assert.equal(again.code, 0, again.err);
      assert.equal(JSON.parse(again.out).counts.seen, DOCUMENTS + 260);
    }
  },
});
