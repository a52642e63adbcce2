/**
 * `dmf --once`: one run of one source, its report, its alerts.
 *
 * The report comes after the seal and before the alerts, so that an alert never points to a file
 * that is not there. A day that is sealed already sends no request: whatever a crash left undone
 * after the seal is done again.
 *
 * @module
 */

import type { Command, Common } from "../action.ts";
import { setBack } from "../clock_check.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { readCorrected, revocationOf, revokedSentence } from "../corrections.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import { heartbeatOf } from "../heartbeat.ts";
import type { RunId } from "../model.ts";
import { deliver } from "../outbox.ts";
import { type RunEnd, runOnce } from "../pipeline.ts";
import { settle } from "../project.ts";
import { ProgressLine } from "../progress_line.ts";
import { BUSY } from "../fault_words.ts";
import { compose, viewOfState, viewOfStore } from "../report/compose.ts";
import type { Report } from "../report/report.ts";
import { seoulDate } from "../schedule.ts";
import { isView } from "../selector_spec.ts";
import { statusOf } from "../status.ts";
import { readRun } from "../store.ts";
import { StoreFault } from "../store_fault.ts";
import type { Accepted, Failed, Quarantined, Release } from "../run_record.ts";
import { keepWithin } from "./archive_prune.ts";
import { readRates } from "../watch_rates.ts";
import { noticesBeside } from "./board_source.ts";
import { failingChannels } from "./channel_states.ts";
import { jobOf, openFetchTo, readSource, type Source } from "./job.ts";
import { settleReport, writeOwedReports } from "./owed_reports.ts";
import { summaryText } from "./summary_text.ts";

/** What one run came to, for the exit code and for whoever runs it again. */
export interface OnceResult {
  readonly exitCode: 0 | 1 | 2 | 3 | 10;
  /** True where only time is needed: the network, the server, or another process at work. */
  readonly retry: boolean;
}

/** Runs the command. */
export async function once(
  desk: Desk,
  { common, source: id, date }: Command & { readonly kind: "once" },
): Promise<number> {
  const source = await readSource(desk, common, id);
  const data = await desk.openData(common.data, "found");
  try {
    const today = seoulDate(desk.clock.now());
    const run = date ?? today;
    // History only grows: a day sealed ahead of time would shut out all days before it.
    if (run > today && !source.settings.replica) throw notYet(run, today);
    return (await runSource(desk, data, source, { common, run })).exitCode;
  } finally {
    await data.close();
  }
}

/** One run of a source in an opened data folder. */
export async function runSource(
  desk: Desk,
  data: DataFolder,
  source: Source,
  { common, run, release }: {
    readonly common: Common;
    readonly run: RunId;
    readonly release?: Release;
  },
): Promise<OnceResult> {
  const job = { ...jobOf(desk, source, run, data.alone), ...(release ? { release } : {}) };
  const progress = new ProgressLine(desk, common);
  using fetch = openFetchTo(desk, source);
  const end = await runOnce(job, {
    clock: desk.clock,
    fetch,
    archive: data.archive,
    log: data.log,
    failingChannels: () => failingChannels(desk, common, data.spool),
    observe: (step) => progress.show(step),
  });
  progress.show({ kind: "stage", stage: "report" });
  // An alert of such a day must not leave before its report is there.
  const owed = await Promise.allSettled([
    end.kind === "busy" ? null : writeOwedReports(data, source, run, common.lang),
  ]);
  const told = await Promise.allSettled([finish(desk, data, source, { common, run, end })]);
  progress.show({ kind: "stage", stage: "done" });
  const settled = await Promise.allSettled([
    end.kind === "busy" ? null : settle(data.log, source.spec.source),
  ]);
  // Settling may fail for the same reason as the report did; the first fault tells why.
  for (const step of [...told, ...owed, ...settled]) {
    if (step.status === "rejected") throw step.reason;
  }
  if (end.kind === "accepted" && data.alone) await keepWithin(desk, data, source.keep, common);
  return (told[0] as PromiseFulfilledResult<OnceResult>).value;
}

/** Tells of a run, and leaves its sign of life. */
async function finish(
  desk: Desk,
  data: DataFolder,
  source: Source,
  of: { readonly common: Common; readonly run: RunId; readonly end: RunEnd },
): Promise<OnceResult> {
  const result = await tell(desk, data, source, of);
  await beat(desk, data, source, of);
  return result;
}

/**
 * Every run that was made leaves its sign of life; one that another process makes does not, and
 * neither does one of a second view, which must not pass for the register's.
 */
async function beat(
  desk: Desk,
  data: DataFolder,
  { spec }: Source,
  { run, end }: { readonly run: RunId; readonly end: RunEnd },
): Promise<void> {
  if (end.kind === "busy" || isView(spec)) return;
  const { source } = spec;
  const now = desk.clock.now();
  const { head, ageHours, verdict } = await statusOf(data.log, source, now);
  await data.writeHeartbeat(heartbeatOf({ source, run, verdict, head, ageHours }, now));
}

async function tell(
  desk: Desk,
  data: DataFolder,
  source: Source,
  { common, run, end }: { common: Common; run: RunId; end: RunEnd },
): Promise<OnceResult> {
  switch (end.kind) {
    case "busy":
      tellUnjudged(desk, source, { common, run, reason: inWords(common.lang, BUSY) });
      return { exitCode: 1, retry: true };
    case "wrong-clock":
      tellUnjudged(desk, source, { common, run, reason: inWords(common.lang, end.reason) });
      return { exitCode: 1, retry: true };
    case "past":
      throw alreadyPast(source, run, end.head, seoulDate(desk.clock.now()));
    case "failed":
      return await tellFailed(desk, data, source, { common, run, ...end });
    case "done": {
      const record = await readRun(data.log, source.spec.source, run) as Accepted;
      const reason = setBack(record.finishedAt, desk.clock.now());
      if (reason) throw new StoreFault(reason);
      const revoked = await revocationOf(data.log, source.spec.source, run);
      if (revoked) {
        const words = inWords(common.lang, revokedSentence(run, revoked));
        tellUnjudged(desk, source, { common, run, reason: words });
        return { exitCode: 3, retry: false };
      }
      const view = await viewOfStore(data.log, source.spec, run, record);
      return await publish(desk, data, source, { common, run, record, view, repeated: true });
    }
    case "quarantined": {
      const { record } = end;
      const view = await viewOfStore(data.log, source.spec, run, record);
      return await publish(desk, data, source, { common, run, record, view, repeated: false });
    }
    case "accepted": {
      const { record } = end;
      const rates = await readRates(data.log, source.spec.source, run);
      const corrected = await readCorrected(data.log, source.spec.source, run);
      const lastGood = { run, record };
      const view = viewOfState(end.state, end.changes, { lastGood, corrected, rates });
      return await publish(desk, data, source, { common, run, record, view, repeated: false });
    }
  }
}

/** A day that has not come yet is not run. */
export function notYet(run: RunId, today: RunId): ConfigurationError {
  return new ConfigurationError({
    ko: `"--date" 값은 오늘보다 늦을 수 없습니다(입력: "${run}", 서울의 오늘: "${today}").`,
    en: `"--date" must not be later than today: "${run}", and in Seoul it is "${today}"`,
  });
}

function alreadyPast({ spec }: Source, run: RunId, head: RunId, today: RunId): Error {
  if (head.slice(0, 10) > today && run === today) return sealedAhead(run, head);
  return new ConfigurationError({
    ko: `"${run}" 날짜로 실행할 수 없습니다: "${spec.source}" 출처는 "${head}" 실행까지 이미 ` +
      '확정되었고 이력에는 덧붙이기만 합니다. "--date" 옵션과 이 컴퓨터의 시계를 확인하십시오.',
    en: `Cannot run "${run}": run "${head}" of "${spec.source}" is sealed already and history ` +
      'only grows; check "--date" and the clock of this machine',
  });
}

/** Either the clock is behind now, or it was ahead then; both are told, for only a person can know. */
function sealedAhead(today: RunId, head: RunId): StoreFault {
  return new StoreFault({
    ko: `"${today}" 날짜로 실행할 수 없습니다: "${head}" 실행이 이미 확정되어 있습니다. 이 ` +
      "컴퓨터의 시계가 늦으면 맞춘 뒤 다시 실행하십시오. 시계가 맞다면 그 실행은 시계가 앞서 있을 때 " +
      "만든 것이니, 그 전에 만든 자료 폴더 백업을 복원하십시오.",
    en: `Cannot run "${today}": run "${head}", a later day, is sealed already; if the clock of ` +
      "this machine is behind, set it and run again; if it is right, that run was made while it " +
      "was ahead: restore a backup of the data folder from before it",
  });
}

interface Publication {
  readonly common: Common;
  readonly run: RunId;
  readonly record: Accepted | Quarantined;
  readonly view: ReturnType<typeof viewOfState>;
  /** True where the day was sealed before this process began. */
  readonly repeated: boolean;
}

async function publish(
  desk: Desk,
  data: DataFolder,
  source: Source,
  of: Publication,
): Promise<OnceResult> {
  const { common } = of;
  const from = {
    notices: isView(source.spec) ? null : await noticesBeside(desk, data.log, of.run, common.lang),
    spec: source.spec,
    origin: source.settings.origin,
    wellFormed: source.prepared.wellFormed,
    watch: source.watch,
  };
  const report = compose(from, of.run, of.record, of.view);
  const files = await data.writeReport(report, common.lang);
  if (of.record.state === "accepted") await settleReport(data.log, source.spec.source, of.run);
  await deliver(data.log, data.notify);
  if (common.json) desk.out(`${JSON.stringify(toJson(report, files, common.lang))}\n`);
  else if (!common.quiet) desk.err(summaryText(report, files, common.lang, of.repeated));
  if (report.run.verdict === "quarantined") return { exitCode: 3, retry: false };
  const changed = common.exitCode && report.changes.length > 0;
  return { exitCode: changed ? 10 : 0, retry: false };
}

async function tellFailed(
  desk: Desk,
  data: DataFolder,
  source: Source,
  { common, run, record, misconfigured }: Pick<Publication, "common" | "run"> & {
    readonly record: Failed;
    readonly misconfigured: boolean;
  },
): Promise<OnceResult> {
  await deliver(data.log, data.notify);
  tellUnjudged(desk, source, { common, run, reason: inWords(common.lang, record.reason) });
  if (misconfigured) return { exitCode: 2, retry: false };
  return { exitCode: record.disallowed ? 3 : 1, retry: !record.disallowed };
}

/** Tells a run that came to no verdict. */
function tellUnjudged(
  desk: Desk,
  { spec: { source } }: Source,
  { common, run, reason }: { common: Common; run: RunId; reason: string },
): void {
  if (common.json) {
    desk.out(`${JSON.stringify({ source, run, verdict: null, reason, files: [] })}\n`);
  }
  desk.err(`${reason}\n`);
}

function toJson(report: Report, files: readonly string[], lang: Common["lang"]) {
  const { run } = report;
  return {
    source: report.source,
    run: run.run,
    verdict: run.verdict,
    reason: run.reason?.[lang] ?? null,
    baseline: run.baseline,
    records: report.recordCount,
    statedTotal: run.statedTotal,
    rows: run.rows,
    pages: run.pages,
    requests: run.requests,
    counts: report.counts,
    watched: report.watched.length,
    missing: report.missing.length,
    lastGood: report.lastGood?.run ?? null,
    ageHours: report.ageHours,
    files,
  };
}
