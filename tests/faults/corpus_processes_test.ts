/** Real processes at one corpus: writers and readers beside a writer, and disks that take nothing. */

import assert from "node:assert/strict";
import { drawnText, numbersFrom } from "../support/corpus_texts.ts";
import { launch, type Running, start } from "../support/dmf_process.ts";
import { NO_SHIM } from "../support/fault_shim.ts";
import { Dmf } from "../support/run_dmf.ts";

const ignore = NO_SHIM !== null;
const reason = ignore ? ` [not run: ${NO_SHIM}]` : "";
const DOCUMENTS = 1300;
const ADD = ["corpus", "add", "lines.jsonl", "--data", "data", "--lang", "en"];

async function box(): Promise<Dmf> {
  const dmf = await Dmf.towards("http://127.0.0.1:1");
  await Deno.mkdir(dmf.data, { recursive: true });
  const lines = Array.from(
    { length: DOCUMENTS },
    (_, i) =>
      `${JSON.stringify({ url: `https://a.kr/${i}`, text: drawnText(numbersFrom(i + 1), 14) })}\n`,
  );
  await Deno.writeTextFile(`${dmf.folder}/lines.jsonl`, lines.join(""));
  return dmf;
}

/** Starts the program and resolves when it has been stopped at a write. */
async function suspended(dmf: Dmf, args: readonly string[], at: number): Promise<Running> {
  const running = await start(dmf, args, { fault: { at, does: "stop", only: "corpus" } });
  const status = `/proc/${running.child.pid}/status`;
  while (!/^State:\s+T/m.test(await Deno.readTextFile(status))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return running;
}

async function pages(dmf: Dmf): Promise<number> {
  const { code, out, err } = await dmf.run(["corpus", "report", "--json"]);
  assert.equal(code, 0, err);
  return JSON.parse(out).pages;
}

Deno.test({
  name: `beside dmf corpus add no other may write, and readers see what is committed${reason}`,
  ignore,
  fn: async () => {
    await using dmf = await box();
    const calm = await launch(dmf, ADD, { fault: { at: 0, does: "stop", only: "corpus" } });
    const writes = calm.writes.filter(({ call, path }) =>
      call === "write" && path.endsWith("documents.log")
    );
    assert.ok(writes.length >= 4, String(writes.length));
    await Deno.remove(`${dmf.data}/corpus`, { recursive: true });
    const third = writes[2]?.n as number;
    await using running = await suspended(dmf, ADD, third);
    for (const what of [["add", "lines.jsonl"], ["scan"], ["scan", "--again"]]) {
      const { code, err } = await launch(dmf, [
        "corpus",
        ...what,
        "--data",
        "data",
        "--lang",
        "en",
      ]);
      assert.equal(code, 1, err);
      assert.match(
        err,
        /^Another dmf is writing to the corpus "main"; run again when it has ended/,
      );
    }
    const before = await pages(dmf);
    assert.ok(before > 0 && before < DOCUMENTS, String(before));
    const exported = await dmf.run(["corpus", "export"]);
    assert.equal(exported.out.trimEnd().split("\n").length, before);
    assert.equal((await dmf.run(["corpus", "explain", "https://a.kr/7"])).code, 0);
    running.child.kill("SIGCONT");
    const { code, err } = await running.ended;
    assert.equal(code, 0, err);
    assert.equal(await pages(dmf), DOCUMENTS);
  },
});

Deno.test({
  name: `two processes that add to one corpus: one takes all in, the other ends with 1${reason}`,
  ignore,
  fn: async () => {
    await using dmf = await box();
    const ends = await Promise.all([launch(dmf, ADD), launch(dmf, ADD), launch(dmf, ADD)]);
    const codes = ends.map(({ code }) => code);
    assert.ok(codes.includes(0) && codes.every((code) => code <= 1), JSON.stringify(ends));
    assert.equal(await pages(dmf), DOCUMENTS);
    const { out } = await dmf.run(["corpus", "report", "--json"]);
    const { counts, kept } = JSON.parse(out);
    assert.equal(counts.kept, kept);
    // Who found the corpus free again after another had ended saw all of it once more.
    assert.equal(counts.seen, DOCUMENTS * codes.filter((code) => code === 0).length);
  },
});

Deno.test({
  name: `a corpus on a disk that is read-only or full is read, and told to be so by add${reason}`,
  ignore,
  fn: async () => {
    for (
      const [does, words] of [
        ["EROFS", /the disk is read-only; choose another folder/],
        ["ENOSPC", /the disk is full; free some space and run again, nothing recorded is lost/],
        ["EACCES", /this account may not; give it the right/],
      ] as const
    ) {
      await using dmf = await box();
      const fault = { at: 1, does, only: "corpus" } as const;
      const founding = await launch(dmf, ADD, { fault });
      assert.equal(founding.code, 4, founding.err);
      assert.match(founding.err, words);
      assert.equal((await launch(dmf, ADD)).code, 0);
      const refused = await launch(dmf, ADD, { fault });
      assert.equal(refused.code, 4, `${does}: ${refused.err}`);
      assert.match(refused.err, words);
      for (const what of [["report"], ["export"], ["explain", "0"]]) {
        const read = await launch(dmf, ["corpus", ...what, "--data", "data"], { fault });
        assert.equal(read.code, 0, read.err);
        assert.deepEqual(read.writes, []);
      }
      assert.equal(await pages(dmf), DOCUMENTS);
    }
  },
});

Deno.test({
  name: `a log that can be written no further keeps what was committed before${reason}`,
  ignore,
  fn: async () => {
    await using calmBox = await box();
    const calm = await launch(calmBox, ADD, { fault: { at: 0, does: "ENOSPC", only: "corpus" } });
    const writes = calm.writes.filter(({ path }) => path.endsWith("documents.log"));
    let last = 0;
    for (const { n } of writes) {
      await using dmf = await box();
      const ended = await launch(dmf, ADD, {
        fault: { at: n, does: "ENOSPC", only: "documents.log" },
      });
      // Only writes to the log are counted: not all of them are reached.
      if (ended.code === 0) break;
      assert.equal(ended.code, 4, ended.err);
      assert.match(ended.err, /documents\.log": the disk is full/);
      const report = await dmf.run(["corpus", "report", "--json"]);
      const kept = report.code === 0 ? JSON.parse(report.out).pages : 0;
      assert.ok(kept >= last, `${kept} after ${last}`);
      last = kept;
      const again = await launch(dmf, [...ADD, "--json"]);
      assert.equal(again.code, 0, again.err);
      assert.equal(JSON.parse(again.out).counts.seen, DOCUMENTS);
    }
    assert.ok(last > 0);
  },
});

Deno.test({
  name:
    `data that stdout does not take is a fault with exit code 4, words that stderr does not are none`,
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using dmf = await box();
    const main = new URL("../../src/main.ts", import.meta.url).pathname;
    const run = async (line: string) => {
      const { code, stderr } = await new Deno.Command("sh", {
        args: ["-c", `"${Deno.execPath()}" run --no-check --cached-only -q -A "${main}" ${line}`],
        cwd: dmf.folder,
      }).output();
      return { code, err: new TextDecoder().decode(stderr) };
    };
    assert.equal((await run(`${ADD.join(" ")} 2>/dev/full`)).code, 0);
    const full = await run("corpus export --data data --lang en >/dev/full");
    assert.equal(full.code, 4);
    assert.match(full.err, /^Cannot use "stdout": the disk is full/);
    assert.equal((await run("corpus report --nonsense --data data 2>/dev/full")).code, 2);
    assert.equal((await run("corpus export --data data | head -1 >/dev/null")).code, 0);
  },
});
