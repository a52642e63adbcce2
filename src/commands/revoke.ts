/**
 * `dmf revoke`: a person found that a sealed run was wrong.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import { prepareSpec } from "../extract.ts";
import { lastAccepted } from "../history.ts";
import type { RunId, SourceId } from "../model.ts";
import { deliver } from "../outbox.ts";
import { rollForward } from "../project.ts";
import type { Sentence } from "../refusal.ts";
import { revoke, runsFrom } from "../revoke.ts";
import { readCorrections } from "../corrections.ts";
import { readHead } from "../store.ts";
import { deciding, decisionOf, nothingSealed, sourceOf, underHold } from "./deciding.ts";
import { readSpec } from "./job.ts";

type Revoking = Command & { readonly kind: "revoke" };

/** Revokes a run, and with it every accepted run after it. */
export async function revokeRun(desk: Desk, command: Revoking): Promise<number> {
  const { common } = command;
  const spec = await readSpec(desk, await sourceOf(desk, command));
  const { source } = spec;
  const { wellFormed } = prepareSpec(spec);
  return await deciding(desk, command, async (data) => {
    await rollForward(data.log, source);
    // Held first: no run may be sealed between the look and the correction.
    const { replaces, reason } = await underHold(desk, data, source, async (hold) => {
      const runs = await revocable(data, source, command);
      const decision = decisionOf(desk, command);
      const sealed = await revoke(data.log, hold, runs, { decision, wellFormed });
      await rollForward(data.log, source);
      return sealed;
    });
    const revoked = replaces.map(({ run }) => run);
    await deliver(data.log, data.notify);
    const inForce = await lastAccepted(data.log, source);
    if (common.json) {
      desk.out(`${JSON.stringify({ source, revoked, reason, inForce: inForce?.run ?? null })}\n`);
    } else if (!common.quiet) {
      desk.err(`${inWords(common.lang, done(revoked, inForce?.run ?? null))}\n`);
    }
    return 0;
  });
}

/** The accepted runs that go with the one that is meant. */
async function revocable(
  { log }: DataFolder,
  source: SourceId,
  { run, withLater }: Revoking,
): Promise<RunId[]> {
  const { head } = await readHead(log, source);
  if (head === null) throw nothingSealed(source);
  const [first, ...later] = (await runsFrom(log, source, run)).map((one) => one.run);
  if (first !== run) {
    const corrections = await readCorrections(log, source, head);
    throw corrections.get(run)?.revoked ? revokedAlready(run) : notAccepted(run, source);
  }
  if (later.length > 0 && !withLater) throw hasLater(run, later);
  return [first, ...later];
}

function done(runs: readonly RunId[], inForce: RunId | null): Sentence {
  const all = runs.join(", ");
  return {
    ko: `${all} 실행을 철회했습니다. ` +
      (inForce ? `"${inForce}" 실행의 목록이 다시 유효합니다.` : "유효한 목록이 없습니다.") +
      " 다음 날의 수집이 그동안의 변동을 다시 찾습니다.",
    en: `Run ${all} is revoked; ` +
      (inForce ? `the list of run ${inForce} is in force again` : "no list is in force") +
      "; the crawl of the next day finds anew what happened meanwhile.",
  };
}

function notAccepted(run: RunId, source: SourceId): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 날짜에 확정된 실행이 없습니다("${source}"). "dmf changes --since ${run}"로 ` +
      "확인하십시오.",
    en: `No run of "${source}" was accepted on "${run}"; see "dmf changes --since ${run}"`,
  });
}

function revokedAlready(run: RunId): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 실행은 이미 철회되었습니다.`,
    en: `Run "${run}" is revoked already`,
  });
}

function hasLater(run: RunId, later: readonly RunId[]): ConfigurationError {
  const shown = later.length > 3 ? `${later.slice(0, 3).join(", ")} …` : later.join(", ");
  return new ConfigurationError({
    ko: `"${run}" 실행 뒤에 그것과 비교된 실행이 ${later.length}개 있습니다(${shown}). 함께 ` +
      '철회하려면 "--with-later"를 붙이십시오. 다음 수집이 사실인 변동을 다시 찾습니다.',
    en: `${later.length} accepted runs were compared with "${run}" and its list (${shown}); ` +
      'revoke them as well with "--with-later", the next crawl finds anew what is true of them',
  });
}
