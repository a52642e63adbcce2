/**
 * The alerts of an accepted run: what changed, in one sentence, and a changed terms page.
 *
 * Nothing changed is no alert.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import { EVENT_LABELS } from "./fields.ts";
import type { LogEntry } from "./log.ts";
import { EVENT_KINDS, type EventKind } from "./model.ts";
import type { Sentence } from "./refusal.ts";
import type { Accepted } from "./run_record.ts";
import { recovered, type Trouble } from "./trouble.ts";
import type { Job } from "./world.ts";

/** How many events of each kind entries make. */
export function countEvents(
  kinds: Iterable<{ readonly kind: LogEntry["kind"] }>,
): Record<EventKind, number> {
  const counts = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, 0])) as Record<
    EventKind,
    number
  >;
  for (const { kind } of kinds) if (kind in counts) counts[kind as EventKind] += 1;
  return counts;
}

/** Alerts of an accepted run. */
export function alertFor(
  job: Pick<Job, "run" | "spec">,
  accepted: Pick<Accepted, "baseline" | "records" | "finishedAt" | "issues">,
  { entries, trouble }: {
    readonly entries: readonly LogEntry[];
    readonly trouble: Trouble | null;
  },
): Alert[] {
  const alerts: Alert[] = [];
  const alert = (kind: Alert["kind"], sentence: Sentence) => {
    const { source } = job.spec;
    const id = `${source}-${job.run}-${kind}`;
    alerts.push({ id, kind, source, run: job.run, at: accepted.finishedAt, sentence });
  };
  if (accepted.baseline) {
    alert("baseline", {
      ko: `기준선 수립: ${accepted.records}건을 등록 현황으로 저장했습니다.`,
      en: `Baseline founded with ${accepted.records} records.`,
    });
  }
  const counts = countEvents(entries);
  const happened = EVENT_KINDS.filter((kind) => counts[kind] > 0);
  if (happened.length > 0) {
    alert("changes", {
      ko: happened.map((kind) => `${EVENT_LABELS[kind].ko} ${counts[kind]}건`).join(", "),
      en: happened.map((kind) => `${counts[kind]} ${EVENT_LABELS[kind].en}`).join(", "),
    });
  }
  const at = accepted.finishedAt;
  const over = recovered(trouble, { source: job.spec.source, run: job.run, at });
  if (over) alerts.push(over);
  const terms = accepted.issues.find((issue) => issue.kind === "terms-changed");
  if (terms) {
    alert("terms-changed", {
      ko: `이용약관 문구가 바뀌었습니다(${terms.found}). 수집 조건이 그대로인지 확인하십시오.`,
      en: `The terms page changed (${terms.found}); check that crawling is still allowed.`,
    });
  }
  return alerts;
}
