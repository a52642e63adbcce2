/**
 * What `dmf crosscheck` prints for people: the count first, then the records.
 *
 * @module
 */

import type { CrosscheckReport, Differences, DifferingRecord, LoneRecord } from "../crosscheck.ts";
import { fieldText } from "../field_text.ts";
import { FIELDS } from "../fields.ts";
import type { FieldName } from "../model.ts";

type Lang = "ko" | "en";

/** The report in words. */
export function crosscheckText(report: CrosscheckReport, lang: Lang): string {
  const { list, view, lag, maybeLate } = report;
  const heads = lang === "ko"
    ? [
      `${list.source} ${list.run} ${n(list.records)}건 ↔ ${view.source} ${view.run} ` +
      `${n(view.records)}건`,
      `  같음 ${n(report.same)}건, 다름 ${n(countOf(report))}건, ` +
      `아직 반영 전일 수 있음 ${n(countOf(maybeLate))}건(${lag}일 이내)`,
      `  견준 필드: ${report.fields.map((name) => FIELDS[name].ko).join(", ")}`,
    ]
    : [
      `${list.source} ${list.run}, ${n(list.records)} records ↔ ${view.source} ${view.run}, ` +
      `${n(view.records)} records`,
      `  same ${n(report.same)}, different ${n(countOf(report))}, ` +
      `maybe late ${n(countOf(maybeLate))} (within ${lag} days)`,
      `  fields compared: ${report.fields.map((name) => FIELDS[name].en).join(", ")}`,
    ];
  if (report.sitesUncompared > 0) {
    heads.push(
      lang === "ko"
        ? `  제조소가 한 칸에 이어져 있어 소재지를 견주지 못함: ${n(report.sitesUncompared)}건`
        : `  addresses not compared, sites joined in one text: ${n(report.sitesUncompared)}`,
    );
  }
  const late = lang === "ko" ? " (반영 전일 수 있음)" : " (maybe late)";
  return [...heads, ...linesOf(report, lang, ""), ...linesOf(maybeLate, lang, late), ""].join("\n");
}

function countOf({ onlyList, onlyView, differing }: Differences): number {
  return onlyList.length + onlyView.length + differing.length;
}

function linesOf(found: Differences, lang: Lang, note: string): string[] {
  const ko = lang === "ko";
  return [
    ...found.onlyList.map((one) =>
      `- ${ko ? "목록에만" : "only in the list"}${note}: ${nameOf(one)}`
    ),
    ...found.onlyView.map((one) =>
      `+ ${ko ? "둘째 출처에만" : "only in the view"}${note}: ${nameOf(one)}`
    ),
    ...found.differing.flatMap((one) => [
      `~ ${ko ? "다름" : "differs"}${note}: ${nameOf(one)}`,
      ...fieldLines(one, lang),
    ]),
  ];
}

function nameOf(
  { registrationNumber, ingredient, applicant, firstRegisteredOn }: LoneRecord,
): string {
  return [registrationNumber, ingredient, applicant, firstRegisteredOn]
    .map((value) => value ?? "–").join(" · ");
}

function fieldLines({ fields }: DifferingRecord, lang: Lang): string[] {
  return (Object.keys(fields) as FieldName[]).map((name) => {
    const { list, view } = fields[name] as NonNullable<DifferingRecord["fields"][FieldName]>;
    const text = (value: typeof list) => fieldText(name, value, lang) || "–";
    return `    ${FIELDS[name][lang]}: ${text(list)} ↔ ${text(view)}`;
  });
}

function n(value: number): string {
  return value.toLocaleString("en-US");
}
