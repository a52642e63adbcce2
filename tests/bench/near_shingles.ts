/**
 * Which shingles and which bound tell a copy with few edits from another text; writes
 * `near_shingles.md` beside it.
 *
 * Run it by hand: `deno run -A tests/bench/near_shingles.ts [SEED]`. Texts are Korean reviews joined to a length
 * (nsmc), English page contents (content-wcxb) and notices written from one form; edits and forms are
 * drawn from a seed.
 *
 * @module
 */

import { boundFor, FLOOR, OUR_NEAR } from "../../src/corpus/near_policy.ts";
import { shinglesOf } from "../../src/corpus/near_evidence.ts";
import { draw, englishTexts, koreanTexts, notices } from "./simhash_texts.ts";

type Pair = readonly [string, string];

/** A way to compare: shingles, and the bound for a pair, the smaller text first. */
interface Way {
  readonly name: string;
  readonly shingles: (text: string) => ReadonlySet<string>;
  readonly bound: (smaller: string, size: number) => number;
}

const random = draw(Number(Deno.args[0] ?? 7));
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
const SAMPLES = 1_000;
/** Texts that are compared with one another. */
const STRANGERS = 300;
const LENGTHS = [8, 12, 17, 25, 50, 90, 150, 300];

function characters(size: number): Way {
  return {
    name: `${size} characters`,
    shingles: (text) => {
      const all = new Set<string>();
      for (let at = 0; at + size <= Math.max(text.length, size); at++) {
        all.add(text.slice(at, at + size));
      }
      return all;
    },
    // The rule of the mean: one edit disturbs as many as a word of mean length touches.
    bound: (text, n) => {
      const words = text.split(" ").length;
      const each = text.length / words - 1 + size;
      const disturbed = Math.max(1, Math.round(0.05 * words)) * each;
      return Math.max(FLOOR, (n - disturbed) / (n + disturbed));
    },
  };
}

const words = (size: number): Way => ({
  name: `${size} word${size > 1 ? "s" : ""}`,
  shingles: (text) => shinglesOf(text, size),
  bound: (_, n) => boundFor({ ...OUR_NEAR, words: size }, n).threshold,
});

const WAYS: readonly Way[] = [
  { name: "5 words, fixed .85", shingles: (text) => shinglesOf(text, 5), bound: () => 0.85 },
  words(1),
  words(2),
  words(3),
  words(5),
  characters(3),
  characters(5),
];

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const one of a) if (b.has(one)) shared++;
  return shared / (a.size + b.size - shared);
}

function called(way: Way, pairs: readonly Pair[]): number {
  let near = 0;
  for (const [text, other] of pairs) {
    const [a, b] = [way.shingles(text), way.shingles(other)];
    const bound = a.size <= b.size ? way.bound(text, a.size) : way.bound(other, b.size);
    if (likeness(a, b) >= bound) near++;
  }
  return near / pairs.length;
}

/** Runs of so many words, each from a text drawn anew. */
function runs(texts: readonly (readonly string[])[], length: number): string[] {
  const long = texts.filter((text) => text.length > length);
  return Array.from({ length: SAMPLES }, () => {
    const text = pick(long);
    const at = below(text.length - length);
    return text.slice(at, at + length).join(" ");
  });
}

/** Replaces, puts in, leaves out, mistypes, splits or joins words, each as often. */
function edited(text: string, edits: number, vocabulary: readonly string[]): string {
  const list = text.split(" ");
  for (let n = 0; n < edits; n++) {
    const at = below(list.length);
    const word = list[at] as string;
    const cut = 1 + below(Math.max(1, word.length - 1));
    const kinds: (() => void)[] = [
      () => list.splice(at, 1, pick(vocabulary)),
      () => list.splice(at, 0, pick(vocabulary)),
      () => list.splice(at, 1),
      () => list.splice(at, 1, word.slice(0, cut - 1) + pick(vocabulary)[0] + word.slice(cut)),
      () => list.splice(at, 1, word.slice(0, cut), word.slice(cut) || "-"),
      () => list.splice(at, 2, word + (list[at + 1] ?? "")),
    ];
    pick(kinds)();
  }
  return list.join(" ");
}

/** Two texts from one form whose blanks, of so many words each, are filled differently. */
function fromForm(form: string, blanks: number, vocabulary: readonly string[], width = 3): Pair {
  const list = form.split(" ");
  const filled = () => {
    const text = [...list];
    for (let blank = 0; blank < blanks; blank++) {
      const at = Math.floor((blank + 0.5) * (list.length / blanks));
      for (let n = at; n < Math.min(at + width, list.length); n++) text[n] = pick(vocabulary);
    }
    return text.join(" ");
  };
  return [filled(), filled()];
}

const every = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((one, at) => list.slice(0, at).map((other): [T, T] => [one, other]));

function table(
  first: string,
  columns: ReadonlyMap<string, readonly Pair[]>,
  ways = WAYS,
  places = 2,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const head = [first, ...columns.keys()];
  return [
    line(head),
    line(head.map(() => "---")),
    ...ways.map((way) =>
      line([way.name, ...[...columns.values()].map((pairs) => called(way, pairs).toFixed(places))])
    ),
  ].join("\n");
}

function unrelated(texts: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = [4, ...LENGTHS].map((length) => {
    const sets = Array.from({ length: STRANGERS }, (_, n) => {
      const text = texts[n % texts.length] as readonly string[];
      const at = below(text.length - length);
      const run = text.slice(at, at + length).join(" ");
      return { of: text, shingles: shinglesOf(run, OUR_NEAR.words) };
    });
    // Runs of one text may overlap.
    const found = every(sets).filter(([a, b]) => a.of !== b.of)
      .map(([a, b]) => likeness(a.shingles, b.shingles)).sort((a, b) => b - a);
    const bound = boundFor(OUR_NEAR, length - OUR_NEAR.words + 1).threshold;
    return line([
      String(length),
      found[0]!.toFixed(2),
      found[Math.floor(found.length / 1_000)]!.toFixed(2),
      bound.toFixed(2),
    ]);
  });
  return [
    line(["words", "highest likeness", "one pair in 1,000 reaches", "our bound"]),
    line(["---", "---", "---", "---"]),
    ...rows,
  ].join("\n");
}

function part(
  name: string,
  texts: readonly (readonly string[])[],
  vocabulary: readonly string[],
  form: ReadonlyMap<string, readonly Pair[]>,
): string {
  const few = (length: number, at: number) => Math.max(1, Math.round(length * (1 + at % 5) / 100));
  const edits = new Map(LENGTHS.map((length): [string, Pair[]] => [
    `${length}`,
    runs(texts, length).map((text, at) => [text, edited(text, few(length, at), vocabulary)]),
  ]));
  const many = new Map([12, 17, 25, 50, 90].map((length): [string, Pair[]] => [
    `${length}`,
    runs(texts, length).map((
      text,
    ) => [text, edited(text, Math.round(0.2 * length), vocabulary)]),
  ]));
  const forms = new Map<string, readonly Pair[]>(form);
  for (const fixed of [0.6, 0.75, 0.85]) {
    for (const length of [12, 17, 25, 40, 90]) {
      forms.set(
        `${fixed * 100} % of ${length}`,
        runs(texts, length).map((text) =>
          fromForm(text, Math.max(1, Math.round(length * (1 - fixed) / 3)), vocabulary)
        ),
      );
    }
  }
  const narrow = new Map<string, Pair[]>();
  for (const width of [1, 2]) {
    for (const length of [12, 17, 25, 40, 90]) {
      narrow.set(
        `${width} of ${length}`,
        runs(texts, length).map((text) => fromForm(text, 1, vocabulary, width)),
      );
    }
  }
  return `## ${name}

Copies with 1 to 5 % of the words edited (at least one word), by words: called near (recall)

${table("shingles", edits)}

The same with 20 % edited: called near

${table("shingles", many)}

Texts of one form, by the share of it that is fixed and words: called near, wrongly

${table("shingles", forms, WAYS, 3)}

Texts of one form with a single blank, by its words: called near. A blank of one word is an edit like any other

${table("shingles", narrow, WAYS, 3)}

Unrelated texts, ${OUR_NEAR.words}-word shingles

${unrelated(texts)}
`;
}

const split = (texts: readonly string[]) => texts.map((text) => text.split(" "));
const korean = await koreanTexts([4_000], 60);
const english = split((await englishTexts([4_000], 60)).get(4_000) as string[]);
const koreanForms = [...await notices(88)].map(([name, texts]): [string, Pair[]] => [
  `notices, ${name}`,
  every(texts),
]);
const parts = [
  part(
    "Korean",
    split(korean.sized.get(4_000) as string[]),
    korean.vocabulary,
    new Map(koreanForms),
  ),
  part(
    "English",
    english,
    english.flat().filter((word) => /^[a-z]{3,12}$/.test(word)),
    new Map(),
  ),
];
const place = new URL("near_shingles.md", import.meta.url);
const before = await Deno.readTextFile(place).catch((error) => {
  if (error instanceof Deno.errors.NotFound) {
    return "# Shingles for near documents, measured\n\n<!-- tables -->";
  }
  throw error;
});
const MARK = "<!-- tables -->";
const prose = before.slice(0, before.indexOf(MARK) + MARK.length);
await Deno.writeTextFile(place, `${prose}\n\n${parts.join("\n")}`);
