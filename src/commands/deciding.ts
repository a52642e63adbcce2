/**
 * What commands have in common by which a person decides on history: the source that is meant, a
 * folder opened to write, the source held while it is looked at and changed.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { DataFolder, Desk } from "../desk.ts";
import { BUSY } from "../fault_words.ts";
import { beginCorrection, Hold } from "../hold.ts";
import { LeaseLost } from "../lease_lost.ts";
import type { InstantText, RunId, SourceId } from "../model.ts";
import type { Decision } from "../run_record.ts";
import { readSources } from "./job.ts";

/** A command about one source, by what it would be typed as. */
export type AboutSource = Pick<Command, "common"> & {
  readonly kind: string;
  readonly run?: RunId;
  readonly source: string | null;
};

/** The source that is meant: runs of one day have one name in every source, so it is never guessed. */
export async function sourceOf(desk: Desk, about: AboutSource): Promise<string> {
  const { kind, run, source } = about;
  const known = await readSources(desk);
  if (source !== null || known.length === 1) return source ?? known[0] as string;
  const all = known.map((id) => `"${id}"`).join(", ");
  const words = run === undefined ? kind : `${kind} ${run}`;
  throw new ConfigurationError({
    ko: `"${words}" 명령에는 "--source" 옵션으로 출처를 적어야 합니다. 알려진 출처: ${all}.`,
    en: `"${words}" needs "--source" with one of ${all}`,
  });
}

/** Opens the folder to write, alone: a decision in the middle of a crawl would be about another list. */
export async function deciding(
  desk: Desk,
  { common }: Pick<Command, "common">,
  decide: (data: DataFolder) => Promise<number>,
): Promise<number> {
  await (await desk.openData(common.data, "existing")).close();
  const data = await desk.openData(common.data, "found");
  try {
    return await decide(data);
  } finally {
    await data.close();
  }
}

/** A person's words with the hour at which they were said. */
export function decisionOf(
  desk: Desk,
  { reason, by }: Pick<Decision, "reason" | "by">,
): Decision {
  return { reason, by, at: desk.clock.now().toString() as InstantText };
}

/** Holds a source for a correction, and lets go of it whatever comes. */
export async function underHold<T>(
  desk: Desk,
  { log, alone }: Pick<DataFolder, "log" | "alone">,
  source: SourceId,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  const hold = await beginCorrection({ log, clock: desk.clock }, source, { alone });
  if (hold === null) throw nothingSealed(source);
  if (!(hold instanceof Hold)) throw new LeaseLost(BUSY);
  try {
    return await work(hold);
  } finally {
    // Letting go may fail for the reason that the work did; that one is told.
    await Promise.allSettled([hold.release()]);
  }
}

/** There is nothing to decide on before the first accepted run. */
export function nothingSealed(source: SourceId): ConfigurationError {
  return new ConfigurationError({
    ko: `"${source}" 출처에는 아직 확정된 실행이 없습니다.`,
    en: `No run of "${source}" is sealed yet`,
  });
}
