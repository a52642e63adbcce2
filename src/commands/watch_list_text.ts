/**
 * The watch list in lines that people read.
 *
 * @module
 */

import { MOVES, STATUS_LABELS } from "../fields.ts";
import { printable } from "../field_text.ts";
import type { RunId, SourceId } from "../model.ts";
import type { StandingRecord } from "../report/report.ts";
import type { WatchedChange, WatchEntry } from "../watch_list.ts";
import { changeLine } from "./summary_text.ts";

type Lang = "ko" | "en";

/** What an entry finds. */
export interface Finding {
  readonly entry: WatchEntry;
  readonly records: readonly (StandingRecord & { readonly source: SourceId })[];
  readonly changes: readonly (WatchedChange & { readonly source: SourceId })[];
}

/** Records and changes of an entry that are shown; `--json` has all. */
const MOST_LINES = 20;

/** The findings of the entries that were asked for. */
export function watchListText(
  findings: readonly Finding[],
  { sources, tested }: {
    readonly sources: readonly { source: SourceId; run: RunId; since: RunId }[];
    readonly tested: boolean;
  },
  lang: Lang,
): string {
  const ko = lang === "ko";
  if (findings.length === 0) {
    return ko
      ? '관심 목록이 비어 있습니다. dmf.json에 "watch": ["성분명", {"applicant": "신청인"}] 처럼 적으십시오.\n'
      : 'The watch list is empty; write "watch": ["ingredient", {"applicant": "name"}] into dmf.json.\n';
  }
  const head = sources.map(({ source, run, since }) =>
    ko
      ? `${source}  ${run} 기준, 변동은 ${since}부터`
      : `${source}  as of ${run}, changes since ${since}`
  );
  if (head.length === 0) {
    head.push(ko ? "아직 확정된 목록이 없습니다." : "No list was accepted yet.");
  }
  const silent = findings.filter(({ records, changes }) => records.length + changes.length === 0);
  const closing = silent.length === 0 || tested ? [] : [
    "",
    ko
      ? `아무것도 찾지 못한 항목 ${silent.length}개: 철자를 확인하십시오.`
      : `${silent.length} entries find nothing: check how they are written.`,
  ];
  return `${
    [...head, ...findings.flatMap((one) => ["", ...findingLines(one, lang)]), ...closing].join("\n")
  }\n`;
}

function findingLines({ entry, records, changes }: Finding, lang: Lang): string[] {
  const ko = lang === "ko";
  const note = entry.note === null ? "" : `  (${printable(entry.note)})`;
  const title = `★ ${printable(entry.label)}${note}`;
  if (records.length + changes.length === 0) {
    return [title, ko ? "  해당하는 등록이 없습니다" : "  nothing is found"];
  }
  const counts = ko
    ? `  등록 ${records.length}건, 최근 변동 ${changes.length}건`
    : `  ${records.length} records, ${changes.length} recent changes`;
  const rest = (all: number) =>
    all <= MOST_LINES
      ? []
      : [ko ? `    … 외 ${all - MOST_LINES}건` : `    … and ${all - MOST_LINES} more`];
  return [
    title,
    counts,
    ...changes.slice(0, MOST_LINES).map(({ change, move }) =>
      `  ${change.run}${changeLine(change, lang)}${move ? MOVES[move][lang] : ""}`
    ),
    ...rest(changes.length),
    ...records.slice(0, MOST_LINES).map(({ values }) =>
      `    ${
        [
          values.registrationNumber ?? "–",
          values.ingredient ?? "–",
          values.applicant ?? "–",
          STATUS_LABELS[values.status][lang],
        ].map(printable).join("\t")
      }`
    ),
    ...rest(records.length),
  ];
}
