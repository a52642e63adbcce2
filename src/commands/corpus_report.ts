/**
 * `dmf corpus report`: what a corpus holds, what was left out, and what of it can no longer be trusted.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { CorpusAction } from "../corpus_action.ts";
import { agree, POLICIES, policyId } from "../corpus/corpus_policy.ts";
import { pagesOf, type PageView } from "../corpus/corpus_view.ts";
import { decayWords } from "../corpus/decay_words.ts";
import type { OpenCorpus } from "../corpus/open_corpus.ts";
import { trustIn } from "../corpus/validators.ts";
import type { Desk } from "../desk.ts";
import { type CorpusReport, reportText } from "./corpus_report_text.ts";
import { withCorpus } from "./corpus_reading.ts";

/** Pages named in every list; `--json` names them all. */
const MOST_NAMED = 20;

/** Runs the command. */
export async function reportCorpus(
  desk: Desk,
  command: Command & CorpusAction & { readonly what: "report" },
): Promise<number> {
  const { common, name } = command;
  return await withCorpus(desk, command, async (corpus) => {
    const report = await reportOf(
      corpus,
      name,
      desk.clock.now(),
      common.json ? Infinity : MOST_NAMED,
    );
    if (common.json) desk.out(`${JSON.stringify(report)}\n`);
    else desk.out(reportText(report, common.lang));
    return 0;
  });
}

async function reportOf(
  corpus: OpenCorpus,
  name: string,
  now: Temporal.Instant,
  most: number,
): Promise<CorpusReport> {
  const { facts, pages } = corpus.state;
  if (facts === null) throw new RangeError("The corpus was not founded");
  const { policy, counts, run, createdAt } = facts;
  const standing = { kept: 0, update: 0, exact: 0, near: 0 };
  const verdicts = { fresh: 0, stale: 0, decayed: 0, gone: 0 };
  const lying = { etag: 0, lastModified: 0 };
  const untrusted: CorpusReport["untrusted"][number][] = [];
  const copied: CorpusReport["copied"][number][] = [];
  const liars: CorpusReport["liars"][number][] = [];
  for await (const view of pagesOf(corpus, now)) {
    verdicts[view.decay.verdict] += 1;
    if (view.standing === "kept") standing[view.tier === "update" ? "update" : "kept"] += 1;
    if (view.standing === "copy") standing[view.tier === "near" ? "near" : "exact"] += 1;
    if (view.decay.verdict !== "fresh" && untrusted.length < most) {
      untrusted.push(untrustedOf(view));
    }
    if (view.copies + view.repeats > 0) keepMost(copied, copiedOf(view), most);
    for (const [validator, word] of liesIn(view)) {
      lying[validator] += 1;
      const { key: url, page: document } = view;
      if (liars.length < most) liars.push({ document, url, validator, why: word.why });
    }
  }
  return {
    corpus: name,
    createdAt,
    policy: { id: policyId(policy), name: nameOf(policy), normalisation: policy.normalisation },
    pages: pages.rows.size,
    kept: standing.kept + standing.update,
    standing,
    counts,
    requestsSaved: counts.notModified,
    verdicts,
    untrusted,
    copied,
    liars,
    lying,
    lastRun: run && { ...run.entry, ended: run.ended, counts: run.counts },
  };
}

function nameOf(policy: Parameters<typeof agree>[0]): string | null {
  for (const [name, known] of Object.entries(POLICIES)) if (agree(known, policy)) return name;
  return null;
}

function untrustedOf({ page, key, decay }: PageView): CorpusReport["untrusted"][number] {
  const { verdict, since, lastVerifiedAt } = decay;
  return {
    document: page,
    url: key,
    verdict,
    since,
    lastVerifiedAt,
    why: decayWords(decay.reason),
  };
}

function copiedOf({ page, key, copies, repeats }: PageView): CorpusReport["copied"][number] {
  return { document: page, url: key, copies, repeats };
}

/** Keeps the pages with the most copies, the most first. */
function keepMost(
  list: CorpusReport["copied"][number][],
  one: CorpusReport["copied"][number],
  most: number,
): void {
  const weight = ({ copies, repeats }: typeof one) => copies + repeats;
  if (list.length >= most && weight(list.at(-1) as typeof one) >= weight(one)) return;
  const at = list.findIndex((other) => weight(other) < weight(one));
  list.splice(at < 0 ? list.length : at, 0, one);
  if (list.length > most) list.pop();
}

function liesIn(
  { last }: PageView,
): readonly (readonly ["etag" | "lastModified", ReturnType<typeof trustIn>["etag"]])[] {
  if (last.visit === null) return [];
  const trust = trustIn(last.visit);
  return (["etag", "lastModified"] as const)
    .map((name) => [name, trust[name]] as const)
    .filter(([, { standing }]) => standing === "lying");
}
