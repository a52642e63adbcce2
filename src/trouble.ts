/**
 * Trouble that lasts: told once, told again after a week, told when it is over; never every day.
 *
 * A refused list and a robots.txt that forbids are told at once, because a person must look. A site
 * that does not answer is told after a day without success: before that, time may heal it.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import type { InstantText, RunId, SourceId } from "./model.ts";
import type { Sentence } from "./refusal.ts";

/** What stands between a source and its next accepted run. */
export interface Trouble {
  readonly kind: "unreachable" | "quarantined" | "robots-disallow";
  /** What it is about; another one of the same kind is another trouble. */
  readonly about: string;
  /** Start of the first attempt that met it. */
  readonly since: InstantText;
  /** When people were told last; `null` before. */
  readonly toldAt: InstantText | null;
  /** Another trouble that people were told of before this one came, and whose end they wait for. */
  readonly told?: Told;
}

/** A trouble that people know of. */
export type Told = Omit<Trouble, "toldAt" | "told"> & { readonly toldAt: InstantText };

/** An attempt that met trouble. */
export interface Met {
  readonly kind: Trouble["kind"];
  readonly about: string;
  readonly source: SourceId;
  readonly run: RunId;
  readonly attempt: number;
  readonly startedAt: InstantText;
  readonly finishedAt: InstantText;
  readonly reason: Sentence;
}

const PATIENCE = Temporal.Duration.from({ hours: 24 });
const REMINDER = Temporal.Duration.from({ hours: 7 * 24 });

/** The trouble after one more attempt, and what is told of it. */
export function meet(
  before: Trouble | null,
  met: Met,
): { readonly trouble: Trouble; readonly alert: Alert | null } {
  const known = before ? [before, ...before.told ? [before.told] : []] : [];
  const isSame = ({ kind, about }: Told | Trouble) => kind === met.kind && about === met.about;
  const same = known.find(isSame);
  const other = known.find((one): one is Told => !isSame(one) && one.toldAt !== null);
  const since = same?.since ?? met.startedAt;
  const toldAt = same?.toldAt ?? null;
  const isDue = toldAt === null
    ? met.kind !== "unreachable" || elapsed(since, met.finishedAt, PATIENCE)
    : elapsed(toldAt, met.finishedAt, REMINDER);
  const { kind, about } = met;
  const told = other && toldOf(other);
  const trouble = { kind, about, since, ...(told ? { told } : {}) };
  if (!isDue) return { trouble: { ...trouble, toldAt }, alert: null };
  return {
    trouble: { ...trouble, toldAt: met.finishedAt },
    alert: {
      id: `${met.source}-${met.run}-${met.attempt}-${kind}`,
      kind,
      source: met.source,
      run: met.run,
      at: met.finishedAt,
      sentence: troubleSentence(met, since),
    },
  };
}

function toldOf({ kind, about, since, toldAt }: Told): Told {
  return { kind, about, since, toldAt };
}

/** What is told when a run was accepted again; nothing where nothing was told before. */
export function recovered(
  trouble: Trouble | null,
  { source, run, at }: Pick<Alert, "source" | "run" | "at">,
): Alert | null {
  const told = trouble?.toldAt ? trouble : trouble?.told;
  if (!told) return null;
  const since = seoulMinute(told.since);
  return {
    id: `${source}-${run}-recovered`,
    kind: "recovered",
    source,
    run,
    at,
    sentence: {
      ko: `${since}부터의 문제(${NAMES[told.kind].ko})가 끝났습니다. 그동안 빠진 변동을 이번 ` +
        "실행에서 모두 찾았습니다.",
      en: `The trouble since ${since} (${NAMES[told.kind].en}) is over; this run found ` +
        "everything that was missed meanwhile.",
    },
  };
}

const NAMES: Readonly<Record<Trouble["kind"], Sentence>> = {
  unreachable: { ko: "사이트에 접속할 수 없음", en: "the site could not be reached" },
  quarantined: { ko: "수집 결과 격리", en: "the list was quarantined" },
  "robots-disallow": { ko: "robots.txt의 수집 금지", en: "robots.txt forbade crawling" },
};

function troubleSentence({ kind, reason }: Met, since: InstantText): Sentence {
  const from = seoulMinute(since);
  switch (kind) {
    case "unreachable":
      return {
        ko: `${from}부터 하루가 넘도록 목록을 읽지 못했습니다: ${reason.ko}`,
        en: `The list could not be read for more than a day, since ${from}: ${reason.en}`,
      };
    case "quarantined":
      return {
        ko: `수집 결과를 격리했습니다: ${reason.ko}`,
        en: `The crawl is quarantined: ${reason.en}`,
      };
    case "robots-disallow":
      return { ko: `수집을 중단했습니다: ${reason.ko}`, en: `The crawl stopped: ${reason.en}` };
  }
}

function elapsed(from: InstantText, to: InstantText, least: Temporal.Duration): boolean {
  const passed = Temporal.Instant.from(from).until(Temporal.Instant.from(to));
  return Temporal.Duration.compare(passed, least) >= 0;
}

function seoulMinute(instant: InstantText): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO("Asia/Seoul");
  return local.toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");
}
