/**
 * How a run ends that is not accepted: recorded, told once, nothing compared.
 *
 * A fault of the network or the server is not drift: it is recorded as `failed` and tried again the
 * same day. A refused list and a robots.txt that forbids need a person. When people are told is
 * decided in `trouble.ts`.
 *
 * @module
 */

import type { ListReading } from "./completeness.ts";
import type { NotCrawled } from "./crawl.ts";
import { describeFailure } from "./failure_words.ts";
import type { Drift } from "./drift.ts";
import type { Hold } from "./hold.ts";
import type { InstantText } from "./model.ts";
import { aboutOf, type Refusal, type Sentence } from "./refusal.ts";
import { sentence } from "./refusal_words.ts";
import { type Extent, type Failed, keptIssues, type Quarantined } from "./run_record.ts";
import { meet, type Met, type Trouble } from "./trouble.ts";
import type { Job, World } from "./world.ts";

/** The list could not be read: the network, the server or robots.txt was in the way. */
export async function failed(
  job: Job,
  world: World,
  hold: Hold,
  { crawled, before }: { readonly crawled: NotCrawled; readonly before: Trouble | null },
): Promise<Failed> {
  const { attempt, pass, startedAt, earlier } = hold.record;
  const disallowed = crawled.kind === "disallowed";
  const record: Failed = {
    state: "failed",
    attempt,
    pass,
    startedAt,
    earlier,
    finishedAt: now(world),
    reason: disallowed ? forbidden(crawled) : describeFailure(crawled.failure),
    disallowed,
  };
  const kind = disallowed ? "robots-disallow" : "unreachable";
  await hold.end(record, meet(before, metBy(job, record, { kind, about: kind })));
  return record;
}

/** Cites the line of robots.txt that forbids. */
function forbidden({ url, decision }: NotCrawled & { kind: "disallowed" }): Sentence {
  const line = decision.line;
  const cited = line ? `${line.number}: ${line.text.trim()}` : "–";
  return {
    ko:
      `robots.txt가 ${url} 수집을 금지합니다(${
        line ? `${line.number}번째 줄: ${line.text.trim()}` : "–"
      }). ` +
      "게시 기관이 허용할 때까지 수집하지 않습니다.",
    en:
      `robots.txt forbids ${url} (line ${cited}); nothing is crawled until the publisher allows it.`,
  };
}

/** The list is not believed. */
export async function quarantined(
  job: Job,
  world: World,
  hold: Hold,
  read: Extent & {
    readonly doubts: readonly [Refusal, ...Refusal[]];
    readonly drift: Drift;
    readonly list: ListReading;
    readonly before: Trouble | null;
  },
): Promise<Quarantined> {
  const { attempt, pass, startedAt, earlier } = hold.record;
  const { doubts, drift, list, before, ...extent } = read;
  const [refusal, ...others] = doubts;
  const record: Quarantined = {
    state: "quarantined",
    attempt,
    pass,
    startedAt,
    earlier,
    ...extent,
    finishedAt: now(world),
    refusal,
    others,
    drift,
    reason: sentence(refusal),
    issues: keptIssues(list.issues),
  };
  const met = metBy(job, record, { kind: "quarantined", about: aboutOf(refusal) });
  await hold.end(record, meet(before, met));
  return record;
}

function metBy(
  { spec: { source }, run }: Job,
  { attempt, startedAt, finishedAt, reason }: Failed | Quarantined,
  trouble: Pick<Trouble, "kind" | "about">,
): Met {
  return { ...trouble, source, run, attempt, startedAt, finishedAt, reason };
}

function now(world: World): InstantText {
  return world.clock.now().toString() as InstantText;
}
