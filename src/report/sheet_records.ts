/**
 * 전체 현황: every record in force, one row each, grey where withdrawn or cancelled.
 *
 * @module
 */

import type { Book } from "./places.ts";
import { recordCells, recordColumns } from "./record_columns.ts";
import type { Sheet, SheetRow } from "./sheet.ts";
import { NOTHING, SHEET_NAMES } from "./words.ts";

/** Makes the sheet; row n is record n of the report. */
export function recordsSheet({ report, lang }: Book): Sheet {
  return {
    kind: "table",
    name: SHEET_NAMES.records[lang],
    columns: [
      ...recordColumns(lang),
      { header: lang === "ko" ? "현재 내용 기준일" : "Valid from", width: 12, style: "date" },
      { header: lang === "ko" ? "안 보인 첫날" : "Missing since", width: 12, style: "date" },
      { header: lang === "ko" ? "관리 번호" : "Record id", width: 18, style: "text" },
    ],
    frozenColumns: 2,
    rows: rows(),
    nothing: NOTHING[lang],
  };

  function* rows(): Iterable<SheetRow> {
    for (const { record, values, validFrom, missingSince } of report.records) {
      const cells = recordCells(values, lang);
      cells.push(validFrom, missingSince ?? null, record);
      yield { cells, muted: values.status !== "active" };
    }
  }
}
