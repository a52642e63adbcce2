/**
 * The table of content extraction: ours, cross-validated by site, beside its peers on the same pages.
 *
 * Reads what `tools/content/make_examples.ts`, `tools/content/train_model.ts` and `content_peers.ts`
 * left in a folder, and writes `content.md`.
 *
 * @module
 */

import { chooseBlocks } from "../../src/content/choose_blocks.ts";
import { wordsOf } from "../../src/content/word_scan.ts";
import { type ExamplePage, readExamples } from "../../tools/content/examples.ts";
import { randomOf } from "../../tools/content/grow_trees.ts";
import { wordF1 } from "../../tools/content/word_score.ts";
import type { PeerAnswers } from "./content_peers.ts";

type Row = Readonly<Record<string, number>> & { readonly type?: never };

interface Scored {
  readonly page: ExamplePage;
  readonly f1: Row;
  readonly titles: Row | null;
}

const TYPES = ["article", "documentation", "service", "forum", "collection", "listing", "product"];
const [folder = ""] = Deno.args;

function read<T>(name: string): T {
  return JSON.parse(Deno.readTextFileSync(`${folder}/${name}`)) as T;
}

/** A title is right where its words are the reference's, NFKC, whatever case, marks and space. */
function sameWords(a: string, b: string): number {
  return wordsOf(a.normalize("NFKC")).join(" ") === wordsOf(b.normalize("NFKC")).join(" ") ? 1 : 0;
}

function scored(): Scored[] {
  const { pages, slim } = readExamples(folder);
  const scores = new Map(read<[string, number[]][]>("cv.json"));
  const peers = read<Record<string, PeerAnswers>>("peers.json");
  return pages.map((page, k) => {
    const p = Float64Array.from(scores.get(page.id) ?? []);
    const chosen = chooseBlocks(p, slim[k]?.words ?? new Float64Array());
    const ours = page.text.filter((_, i) => chosen[i] === 1).join("\n");
    const answers = peers[page.id];
    const f1: Record<string, number> = { ours: wordF1(ours, page.gt) };
    f1["all text"] = wordF1(page.text.join("\n"), page.gt);
    f1["right blocks (oracle)"] = page.oracle;
    if (answers !== undefined) {
      f1.readability = wordF1(answers.readability.text, page.gt);
      f1.defuddle = wordF1(answers.defuddle.text, page.gt);
    }
    const titles = answers === undefined ? null : Object.fromEntries(
      (["ours", "readability", "defuddle"] as const).map((
        name,
      ) => [name, sameWords(answers[name].title, page.title)]),
    );
    return { page, f1, titles };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function table(rows: readonly Scored[], systems: readonly string[]): string {
  const cell = (system: string, among: readonly Scored[]) =>
    mean(among.map(({ f1 }) => f1[system] ?? 0)).toFixed(3);
  const answerable = rows.filter(({ page }) => wordsOf(page.gt).length > 0);
  const head = `| system | all (${rows.length}) | with a reference (${answerable.length}) | ${
    TYPES.map((type) => `${type} (${rows.filter(({ page }) => page.type === type).length})`).join(
      " | ",
    )
  } |`;
  const lines = systems.map((system) =>
    `| ${system} | ${cell(system, rows)} | ${cell(system, answerable)} | ${
      TYPES.map((type) => cell(system, rows.filter(({ page }) => page.type === type))).join(" | ")
    } |`
  );
  return [head, `|${" --- |".repeat(TYPES.length + 3)}`, ...lines].join("\n");
}

/** 95 % interval of the mean difference, pages drawn again 2,000 times. */
function interval(rows: readonly Scored[], peer: string): string {
  const differences = rows.map(({ f1 }) => (f1.ours ?? 0) - (f1[peer] ?? 0));
  const random = randomOf(1);
  const means = Array.from(
    { length: 2000 },
    () =>
      mean(differences.map(() => differences[Math.floor(random() * differences.length)] as number)),
  ).sort((a, b) => a - b);
  const at = (share: number) => (means[Math.floor(share * means.length)] as number).toFixed(3);
  return `ours − ${peer}: ${mean(differences).toFixed(3)} (95 % ${at(0.025)} … ${at(0.975)})`;
}

function main(): void {
  const all = scored();
  const shared = all.filter(({ titles }) => titles !== null);
  const peers = read<Record<string, PeerAnswers>>("peers.json");
  const rate = (name: keyof PeerAnswers) => {
    const timed = Object.values(peers).filter(({ ours, defuddle }) =>
      ours.ms > 0 && defuddle.ms > 0
    );
    const times = timed.map((answers) => answers[name].ms);
    return times.length === 0 ? "not timed" : (1000 / mean(times)).toFixed(1);
  };
  const timedCount = Object.values(peers).filter(({ ours }) => ours.ms > 0).length;
  const title = (name: string) => mean(shared.map(({ titles }) => titles?.[name] ?? 0)).toFixed(3);
  const text = [
    "# Content extraction on content-wcxb dev",
    "",
    "Word-level F1 (multiset of lower-case words, macro over pages). Ours is cross-validated by site:",
    "no page was scored by a model that saw a page of its site. Where the reference is empty a page",
    "counts 0 unless nothing is extracted, as in the benchmark's own scorer.",
    "",
    `## All ${all.length} pages`,
    "",
    table(all, ["ours", "all text", "right blocks (oracle)"]),
    "",
    `## The ${shared.length} pages that the peers were run on`,
    "",
    table(shared, ["ours", "readability", "defuddle", "all text"]),
    "",
    `- ${interval(shared, "readability")}`,
    `- ${interval(shared, "defuddle")}`,
    "",
    "| system | title accuracy | pages/s, parsing included |",
    "| --- | --- | --- |",
    ...(["ours", "readability", "defuddle"] as const).map((name) =>
      `| ${name} | ${title(name)} | ${rate(name)} |`
    ),
    "",
    `Timed on ${timedCount} pages, the three in turn on each, on a machine that others used too: compare ratios.`,
    "The peers' time includes turning their HTML into text. A title is right where its words equal the",
    "reference's (NFKC, case, marks and white space aside).",
    "",
  ];
  Deno.writeTextFileSync(new URL("content.md", import.meta.url), text.join("\n"));
}

main();
