/**
 * The commands about runs that only read the store: status, report.
 *
 * With `--json` they print the shapes documented in the README, without it a few plain lines.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { readCorrections, revocationOf, revokedSentence } from "../corrections.ts";
import type { Desk } from "../desk.ts";
import { prepareSpec } from "../extract.ts";
import { lastAccepted } from "../history.ts";
import { compose, viewOfStore } from "../report/compose.ts";
import { readHead, readRun } from "../store.ts";
import { statusOf } from "../status.ts";
import { channelStates } from "./channel_states.ts";
import { channelWarnings } from "./channel_text.ts";
import { readConfig, readEverySource, readSources, readSpec } from "./job.ts";
import { ratesJson } from "./rates_text.ts";
import { statusText } from "./read_text.ts";
import { print, reading } from "./reading.ts";
import { ratesNow } from "../watch_rates.ts";
import { originFor } from "../config.ts";

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
    const rates = await Promise.all(known.map((id) => ratesNow(log, id, now)));
    const told = sources.map(({ words, refused, drift, ...status }, i) => ({
      ...status,
      drift: drift && { joint: drift.joint, sentence: drift.words[lang] },
      reason: words?.[lang] ?? null,
      refused: refused && { ...refused, doubts: refused.doubts.map((doubt) => doubt[lang]) },
      rates: rates[i] ?? null,
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
      { sources: told.map((one) => ({ ...one, rates: ratesJson(one.rates, lang) })), channels },
      () => statusText(told, lang) + warnings,
    );
  });
}

/** `dmf report`: writes the report of a day, the last one by default, again. */
export function report(desk: Desk, command: Command & { kind: "report" }): Promise<number> {
  const { common, date, source } = command;
  return reading(desk, common, async (data) => {
    const spec = await readSpec(desk, source);
    const run = date ?? (await lastAccepted(data.log, spec.source))?.run;
    const record = run ? await readRun(data.log, spec.source, run) : null;
    if (!run || (record?.state !== "accepted" && record?.state !== "quarantined")) {
      throw new ConfigurationError({
        ko: `"${spec.source}" 출처에 ${run ? `"${run}" 날짜로 ` : ""}끝난 실행이 없어 ` +
          "보고서를 쓸 수 없습니다.",
        en: `There is no finished run${run ? ` "${run}"` : ""} of "${spec.source}" to report`,
      });
    }
    const { head } = await readHead(data.log, spec.source);
    const corrector = (await readCorrections(data.log, spec.source, head)).get(run);
    // What was read again is reported with the spec that read it.
    const told = { ...record, specVersion: corrector?.specVersion ?? record.specVersion };
    const revoked = await revocationOf(data.log, spec.source, run);
    if (revoked) throw new ConfigurationError(revokedSentence(run, revoked));
    const config = await readConfig(desk, common);
    const origin = originFor(config, spec);
    const { wellFormed } = prepareSpec(spec);
    const view = await viewOfStore(data.log, spec, run, record);
    const files = await data.writeReport(
      compose({ spec, origin, wellFormed, watch: config.watch }, run, told, view),
      common.lang,
    );
    return print(desk, common, { run, files }, () => `${files.join("\n")}\n`);
  });
}
