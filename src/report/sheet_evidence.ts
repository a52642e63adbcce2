/**
 * 출처: the proof of every event, down to the bytes of the archived page.
 *
 * @module
 */

import { EVENT_LABELS, FIELDS } from "../fields.ts";
import { seoulTime } from "./value_text.ts";
import { type Book, numberCell } from "./places.ts";
import type { Sheet, SheetRow } from "./sheet.ts";
import { HEADERS, NOTHING, SHEET_NAMES } from "./words.ts";

/** Makes the sheet; row n is event n of the report. Rows of a page count from 1 here. */
export function evidenceSheet(book: Book): Sheet {
  const { report, lang } = book;
  const ko = lang === "ko";
  return {
    kind: "table",
    name: SHEET_NAMES.evidence[lang],
    columns: [
      { header: ko ? "번호" : "No.", width: 8, style: "count" },
      { header: HEADERS.kind[lang], width: 11, style: "text" },
      { header: FIELDS.registrationNumber[lang], width: 27, style: "text" },
      { header: ko ? "주소" : "Address", width: 64, style: "text" },
      { header: ko ? "쪽" : "Page", width: 7, style: "count" },
      { header: ko ? "행" : "Row", width: 7, style: "count" },
      { header: ko ? "보관 원문(SHA-256)" : "Archived page (SHA-256)", width: 68, style: "plain" },
      { header: ko ? "시작 바이트" : "First byte", width: 12, style: "count" },
      { header: ko ? "끝 바이트(제외)" : "End byte (excluded)", width: 15, style: "count" },
      { header: ko ? "관측 시각(서울)" : "Observed at (Seoul)", width: 20, style: "plain" },
    ],
    frozenColumns: 3,
    rows: rows(),
    nothing: NOTHING[lang],
  };

  function* rows(): Iterable<SheetRow> {
    for (const change of report.changes) {
      const { url, digest, start, end, page, row } = change.evidence;
      yield {
        cells: [
          change.seq,
          EVENT_LABELS[change.kind][lang],
          numberCell(change, book),
          { value: url, link: { kind: "outside", url } },
          page,
          row + 1,
          digest,
          start,
          end,
          seoulTime(change.observedAt),
        ],
      };
    }
  }
}
