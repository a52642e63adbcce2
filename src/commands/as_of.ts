/**
 * `dmf as-of`: the whole list as it was on a day, with all fields or some.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { DataFolder, Desk } from "../desk.ts";
import { toldAsOf } from "../as_of.ts";
import { type AcceptedRun, readAccepted } from "../history.ts";
import type { FieldName, RegisterRecord, RunId, SourceId } from "../model.ts";
import { rollForward } from "../project.ts";
import type { StandingRecord } from "../report/report.ts";
import { StoreFault } from "../store_fault.ts";
import { asOfTold } from "./read_text.ts";
import { askedSource, print, reading } from "./reading.ts";
import { writeTable } from "./table_file.ts";

/** `dmf as-of`. */
export function asOfDate(desk: Desk, command: Command & { kind: "asOf" }): Promise<number> {
  const { common, date, fields, table } = command;
  return reading(desk, common, async ({ log }) => {
    const source = await askedSource(desk, log, command.source);
    const day = { source, date };
    if (table === null && common.json) {
      const rows = await listAsOf(log, day, (standing) => toJson(standing, fields));
      return print(desk, common, rows, () => "");
    }
    if (table === null) {
      const told = asOfTold(fields, common.lang);
      const lines = await listAsOf(log, day, told);
      return print(desk, common, null, () => `${lines.join("\n")}\n`);
    }
    const standing = await listAsOf(log, day, (standing) => standing);
    const { recordsTable } = await import("../report/answer_tables.ts");
    const records = recordsTable(standing, fields, common.lang);
    return await writeTable({ desk, common, log, sources: [source] }, records, table);
  });
}

/** The number stands first, as it names the record, whichever fields were asked for. */
function toJson({ record, values, validFrom }: StandingRecord, fields: readonly FieldName[]) {
  const shown: Partial<Record<FieldName, RegisterRecord[FieldName]>> = {};
  for (const name of fields) if (name !== "registrationNumber") shown[name] = values[name];
  return { record, registrationNumber: values.registrationNumber, ...shown, validFrom };
}

/** What is told of the list of a day, proven to be whole. */
async function listAsOf<T>(
  log: DataFolder["log"],
  { source, date }: { readonly source: SourceId; readonly date: RunId },
  tell: (standing: StandingRecord) => T,
): Promise<T[]> {
  for (let looked: RunId | null = null;;) {
    const { run, records } = await lastAcceptedBy(log, source, date);
    const told = await toldAsOf(log, source, date, tell);
    if (told.length === records) return told;
    // Another process may just be making the records anew, or sealing one run after the other.
    if (run === looked) throw incomplete(run, records, told.length);
    looked = run;
    await rollForward(log, source);
  }
}

/**
 * The run whose list stood on a day.
 *
 * Before the baseline nothing was observed, and an empty list would say the register was empty.
 */
export async function lastAcceptedBy(
  log: DataFolder["log"],
  source: SourceId,
  date: RunId,
): Promise<AcceptedRun> {
  let last: AcceptedRun | null = null;
  for await (const one of readAccepted(log, source, { since: null, until: null })) {
    const { run } = one;
    if (run <= date) last = one;
    else if (last === null) {
      throw new ConfigurationError({
        ko: `"${date}" 날짜의 목록은 알 수 없습니다: "${source}" 출처의 기준선은 "${run}"입니다.`,
        en: `Cannot tell "${date}": the baseline of "${source}" is "${run}"`,
      });
    } else break;
  }
  if (last !== null) return last;
  throw new ConfigurationError({
    ko: `"${date}" 날짜의 목록은 알 수 없습니다: "${source}" 출처는 아직 확정된 실행이 없습니다.`,
    en: `Cannot tell "${date}": no run of "${source}" was accepted yet`,
  });
}

function incomplete(run: RunId, expected: number, found: number): StoreFault {
  return new StoreFault({
    ko: `"dmf.kv" 파일이 손상되었습니다: "${run}" 실행의 목록은 ${expected}건인데 ${found}건만 ` +
      '읽힙니다. 모든 손상은 "dmf fsck"로 볼 수 있습니다. "dmf restore FILE --replace"로 백업을 ' +
      "복원하십시오.",
    en: `"dmf.kv" is damaged: the list of run "${run}" has ${expected} records, ${found} can be ` +
      'read; "dmf fsck" lists all damage, restore a backup with "dmf restore FILE --replace"',
  });
}
