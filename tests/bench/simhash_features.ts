/**
 * Which features tell a re-worded text from another one, and how far three bits reach.
 *
 * Run it by hand: `deno run --allow-read --allow-write=tests/bench tests/bench/simhash_features.ts`
 * (minutes; needs the public data beside the project). It writes the tables of `simhash_features.md`,
 * with `--chosen` only those of the chosen features, by which the limits of `text_change.ts` are set.
 * Texts are real: Korean sentences (nsmc, joined to the length wanted), names and addresses of the
 * register (mfds), English pages (content-wcxb). What is done to them is drawn from a seed
 * (`simhash_edits.ts`), so that the label of every pair is known.
 *
 * @module
 */

import { fold } from "../../src/normalize.ts";
import { featuresOf, hammingDistance, simhash } from "../../src/simhash.ts";
import { textChange } from "../../src/text_change.ts";
import { type Edit, EDITS } from "./simhash_edits.ts";
import { addresses, draw, englishTexts, koreanTexts, notices } from "./simhash_texts.ts";

type Featurize = (text: string) => Iterable<readonly [string, number]>;

const SAMPLES = 200;
const LENGTHS = [15, 30, 60, 120, 250, 500, 1000, 2000] as const;

function counted(features: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}

function grams(text: string, size: number): string[] {
  const units = fold(text);
  const count = Math.max(1, units.length - size + 1);
  return Array.from({ length: count }, (_, at) => units.slice(at, at + size));
}

function words(text: string, size = 1): string[] {
  const all = text.split(/\s+/).map(fold).filter((word) => word !== "");
  const count = Math.max(1, all.length - size + 1);
  return Array.from({ length: count }, (_, at) => all.slice(at, at + size).join(" "));
}

const tf = (list: (text: string) => string[]): Featurize => (text) => counted(list(text));
const weighed = (
  list: (text: string) => string[],
  weight: (count: number, feature: string) => number,
): Featurize =>
(text) => [...counted(list(text))].map(([f, n]) => [f, weight(n, f)] as const);
const both = (a: Featurize, b: Featurize): Featurize => (text) => [...a(text), ...b(text)];
const log = (n: number) => 1 + Math.log(n);

/** Inverse document frequency over texts that are not measured. */
function idf(list: (text: string) => string[], texts: readonly string[]) {
  const seen = new Map<string, number>();
  for (const text of texts) {
    for (const f of new Set(list(text))) seen.set(f, (seen.get(f) ?? 0) + 1);
  }
  return (n: number, feature: string) =>
    n * Math.log((1 + texts.length) / (1 + (seen.get(feature) ?? 0)));
}

const g = (size: number) => (text: string) => grams(text, size);
const w = (size: number) => (text: string) => words(text, size);

function candidates(background: readonly string[]): ReadonlyMap<string, Featurize> {
  return new Map<string, Featurize>([
    ["1-grams, tf", tf(g(1))],
    ["2-grams, tf", tf(g(2))],
    ["2-grams, log tf", weighed(g(2), log)],
    ["2-grams, tf·idf", weighed(g(2), idf(g(2), background))],
    ["3-grams, tf", tf(g(3))],
    ["3-grams, log tf", weighed(g(3), log)],
    ["3-grams, present", weighed(g(3), () => 1)],
    ["3-grams, tf·idf", weighed(g(3), idf(g(3), background))],
    ["4-grams, tf", tf(g(4))],
    ["words, tf", tf(w(1))],
    ["words, log tf", weighed(w(1), log)],
    ["words, tf·idf", weighed(w(1), idf(w(1), background))],
    ["2-word shingles, tf", tf(w(2))],
    ["3-word shingles, tf", tf(w(3))],
    ["words + 3-grams, tf", both(tf(w(1)), tf(g(3)))],
    ["1-grams + 2-grams, tf", both(tf(g(1)), tf(g(2)))],
    ["2- to 4-grams, tf", both(both(tf(g(2)), tf(g(3))), tf(g(4)))],
  ]);
}

interface Pair {
  readonly edit: string;
  readonly a: string;
  readonly b: string;
}

/** Pairs of one length: every edit of every text, and the text beside the next one. */
function pairsOf(texts: readonly string[], vocabulary: readonly string[]): Pair[] {
  const random = draw(7);
  const pairs: Pair[] = [];
  texts.forEach((a, index) => {
    for (const [edit, change] of Object.entries(EDITS) as [string, Edit][]) {
      const b = change(a, random, vocabulary);
      if (b !== null) pairs.push({ edit, a, b });
    }
    pairs.push({ edit: "other text", a, b: texts[(index + 1) % texts.length] as string });
  });
  return pairs;
}

function distances(pairs: readonly Pair[], featurize: Featurize): Map<string, number[]> {
  const known = new Map<string, ReturnType<typeof simhash>>();
  const of = (text: string) => {
    let found = known.get(text);
    if (!found) known.set(text, found = simhash(featurize(text)));
    return found;
  };
  const found = new Map<string, number[]>();
  for (const { edit, a, b } of pairs) {
    const list = found.get(edit) ?? [];
    list.push(hammingDistance(of(a), of(b)));
    found.set(edit, list);
  }
  for (const list of found.values()) list.sort((x, y) => x - y);
  return found;
}

/** Chance that a re-worded pair is nearer than a pair of other texts. */
function auc(near: readonly number[], far: readonly number[]): number {
  let wins = 0;
  for (const x of near) for (const y of far) wins += x < y ? 1 : x === y ? 0.5 : 0;
  return wins / (near.length * far.length);
}

const SMALL = ["one word", "a particle", "a number", "a word more", "a word less"];
const pool = (found: Map<string, number[]>, edits: readonly string[]) =>
  edits.flatMap((edit) => found.get(edit) ?? []).sort((x, y) => x - y);
const within = (list: readonly number[], k: number) =>
  list.length === 0 ? NaN : list.filter((d) => d <= k).length / list.length;
const quantile = (list: readonly number[], q: number) =>
  list[Math.min(list.length - 1, Math.floor(q * list.length))] ?? NaN;
const share = (value: number) => Number.isNaN(value) ? "–" : value.toFixed(2).replace(/^0/, "");
const spread = (list: readonly number[]) =>
  list.length === 0
    ? "–"
    : `${quantile(list, 0.05)} / ${quantile(list, 0.5)} / ${quantile(list, 0.95)}`;

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const table = (
  head: readonly (string | number)[],
  body: readonly (readonly (string | number)[])[],
) => [row(head), row(head.map(() => "---")), ...body.map(row)].join("\n");

/** One line a candidate and sample: what three bits find, what they mistake, how far all is apart. */
function compared(
  samples: ReadonlyMap<number | string, readonly Pair[]>,
  background: readonly string[],
): string {
  const [recall, mistaken, apart]: string[][][] = [[], [], []];
  for (const [name, featurize] of candidates(background)) {
    const found = [...samples.values()].map((pairs) => distances(pairs, featurize));
    const other = found.map((one) => one.get("other text") ?? []);
    const noise = found.map((one) => within(one.get("notation noise") ?? [], 3));
    recall?.push([
      name,
      ...found.map((one) => share(within(pool(one, SMALL), 3))),
      share(Math.min(...noise)),
    ]);
    mistaken?.push([name, ...other.map((list) => within(list, 3).toFixed(3))]);
    apart?.push([
      name,
      ...found.map((one, at) => auc(pool(one, SMALL), other[at] ?? []).toFixed(3)),
    ]);
  }
  const head = ["features", ...samples.keys()];
  return [
    "Small re-wordings within k = 3 (recall), by characters without white space; `noise` is the " +
    "least share of notation noise within 3:",
    table([...head, "noise"], recall ?? []),
    "Other texts within k = 3 (false positives):",
    table(head, mistaken ?? []),
    "AUC of small re-wordings against other texts:",
    table(head, apart ?? []),
  ].join("\n\n");
}

/** The chosen features closely: distances (5 % / median / 95 %) and recall, by length and edit. */
function closely(byLength: ReadonlyMap<number | string, readonly Pair[]>): string {
  const found = new Map(
    [...byLength].map(([length, pairs]) => [length, distances(pairs, featuresOf)] as const),
  );
  const edits = [...new Set([...found.values()].flatMap((one) => [...one.keys()]))];
  const lengths = [...byLength.keys()];
  const cells = (of: (list: readonly number[]) => string) =>
    edits.map((edit) => [edit, ...lengths.map((at) => of(found.get(at)?.get(edit) ?? []))]);
  return [
    "Distance, 5 % / median / 95 %:",
    table(["edit", ...lengths], cells(spread)),
    "Share within k = 3:",
    table(["edit", ...lengths], cells((list) => share(within(list, 3)))),
    "Share that `textChange()` calls re-worded:",
    table(
      ["edit", ...lengths],
      edits.map((edit) => [
        edit,
        ...lengths.map((at) => {
          const all = (byLength.get(at) ?? []).filter((pair) => pair.edit === edit);
          const called = all.filter(({ a, b }) => textChange(a, b).kind === "reworded");
          return share(called.length / all.length);
        }),
      ]),
    ),
    "What small re-wordings keep within, and the nearest other text:",
    table(["", ...lengths], [
      [
        "95 % of small re-wordings",
        ...lengths.map((at) => {
          const one = found.get(at) as Map<string, number[]>;
          return quantile(pool(one, SMALL), 0.95);
        }),
      ],
      [
        "99 % of small re-wordings",
        ...lengths.map((at) => {
          const one = found.get(at) as Map<string, number[]>;
          return quantile(pool(one, SMALL), 0.99);
        }),
      ],
      ["nearest other text", ...lengths.map((at) => found.get(at)?.get("other text")?.[0] ?? "–")],
    ]),
  ].join("\n\n");
}

async function main(): Promise<void> {
  const { sized, vocabulary, background } = await koreanTexts(LENGTHS, SAMPLES);
  const korean = new Map([...sized].map(([n, texts]) => [n, pairsOf(texts, vocabulary)] as const));
  const english = await englishTexts(LENGTHS, SAMPLES);
  const pages = new Map(
    [...english].map(([n, texts]) =>
      [n, pairsOf(texts, texts.flatMap((t) => t.split(/\s+/)))] as const
    ),
  );
  const places = await addresses();
  const register = new Map(
    [...places].map(([name, texts]) =>
      [name, pairsOf(texts, texts.flatMap((t) => t.split(/\s+/)))] as const
    ),
  );
  const forms = await notices(SAMPLES);
  const template = new Map(
    [...forms].map(([n, texts]) => [n, pairsOf(texts, vocabulary)] as const),
  );
  const file = new URL("simhash_features.md", import.meta.url);
  const [said = "", candidatesKnown = ""] = (await Deno.readTextFile(file)).split(/<!-- .* -->\n/);
  const candidatesNow = Deno.args.includes("--chosen") ? candidatesKnown : `\n${
    [
      "## Candidates on Korean sentences, and on notices written from one form",
      compared(new Map<number | string, readonly Pair[]>([...korean, ...template]), background),
    ].join("\n\n")
  }\n\n`;
  const chosen = [
    "## The chosen features on Korean sentences",
    closely(korean),
    "## Addresses and site lists of the register",
    closely(register),
    "## Notices written from one form (another text = same form, other names)",
    closely(template),
    "## English pages",
    closely(pages),
  ].join("\n\n");
  await Deno.writeTextFile(
    file,
    `${said}<!-- candidates -->\n${candidatesNow}<!-- chosen -->\n\n${chosen}\n`,
  );
}

if (import.meta.main) await main();
