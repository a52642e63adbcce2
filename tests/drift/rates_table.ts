/**
 * The rates as a Markdown table, and whether they meet the goals.
 *
 * @module
 */

import { BENIGN } from "./benign.ts";
import { PAST, type Rates } from "./laboratory.ts";
import { MUTATIONS } from "./mutations.ts";
import { type BenignCount, noBenign, noSpoilt, type SpoiltCount, sum, wilson } from "./tally.ts";

/** What the laboratory is to show. */
export const GOALS =
  "no false acceptance, at most 1 % false refusals, every refusal names what was " +
  "spoilt, every day after a refusal catches up";

/** The goals that were missed, in words; empty where all are met. */
export function missedGoals({ mutated, benign }: Rates): readonly string[] {
  const bad = sum(mutated.values(), noSpoilt());
  const good = sum(benign.values(), noBenign());
  const missed: string[] = [];
  if (bad.false > 0) {
    missed.push(`${bad.false} of ${bad.crawls} spoilt crawls published an untruth`);
  }
  if (bad.named < bad.refused) {
    missed.push(`${bad.refused - bad.named} refusals name something else`);
  }
  if (bad.caughtUp < bad.followed) {
    missed.push(`${bad.followed - bad.caughtUp} days after a refused or late one did not catch up`);
  }
  if (good.untrue > 0) missed.push(`${good.untrue} benign days were told wrongly`);
  if (good.refused > good.days / 100) {
    missed.push(`${good.refused} of ${good.days} benign days were refused`);
  }
  return missed;
}

/** Renders everything that was counted. */
export function renderRates(rates: Rates, seed: number): string {
  const missed = missedGoals(rates);
  return [
    "# Rates of the drift laboratory",
    "",
    `Seed ${seed}. Written by \`deno task drift\`; do not edit. Goals: ${GOALS}.`,
    ...scopeOf(rates),
    missed.length === 0 ? "All goals are met." : `Missed: ${missed.join("; ")}.`,
    "",
    ...mutatedTable(rates.mutated),
    "",
    ...benignTable(rates.benign),
    "",
    ...foundingTable(rates.founding),
    "",
    ...sensitivityTable(rates),
    "",
  ].join("\n");
}

/** What the rates are rates of. */
function scopeOf({ plans }: Rates): readonly string[] {
  const sizes = plans.map(({ size }) => size).sort((a, b) => a - b);
  const pasts = new Set(plans.flatMap((plan) => plan.pasts));
  return [
    `Registers of ${sizes.join(", ")} rows; accepted pasts of ${
      [...pasts].sort((a, b) => a - b).join(", ")
    } days.`,
    "A mutation reaches a whole column, one page, or at least max(8 rows, 3 %) of the rows. Where days",
    "were missed and a row changed its number and its identity in them, no truth is told: that day is",
    "not counted, as nobody without the site's own ids could tell.",
    "",
  ];
}

function mutatedTable(counts: Rates["mutated"]): string[] {
  const total = sum(counts.values(), noSpoilt());
  const row = (name: string, about: string, count: SpoiltCount) =>
    `| ${name} | ${about} | ${count.crawls} | ${count.refused} | ${count.harmless} | ${count.late} | ${count.false} | ${
      interval(count.false, count.crawls)
    } | ${count.named} of ${count.refused} | ${count.caughtUp} of ${count.followed} |`;
  return [
    "## Spoilt crawls",
    "",
    "Refused: not believed. Harmless: believed, with exactly the true events. Late: believed, silent",
    "about some true events, all of them reported the next day (only where the kind declares it).",
    "False: an untrue event was published, or a true one lost. Named: the reason names the field or",
    "page that was spoilt. Caught up: the clean day after a refused or late one, where it was run,",
    "reported what was missed.",
    "",
    "| kind | what happened | crawls | refused | harmless | late | **false** | 95 % | named | caught up |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- | --- |",
    ...MUTATIONS.filter(({ kind }) => counts.has(kind)).map(({ kind, about }) =>
      row(kind, about, counts.get(kind) as SpoiltCount)
    ),
    row("**all**", "", total),
    "",
    ...MUTATIONS.flatMap(({ kind, mayBeLate }) =>
      mayBeLate === undefined ? [] : [`- *${kind}* may be late: ${mayBeLate}.`]
    ),
  ];
}

function benignTable(counts: Rates["benign"]): string[] {
  const total = sum(counts.values(), noBenign());
  const row = (name: string, about: string, count: BenignCount) =>
    `| ${name} | ${about} | ${count.days} | ${count.accepted} | ${count.asked} | ${count.refused} | ${
      interval(count.refused, count.days)
    } | ${count.untrue} |`;
  return [
    "## Benign days",
    "",
    "Asked: held back with one question to a person that names the field, where the kind declares",
    "that this is right too. Refused: a false refusal. Untrue: believed with other than the true events.",
    "",
    "| kind | what happened | days | accepted | asked | **refused** | 95 % | untrue |",
    "| --- | --- | ---: | ---: | ---: | ---: | --- | ---: |",
    row(PAST, "what happens every day, on the way to a past", counts.get(PAST) as BenignCount),
    ...BENIGN.filter(({ kind }) => counts.has(kind)).map(({ kind, about }) =>
      row(kind, about, counts.get(kind) as BenignCount)
    ),
    row("**all**", "", total),
    "",
    ...BENIGN.flatMap(({ kind, asked }) =>
      asked === undefined ? [] : [`- *${kind}* may be asked: ${asked.why}.`]
    ),
  ];
}

function foundingTable(counts: Rates["founding"]): string[] {
  if (counts.size === 0) return [];
  const { crawls, refused, harmless, false: untrue } = sum(counts.values(), noSpoilt());
  const believed = [...counts].filter(([, count]) => count.false > 0);
  return [
    "## First lists",
    "",
    "The very first list has nothing to be compared with and makes no events; what it founds may be",
    `wrong. Not held against the goals: of ${crawls} spoilt first lists ${refused} were refused,`,
    `${harmless} founded the true register, and ${untrue} an untrue one:`,
    "",
    ...believed.map(([kind, count]) => `- ${kind}: ${count.false} of ${count.crawls}`),
  ];
}

function sensitivityTable({ sensitivity }: Rates): string[] {
  const first = [...sensitivity.values()][0];
  if (first === undefined) return [];
  return [
    "## Sensitivity",
    "",
    "Share of crawls that were refused, by the number of rows that a mutation reaches. A few rows are",
    "what real corrections look like; this table is not held against the goals.",
    "",
    `| kind | ${first.map(({ rows }) => rows).join(" | ")} |`,
    `| --- | ${first.map(() => "---:").join(" | ")} |`,
    ...[...sensitivity].map(([kind, cells]) =>
      `| ${kind} | ${
        cells.map(({ noticed, trials }) => `${Math.round((100 * noticed) / trials)} %`).join(" | ")
      } |`
    ),
  ];
}

function interval(hits: number, of: number): string {
  const [from, to] = wilson(hits, of).map((share) => (100 * share).toFixed(1));
  return `${from}–${to} %`;
}
