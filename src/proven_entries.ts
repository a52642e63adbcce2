/**
 * Sealed entries as they are read, each proven by the chain it hangs in.
 *
 * An event that was altered in the file is never shown: reading ends there with a fault. What else
 * may be damaged is told by `fsck.ts`.
 *
 * @module
 */

import { sealHash } from "./commit.ts";
import { eventKey, eventsOf, keyText, runKey, runsOf } from "./keys.ts";
import { entryHash, type SealedEntry } from "./log.ts";
import type { RunId, SourceId } from "./model.ts";
import type { EventLog, Key } from "./ports.ts";
import type { Accepted, RunRecord } from "./run_record.ts";
import { StoreFault } from "./store_fault.ts";

/**
 * The entries of an accepted run in order.
 *
 * @throws {StoreFault} where one is missing, or is not what was sealed.
 */
export async function* provenEntries(
  log: EventLog,
  source: SourceId,
  run: RunId,
  record: Accepted,
): AsyncGenerator<SealedEntry> {
  let hash = record.firstSeq === 1 ? "" : await sealBefore(log, source, run, record);
  let index = 0;
  const end = eventKey(source, run, record.entries);
  for await (const { key, value } of log.list({ prefix: eventsOf(source, run), end })) {
    const sealed = value as SealedEntry;
    const { seq, entry } = sealed;
    const whole = key.at(-1) === index && seq === record.firstSeq + index && sealed.run === run &&
      sealed.hash === entryHash(hash, seq, run, entry);
    if (!whole) throw altered(key);
    hash = sealed.hash;
    index += 1;
    yield sealed;
  }
  const { chain, ...unchained } = record;
  if (index < record.entries) throw altered(eventKey(source, run, index));
  if (sealHash(hash, unchained) !== chain) throw altered(runKey(source, run));
}

/**
 * The seal that the first entry of a run is chained to. The run before is named by the run itself,
 * except in older stores; to look for it, run by run, would cost more than to read the entries.
 */
async function sealBefore(
  log: EventLog,
  source: SourceId,
  run: RunId,
  { after }: Accepted,
): Promise<string> {
  const named = after ? (await log.get(runKey(source, after))).value as RunRecord | null : null;
  if (named?.state === "accepted") return named.chain;
  const earlier = { prefix: runsOf(source), end: runKey(source, run), reverse: true };
  for await (const { value } of log.list(earlier)) {
    const record = value as RunRecord;
    if (record.state === "accepted") return record.chain;
  }
  return "";
}

function altered(key: Key): StoreFault {
  const at = keyText(key);
  return new StoreFault({
    ko: `"dmf.kv" 파일의 "${at}" 값이 봉인된 이력과 맞지 않습니다. 파일이 손상되었습니다. 모든 ` +
      '손상은 "dmf fsck"로 볼 수 있습니다. "dmf restore FILE --replace"로 백업을 복원하십시오.',
    en: `"${at}" in "dmf.kv" is not what was sealed: the file is damaged; "dmf fsck" lists all ` +
      'damage, restore a backup with "dmf restore FILE --replace"',
  });
}
