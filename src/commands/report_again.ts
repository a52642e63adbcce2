/**
 * Writing the report of a day again, from the store alone.
 *
 * @module
 */

import type { Common } from "../action.ts";
import { originFor } from "../config.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { readCorrections, revocationOf, revokedSentence } from "../corrections.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import { prepareSpec } from "../extract.ts";
import { describeFault, isForeseen } from "../fault_words.ts";
import { lastAccepted } from "../history.ts";
import type { RunId, SourceId } from "../model.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import type { EventLog } from "../ports.ts";
import { compose, viewOfStore } from "../report/compose.ts";
import { isView, type SelectorSpec } from "../selector_spec.ts";
import { readHead, readRun } from "../store.ts";
import { noticesBeside } from "./board_source.ts";
import { readConfig, readSpec } from "./job.ts";
import { noticeReport } from "./notice_report.ts";

/** Files that were written. */
interface Written {
  readonly run: RunId;
  readonly files: readonly string[];
}

/** Which day, the last accepted one where none is given. */
interface Asked {
  readonly common: Common;
  readonly date: RunId | null;
}

/** Writes the report of a day of a register or a second view of it. */
export async function reportAgain(
  desk: Desk,
  data: DataFolder,
  spec: SelectorSpec,
  { common, date }: Asked,
): Promise<Written> {
  const { run, record } = await finishedRun(data.log, spec.source, date);
  const { head } = await readHead(data.log, spec.source);
  const corrector = (await readCorrections(data.log, spec.source, head)).get(run);
  // What was read again is reported with the spec that read it.
  const told = { ...record, specVersion: corrector?.specVersion ?? record.specVersion };
  const revoked = await revocationOf(data.log, spec.source, run);
  if (revoked) throw new ConfigurationError(revokedSentence(run, revoked));
  const config = await readConfig(desk, common);
  const origin = originFor(config, spec);
  const { wellFormed } = prepareSpec(spec);
  const notices = isView(spec) ? null : await noticesBeside(desk, data.log, run, common.lang);
  const view = await viewOfStore(data.log, spec, run, record);
  const files = await data.writeReport(
    compose({ spec, origin, wellFormed, watch: config.watch, notices }, run, told, view),
    common.lang,
  );
  return { run, files };
}

/** Writes the report of a day of a source of boards. */
export async function noticesAgain(
  data: DataFolder,
  spec: BoardSpec,
  { common, date }: Asked,
): Promise<Written> {
  const { run, record } = await finishedRun(data.log, spec.source, date);
  const report = await noticeReport(data, spec, run, record);
  return { run, files: await data.writeNotices(report, common.lang) };
}

/**
 * Writes the register's report of a day again where that day was accepted, with the notices that
 * came since. A workbook that somebody has open is told and harms nothing.
 */
export async function registerAgain(
  desk: Desk,
  data: DataFolder,
  common: Common,
  run: RunId,
): Promise<void> {
  try {
    const spec = await readSpec(desk, null);
    if ((await readRun(data.log, spec.source, run))?.state !== "accepted") return;
    if (await revocationOf(data.log, spec.source, run)) return;
    await reportAgain(desk, data, spec, { common, date: run });
  } catch (fault) {
    if (!isForeseen(fault)) throw fault;
    desk.err(`${inWords(common.lang, describeFault(fault))}\n`);
  }
}

async function finishedRun(log: EventLog, source: SourceId, date: RunId | null) {
  const run = date ?? (await lastAccepted(log, source))?.run;
  const record = run ? await readRun(log, source, run) : null;
  if (!run || (record?.state !== "accepted" && record?.state !== "quarantined")) {
    throw new ConfigurationError({
      ko: `"${source}" 출처에 ${run ? `"${run}" 날짜로 ` : ""}끝난 실행이 없어 ` +
        "보고서를 쓸 수 없습니다.",
      en: `There is no finished run${run ? ` "${run}"` : ""} of "${source}" to report`,
    });
  }
  return { run, record };
}
