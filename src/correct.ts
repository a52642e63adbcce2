/**
 * Correcting sealed runs: what they said is never deleted, a correction sealed behind them says what
 * counts instead.
 *
 * The new history is folded in memory first, so that no correction is sealed that contradicts
 * itself, and what it teaches replaces what was learned; with the seal every projection is marked to
 * be made anew from the corrected log. What is to stand in the place of a run is decided in
 * `revoke.ts` and `reextract.ts`.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import { sealHash, stage } from "./commit.ts";
import type { Hold } from "./hold.ts";
import { baselineKey, headKey, outboxKey, owedReportKey, projectedKey, runKey } from "./keys.ts";
import { chainEntries, type LogEntry } from "./log.ts";
import type { RunId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import { RENEWAL } from "./renewal.ts";
import { type Counted, relearn } from "./relearn.ts";
import type { Corrected, Decision, Head } from "./run_record.ts";
import { readHead } from "./store.ts";

/** What is to stand in the place of an accepted run. */
export interface Amendment {
  readonly run: RunId;
  /** `null` where the run is revoked. */
  readonly entries: readonly LogEntry[] | null;
}

/** A correction before it is sealed. */
export interface Correction extends Decision, Pick<Corrected, "kind" | "specVersion"> {
  /** In the order of the runs; not empty. */
  readonly amendments: readonly Amendment[];
  readonly alert: Alert;
}

/** What the correction comes to. */
export interface Corrigenda {
  /** Every accepted run that counts, as corrected, in order. */
  readonly history: AsyncIterable<Counted>;
  readonly wellFormed: RegExp;
}

/** Seals a correction. */
export async function correct(
  log: EventLog,
  hold: Hold,
  correction: Correction,
  { history, wellFormed }: Corrigenda,
): Promise<Corrected> {
  const { source, run } = hold;
  const { records, change, statistics } = await relearn(history, wellFormed);
  const { entry: headEntry, head } = await readHead(log, source);
  if (head === null) throw new Error("A correction follows a sealed run");
  const { kind, specVersion, reason, by, at, amendments } = correction;
  const sealed = chainEntries(amendments.flatMap(({ entries }) => entries ?? []), {
    run,
    seq: head.seq,
    hash: head.chain,
  });
  await stage(log, hold, sealed);

  let from = 0;
  const replaces = amendments.map(({ run, entries }) => {
    const place = { run, revoked: entries === null, from, entries: entries?.length ?? 0 };
    from += place.entries;
    return { ...place, records: records.get(run) ?? 0 };
  });
  const unchained = {
    state: "corrected",
    kind,
    reason,
    by,
    at,
    finishedAt: at,
    specVersion,
    replaces,
    firstSeq: head.seq + 1,
    entries: sealed.length,
  } as const;
  const hash = sealed.at(-1)?.hash ?? head.chain;
  const record: Corrected = { ...unchained, chain: sealHash(hash, unchained) };
  const next: Head = {
    run,
    seq: head.seq + sealed.length,
    hash,
    chain: record.chain,
    at,
    corrections: [...head.corrections ?? [], run],
  };
  await hold.write([
    { key: headKey(source), value: next },
    { key: runKey(source, run), value: record },
    { key: projectedKey(source), value: RENEWAL },
    { key: baselineKey(source, "change"), value: change },
    { key: baselineKey(source, "statistics"), value: statistics },
    { key: outboxKey(correction.alert.id), value: correction.alert },
    // A report that a revoked run still owes would tell what no longer counts.
    ...replaces.filter(({ revoked }) => revoked)
      .map(({ run }) => ({ key: owedReportKey(source, run), value: undefined })),
  ], [headEntry]);
  return record;
}
