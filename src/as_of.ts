/**
 * The list as it stood on a day, read from the versions of all records.
 *
 * @module
 */

import { versionsOf } from "./keys.ts";
import type { RecordId, RunId, SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import type { StandingRecord } from "./report/report.ts";
import type { StoredVersion } from "./store.ts";

/** The records in force on a day: in the list, or missing from it without being delisted. */
export async function asOf(
  log: EventLog,
  source: SourceId,
  date: RunId,
): Promise<StandingRecord[]> {
  return await toldAsOf(log, source, date, (standing) => standing);
}

/**
 * What is told of each record in force on a day, in the register's order.
 *
 * Each is told as it is read: of tens of thousands of values only what is told is kept.
 */
export async function toldAsOf<T>(
  log: EventLog,
  source: SourceId,
  date: RunId,
  tell: (standing: StandingRecord) => T,
): Promise<T[]> {
  const prefix = versionsOf(source);
  // Ids are spread evenly: while the store fetches one part, another is taken in.
  const bounds = PARTS.map((id) => [...prefix, id]);
  const parts = [undefined, ...bounds].map(async (start, at): Promise<Placed<T>[]> => {
    const [from, to] = [start ? { start } : {}, bounds[at] ? { end: bounds[at] } : {}];
    const placed: Placed<T>[] = [];
    for await (const { value } of log.list({ prefix, ...from, ...to, many: true })) {
      const { record, values, validFrom, validTo } = value as StoredVersion;
      if (validFrom <= date && (validTo === null || date < validTo)) {
        placed.push({ ...placeIn({ record, values }), told: tell({ record, values, validFrom }) });
      }
    }
    return placed;
  });
  return (await Promise.all(parts)).flat().sort(byPlace).map(({ told }) => told);
}

/** Where a record stands in the register's order. */
interface Place {
  readonly number: string;
  readonly record: RecordId;
}

type Placed<T> = Place & { readonly told: T };

function placeIn({ record, values }: Pick<StandingRecord, "record" | "values">): Place {
  return { number: values.registrationNumber ?? "\uffff", record };
}

function byPlace(a: Place, b: Place): number {
  return a.number < b.number ? -1 : a.number > b.number ? 1 : a.record < b.record ? -1 : 1;
}

/** Beginnings of record ids that cut a source into quarters; where ids are others, the parts differ. */
const PARTS = ["r4", "r8", "rc"];

/** Records by registration number, those without one last. */
export function inRegisterOrder<T extends Pick<StandingRecord, "record" | "values">>(
  records: readonly T[],
): T[] {
  return records.map((told) => ({ ...placeIn(told), told })).sort(byPlace)
    .map(({ told }) => told);
}
