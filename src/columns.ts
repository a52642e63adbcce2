/**
 * From the cells of one row of HTML to the values of a record, column by column.
 *
 * How a text becomes a value is decided in `row_draft.ts`, which cells make a row in `data_rows.ts`.
 *
 * @module
 */

import type { CellReader } from "./cell.ts";
import type { ListColumn } from "./find_table.ts";
import type { HtmlElement } from "./html.ts";
import { clean } from "./normalize.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import { isSitePart, RowDraft, type RowValues, type UnknownWord } from "./row_draft.ts";

/** Reads one row; the slots stand in the order of the columns. */
export function readRow(
  slots: readonly (HtmlElement | null)[],
  columns: readonly ListColumn[],
  { reader, prepared }: { readonly reader: CellReader; readonly prepared: PreparedSpec },
): RowValues | UnknownWord {
  const draft = new RowDraft(prepared);
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as ListColumn;
    const cell = slots[i] as HtmlElement;
    const target = column.target;
    if (target === null) draft.unknown.push([column.header, clean(reader.text(cell, column))]);
    else if (isSitePart(target.field)) draft.readSites(target, reader.entries(cell, column));
    else {
      const unknown = draft.read(target, reader.text(cell, column));
      if (unknown !== null) return unknown;
    }
  }
  return draft.finish();
}
