/**
 * The table of content extraction: ours, cross-validated by site, beside its peers on the same pages.
 *
 * Reads what `tools/content/make_examples.ts`, `tools/content/train_model.ts` (`cv.json`),
 * `content_peers.ts` (`peers.json`, `timing.json`) and `content_paper_answers.ts` (`paper.json`) left in
 * a folder, and writes `content.md`.
 *
 * @module
 */

import { chooseBlocks } from "../../src/content/choose_blocks.ts";
import { wordsOf } from "../../src/content/word_scan.ts";
import { type ExamplePage, readExamples } from "../../tools/content/examples.ts";
import { randomOf } from "../../tools/content/grow_trees.ts";
import { wordF1 } from "../../tools/content/word_score.ts";
import { titleCandidates, titleWords } from "../../src/content/title_candidates.ts";
import { sameTitle, sameTitleButSite } from "../../tools/content/learn_titles.ts";
import type { PaperAnswer } from "./content_paper_answers.ts";
import type { PeerAnswers } from "./content_peers.ts";

type Row = Readonly<Record<string, number>>;

interface Scored {
  readonly page: ExamplePage;
  readonly f1: Row;
  /** Whether a title is the reference's, and whether it is apart from the site's own name. */
  readonly titles: Row;
  readonly bareTitles: Row;
}

const TYPES = ["article", "documentation", "service", "forum", "collection", "listing", "product"];
const [folder = ""] = Deno.args;

function read<T>(name: string): T {
  return JSON.parse(Deno.readTextFileSync(`${folder}/${name}`)) as T;
}

function scored(): Scored[] {
  const { pages, slim } = readExamples(folder);
  const told = new Map(
    read<[string, number[], string | null][]>("cv.json").map((
      [id, p, title],
    ) => [id, { p, title }]),
  );
  const peers = read<Record<string, PeerAnswers>>("peers.json");
  const paper = read<Record<string, PaperAnswer>>("paper.json");
  return pages.map((page, k) => {
    const p = Float64Array.from(told.get(page.id)?.p ?? []);
    const chosen = chooseBlocks(p, slim[k]?.words ?? new Float64Array());
    const answers: Record<string, { readonly text: string; readonly title: string }> = {
      ours: {
        text: page.text.filter((_, i) => chosen[i] === 1).join("\n"),
        title: told.get(page.id)?.title ?? "",
      },
      // Pages without a reference are not among those that the paper's models read.
      paper: paper[page.id] ?? { text: page.text.join("\n"), title: "" },
    };
    const peer = peers[page.id];
    if (peer !== undefined) {
      Object.assign(answers, { readability: peer.readability, defuddle: peer.defuddle });
    }
    const f1: Record<string, number> = {};
    const titles: Record<string, number> = {};
    const bareTitles: Record<string, number> = {};
    for (const [name, { text, title }] of Object.entries(answers)) {
      f1[name] = wordF1(text, page.gt);
      titles[name] = sameTitle(title, page.title ?? "");
      bareTitles[name] = sameTitleButSite(title, page.title ?? "", page.sources);
    }
    f1["all text"] = wordF1(page.text.join("\n"), page.gt);
    const cut = bestCut(p, slim[k]?.words ?? new Float64Array(), page);
    f1["ours, cut at the best place (oracle)"] = wordF1(cut.join("\n"), page.gt);
    f1["right blocks (oracle)"] = page.oracle;
    const candidates = titleCandidates(page.sources).map(({ text }) => text);
    titles["right candidate (oracle)"] = Math.max(
      0,
      ...candidates.map((text) => sameTitle(text, page.title ?? "")),
    );
    return { page, f1, titles, bareTitles };
  });
}

/** Texts of the likeliest blocks, as many as suit the reference best by the labels. */
function bestCut(p: Float64Array, words: Float64Array, { text, y, gt }: ExamplePage): string[] {
  const order = [...p.keys()].sort((a, b) => (p[b] as number) - (p[a] as number));
  const wanted = wordsOf(gt).length;
  let right = 0;
  let size = 0;
  let best = -1;
  let end = 0;
  order.forEach((i, k) => {
    right += (y[i] as number) * (words[i] as number);
    size += words[i] as number;
    const score = right / Math.max(1, size + wanted);
    if (score > best) [best, end] = [score, k + 1];
  });
  const chosen = new Set(order.slice(0, end));
  return text.filter((_, i) => chosen.has(i));
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

/** 95 % interval of a mean, pages drawn again 2,000 times. */
function interval(differences: readonly number[]): string {
  const random = randomOf(1);
  const means = Array.from(
    { length: 2000 },
    () =>
      mean(differences.map(() => differences[Math.floor(random() * differences.length)] as number)),
  ).sort((a, b) => a - b);
  const at = (share: number) => (means[Math.floor(share * means.length)] as number).toFixed(3);
  return `${mean(differences).toFixed(3)} (${at(0.025)} … ${at(0.975)})`;
}

const PEERS = ["readability", "defuddle"] as const;

/** Ours less the peer that is better on the pages of a type. */
function leads(rows: readonly Scored[]): string {
  const lines = ["all", ...TYPES].map((type) => {
    const own = rows.filter(({ page }) => type === "all" || page.type === type);
    const score = (name: string) => mean(own.map(({ f1 }) => f1[name] ?? 0));
    const better = score("readability") > score("defuddle") ? "readability" : "defuddle";
    const less = (peer: string) => interval(own.map(({ f1 }) => (f1.ours ?? 0) - (f1[peer] ?? 0)));
    return `| ${type} (${own.length}) | ${better} | ${less(better)} |`;
  });
  return ["| pages | better peer | ours less it (95 %) |", "| --- | --- | --- |", ...lines].join(
    "\n",
  );
}

function titleTable(all: readonly Scored[], shared: readonly Scored[]): string {
  const row = (name: string, rows: readonly Scored[]) =>
    `| ${name} (${rows.length}) | ${
      mean(rows.map(({ titles }) => titles[name] ?? 0)).toFixed(3)
    } | ${mean(rows.map(({ bareTitles }) => bareTitles[name] ?? 0)).toFixed(3)} |`;
  return [
    "| system (pages) | equal words | the same apart from the site's name |",
    "| --- | --- | --- |",
    row("ours", all),
    ...(shared.length < all.length ? [row("ours", shared)] : []),
    ...PEERS.map((name) => row(name, shared)),
    `| right candidate (oracle) (${all.length}) | ${
      mean(all.map(({ titles }) => titles["right candidate (oracle)"] ?? 0)).toFixed(3)
    } | – |`,
  ].join("\n");
}

/** Pages of one main heading that is not the first part of the title element: which the reference takes. */
function contradictions(all: readonly Scored[]): string {
  let heading = 0;
  let stated = 0;
  let neither = 0;
  for (const { page: { sources, title } } of all) {
    const main = sources.headings.filter(({ rank }) => rank === 1);
    const first = titleWords(sources.title.split(/\s+[|–—·•»›:~«\-/]+\s+|\s*[|»›]\s*/)[0] ?? "");
    const own = titleWords(main[0]?.text ?? "");
    if (main.length !== 1 || own === first || first === "") continue;
    const wanted = titleWords(title ?? "");
    if (wanted === own) heading++;
    else if (wanted === first) stated++;
    else neither++;
  }
  return `On ${
    heading + stated + neither
  } pages the one main heading differs from the first part of the title ` +
    `element: the reference is the heading on ${heading}, that part on ${stated}, another text on ${neither}.`;
}

function speed(): string {
  const timed = Object.values(read<Record<string, PeerAnswers>>("timing.json"));
  const median = (name: keyof PeerAnswers) =>
    timed.map((answers) => answers[name].ms).sort((a, b) => a - b)[timed.length >> 1] ?? NaN;
  const rate = (name: keyof PeerAnswers) => 1000 / mean(timed.map((answers) => answers[name].ms));
  const rows = (["ours", ...PEERS] as const).map((name) =>
    `| ${name} | ${rate(name).toFixed(1)} | ${(rate(name) / rate("readability")).toFixed(2)} | ${
      median(name).toFixed(1)
    } |`
  );
  return [
    "| system | pages/s, parsing included | × Readability + linkedom | median ms |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    `${timed.length} pages, the three in turn on each, on a machine that others used too: compare ratios.`,
    "Turning a peer's HTML into text is not in its time.",
  ].join("\n");
}

/** F1 of all systems, by page type. */
function f1Parts(all: readonly Scored[], shared: readonly Scored[]): string[] {
  return [
    "Word-level F1 (multiset of lower-case words, macro over pages). Ours and the paper's reference are",
    "cross-validated by site: no page was read by a model that saw a page of its site. Where the reference",
    "is empty a page counts 0 unless nothing is extracted, as in the benchmark's own scorer.",
    "",
    `## All ${all.length} pages`,
    "",
    table(all, [
      "ours",
      "paper",
      "all text",
      "ours, cut at the best place (oracle)",
      "right blocks (oracle)",
    ]),
    "",
    `## The ${shared.length} pages that the peers were run on`,
    "",
    table(shared, ["ours", ...PEERS, "paper", "all text"]),
    "",
    ...PEERS.map((peer) =>
      `- ours − ${peer}: ${interval(shared.map(({ f1 }) => (f1.ours ?? 0) - (f1[peer] ?? 0)))}`
    ),
    "",
    leads(shared),
    "",
    "Intervals: pages drawn again 2,000 times. `paper` is the paper's system: its rules, blocks and five",
    "features, an SVM for news, blog and shop each; pages of no category are read by the one for news.",
    "",
  ];
}

function main(): void {
  const all = scored();
  const shared = all.filter(({ f1 }) => f1.readability !== undefined);
  const text = [
    "# Content extraction on content-wcxb dev",
    "",
    ...f1Parts(all, shared),
    "## Titles",
    "",
    titleTable(all, shared),
    "",
    "A title is right where its words equal the reference's (NFKC, case, marks and white space aside). The",
    "second column also takes one that has the site's own name before or behind it, or lacks it there.",
    contradictions(all),
    "",
    "## Speed",
    "",
    speed(),
    "",
  ];
  Deno.writeTextFileSync(new URL("content.md", import.meta.url), text.join("\n"));
}

main();
