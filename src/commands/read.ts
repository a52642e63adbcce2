/**
 * The commands about runs that only read the store: status, report.
 *
 * With `--json` they print the shapes documented in the README, without it a few plain lines.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { Desk } from "../desk.ts";
import { statusOf } from "../status.ts";
import { channelStates } from "./channel_states.ts";
import { channelWarnings } from "./channel_text.ts";
import { findBoards, readBoards } from "./board_source.ts";
import { readEverySource, readSources, readSpec } from "./job.ts";
import { ratesJson } from "./rates_text.ts";
import { statusText } from "./read_text.ts";
import { print, reading } from "./reading.ts";
import { noticesAgain, reportAgain } from "./report_again.ts";
import { ratesNow } from "../watch_rates.ts";

/** `dmf status`. */
export function status(desk: Desk, { common }: Command): Promise<number> {
  return reading(desk, common, async ({ log, spool }) => {
    const now = desk.clock.now();
    const states = await channelStates(desk, common, spool);
    const registers = new Set(await readSources(desk));
    const boards = (await readBoards(desk)).map(({ source }) => source);
    const known = [...await readEverySource(desk), ...boards];
    const all = await Promise.all(known.map((id) => statusOf(log, id, now)));
    // A second view that was never asked for is no news.
    const sources = all.filter(({ source, lastRun }) => registers.has(source) || lastRun !== null);
    const { lang } = common;
    // A board has no list whose figures could be told.
    const rates = await Promise.all(
      sources.map(({ source }) => boards.includes(source) ? null : ratesNow(log, source, now)),
    );
    const told = sources.map(({ words, refused, drift, ...status }, i) => ({
      ...status,
      drift: drift && { joint: drift.joint, sentence: drift.words[lang] },
      reason: words?.[lang] ?? null,
      refused: refused && { ...refused, doubts: refused.doubts.map((doubt) => doubt[lang]) },
      rates: rates[i] ?? null,
      ...(boards.includes(status.source) ? { kind: "board" as const } : {}),
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
export async function report(desk: Desk, command: Command & { kind: "report" }): Promise<number> {
  const { common, date, source } = command;
  const boards = await findBoards(desk, source);
  return await reading(desk, common, async (data) => {
    const { run, files } = boards
      ? await noticesAgain(data, boards, { common, date })
      : await reportAgain(desk, data, await readSpec(desk, source), { common, date });
    return print(desk, common, { run, files }, () => `${files.join("\n")}\n`);
  });
}
