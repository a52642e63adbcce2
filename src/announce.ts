/**
 * The alerts of an accepted run: what changed, in one sentence, and a changed terms page.
 *
 * Changes on the watch list are named first, the counts of all changes follow. Nothing changed is
 * no alert.
 *
 * @module
 */

import { type Alert, MOST_WATCHED, type WatchedTold } from "./alert.ts";
import { EVENT_LABELS, MOVES } from "./fields.ts";
import type { LogEntry } from "./log.ts";
import { EVENT_KINDS, type EventKind } from "./model.ts";
import type { Sentence } from "./refusal.ts";
import type { Accepted } from "./run_record.ts";
import { recovered, type Trouble } from "./trouble.ts";
import type { Told, WatchedChange } from "./watch_list.ts";
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
  { entries, trouble, watched = [] }: {
    readonly entries: readonly LogEntry[];
    readonly trouble: Trouble | null;
    readonly watched?: readonly WatchedChange<Told>[];
  },
): Alert[] {
  const alerts: Alert[] = [];
  const alert = (kind: Alert["kind"], sentence: Sentence, more: Pick<Alert, "watched"> = {}) => {
    const { source } = job.spec;
    const id = `${source}-${job.run}-${kind}`;
    alerts.push({ id, kind, source, run: job.run, at: accepted.finishedAt, sentence, ...more });
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
    const all = {
      ko: happened.map((kind) => `${EVENT_LABELS[kind].ko} ${counts[kind]}건`).join(", "),
      en: happened.map((kind) => `${counts[kind]} ${EVENT_LABELS[kind].en}`).join(", "),
    };
    if (watched.length === 0) alert("changes", all);
    else alert("changes", watchedFirst(watched, all), { watched: toldOf(watched) });
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

/** Changes that a sentence names; the rest of the alert has more, the report all. */
const MOST_NAMED = 5;

function watchedFirst(watched: readonly WatchedChange<Told>[], all: Sentence): Sentence {
  const named = watched.slice(0, MOST_NAMED);
  const left = watched.length - named.length;
  const words = (lang: "ko" | "en") =>
    named.map(({ change, move }) =>
      [
        EVENT_LABELS[change.kind][lang] + (move ? MOVES[move][lang] : ""),
        ...namesOf(change),
      ].join(" ")
    ).join("; ");
  return {
    ko: `관심 목록 ${watched.length}건: ${words("ko")}${left > 0 ? `; 외 ${left}건` : ""}. ` +
      `전체: ${all.ko}`,
    en: `${watched.length} on the watch list: ${words("en")}` +
      `${left > 0 ? `; and ${left} more` : ""}. In all: ${all.en}`,
  };
}

function toldOf(watched: readonly WatchedChange<Told>[]): WatchedTold {
  const changes = watched.slice(0, MOST_WATCHED).map(({ change, entries, move }) => ({
    kind: change.kind,
    record: change.record,
    registrationNumber: short(change.registrationNumber),
    ingredient: short(change.ingredient),
    applicant: short(change.applicant),
    entries: entries.slice(0, MOST_ENTRIES).map((entry) => short(entry) as string),
    move,
  }));
  return { count: watched.length, changes };
}

function namesOf({ ingredient, applicant, registrationNumber }: Told): string[] {
  return [ingredient, applicant, registrationNumber].map(short).filter((name) => name !== null);
}

/** An alert is sealed with its run in one write; a cell of the list may hold a book. */
function short(text: string | null): string | null {
  if (text === null || text.length <= LONGEST_NAME) return text;
  return `${text.slice(0, LONGEST_NAME - 1)}…`.toWellFormed();
}

const LONGEST_NAME = 150;
const MOST_ENTRIES = 5;
