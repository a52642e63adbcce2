/**
 * `dmf accept` and `dmf reject`: what a person says of a refused list.
 *
 * Accepting reads the archived pages of the refused run again, lifts the doubts that were shown and
 * no others, and seals the run with the reason in it; the site is asked for nothing. Rejecting
 * settles the question. Either way the next run is judged as ever.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { revocationOf, revokedSentence } from "../corrections.ts";
import type { Desk } from "../desk.ts";
import { inWords } from "../desk.ts";
import { readRuns } from "../history.ts";
import { runKey } from "../keys.ts";
import type { RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { deliver } from "../outbox.ts";
import { settle } from "../project.ts";
import { isReleasable, type Sentence } from "../refusal.ts";
import { sentence } from "../refusal_words.ts";
import { type Accepted, doubtsOf, type Quarantined } from "../run_record.ts";
import { readHead, readRun } from "../store.ts";
import { deciding, decisionOf, sourceOf } from "./deciding.ts";
import { readSource, readSpec } from "./job.ts";
import { runSource } from "./once.ts";

type Deciding = Command & { readonly kind: "accept" | "reject" };
/** Runs `dmf accept`. */
export async function accept(desk: Desk, command: Deciding): Promise<number> {
  const { common, run } = command;
  const source = await readSource(desk, common, await sourceOf(desk, command), { sends: false });
  return await deciding(desk, command, async (data) => {
    const refused = await refusedRun(data.log, source.spec.source, run, { sealed: true });
    const doubts = refused.state === "accepted"
      ? refused.released?.doubts ?? []
      : doubtsOf(refused);
    const open = doubts.find((doubt) => !isReleasable(doubt));
    if (open) throw notReleasable(run, sentence(open));
    const release = { ...decisionOf(desk, command), doubts };
    return (await runSource(desk, data, source, { common, run, release })).exitCode;
  });
}

/** Runs `dmf reject`. */
export async function reject(desk: Desk, command: Deciding): Promise<number> {
  const { common, run } = command;
  const { source } = await readSpec(desk, await sourceOf(desk, command));
  return await deciding(desk, command, async ({ log, notify }) => {
    const entry = await log.get(runKey(source, run));
    const refused = await refusedRun(log, source, run);
    if (refused.state !== "quarantined") throw notRefused(run, source);
    const rejected: Quarantined = { ...refused, rejected: decisionOf(desk, command) };
    if (!await log.atomic([entry], [{ key: entry.key, value: rejected }])) {
      throw notRefused(run, source);
    }
    await settle(log, source);
    // The refusal may have been cut off before it was told.
    await deliver(log, notify);
    if (common.json) desk.out(`${JSON.stringify({ source, run, decision: "rejected" })}\n`);
    else desk.err(inWords(common.lang, rejectedSentence(run)));
    return 0;
  });
}

/** The refused run that is meant, or where `sealed` allows it, one released whose report is owed. */
async function refusedRun(
  log: EventLog,
  source: SourceId,
  run: RunId,
  { sealed = false } = {},
): Promise<Quarantined | Accepted> {
  const record = await readRun(log, source, run);
  const { head } = await readHead(log, source);
  const revoked = await revocationOf(log, source, run);
  if (revoked) throw new ConfigurationError(revokedSentence(run, revoked));
  if (head && head.run > run) throw superseded(run, head.run);
  const later = await laterList(log, source, run);
  if (record?.state === "quarantined" && later) throw notTheLast(run, later);
  if (record?.state === "quarantined" && !record.rejected) return record;
  if (record?.state === "accepted" && record.released && sealed) return record;
  if (record?.state === "quarantined") throw decided(run);
  throw notRefused(run, source);
}

/** A later run that came to a list; one that did not leaves this one the last word of the site. */
async function laterList(log: EventLog, source: SourceId, run: RunId): Promise<RunId | null> {
  let later: RunId | null = null;
  for await (const one of readRuns(log, source, { since: run, until: null })) {
    if (one.run > run && one.record.state === "quarantined") later = one.run;
  }
  return later;
}

function notRefused(run: RunId, source: SourceId): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 실행은 결정을 기다리는 격리 상태가 아닙니다("${source}"). ` +
      '"dmf status"로 확인하십시오.',
    en: `Run "${run}" of "${source}" is not a refused run that waits for a decision; see ` +
      '"dmf status"',
  });
}

function decided(run: RunId): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 실행은 이미 버렸습니다. 다음 실행이 새로 판단하며, 지금 다시 수집하려면 ` +
      '"dmf --once"를 실행하십시오.',
    en: `Run "${run}" is rejected already; the next run judges anew, and "dmf --once" crawls now`,
  });
}

function superseded(run: RunId, head: RunId): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 실행은 결정할 필요가 없습니다: 그 뒤의 "${head}" 실행이 채택되어 그동안의 ` +
      "변동을 모두 담고 있습니다.",
    en:
      `Run "${run}" needs no decision: run "${head}" was accepted after it and holds everything ` +
      "that happened meanwhile",
  });
}

function notTheLast(run: RunId, last: RunId): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 실행 뒤에 "${last}" 실행이 있습니다. 더 최근의 목록을 두고 결정하십시오.`,
    en: `Run "${last}" came after "${run}"; decide on the more recent list`,
  });
}

function notReleasable(run: RunId, open: Sentence): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 실행은 채택할 수 없습니다. 목록이 온전하지 않거나 읽을 수 없는 모양입니다: ` +
      `${open.ko} 사이트가 돌아온 뒤 다시 실행하거나, 화면이 바뀌었다면 선택자 파일의 새 버전을 ` +
      "만드십시오.",
    en: `Run "${run}" cannot be accepted, its list is not whole or not as the spec says: ` +
      `${open.en} Run again when the site is back, or write the next selector file`,
  });
}

function rejectedSentence(run: RunId): Sentence {
  return {
    ko: `"${run}" 실행을 버렸습니다. 마지막 정상 자료가 계속 유효합니다.\n`,
    en: `Run "${run}" is rejected; the last good data stay in force.\n`,
  };
}
