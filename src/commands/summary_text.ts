/**
 * A run in a few lines, as a person reads them on the terminal at 06:05.
 *
 * @module
 */

import { EVENT_LABELS, FIELDS, MOVES } from "../fields.ts";
import { type Change, EVENT_KINDS, type EventKind, type FieldName } from "../model.ts";
import { printable } from "../field_text.ts";
import { rateWarnings } from "../rate_words.ts";
import type { Report } from "../report/report.ts";
import { changeWords } from "../rewording_words.ts";

type Lang = "ko" | "en";

/** Events shown before the rest is left to the workbook. */
const MOST_LINES = 20;

const SIGNS: Readonly<Record<EventKind, string>> = {
  registered: "+",
  relisted: "+",
  amended: "~",
  renumbered: "~",
  reinstated: "~",
  withdrawn: "-",
  cancelled: "-",
  delisted: "-",
};

/** The summary of a report. */
export function summaryText(
  report: Report,
  files: readonly string[],
  lang: Lang,
  repeated: boolean,
): string {
  const lines = [headline(report, lang)];
  if (repeated) {
    lines.push(
      lang === "ko"
        ? "  이미 확정된 날짜입니다. 사이트에 요청하지 않고 보고서만 다시 썼습니다."
        : "  This day is sealed already: no request was made, the report was written again.",
    );
  }
  const gap = daysMissed(report);
  if (gap > 0) {
    lines.push(
      lang === "ko"
        ? `  ${report.run.after} 이후 ${gap}일을 채택하지 못해, 그동안의 변동이 모두 들어 있습니다.`
        : `  ${gap} days since ${report.run.after} were not accepted; their changes are all in here.`,
    );
  }
  const shown = eventLines(report, lang).slice(0, MOST_LINES);
  lines.push(...shown);
  const left = report.changes.length - shown.length;
  if (left > 0) lines.push(lang === "ko" ? `  … 외 ${left}건` : `  … and ${left} more`);
  if (report.missing.length > 0) {
    lines.push(
      lang === "ko"
        ? `  ? 확인 중 ${report.missing.length}건(목록에 없으나 삭제로 확정하지 않음)`
        : `  ? ${report.missing.length} missing from the list, not believed gone yet`,
    );
  }
  lines.push(...report.corrected.map((one) => `  ! ${one[lang]}`));
  lines.push(...rateWarnings(report.rates).map(({ words }) => `  ! ${words[lang]}`));
  const workbook = files[0];
  if (workbook) lines.push(`${lang === "ko" ? "보고서" : "Report"}: ${workbook}`);
  return `${lines.join("\n")}\n`;
}

/** A line for every event; those on the watch list come first and are marked. */
function eventLines({ watched, changes }: Report, lang: Lang): string[] {
  const first = new Set(watched.map(({ change }) => change));
  return [
    ...watched.map(({ change, move }) =>
      changeLine(change, lang).replace(/^ {2}/, "★ ") + (move ? MOVES[move][lang] : "")
    ),
    ...changes.filter((change) => !first.has(change)).map((change) => changeLine(change, lang)),
  ];
}

/** Days between the accepted run before and this one that have no accepted run. */
function daysMissed({ run }: Report): number {
  if (run.after === null || run.verdict !== "accepted") return 0;
  return Temporal.PlainDate.from(run.after).until(Temporal.PlainDate.from(run.run)).days - 1;
}

function headline(report: Report, lang: Lang): string {
  const { run, lastGood, ageHours } = report;
  const head = `${report.source}  ${run.run}`;
  if (run.verdict === "quarantined") {
    const reason = run.reason?.[lang] ?? "";
    if (lang === "ko") {
      const good = lastGood
        ? `${lastGood.run} 자료 유지(${ageHours}시간 전)`
        : "아직 채택된 자료 없음";
      return `${head}  격리: ${reason}\n  ${good}. "dmf status"로 확인하십시오.`;
    }
    const good = lastGood
      ? `the data of ${lastGood.run} stay in force (${ageHours} h old)`
      : "nothing was accepted so far";
    return `${head}  quarantined: ${reason}\n  ${good}; see "dmf status".`;
  }
  const records = report.recordCount.toLocaleString("en-US");
  if (run.baseline) {
    return lang === "ko"
      ? `${head}  기준선 수립: ${records}건`
      : `${head}  baseline founded: ${records} records`;
  }
  const counts = EVENT_KINDS.filter((kind) => report.counts[kind] > 0)
    .map((kind) => `${EVENT_LABELS[kind][lang]} ${report.counts[kind]}`).join(" · ");
  const none = lang === "ko" ? "변동 없음" : "no changes";
  return `${head}  ${counts || none}  (${
    lang === "ko" ? `전체 ${records}건` : `${records} records`
  })`;
}

/** One event in one line. */
export function changeLine(change: Change, lang: Lang): string {
  const names = [change.registrationNumber, change.ingredient, change.applicant]
    .map((name) => printable(name ?? "–"));
  const fields = change.kind === "registered" || change.kind === "relisted"
    ? ""
    : (Object.entries(change.fields) as [FieldName, { from: never; to: never }][])
      .map(([name, change]) => `${FIELDS[name][lang]}: ${changeWords(name, change, lang)}`)
      .join("; ");
  const kind = EVENT_LABELS[change.kind][lang];
  return `  ${SIGNS[change.kind]} ${kind}  ${names.join("  ")}${fields ? `  ${fields}` : ""}`;
}
