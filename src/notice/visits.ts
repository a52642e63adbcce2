/**
 * What is kept of visits to the pages of notices, beside the log: losing it costs a request.
 *
 * @module
 */

import { visitKey, visitsOf } from "../keys.ts";
import type { RecordId, RunId, SourceId } from "../model.ts";
import type { EventLog, Write } from "../ports.ts";

/** A visit with the run that made it; what it holds is the caller's. */
export interface KeptVisit<V> {
  readonly run: RunId;
  readonly visit: V;
}

/** Visits by notice. */
export async function readVisits<V>(
  log: Pick<EventLog, "list">,
  source: SourceId,
): Promise<Map<RecordId, KeptVisit<V>>> {
  const visits = new Map<RecordId, KeptVisit<V>>();
  for await (const { key, value } of log.list({ prefix: visitsOf(source) })) {
    visits.set(key.at(-1) as RecordId, value as KeptVisit<V>);
  }
  return visits;
}

/** The write that keeps a visit. */
export function visitWrite<V>(source: SourceId, record: RecordId, kept: KeptVisit<V>): Write {
  return { key: visitKey(source, record), value: kept };
}
