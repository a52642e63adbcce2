/**
 * The commands that only read: status, changes, as-of, history, report.
 *
 * Each rolls the projections forward first, so that what a crash left half done is whole before it is
 * read. With `--json` they print the shapes documented in the README, without it a few plain lines.
 *
 * @module
 */

import type { Command, Common } from "../arguments.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { DataFolder, Desk } from "../desk.ts";
import { prepareSpec } from "../extract.ts";
import { printableLines } from "../field_text.ts";
import { asOf, findRecords, readChanges, readRuns, timeline } from "../history.ts";
import { rollForward } from "../project.ts";
import { compose, viewOfStore } from "../report/compose.ts";
import type { Accepted } from "../run_record.ts";
import { readHead, readRun } from "../store.ts";
import { StoreFault } from "../store_fault.ts";
import { statusOf } from "../status.ts";
import { sourceIds } from "../selectors.ts";
import type { Change, RunId, SourceId } from "../model.ts";
import { channelStates } from "./channel_states.ts";
import { channelWarnings } from "./channel_text.ts";
import { readConfig, readEverySource, readSources, readSpec } from "./job.ts";
import { asOfText, changesText, statusText, timelineText } from "./read_text.ts";
import { originFor } from "../config.ts";

/** Opens the data folder for one reading and closes it again. */
async function reading<T>(
  desk: Desk,
  common: Common,
  read: (data: DataFolder) => Promise<T>,
): Promise<T> {
  const data = await desk.openData(common.data, "existing");
  try {
    for (const source of await readEverySource(desk)) await rollForward(data.log, source);
    return await read(data);
  } finally {
    await data.close();
  }
}

function print(desk: Desk, common: Common, value: unknown, text: () => string): number {
  desk.out(common.json ? `${JSON.stringify(value)}\n` : printableLines(text()));
  return 0;
}

/** `dmf status`. */
export function status(desk: Desk, { common }: Command): Promise<number> {
  return reading(desk, common, async ({ log, spool }) => {
    const now = desk.clock.now();
    const states = await channelStates(desk, common, spool);
    const registers = new Set(await readSources(desk));
    const known = await readEverySource(desk);
    const all = await Promise.all(known.map((id) => statusOf(log, id, now)));
    // A second view that was never asked for is no news.
    const sources = all.filter(({ source, lastRun }) => registers.has(source) || lastRun !== null);
    const { lang } = common;
    const told = sources.map(({ words, refused, drift, ...status }) => ({
      ...status,
      drift: drift && { joint: drift.joint, sentence: drift.words[lang] },
      reason: words?.[lang] ?? null,
      refused: refused && { ...refused, doubts: refused.doubts.map((doubt) => doubt[lang]) },
    }));
    const channels = states.map(({ channel, waiting, givenUp }) => ({
      channel,
      waiting: waiting.length,
      givenUp: givenUp.length,
    }));
    const warnings = channelWarnings(states, lang).map((line) => `${line}\n`).join("");
    return print(
      desk,
      common,
      { sources: told, channels },
      () => statusText(told, lang) + warnings,
    );
  });
}

/** `dmf changes`. */
export function changes(desk: Desk, command: Command & { kind: "changes" }): Promise<number> {
  const { common, since, until } = command;
  return reading(desk, common, async ({ log }) => {
    const all: Change[] = [];
    for (const source of await readSources(desk)) {
      all.push(...await readChanges(log, source, { since, until }));
    }
    return print(desk, common, all, () => changesText(all, common.lang));
  });
}

/** `dmf as-of`. */
export function asOfDate(desk: Desk, command: Command & { kind: "asOf" }): Promise<number> {
  const { common, date } = command;
  return reading(desk, common, async ({ log }) => {
    const source = sourceIds()[0] as SourceId;
    const { run, record } = await lastAcceptedBy(log, source, date);
    const standing = await asOf(log, source, date);
    if (standing.length !== record.records) throw incomplete(run, record.records, standing.length);
    const rows = standing.map(({ record, values, validFrom }) => {
      const { registrationNumber, ...rest } = values;
      return { record, registrationNumber, ...rest, validFrom };
    });
    return print(desk, common, rows, () => asOfText(standing, common.lang));
  });
}

/**
 * The run whose list stood on a day.
 *
 * Before the baseline nothing was observed, and an empty list would say the register was empty.
 */
async function lastAcceptedBy(log: DataFolder["log"], source: SourceId, date: RunId) {
  let last: { readonly run: RunId; readonly record: Accepted } | null = null;
  for await (const { run, record } of readRuns(log, source, { since: null, until: null })) {
    if (record.state !== "accepted") continue;
    if (run <= date) last = { run, record };
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

/** `dmf history`. */
export function history(desk: Desk, command: Command & { kind: "history" }): Promise<number> {
  const { common, record } = command;
  return reading(desk, common, async ({ log }) => {
    const source = sourceIds()[0] as SourceId;
    const ids = await findRecords(log, source, record);
    if (ids.length === 0) {
      throw new ConfigurationError({
        ko: `"${record}" 값은 "${source}" 출처의 등록번호도 레코드 ID도 아닙니다.`,
        en: `"${record}" is neither a registration number nor a record id of "${source}"`,
      });
    }
    const timelines = await Promise.all(ids.map((id) => timeline(log, source, id)));
    return print(
      desk,
      common,
      timelines,
      () => timelines.map((one) => timelineText(one, common.lang)).join("\n"),
    );
  });
}

/** `dmf report`: writes the report of a day, the last one by default, again. */
export function report(desk: Desk, command: Command & { kind: "report" }): Promise<number> {
  const { common, date } = command;
  return reading(desk, common, async (data) => {
    const spec = await readSpec(desk, null);
    const { head } = await readHead(data.log, spec.source);
    const run = date ?? head?.run;
    const record = run ? await readRun(data.log, spec.source, run) : null;
    if (!run || (record?.state !== "accepted" && record?.state !== "quarantined")) {
      throw new ConfigurationError({
        ko: `"${spec.source}" 출처에 ${run ? `"${run}" 날짜로 ` : ""}끝난 실행이 없어 ` +
          "보고서를 쓸 수 없습니다.",
        en: `There is no finished run${run ? ` "${run}"` : ""} of "${spec.source}" to report`,
      });
    }
    const origin = originFor(await readConfig(desk, common), spec);
    const { wellFormed } = prepareSpec(spec);
    const view = await viewOfStore(data.log, spec, run, record);
    const files = await data.writeReport(
      compose({ spec, origin, wellFormed }, run, record, view),
      common.lang,
    );
    return print(desk, common, { run, files }, () => `${files.join("\n")}\n`);
  });
}
