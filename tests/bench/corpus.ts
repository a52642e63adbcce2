/**
 * What the near index costs and finds, beside Python in the same run; writes `corpus.md` beside it.
 *
 * `deno task bench:corpus [--small]`. Documents are drawn (`corpus_texts.ts`). The truth is computed by
 * `exact_pairs.py`, which shares no code with the product; `datasketch_equal.py` runs datasketch where
 * Python can import it (set PYTHONPATH), otherwise a stand-in, and says which. Every run has a process
 * of its own, and the sides take turns. Needs Debian's python3-numpy and python3-scipy.
 *
 * @module
 */

import type { Cost, Growth } from "./corpus_run.ts";
import { drawnTexts, rawOf } from "./corpus_texts.ts";
import { draw } from "./simhash_texts.ts";

const small = Deno.args.includes("--small");
const COUNT = small ? 10_000 : 100_000;
const GROWN = small ? 250_000 : 1_000_000;
const ROUNDS = 3;
/** What datasketch itself did, in another run on such a machine. */
const PUBLISHED = 3_400;

const place = (name: string) => new URL(name, import.meta.url).pathname;
const said = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function ran(program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  if (!success) {
    throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  }
  return new TextDecoder().decode(stdout);
}

const python = async (script: string, ...args: string[]) =>
  await ran("python3", [place(script), ...args]);
const product = async (...args: string[]) =>
  JSON.parse(await ran(Deno.execPath(), ["run", "--allow-all", place("corpus_run.ts"), ...args]));

/** Writes the documents, normal and raw. */
async function written(folder: string) {
  const [normal, raw] = [`${folder}/normal.txt`, `${folder}/raw.txt`];
  const random = draw(5);
  const texts: string[] = [];
  for (const text of drawnTexts(7)) {
    texts.push(text);
    if (texts.length === COUNT) break;
  }
  await Deno.writeTextFile(normal, `${texts.join("\n")}\n`);
  const rawLines = texts.map((text) => JSON.stringify(rawOf(text, random)));
  await Deno.writeTextFile(raw, `${rawLines.join("\n")}\n`);
  return { normal, raw };
}

const numbers = async (file: string) =>
  (await Deno.readTextFile(file)).split("\n").filter((line) => line !== "").map(Number);

/** Documents told near or not, against the truth; and likenesses that are not the true ones. */
function judged(found: (at: number) => boolean, truth: readonly number[], threshold: number) {
  let [both, missed, wrong] = [0, 0, 0];
  for (const [at, best] of truth.entries()) {
    const near = best >= threshold;
    if (near && found(at)) both++;
    else if (near) missed++;
    else if (found(at)) wrong++;
  }
  return { near: both + missed, precision: both / (both + wrong), recall: both / (both + missed) };
}

const whole = (value: number) => Math.round(value).toLocaleString("en");
const seconds = (value: number) => value.toFixed(2);
const speed = (cost: Cost) => whole(cost.documents / cost.wall);
const cpuSpeed = (cost: Cost) => whole(cost.documents / cost.cpu);

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Who is measured: Python's two ways of use, and ours on one processor and on two. */
interface Side {
  readonly name: string;
  readonly file: string;
  readonly run: (file: string, kind: string, out: string) => Promise<Cost & { which?: string }>;
}

interface Measured extends Side {
  readonly costs: (Cost & { which?: string })[];
}

const peer = (way: string, name: string): Side => ({
  name,
  file: way,
  run: async (file, kind, out) => ({
    bytes: NaN,
    ...JSON.parse(await python("datasketch_equal.py", file, kind, way, out)),
  }),
});

const own = (policy: string, cores: number): Side => ({
  name: `${policy === "ours" ? policy : `5 words, ${policy}`}, ${cores} processor${
    cores > 1 ? "s" : ""
  }`,
  file: `${policy}-${cores}`,
  run: (file, kind, out) => product("file", file, kind, policy, out, String(cores)),
});

const SIDES: readonly Side[] = [
  peer("bulk", "Python, all at once (MinHash.bulk)"),
  peer("stream", "Python, one by one (MinHash.generator)"),
  ...["0.85", "0.7", "ours"].flatMap((policy) => [own(policy, 1), own(policy, 2)]),
];

/** Runs the sides by turns over one form of the documents. */
async function raced(folder: string, file: string, kind: "normal" | "raw"): Promise<Measured[]> {
  const sides: Measured[] = SIDES.map((side) => ({ ...side, costs: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of sides) {
      said(`${kind}, round ${round + 1} of ${ROUNDS}: ${side.name}`);
      side.costs.push(await side.run(file, kind, `${folder}/${side.file}.${kind}`));
    }
  }
  return sides;
}

/** The best of the rounds: what else runs on the machine only ever makes a run slower. */
const best = (costs: readonly Cost[]) => costs.toSorted((a, b) => a.wall - b.wall)[0] as Cost;

function raceTable(kind: string, sides: readonly Measured[]): string {
  const [bulk, stream] = [best(sides[0]!.costs), best(sides[1]!.costs)];
  return table(
    [
      "from",
      "system",
      "docs/s wall",
      "docs/s CPU",
      "× all at once, wall",
      "× one by one, wall",
      "peak MiB",
      "index bytes/doc",
    ],
    sides.map(({ name, costs }) => {
      const cost = best(costs);
      return [
        kind,
        name,
        speed(cost),
        cpuSpeed(cost),
        (bulk.wall / cost.wall).toFixed(1),
        (stream.wall / cost.wall).toFixed(1),
        whole(cost.peakMiB),
        Number.isNaN(cost.bytes) ? "–" : whole(cost.bytes),
      ];
    }),
  );
}

async function truthTable(folder: string, normal: string): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const [size, names] of [[5, ["0.85", "0.7"]]] as const) {
    said(`exact likenesses of all pairs by ${size}-word shingles, in Python`);
    await python("exact_pairs.py", normal, String(size), `${folder}/truth`);
    const truth = await numbers(`${folder}/truth`);
    for (const name of names) {
      const threshold = Number(name);
      for (const cores of [1, 2]) {
        const side = own(name, cores);
        const likeness = await numbers(`${folder}/${side.file}.normal`);
        const { near, precision, recall } = judged((at) => likeness[at]! > 0, truth, threshold);
        const other = truth.filter((one, at) => one >= threshold && one !== likeness[at]).length;
        rows.push([side.name, whole(near), precision.toFixed(4), recall.toFixed(4), other]);
      }
    }
    const found = new Set(await numbers(`${folder}/bulk.normal`));
    const { near, precision, recall } = judged((at) => found.has(at), truth, 0.85);
    rows.push([
      "Python at .85",
      whole(near),
      precision.toFixed(4),
      recall.toFixed(4),
      "–",
    ]);
  }
  return table(
    [
      "system",
      "documents near one before",
      "precision",
      "recall",
      "likenesses not equal to the truth",
    ],
    rows,
  );
}

async function growthTables(): Promise<string> {
  const rows: (string | number)[][] = [];
  const files: (string | number)[][] = [];
  for (const name of ["0.85", "0.7", "ours"]) {
    said(`growing to ${whole(GROWN)} documents: ${name}`);
    const growth: Growth = await product("grow", String(GROWN), name);
    for (const cost of growth.costs) {
      rows.push([
        name,
        whole(cost.documents),
        seconds(cost.wall),
        seconds(cost.cpu),
        speed(cost),
        cpuSpeed(cost),
        whole(cost.bytes),
        whole(cost.peakMiB),
      ]);
    }
    const count = growth.costs.at(-1)!.documents;
    files.push([
      name,
      whole(growth.fileBytes / 1e6),
      whole(growth.fileBytes / count),
      seconds(growth.saveSeconds),
      seconds(growth.loadSeconds),
    ]);
  }
  const head = [
    "policy",
    "documents",
    "seconds wall",
    "seconds CPU",
    "docs/s wall",
    "docs/s CPU",
    "index bytes/doc",
    "peak MiB",
  ];
  return table(head, rows) + "\n\n" +
    table(["policy", "file MB", "file bytes/doc", "save s", "load s"], files);
}

const folder = await Deno.makeTempDir();
try {
  said(`drawing ${whole(COUNT)} documents`);
  const { normal, raw } = await written(folder);
  const measured = [
    await raced(folder, normal, "normal"),
    await raced(folder, raw, "raw"),
  ] as const;
  const races = [raceTable("normal", measured[0]), raceTable("raw", measured[1])];
  const which = measured[0][0]!.costs[0]!.which as string;
  const [load] = Deno.loadavg();
  const text = `# The near index, measured

Made by \`deno task bench:corpus\` (${whole(COUNT)} and ${
    whole(GROWN)
  } drawn documents of some 90 words,
half of them Korean; ${navigator.hardwareConcurrency} cores; load ${
    load!.toFixed(1)
  } after the first part). Fastest of ${ROUNDS} rounds by turns, each in a process of its own, without start, reading and
drawing. CPU counts all threads of a process. On two processors shingles are read ahead by a worker
(\`src/adapters/reading_ahead.ts\`), whose start is counted; answers are the same.

**Python here is ${
    which === "stand-in"
      ? "a stand-in for datasketch: its arithmetic in numpy, step by step, without its classes"
      : which
  }.** datasketch was measured at ${
    whole(PUBLISHED)
  } docs/s (all at once) on another such machine. Wanted are 40 times its speed from normal text,
25 times from raw text.

## ${whole(COUNT)} documents: speed

${races.join("\n\n")}

## ${whole(COUNT)} documents: what is found

The truth is the exact likeness of all pairs by strings, from a sparse matrix product in Python.

${await truthTable(folder, normal)}

## Growth

${await growthTables()}
`;
  await Deno.writeTextFile(place("corpus.md"), text);
  console.log(text);
} finally {
  await Deno.remove(folder, { recursive: true });
}
