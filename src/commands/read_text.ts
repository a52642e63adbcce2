/**
 * What the reading commands print for people.
 *
 * @module
 */

import { FIELD_NAMES } from "../fields.ts";
import { fieldText, printable } from "../field_text.ts";
import type { Change, FieldName } from "../model.ts";
import type { Rates } from "../rates.ts";
import type { StandingRecord } from "../report/report.ts";
import { seoulTime } from "../report/value_text.ts";
import type { BoundMove } from "../run_record.ts";
import type { RefusedStatus, SourceStatus } from "../status.ts";
import { ratesLines } from "./rates_text.ts";
import { changeLine } from "./summary_text.ts";

type Lang = "ko" | "en";

/** A status in one language. */
export type ToldStatus = Omit<SourceStatus, "words" | "refused" | "drift"> & {
  readonly drift: { readonly joint: number; readonly sentence: string } | null;
  readonly reason: string | null;
  readonly refused: Omit<RefusedStatus, "doubts"> & { readonly doubts: readonly string[] } | null;
  readonly rates: Rates | null;
  /** Present for a source of boards, whose records are notices. */
  readonly kind?: "board";
};

/** One paragraph a source. */
export function statusText(sources: readonly ToldStatus[], lang: Lang): string {
  const isOne = sources.length === 1;
  return sources.map((s) => {
    const records = s.records.toLocaleString("en-US");
    const lines = lang === "ko"
      ? [
        `${s.source}`,
        `  채택된 마지막 실행: ${s.head ?? "없음"}${
          s.ageHours === null ? "" : ` (${s.ageHours}시간 전)`
        }`,
        `  ${s.kind === "board" ? "공지" : "등록 현황"}: ${records}건`,
        `  마지막 실행: ${s.lastRun ? `${s.lastRun} ${verdictWord(s, lang)}` : "없음"}`,
      ]
      : [
        `${s.source}`,
        `  in force: ${s.head ? `run ${s.head}` : "nothing yet"}${
          s.ageHours === null ? "" : `, ${s.ageHours} h old`
        }`,
        `  ${s.kind === "board" ? "notices" : "records"}: ${records}`,
        `  last run: ${s.lastRun ? `${s.lastRun} ${verdictWord(s, lang)}` : "none"}`,
      ];
    if (s.drift) {
      const { sentence } = s.drift;
      lines.push(lang === "ko" ? `  통계: ${sentence}` : `  statistics: ${sentence}`);
    }
    lines.push(...s.moved.map((move) => `  ${movedLine(move, lang)}`));
    if (s.trouble) {
      const since = seoulTime(s.trouble.since);
      lines.push(
        lang === "ko" ? `  문제가 시작된 때(서울): ${since}` : `  trouble since: ${since} (Seoul)`,
      );
    }
    // A later run without an answer has a reason of its own.
    if (s.reason && s.refused?.run !== s.lastRun) lines.push(`  ${s.reason}`);
    const suffix = isOne ? "" : ` --source ${s.source}`;
    const refused = s.refused ? refusedLines(s.refused, suffix, lang) : [];
    lines.push(...refused.map((line) => `  ${line}`));
    const figures = s.lastRun === null ? [] : ratesLines(s.rates, lang);
    lines.push(...figures.map((line) => `  ${line}`));
    return `${lines.join("\n")}\n`;
  }).join("\n");
}

const MOVERS: Readonly<Record<BoundMove["by"], Record<Lang, string>>> = {
  run: { ko: "채택된 목록", en: "the accepted list" },
  person: { ko: "사람", en: "a person" },
  spec: { ko: "선택자 버전", en: "the spec's version" },
};

function movedLine({ bound, from, to, by, reason }: BoundMove, lang: Lang): string {
  const why = `${MOVERS[by][lang]}${reason ? `: ${reason}` : ""}`;
  return lang === "ko"
    ? `허용 한도 ${bound}: ${from} → ${to} (${why})`
    : `bound ${bound}: ${from} → ${to} (${why})`;
}

/** Why a list was refused, where to look, and what a person can say of it. */
function refusedLines(
  { run: refused, doubts, releasable, rejected }: NonNullable<ToldStatus["refused"]>,
  suffix: string,
  lang: Lang,
): string[] {
  const ko = lang === "ko";
  const run = `${refused}${suffix}`;
  const lines = doubts.map((doubt) => `! ${doubt}`);
  lines.push(ko ? `보관된 화면: data/raw/${refused}` : `archived pages: data/raw/${refused}`);
  if (rejected) {
    const by = rejected.by ? ` (${rejected.by})` : "";
    return [...lines, `${ko ? "버림" : "rejected"}: ${rejected.reason}${by}`];
  }
  if (!releasable) {
    return [
      ...lines,
      ko
        ? "목록이 온전하지 않아 채택할 수 없습니다. 다음 실행이 다시 판단합니다."
        : "The list is not whole and cannot be accepted; the next run judges anew.",
    ];
  }
  return [
    ...lines,
    ko
      ? `사실이면:   dmf accept ${run} --reason "확인한 내용"`
      : `if it is true: dmf accept ${run} --reason "how you know"`,
    ko
      ? `아니면:     dmf reject ${run} --reason "이유" (그대로 두어도 다음 실행이 다시 판단합니다)`
      : `if not:        dmf reject ${run} --reason "why" (left alone, the next run judges anew)`,
  ];
}

function verdictWord(
  { verdict, revoked }: Pick<SourceStatus, "verdict" | "revoked">,
  lang: Lang,
): string {
  if (revoked) return lang === "ko" ? "철회" : "revoked";
  if (verdict === null) return lang === "ko" ? "(끝나지 않음)" : "(not finished)";
  const words = {
    accepted: { ko: "채택", en: "accepted" },
    quarantined: { ko: "격리", en: "quarantined" },
  };
  return words[verdict][lang];
}

/** One line an event, under its day. */
export function changesText(changes: readonly Change[], lang: Lang): string {
  if (changes.length === 0) return lang === "ko" ? "변동 없음\n" : "no changes\n";
  return [...Map.groupBy(changes, (change) => change.run)]
    .map(([run, ofDay]) =>
      `${run}\n${ofDay.map((change) => changeLine(change, lang)).join("\n")}\n`
    )
    .join("\n");
}

/** Fields of a line where all are asked for: what a person tells records by. */
const TOLD_BY: readonly FieldName[] = ["ingredient", "applicant", "status"];

/** How a record is told in one line: its number, what was asked for, since when. */
export function asOfTold(
  fields: readonly FieldName[],
  lang: Lang,
): (standing: StandingRecord) => string {
  const asked = fields.length === FIELD_NAMES.length ? TOLD_BY : fields;
  const shown = asked.filter((name) => name !== "registrationNumber");
  return ({ values, validFrom }) =>
    [
      printable(values.registrationNumber ?? "–"),
      ...shown.map((name) => fieldText(name, values[name], lang)),
      validFrom,
    ].join("\t");
}
