/**
 * What the reading commands have in common: a folder opened for one reading, sources chosen, an
 * answer printed.
 *
 * Projections are rolled forward first, so that what a crash left half done is whole before it is
 * read.
 *
 * @module
 */

import type { Common } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { DataFolder, Desk } from "../desk.ts";
import { printableLines } from "../field_text.ts";
import type { SourceId } from "../model.ts";
import { nearest } from "../nearest.ts";
import type { EventLog } from "../ports.ts";
import { rollForward } from "../project.ts";
import { readHead } from "../store.ts";
import { readEverySource, readSources, refuseBoards } from "./job.ts";

/** Opens the data folder for one reading and closes it again. */
export async function reading<T>(
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

/** Prints an answer as JSON or as lines for people; returns exit code 0. */
export function print(desk: Desk, common: Common, value: unknown, text: () => string): number {
  desk.out(common.json ? `${JSON.stringify(value)}\n` : printableLines(text()));
  return 0;
}

/** The sources that a question is about: the one that is named, or all. */
export async function askedSources(
  desk: Desk,
  named: string | null,
): Promise<readonly SourceId[]> {
  const known = await readSources(desk);
  if (named === null) return known;
  const source = known.find((id) => id === named);
  if (source !== undefined) return [source];
  await refuseBoards(desk, named);
  const near = nearest(named, known);
  const all = known.map((id) => `"${id}"`).join(", ");
  throw new ConfigurationError({
    ko: `"${named}" 출처는 없습니다. ${
      near === null ? `알려진 출처: ${all}.` : `가장 가까운 출처는 "${near}"입니다.`
    }`,
    en: `"${named}" is not a known source, ${
      near === null ? `known are ${all}` : `nearest is "${near}"`
    }`,
  });
}

/**
 * The one source that a question is about where it can only be about one.
 *
 * @throws {ConfigurationError} that names the sources where several have a past.
 */
export async function askedSource(
  desk: Desk,
  log: EventLog,
  named: string | null,
): Promise<SourceId> {
  const known = await askedSources(desk, named);
  const lived: SourceId[] = [];
  for (const source of known) if ((await readHead(log, source)).head) lived.push(source);
  if (lived.length <= 1) return lived[0] ?? known[0] as SourceId;
  const all = lived.map((id) => `"--source ${id}"`).join(", ");
  throw new ConfigurationError({
    ko: `어느 출처인지 옵션으로 정하십시오: ${all}.`,
    en: `Say which source is meant: ${all}`,
  });
}
