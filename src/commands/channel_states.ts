/**
 * Where the channels of dmf.json stand, for the commands that show it.
 *
 * @module
 */

import type { Common } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { type Desk, inWords } from "../desk.ts";
import { isForeseen } from "../fault_words.ts";
import { type ChannelStatus, failing, overview } from "../notify/overview.ts";
import type { Spool } from "../notify/spool.ts";
import { readConfig } from "./job.ts";

/**
 * Channels and what they owe; none where dmf.json cannot be read, which is said on stderr: a morning
 * that failed for it left neither a run nor an alert.
 */
export async function channelStates(
  desk: Desk,
  common: Common,
  spool: Spool,
): Promise<ChannelStatus[]> {
  try {
    return await overview(spool, (await readConfig(desk, common)).notify);
  } catch (fault) {
    if (!(fault instanceof ConfigurationError)) throw fault;
    desk.err(`${inWords(common.lang, fault.sentence)}\n`);
    return [];
  }
}

/**
 * Names of the channels that did not deliver; none where the outbox folder cannot be read, since no
 * run may fail for that before its seal, and handing on after it complains.
 */
export async function failingChannels(
  desk: Desk,
  common: Common,
  spool: Spool,
): Promise<readonly string[]> {
  try {
    return failing(await overview(spool, (await readConfig(desk, common)).notify));
  } catch (fault) {
    if (isForeseen(fault)) return [];
    throw fault;
  }
}
