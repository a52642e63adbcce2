/**
 * Reports that are still owed: of days that were sealed by a process that did not live to write them.
 *
 * The seal leaves a mark that goes once the report is written. A day that nobody runs again gets its
 * report from the next run that is made.
 *
 * @module
 */

import type { DataFolder } from "../desk.ts";
import { owedReportKey, owedReportsOf } from "../keys.ts";
import type { RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { compose, viewOfStore } from "../report/compose.ts";
import { readRun } from "../store.ts";
import type { Source } from "./job.ts";

/** Writes what days before `run` are owed, oldest first. */
export async function writeOwedReports(
  { log, writeReport }: Pick<DataFolder, "log" | "writeReport">,
  { spec, settings, prepared, watch }: Source,
  run: RunId,
  lang: "ko" | "en",
): Promise<void> {
  const from = { spec, origin: settings.origin, wellFormed: prepared.wellFormed, watch };
  const owed = await Array.fromAsync(
    log.list({ prefix: owedReportsOf(spec.source) }),
    ({ key }) => key.at(-1) as RunId,
  );
  for (const earlier of owed.filter((one) => one < run)) {
    const record = await readRun(log, spec.source, earlier);
    if (record?.state !== "accepted") continue;
    const view = await viewOfStore(log, spec, earlier, record);
    await writeReport(compose(from, earlier, record, view), lang);
    await settleReport(log, spec.source, earlier);
  }
}

/** The report of a run is written: nothing is owed any more. */
export async function settleReport(log: EventLog, source: SourceId, run: RunId): Promise<void> {
  const mark = await log.get(owedReportKey(source, run));
  if (mark.value === null) return;
  await log.atomic([mark], [{ key: mark.key, value: undefined }]);
}
