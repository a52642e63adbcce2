/**
 * Answers to a person's question as tables: the same rows as CSV or as one sheet of a workbook.
 *
 * What a row of events or records holds is what the daily files hold (`csv.ts`,
 * `record_columns.ts`).
 *
 * @module
 */

import { FIELDS } from "../fields.ts";
import type { Change, FieldName } from "../model.ts";
import type { NetChange } from "../net_change.ts";
import { changeRows, csvText, type CsvValue, recordsCsv } from "./csv.ts";
import { NET_LABELS, type NetRow, netRows } from "./net_row.ts";
import { COLUMN_FIELDS, recordCells, recordColumns } from "./record_columns.ts";
import type { StandingRecord } from "./report.ts";
import type { Sheet, SheetRow, StyleName } from "./sheet.ts";
import { valueText } from "./value_text.ts";
import { HEADERS, type Lang, MARKS, NOTHING, SHEET_NAMES } from "./words.ts";

/** One answer in both formats; each may be taken once. */
export interface AnswerTable {
  readonly csv: Iterable<string>;
  readonly sheet: Sheet;
}

type Look = readonly (readonly [width: number, style: StyleName])[];

const CHANGE_LOOK: Look = [
  [8, "count"],
  [12, "date"],
  [18, "text"],
  [27, "text"],
  [28, "text"],
  [20, "text"],
  [11, "text"],
  [18, "text"],
  [40, "text"],
  [40, "text"],
  [11, "text"],
  [24, "plain"],
  [64, "text"],
  [68, "plain"],
  [12, "count"],
  [15, "count"],
];

/** Events, one row a field. */
export function changesTable(changes: readonly Change[], lang: Lang): AnswerTable {
  const name = lang === "ko" ? "변동" : "Changes";
  return tableOf(name, CHANGE_LOOK, () => changeRows(changes, lang), lang);
}

const NET_LOOK: Look = [
  [12, "text"],
  [18, "text"],
  [27, "text"],
  [28, "text"],
  [20, "text"],
  [18, "text"],
  [40, "text"],
  [40, "text"],
  [11, "text"],
];

/** Net changes, one row a field; of a record in one list only, every field that is filled. */
export function netTable(changes: readonly NetChange[], lang: Lang): AnswerTable {
  const name = lang === "ko" ? "비교" : "Difference";
  return tableOf(name, NET_LOOK, () => rows(), lang);

  function* rows(): Iterable<CsvValue[]> {
    const { kind, field, before, after, mark } = HEADERS;
    yield [
      kind[lang],
      lang === "ko" ? "관리 번호" : "Record id",
      ...(["registrationNumber", "ingredient", "applicant"] as const).map((f) => FIELDS[f][lang]),
      ...[field, before, after, mark].map((header) => header[lang]),
    ];
    for (const change of changes) {
      for (const row of netRows(change)) yield netCells(change, row, lang);
    }
  }
}

function netCells(change: NetChange, { field, from, to, mark }: NetRow, lang: Lang): CsvValue[] {
  const { registrationNumber, ingredient, applicant } = change.values;
  return [
    NET_LABELS[change.kind][lang],
    change.record,
    registrationNumber,
    ingredient,
    applicant,
    FIELDS[field][lang],
    valueText(field, from, lang),
    valueText(field, to, lang),
    mark === undefined ? null : { ...MARKS, notation: NOTATION }[mark][lang],
  ];
}

const NOTATION = { ko: "표기", en: "notation" };

/** Records as of a day, with the fields that are asked for. */
export function recordsTable(
  records: readonly StandingRecord[],
  fields: readonly FieldName[],
  lang: Lang,
): AnswerTable {
  const kept = COLUMN_FIELDS.map((field) => fields.includes(field));
  const ko = lang === "ko";
  const columns = recordColumns(lang).filter((_, index) => kept[index]);
  return {
    csv: recordsCsv({ records }, lang, fields),
    sheet: {
      kind: "table",
      name: SHEET_NAMES.records[lang],
      columns: [
        ...columns,
        { header: ko ? "현재 내용 기준일" : "Valid from", width: 12, style: "date" },
        { header: ko ? "관리 번호" : "Record id", width: 18, style: "text" },
      ],
      frozenColumns: Math.min(2, columns.length),
      rows: rows(),
      nothing: NOTHING[lang],
    },
  };

  function* rows(): Iterable<SheetRow> {
    for (const { record, values, validFrom } of records) {
      const cells = recordCells(values, lang).filter((_, index) => kept[index]);
      yield { cells: [...cells, validFrom, record], muted: values.status !== "active" };
    }
  }
}

/** A table of which the first row is the header. */
function tableOf(
  name: string,
  look: Look,
  rows: () => Iterable<CsvValue[]>,
  lang: Lang,
): AnswerTable {
  const [header = []] = rows();
  return {
    csv: csvText(rows()),
    sheet: {
      kind: "table",
      name,
      columns: look.map(([width, style], index) => ({ header: `${header[index]}`, width, style })),
      frozenColumns: 2,
      rows: sheetRows(),
      nothing: NOTHING[lang],
    },
  };

  function* sheetRows(): Iterable<SheetRow> {
    let isHeader = true;
    for (const cells of rows()) {
      if (!isHeader) yield { cells };
      isHeader = false;
    }
  }
}
