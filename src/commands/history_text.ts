/**
 * One record over time in lines for people.
 *
 * @module
 */

import { EVENT_LABELS, FIELD_NAMES, FIELDS, STATUS_LABELS } from "../fields.ts";
import { fieldText, printable } from "../field_text.ts";
import { changeWords } from "../rewording_words.ts";
import type { Change, FieldName } from "../model.ts";
import { fieldRows } from "../report/field_row.ts";
import { MARKS } from "../report/words.ts";
import type { Step, Timeline } from "../timeline.ts";

type Lang = "ko" | "en";

/** What the record is, then its past by sections; sections with nothing to say are left out. */
export function timelineText(timeline: Timeline, lang: Lang): string {
  const { versions, changes, absences } = timeline;
  const sections: (readonly [Record<Lang, string>, readonly string[]])[] = [
    [{ ko: "현재 내용", en: "Present content" }, contentLines(timeline, lang)],
    [
      { ko: "버전", en: "Versions" },
      versions.map(({ validFrom, validTo, seq }) =>
        `#${seq}  ${spanText(validFrom, validTo, lang)}`
      ),
    ],
    [{ ko: "변동", en: "Events" }, [
      ...foundedLines(timeline, lang),
      ...changes.flatMap((change) => changeLines(change, lang)),
    ]],
    [FIELDS.registrationNumber, numberLines(timeline, lang)],
    [{ ko: "연차보고", en: "Annual reports" }, stepLines("lastAnnualReportYear", timeline, lang)],
    [{ ko: "문서번호", en: "Document versions" }, stepLines("documentVersion", timeline, lang)],
    [
      { ko: "목록에 없던 기간", en: "Missing from the list" },
      absences.map(({ since, until }) => spanText(since, until, lang)),
    ],
  ];
  const lines = sections.filter(([, inside]) => inside.length > 0).flatMap(([title, inside]) => [
    `  ${title[lang]}`,
    ...inside.map((line) => `    ${line}`),
  ]);
  return `${headline(timeline, lang)}\n${lines.join("\n")}\n`;
}

function headline(timeline: Timeline, lang: Lang): string {
  const { source, record, numbers, versions, status, delisted, missing } = timeline;
  const latest = versions.at(-1)?.values;
  const names = [numbers.at(-1)?.value ?? null, latest?.ingredient, latest?.applicant]
    .map((name) => printable(String(name ?? "–")));
  const states = [STATUS_LABELS[status][lang]];
  if (delisted) states.push(EVENT_LABELS.delisted[lang]);
  if (missing) states.push(lang === "ko" ? "목록에 없음(확인 중)" : "missing from the list");
  return `${names.join("  ")}  [${states.join(", ")}]\n  ${source}  ${record}`;
}

function contentLines({ versions }: Timeline, lang: Lang): string[] {
  const latest = versions.at(-1);
  if (latest === undefined) return [];
  return FIELD_NAMES.map((name) =>
    `${FIELDS[name][lang]}: ${fieldText(name, latest.values[name], lang)}`
  );
}

/** Half-open, as versions are: the second day is the first on which it was no longer so. */
function spanText(from: string, to: string | null, lang: Lang): string {
  if (lang === "ko") return to === null ? `${from}부터` : `${from}부터 ${to} 전까지`;
  return to === null ? `from ${from}` : `from ${from}, until before ${to}`;
}

function foundedLines({ founded }: Timeline, lang: Lang): string[] {
  if (founded === null) return [];
  const { run, page, row, digest } = founded;
  const words = lang === "ko" ? "최초 관측(기준선)" : "first seen (baseline)";
  return [`${run}  ${words}`, `  ${placeText(run, { page, row, digest }, lang)}`];
}

function changeLines(change: Change, lang: Lang): string[] {
  const { run, kind, seq, evidence } = change;
  const { start, end } = evidence;
  const bytes = lang === "ko" ? `${start}–${end} 바이트` : `bytes ${start}–${end}`;
  const fields = fieldRows(change).map(({ field, from, to, mark }) => {
    const values = changeWords(field, { from, to }, lang);
    return `  ${FIELDS[field][lang]}: ${values}${mark ? ` [${MARKS[mark][lang]}]` : ""}`;
  });
  return [
    `${run}  ${EVENT_LABELS[kind][lang]}  #${seq}`,
    ...fields,
    `  ${placeText(run, evidence, lang)} ${bytes}`,
  ];
}

/** Where the archived row lies; rows count from 1 for people. */
function placeText(
  run: string,
  { page, row, digest }: Pick<Change["evidence"], "page" | "row" | "digest">,
  lang: Lang,
): string {
  const place = lang === "ko"
    ? `근거: ${page}쪽 ${row + 1}행`
    : `proof: page ${page}, row ${row + 1}`;
  return `${place}, raw/${run}/${digest}.gz`;
}

/** The numbers, where there was more than one. */
function numberLines(timeline: Timeline, lang: Lang): string[] {
  const { numbers } = timeline;
  return numbers.length < 2 ? [] : linesOf("registrationNumber", numbers, lang);
}

function stepLines(
  field: "lastAnnualReportYear" | "documentVersion",
  { annualReports, documentVersions }: Timeline,
  lang: Lang,
): string[] {
  const steps = field === "documentVersion" ? documentVersions : annualReports;
  return linesOf(field, steps, lang);
}

function linesOf(field: FieldName, steps: readonly Step[], lang: Lang): string[] {
  return steps.map(({ value, since, seq }) => {
    const from = lang === "ko" ? `${since}부터` : `from ${since}`;
    return `${fieldText(field, value, lang)}  ${from}${seq === null ? "" : `  #${seq}`}`;
  });
}
