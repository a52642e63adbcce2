/**
 * The rows of the sheet of proofs: one for each field of an event, and how each is proven again.
 *
 * The crawl knows the bytes of a row, not of each of its cells; those are found by the command that
 * every row names, because finding them for every cell would parse each page of the list once more.
 *
 * @module
 */

import { FIELD_NAMES } from "../fields.ts";
import type { Change, FieldName } from "../model.ts";

/** The fields of an event in the order of the register; one `null` where it changed none. */
export function evidenceFields({ fields }: Change): readonly (FieldName | null)[] {
  const changed = FIELD_NAMES.filter((name) => name in fields);
  return changed.length > 0 ? changed : [null];
}

/** What means itself on every command line, between quotes. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}().-]*$/u;

/**
 * The command line that proves a field of an event down to the bytes of its cell.
 *
 * People paste it into a shell: a number that could mean anything there is named by its record id.
 */
export function proofCommand(change: Change, field: FieldName | null): string {
  const { registrationNumber: number, record, run } = change;
  const name = number !== null && PLAIN.test(number) ? number : record;
  return ["dmf why", `"${name}"`, ...(field === null ? [] : [field]), "--date", run].join(" ");
}
