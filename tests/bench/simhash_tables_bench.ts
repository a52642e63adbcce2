/**
 * What the permuted tables cost: building, adding a batch, a query, bytes.
 *
 * Run it by hand: `deno run tests/bench/simhash_tables_bench.ts`. The result
 * is in `simhash_tables.md`. Fingerprints are drawn from a seed; a tenth of the queries has a near one.
 *
 * @module
 */

import { cpuUsage } from "node:process";
import { hammingDistance, type SimHash } from "../../src/simhash.ts";
import { SimHashIndex } from "../../src/simhash_tables.ts";

let state = 2463534242;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state >>> 0;
}

const drawn = (): SimHash => ({ high: random(), low: random() });

/** The same with two bits turned. */
function near({ high, low }: SimHash): SimHash {
  return { high: (high ^ 1 << (random() & 31)) >>> 0, low: (low ^ 1 << (random() & 31)) >>> 0 };
}

/** Milliseconds of processor time, which other work on the machine moves little. */
const timed = <T>(work: () => T): [number, T] => {
  const start = cpuUsage();
  const made = work();
  const { user, system } = cpuUsage(start);
  return [(user + system) / 1_000, made];
};

const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);

row([
  "fingerprints",
  "blocks",
  "tables",
  "build ms",
  "1,000 more ms",
  "query µs",
  "all looked at µs",
  "bytes each",
]);
row(Array.from({ length: 8 }, () => "---"));
for (const size of [100_000, 1_000_000]) {
  const all = Array.from({ length: size }, drawn);
  const wanted = Array.from(
    { length: 10_000 },
    (_, n) => n % 10 === 0 ? near(all[random() % size] as SimHash) : drawn(),
  );
  const [scan] = timed(() => {
    let found = 0;
    for (const one of wanted.slice(0, 20)) {
      for (const other of all) if (hammingDistance(one, other) <= 3) found++;
    }
    return found;
  });
  for (const [blocks, tables] of [[4, 4], [5, 10], [6, 20]] as const) {
    const index = new SimHashIndex({ blocks });
    const [build] = timed(() => index.add(all));
    const { bytes } = index;
    const [query, found] = timed(() =>
      wanted.reduce((sum, one) => sum + Number(index.query(one).length > 0), 0)
    );
    if (found < 1_000) throw new Error(`${found} of 1,000 near ones were found`);
    const [more] = timed(() => index.add(wanted.slice(0, 1_000)));
    row([
      size.toLocaleString("en-US"),
      blocks,
      tables,
      Math.round(build),
      Math.round(more),
      (query / wanted.length * 1_000).toFixed(1),
      Math.round(scan / 20 * 1_000),
      bytes / size,
    ]);
  }
}
