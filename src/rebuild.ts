/**
 * Making records, numbers, versions and missing marks anew from the log, and telling whether they
 * came out as they were.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { canonical } from "./digest.ts";
import { missingOf, numbersOf, projectedKey, recordsOf, versionsOf } from "./keys.ts";
import type { SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import { rollForward } from "./project.ts";
import { RENEWAL } from "./renewal.ts";

/** What a rebuild came to. */
export interface Rebuilt {
  readonly source: SourceId;
  /** Values that the log makes. */
  readonly values: number;
  /** True where every one of them is what was there before, and nothing else was. */
  readonly same: boolean;
  /** Digest over all of them. */
  readonly digest: string;
}

/** Throws the projections of a source away and makes them anew. */
export async function rebuild(log: EventLog, source: SourceId): Promise<Rebuilt> {
  await rollForward(log, source);
  const before = await projectionsIn(log, source);
  await renew(log, source);
  const after = await projectionsIn(log, source);
  return { source, ...after, same: before.digest === after.digest };
}

/**
 * Makes the projections of a source anew from the log alone.
 *
 * Rolling forward throws them away first, whoever does it and however often it is cut off.
 */
export async function renew(log: EventLog, source: SourceId): Promise<void> {
  for (;;) {
    const marked = await log.get(projectedKey(source));
    if (await log.atomic([marked], [{ key: marked.key, value: RENEWAL }])) break;
  }
  await rollForward(log, source);
}

/** Number and digest of everything that is projected. */
export async function projectionsIn(
  log: Pick<EventLog, "list">,
  source: SourceId,
): Promise<{ readonly values: number; readonly digest: string }> {
  const hash = createHash("sha256");
  let values = 0;
  for (
    const prefix of [recordsOf(source), numbersOf(source), versionsOf(source), missingOf(source)]
  ) {
    for await (const { key, value } of log.list({ prefix })) {
      hash.update(`${canonical(key)}\n${canonical(value)}\n`);
      values += 1;
    }
  }
  return { values, digest: hash.digest("hex") };
}
