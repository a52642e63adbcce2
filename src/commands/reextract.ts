/**
 * `dmf reextract`: shows what another version of the selector spec makes of the archive, and seals
 * that as a correction where a person confirms it.
 *
 * @module
 */

import type { Command, Common } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { correct } from "../correct.ts";
import type { DataFolder, Desk } from "../desk.ts";
import { prepareSpec } from "../extract.ts";
import { EVENT_LABELS } from "../fields.ts";
import { readAccepted, readCounted } from "../history.ts";
import type { Hold } from "../hold.ts";
import type { LogEntry } from "../log.ts";
import type { RunId, SourceId } from "../model.ts";
import { fieldChanges } from "../diff.ts";
import type { Known } from "../state.ts";
import { deliver } from "../outbox.ts";
import type { PreparedSpec } from "../prepared_spec.ts";
import { rollForward } from "../project.ts";
import type { Counted } from "../relearn.ts";
import { type NotReplayed, type ReplayedRun, Replaying } from "../reextract.ts";
import type { Decision } from "../run_record.ts";
import { deciding, decisionOf, sourceOf, underHold } from "./deciding.ts";
import { readSpecVersions } from "./job.ts";
import {
  type ChangedRecord,
  type Reextracted,
  reextractJson,
  reextractText,
} from "./reextract_text.ts";

type Reextracting = Command & { readonly kind: "reextract" };

/** Runs the command: 0, or 3 where a run could not be read again. */
export async function reextractRuns(desk: Desk, command: Reextracting): Promise<number> {
  const { common, confirmed } = command;
  const id = await sourceOf(desk, command);
  const specs = new Map((await readSpecVersions(desk, id)).map((one) => [one.version, one]));
  const version = command.spec ?? Math.max(...specs.keys());
  const spec = specs.get(version);
  if (!spec) throw noVersion(id, version, [...specs.keys()]);
  return await deciding(desk, command, async (data) => {
    const { source } = spec;
    await rollForward(data.log, source);
    if (command.from) await assertRun(data, source, command.from);
    const ready = new Map([...specs].map(([one, its]) => [one, prepareSpec(its)]));
    const replaying = new Replaying({
      log: data.log,
      archive: data.archive,
      prepared: ready.get(version) as PreparedSpec,
      specOf: (one: number) => ready.get(one) ?? null,
      from: command.from,
    });
    const { wellFormed } = ready.get(version) as PreparedSpec;
    const work = async (hold: Hold | null): Promise<Reextracted> => {
      const { runs, stopped } = await readAll(desk, common, replaying, hold);
      const isSealing = hold !== null && stopped === null && runs.some(({ differs }) => differs);
      if (isSealing && confirmed !== null) {
        const decision = decisionOf(desk, confirmed);
        await seal(data, hold, { source, version, runs, wellFormed, decision });
        await rollForward(data.log, source);
      }
      const sealed = isSealing ? hold.run : null;
      return resultOf(replaying, { source, specVersion: version, runs, stopped, sealed });
    };
    // Held first: no run may be sealed between the reading and the correction.
    const result = confirmed === null
      ? await work(null)
      : await underHold(desk, data, source, work);
    if (result.sealed) await deliver(data.log, data.notify);
    if (common.json) desk.out(`${JSON.stringify(reextractJson(result, common.lang))}\n`);
    else desk.out(reextractText(result, common.lang, confirmed !== null));
    return result.stopped === null ? 0 : 3;
  });
}

/** Replays every run; what is held stays held however long it takes. */
async function readAll(desk: Desk, common: Common, replaying: Replaying, hold: Hold | null) {
  const runs: ReplayedRun[] = [];
  let stopped: NotReplayed | null = null;
  for await (const one of replaying.runs()) {
    if ("reason" in one) stopped = one;
    else runs.push(one);
    await hold?.write([]);
    if (!common.quiet && !common.json) desk.line(`${one.run}`);
  }
  return { runs, stopped };
}

function resultOf(
  replaying: Replaying,
  { runs, ...of }: Omit<Reextracted, "replayed" | "runs" | "records"> & {
    readonly runs: readonly ReplayedRun[];
  },
): Reextracted {
  const differing = runs.filter(({ differs }) => differs);
  return {
    ...of,
    replayed: runs.length,
    runs: differing.map(({ run, before, after }) => ({
      run,
      before: before.filter(isEvent).length,
      after: after.filter(isEvent).length,
    })),
    // Where it stopped, the two histories do not end on one day.
    records: of.stopped === null ? changedRecords(replaying) : [],
  };
}

/** Records that would stand otherwise after the last run that was replayed. */
function changedRecords({ before, after }: Replaying): ChangedRecord[] {
  const changed: ChangedRecord[] = [];
  for (const record of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(record), after.get(record)];
    const fields = was && is ? fieldChanges(was.values, is.values) : {};
    const presence = is === undefined ? "gone" : was === undefined ? "new" : null;
    if (presence === null && Object.keys(fields).length === 0) continue;
    const { registrationNumber } = (is ?? was as Known).values;
    changed.push({ record, registrationNumber, presence, fields });
  }
  return changed;
}

async function assertRun({ log }: DataFolder, source: SourceId, run: RunId): Promise<void> {
  const span = { since: null, until: null };
  const runs = (await Array.fromAsync(readAccepted(log, source, span))).map((one) => one.run);
  if (runs.includes(run)) return;
  const next = runs.find((one) => one > run);
  throw new ConfigurationError({
    ko: `"--from ${run}" 날짜에 확정된 실행이 없습니다.` +
      (next ? ` 그 뒤의 첫 실행은 "${next}"입니다.` : ""),
    en: `No run was accepted on "--from ${run}"` +
      (next ? `, the first after it is "${next}"` : ""),
  });
}

function noVersion(
  source: string,
  version: number,
  known: readonly number[],
): ConfigurationError {
  const all = known.toSorted((a, b) => a - b).join(", ");
  return new ConfigurationError({
    ko: `"${source}" 출처에 선택자 버전 ${version}이(가) 없습니다. 있는 버전: ${all}.`,
    en: `"${source}" has no selector spec of version ${version}, there are ${all}`,
  });
}

interface Sealing {
  readonly source: SourceId;
  readonly version: number;
  readonly runs: readonly ReplayedRun[];
  readonly wellFormed: RegExp;
  readonly decision: Decision;
}

/** Seals what differs. */
async function seal(
  data: DataFolder,
  hold: Hold,
  { source, version, runs, wellFormed, decision }: Sealing,
): Promise<void> {
  const amended = runs.filter(({ differs }) => differs);
  const { run } = hold;
  await correct(data.log, hold, {
    ...decision,
    kind: "re-extracted",
    specVersion: version,
    amendments: amended.map(({ run, after }) => ({ run, entries: after })),
    alert: {
      id: `${source}-${run}-corrected`,
      kind: "corrected",
      source,
      run,
      at: decision.at,
      sentence: {
        ko: `선택자 버전 ${version}(으)로 보관된 화면을 다시 읽어 ${amended.length}개 실행의 ` +
          `기록을 정정했습니다(이유: ${decision.reason}).`,
        en: `The archive was read again with spec version ${version}: the records of ` +
          `${amended.length} runs are corrected (${decision.reason}).`,
      },
    },
  }, { history: history(data, source, runs), wellFormed });
}

/** Everything that counts: runs before the replay as they are, and those of it as they were read. */
async function* history(
  { log }: DataFolder,
  source: SourceId,
  runs: readonly ReplayedRun[],
): AsyncGenerator<Counted> {
  const first = runs[0]?.run;
  for await (const one of readCounted(log, source)) {
    if (first !== undefined && one.run >= first) break;
    yield one;
  }
  for (const { run, after } of runs) yield { run, entries: after };
}

function isEvent({ kind }: LogEntry): boolean {
  return kind in EVENT_LABELS;
}
