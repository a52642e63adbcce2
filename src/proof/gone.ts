/**
 * That a record is gone, proven by the look-up page that did not find it.
 *
 * @module
 */

import { judgeLookUp, lookUpFor } from "../absence.ts";
import { findRecords, versionAsOf } from "../history.ts";
import { wholeKey } from "../identity.ts";
import type { RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import type { Known } from "../state.ts";
import type { Given, Standing } from "./given.ts";
import { notProven, otherLookUp } from "./not_proven.ts";
import type { Pages, ProvenPage } from "./page.ts";
import { placeOf, type ProvenEvent } from "./prove.ts";

/** A look-up that found nothing of a record. */
export interface GoneProof {
  readonly event: ProvenEvent;
  readonly page: ProvenPage;
  /** What was searched for. */
  readonly searched: string;
  /** Rows on the page, all of them other records. */
  readonly rows: number;
}

/**
 * Proves that the look-up behind a `delisted` entry found nothing.
 *
 * @throws {ArchiveFault} that says what does not hold.
 */
export async function proveGone(
  log: EventLog,
  source: SourceId,
  { standing, given, pages }: {
    readonly standing: Standing;
    readonly given: Given;
    readonly pages: Pages;
  },
): Promise<GoneProof> {
  const { event, page: at } = placeOf(given);
  const page = await pages.read(at);
  const { record, values, raw, validFrom } = standing.versions[0];
  const known: Known = { record, values, raw, validFrom, delisted: false, missing: null };
  const search = lookUpFor(known, page.prepared.spec);
  const asked = search && new URL(page.url).searchParams.get(search.parameter);
  if (search === null || asked !== search.text) {
    throw notProven(page, otherLookUp(asked ?? page.url));
  }
  const listed = await othersNamed(log, source, standing, event.run);
  const verdict = judgeLookUp(known, search, page.reading, listed);
  if (verdict !== "nothing") throw notProven(page, otherLookUp(verdict));
  return { event, page, searched: search.text, rows: page.reading.rows.length };
}

/** Other records in force with the same number: that the look-up shows them says nothing. */
async function othersNamed(
  log: EventLog,
  source: SourceId,
  { record, versions }: Standing,
  run: RunId,
): Promise<ReadonlySet<string>> {
  const number = versions[0].values.registrationNumber;
  const others = new Set<string>();
  for (const id of number === null ? [] : await findRecords(log, source, number)) {
    const version = id === record ? null : await versionAsOf(log, source, id, run);
    const inForce = version && (version.validTo === null || version.validTo > run);
    if (inForce) others.add(wholeKey(version.values));
  }
  return others;
}
