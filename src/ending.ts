/**
 * How a run ends that is not accepted: recorded, told once, nothing compared.
 *
 * A fault of the network or the server is not drift: it is recorded as `failed` without an alarm,
 * and tried again the same day. A refused list and a robots.txt that forbids need a person.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import type { ListReading } from "./completeness.ts";
import type { NotCrawled } from "./crawl.ts";
import { describeFailure } from "./failure_words.ts";
import type { Drift } from "./drift.ts";
import type { Hold } from "./hold.ts";
import type { InstantText } from "./model.ts";
import type { Refusal, Sentence } from "./refusal.ts";
import { sentence } from "./refusal_words.ts";
import { type Extent, type Failed, keptIssues, type Quarantined } from "./run_record.ts";
import type { Job, World } from "./world.ts";

/** The list could not be read: the network, the server or robots.txt was in the way. */
export async function failed(
  job: Job,
  world: World,
  hold: Hold,
  crawled: NotCrawled,
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
  await hold.end(record, disallowed ? alertOf("robots-disallow", job, record) : null);
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
    readonly refusal: Refusal;
    readonly drift: Drift;
    readonly list: ListReading;
  },
): Promise<Quarantined> {
  const { attempt, pass, startedAt, earlier } = hold.record;
  const { refusal, drift, list, ...extent } = read;
  const record: Quarantined = {
    state: "quarantined",
    attempt,
    pass,
    startedAt,
    earlier,
    ...extent,
    finishedAt: now(world),
    refusal,
    drift,
    reason: sentence(refusal),
    issues: keptIssues(list.issues),
  };
  await hold.end(record, alertOf("quarantined", job, record));
  return record;
}

function alertOf(kind: Alert["kind"], job: Job, record: Failed | Quarantined): Alert {
  const { source } = job.spec;
  const id = `${source}-${job.run}-${record.attempt}-${kind}`;
  const at = record.finishedAt;
  const { ko, en } = record.reason;
  const lead = kind === "quarantined"
    ? { ko: "수집 결과를 격리했습니다: ", en: "The crawl is quarantined: " }
    : { ko: "수집을 중단했습니다: ", en: "The crawl stopped: " };
  const words = { ko: lead.ko + ko, en: lead.en + en };
  return { id, kind, source, run: job.run, at, sentence: words };
}

function now(world: World): InstantText {
  return world.clock.now().toString() as InstantText;
}
