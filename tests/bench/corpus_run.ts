/**
 * One measured run of the index in a process of its own: the figures as one line of JSON.
 *
 * `file FILE normal|raw POLICY OUT 1|2` reads documents (one a line) on so many processors and writes
 * the likeness found for each; `grow COUNT POLICY` draws as many and measures at each doubling of 125,000, then saves and loads.
 * Only the work of the product is timed, not reading or drawing.
 *
 * @module
 */

import { cpuUsage } from "node:process";
import { ReadingAhead } from "../../src/adapters/reading_ahead.ts";
import { NearIndex } from "../../src/corpus/near_join.ts";
import { type NearPolicy, OUR_NEAR, PAPER_NEAR } from "../../src/corpus/near_policy.ts";
import { normalText } from "../../src/corpus/normal_text.ts";
import { drawnTexts } from "./corpus_texts.ts";

/** The policies by the names that the tables use. */
export const POLICIES: Readonly<Record<string, NearPolicy>> = {
  "0.85": PAPER_NEAR,
  "0.7": { ...PAPER_NEAR, threshold: { kind: "fixed", at: 0.7 } },
  "ours": OUR_NEAR,
};

/** What one run cost. */
export interface Cost {
  readonly documents: number;
  /** Seconds. */
  readonly wall: number;
  readonly cpu: number;
  readonly peakMiB: number;
  /** Bytes of the index for each document. */
  readonly bytes: number;
}

/** How an index grew, and what its file costs. */
export interface Growth {
  readonly costs: readonly Cost[];
  readonly fileBytes: number;
  readonly saveSeconds: number;
  readonly loadSeconds: number;
}

const BATCH = 5_000;

class Watch {
  wall = 0;
  cpu = 0;

  time<T>(work: () => T): T {
    const [wall, cpu] = [performance.now(), cpuUsage()];
    const made = work();
    const { user, system } = cpuUsage(cpu);
    this.wall += (performance.now() - wall) / 1e3;
    this.cpu += (user + system) / 1e6;
    return made;
  }

  cost(index: NearIndex): Cost {
    const status = Deno.readTextFileSync("/proc/self/status");
    const peakMiB = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024;
    const { wall, cpu } = this;
    return { documents: index.size, wall, cpu, peakMiB, bytes: index.bytes / index.size };
  }
}

/** Documents announced at once, and how many such parts are on their way. */
const PART = 256;
const PARTS = 3;

function overFile(file: string, kind: string, policy: NearPolicy, out: string, cores: number) {
  const lines = Deno.readTextFileSync(file).split("\n").slice(0, -1);
  const given: string[] = kind === "raw" ? lines.map((line) => JSON.parse(line)) : lines;
  const found = new Float64Array(given.length);
  const watch = new Watch();
  const index = watch.time(() => {
    const reader = cores > 1 ? new ReadingAhead(policy.words) : undefined;
    const index = new NearIndex(policy, reader);
    const parts: string[][] = [];
    for (let at = 0, read = 0; at < given.length;) {
      while (read < given.length && parts.length < PARTS) {
        const part = given.slice(read, read + PART);
        const texts = kind === "raw" ? part.map(normalText) : part;
        index.ahead(texts);
        parts.push(texts);
        read += PART;
      }
      for (const text of parts.shift() as string[]) {
        found[at++] = index.nearest(text)?.similarity ?? 0;
        index.add(text);
      }
    }
    reader?.close();
    return index;
  });
  Deno.writeTextFileSync(out, `${found.join("\n")}\n`);
  return watch.cost(index);
}

function grow(count: number, policy: NearPolicy): Growth {
  const texts = drawnTexts(11);
  const index = new NearIndex(policy);
  const watch = new Watch();
  const costs: Cost[] = [];
  while (index.size < count) {
    const batch = Array.from({ length: BATCH }, () => texts.next().value as string);
    watch.time(() => {
      for (const text of batch) {
        index.nearest(text);
        index.add(text);
      }
    });
    if (Number.isInteger(Math.log2(index.size / 125_000))) costs.push(watch.cost(index));
  }
  const [saving, loading] = [new Watch(), new Watch()];
  const file = Deno.makeTempFileSync();
  let fileBytes = 0;
  saving.time(() => {
    using out = Deno.openSync(file, { write: true });
    for (const piece of index.save()) {
      for (let at = 0; at < piece.length;) at += out.writeSync(piece.subarray(at));
      fileBytes += piece.length;
    }
  });
  loading.time(() => NearIndex.load(piecesOf(file), policy, file));
  Deno.removeSync(file);
  return { costs, fileBytes, saveSeconds: saving.wall, loadSeconds: loading.wall };
}

function* piecesOf(file: string): Generator<Uint8Array> {
  using opened = Deno.openSync(file);
  for (;;) {
    const piece = new Uint8Array(1 << 18);
    const read = opened.readSync(piece);
    if (read === null) return;
    yield piece.subarray(0, read);
  }
}

if (import.meta.main) {
  const [what, ...rest] = Deno.args as [string, ...string[]];
  const measured = what === "grow"
    ? grow(Number(rest[0]), POLICIES[rest[1] as string] as NearPolicy)
    : overFile(
      rest[0] as string,
      rest[1] as string,
      POLICIES[rest[2] as string] as NearPolicy,
      rest[3] as string,
      Number(rest[4] ?? 1),
    );
  console.log(JSON.stringify(measured));
}
