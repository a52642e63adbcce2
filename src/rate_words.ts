/**
 * The figures of the watch in words: a few quiet lines, and warnings that say what to do.
 *
 * @module
 */

import { EVENT_LABELS } from "./fields.ts";
import type { RunId } from "./model.ts";
import type { DetectionDelay, MissedDay, RateFlag, Rates } from "./rates.ts";
import type { Sentence } from "./refusal.ts";

/** A figure: what it is called, and what it says. */
export interface RateLine {
  readonly label: Sentence;
  readonly words: Sentence;
}

/** What is always said of a watched source, one line each. */
export function rateLines(rates: Rates | null): RateLine[] {
  return rates ? linesOf(rates) : [{
    label: { ko: "감시 통계", en: "figures" },
    words: {
      ko: '이력이 손상되어 낼 수 없음. "dmf fsck"로 확인하십시오',
      en: 'none, the history is damaged; see "dmf fsck"',
    },
  }];
}

/** Every warning in words. */
export function rateWarnings(rates: Rates | null): { title: Sentence; words: Sentence }[] {
  return rates?.flags.map((flag) => ({
    title: FLAG_TITLES[flag.kind],
    words: flagSentence(flag, rates.asOf),
  })) ?? [];
}

function linesOf({ any, reuse, delay, duration }: Rates): RateLine[] {
  const lines: RateLine[] = [{
    label: { ko: "변화율", en: "change rate" },
    words: any.isPrior ? assumed(any.visits) : estimated(any),
  }];
  const present = reuse.versions[0];
  if (present) {
    const { specVersion, good, of, share, low, high } = present;
    const held = percent(share ?? 0);
    const sure = `95%: ${percent(low)}–${percent(high)}`;
    lines.push({
      label: { ko: "선택자 재사용", en: "selector reuse" },
      words: {
        ko: `버전 ${specVersion}, 읽은 ${of}회 중 ${good}회 통함(${held}, ${sure})`,
        en: `version ${specVersion} held on ${good} of ${of} runs (${held}, ${sure})`,
      },
    });
  }
  if (delay.days.of > 0) {
    lines.push({ label: { ko: "탐지 지연", en: "detection delay" }, words: delayWords(delay) });
  }
  if (duration) {
    const took = minutes(duration.minutes);
    const usual = duration.usualMinutes === null ? null : minutes(duration.usualMinutes);
    lines.push({
      label: { ko: "실행 시간", en: "run time" },
      words: {
        ko: `${took}분${usual === null ? "" : `(평소 ${usual}분)`}`,
        en: `${took} min${usual === null ? "" : ` (usually ${usual})`}`,
      },
    });
  }
  return lines;
}

function assumed(visits: number): Sentence {
  return {
    ko: `방문 ${visits}회(14회부터 추정하며, 그때까지 하루 0.5회로 봄)`,
    en: `${visits} visits; estimated from 14 on, 0.5 a day is assumed until then`,
  };
}

function estimated(rate: Rates["any"]): Sentence {
  const { perDay, low, high, visits, changed, freshness, ageHours } = rate;
  const from = figure(low ?? 0);
  const [koRange, enRange] = high === null
    ? [`${from} 이상`, `at least ${from}`]
    : [`${from}–${figure(high)}`, `${from}–${figure(high)}`];
  const [fresh, age] = [percent(freshness), ageHours.toFixed(1)];
  return {
    ko: `하루 ${figure(perDay)}회(95%: ${koRange}), 방문 ${visits}회 중 ${changed}회 변동 · ` +
      `최신인 시간 ${fresh}, 평균 낡음 ${age}시간`,
    en: `${figure(perDay)} a day (95%: ${enRange}), changed on ${changed} of ${visits} visits; ` +
      `up to date ${fresh} of the time, ${age} h old on average`,
  };
}

function delayWords({ days, missed, meanHours, longestHours }: DetectionDelay): Sentence {
  const waits = meanHours === null || longestHours === null ? null : {
    ko: `, 변동은 평균 ${meanHours.toFixed(1)}시간·최대 ${longestHours.toFixed(1)}시간 만에 탐지`,
    en: `; changes waited ${meanHours.toFixed(1)} h on average, ${longestHours.toFixed(1)} at most`,
  };
  const spans = missedSpans(missed);
  const named = spans.length === 0 ? null : {
    ko: `. 못 지킨 날: ${spans.map(({ ko }) => ko).join(", ")}`,
    en: `; missed: ${spans.map(({ en }) => en).join(", ")}`,
  };
  return {
    ko: `최근 ${days.of}일 중 ${days.good}일 약속 이행(24시간+실행 시간 이내)` +
      `${waits?.ko ?? ""}${named?.ko ?? ""}`,
    en: `promise (24 h and a run) kept on ${days.good} of ${days.of} days` +
      `${waits?.en ?? ""}${named?.en ?? ""}`,
  };
}

const WHY: Readonly<Record<MissedDay["why"], Sentence>> = {
  "not-run": { ko: "실행 안 됨", en: "not run" },
  "failed": { ko: "접속 실패", en: "failed" },
  "quarantined": { ko: "격리", en: "quarantined" },
  "unfinished": { ko: "중단됨", en: "cut off" },
  "late": { ko: "늦음", en: "late" },
};

/** Days in a row that were missed for the same reason are one span. */
function missedSpans(missed: readonly MissedDay[]): Sentence[] {
  const spans: { first: RunId; last: RunId; why: MissedDay["why"] }[] = [];
  for (const { day, why } of missed) {
    const span = spans.at(-1);
    const next = span && Temporal.PlainDate.from(span.last).add({ days: 1 }).toString();
    if (span && span.why === why && next === day) span.last = day;
    else spans.push({ first: day, last: day, why });
  }
  return spans.map(({ first, last, why }) => {
    const days = first === last ? first : `${first}–${last}`;
    return { ko: `${days}(${WHY[why].ko})`, en: `${days} (${WHY[why].en})` };
  });
}

/** What a warning is about, in a word. */
export const FLAG_TITLES: Readonly<Record<RateFlag["kind"], Sentence>> = {
  "burst": { ko: "급증", en: "Burst" },
  "silence": { ko: "오랜 무변동", en: "Silence" },
  "worn-selectors": { ko: "선택자 마모", en: "Selectors wear out" },
  "slow-run": { ko: "느린 실행", en: "Slow run" },
};

/** A warning, and what a person does about it. */
export function flagSentence(flag: RateFlag, asOf: RunId): Sentence {
  switch (flag.kind) {
    case "burst":
      return burst(flag, asOf);
    case "silence":
      return silent(flag.silence);
    case "worn-selectors": {
      const { specVersion, recent: { of, good } } = flag;
      return {
        ko:
          `선택자 버전 ${specVersion}: 최근 ${of}회 중 ${
            of - good
          }회가 화면이나 값의 모양이 달라 ` +
          "격리되었습니다. 담당자가 data/raw의 보관된 화면을 보고 선택자 파일의 새 버전을 " +
          "만들어야 합니다.",
        en: `Selector version ${specVersion}: ${of - good} of the last ${of} runs were refused ` +
          "because the page no longer reads as expected; someone must look at the archived pages " +
          "in data/raw and write the next selector file.",
      };
    }
    case "slow-run": {
      const { run, minutes: took, usualMinutes } = flag.duration;
      const [now, usual] = [minutes(took), minutes(usualMinutes ?? 0)];
      return {
        ko: `${run} 실행이 ${now}분 걸렸습니다(평소 ${usual}분). 사이트나 회선이 느려졌을 수 ` +
          '있습니다. 되풀이되면 사이트를 열어 보고 "dmf check"로 이 컴퓨터를 확인하십시오.',
        en:
          `Run ${run} took ${now} minutes (usually ${usual}): the site or the line may be slow; ` +
          'if it happens again, open the site and check this box with "dmf check".',
      };
    }
  }
}

function burst(
  { of, recent }: RateFlag & { readonly kind: "burst" },
  asOf: RunId,
): Sentence {
  const { visits, changed, perDay, usualPerDay } = recent;
  const times = ((perDay ?? 0) / (usualPerDay ?? 1)).toFixed(1);
  const since = Temporal.PlainDate.from(asOf).subtract({ days: 13 }).toString();
  const what = of === "any" ? { ko: "모든 변동", en: "all changes" } : EVENT_LABELS[of];
  return {
    ko:
      `급증 · ${what.ko}: 최근 14일에 평소의 ${times}배로 잦습니다(방문 ${visits}회 중 ${changed}회). ` +
      `"dmf changes --since ${since}"로 한 업체나 한 항목에 몰렸는지 보고, 사이트의 일괄 정비인지 ` +
      "확인하십시오.",
    en:
      `Burst (${what.en}): ${times} times as often as usual in the last 14 days (on ${changed} of ` +
      `${visits} visits); see with "dmf changes --since ${since}" whether one applicant or one ` +
      "field is behind it, and whether the site was tidied up.",
  };
}

function silent(
  { since, days, probability }: (RateFlag & { kind: "silence" })["silence"],
): Sentence {
  const chance = probability === null ? null : percent(probability);
  return {
    ko:
      `${since} 이후 ${days}일째 변동이 없습니다${
        chance === null ? "" : `(평소대로라면 그럴 확률 ${chance})`
      }. 선택자가 조용히 틀렸을 수 있습니다. 사이트에서 최근에 바뀐 등록 건 하나를 찾아 ` +
      '그 등록번호를 "dmf history" 명령으로 본 것과 견주고, 다르면 담당자에게 알리십시오.',
    en:
      `Nothing has changed for ${days} days, since ${since}${
        chance === null ? "" : ` (probability ${chance} at the usual rate)`
      }: the selectors may be silently wrong; find an entry that changed lately on the site, compare ` +
      'it with what "dmf history" says of its number, and tell whoever looks after dmf if they differ.',
  };
}

function figure(value: number): string {
  return value >= 10 ? value.toFixed(0) : value >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

/** Never rounded to all or nothing where it is neither. */
function percent(share: number): string {
  if (share > 0 && share < 0.0005) return "<0.1%";
  if (share < 1 && share > 0.9995) return ">99.9%";
  return `${(share * 100).toFixed(1)}%`;
}

function minutes(value: number): string {
  return value.toFixed(1);
}
