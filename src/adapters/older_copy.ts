/**
 * Telling a store from an older copy of itself.
 *
 * A dmf.kv that was put back from a copy, or lost its -wal file, opens without a word and lacks the
 * latest runs: the next crawl would tell their events once more, under other dates. Therefore
 * `store.json` remembers the last seals. It is written after them, so that a crash in between only
 * leaves it behind, which is no fault.
 *
 * @module
 */

import { headKey, heads, runKey } from "../keys.ts";
import type { RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import type { Accepted, Head } from "../run_record.ts";
import { StoreFault } from "../store_fault.ts";
import type { Sealed, SealedHead, StoreMarker } from "./store_marker.ts";

type Readable = Pick<EventLog, "get" | "list">;

/** The last seal of each source, as the store has it. */
export async function sealedIn(log: Readable): Promise<Sealed> {
  const sealed: Record<string, SealedHead> = {};
  for await (const { key, value } of log.list({ prefix: heads() })) {
    const { run, seq, chain } = value as Head;
    sealed[String(key[1])] = { run, seq, chain };
  }
  return sealed;
}

/**
 * Proves that the store has every seal that the marker remembers.
 *
 * @throws {StoreFault} naming the first run that is missing.
 */
export async function assertNotOlder({ sealed }: StoreMarker, log: Readable): Promise<void> {
  for (const [source, remembered] of Object.entries(sealed ?? {})) {
    const run = await log.get(runKey(source as SourceId, remembered.run as RunId));
    const head = (await log.get(headKey(source as SourceId))).value as Partial<Head> | null;
    const record = run.value as Partial<Accepted> | null;
    const has = typeof head?.run === "string" && head.run >= remembered.run &&
      record?.chain === remembered.chain;
    if (!has) throw olderCopy(source, remembered, head?.run ?? null);
  }
}

function olderCopy(source: string, { run }: SealedHead, head: RunId | null): StoreFault {
  return new StoreFault({
    ko:
      `"dmf.kv" 파일을 사용할 수 없습니다: "store.json" 파일에 따르면 "${source}" 출처의 "${run}" ` +
      "실행이 확정되어 있는데 이 파일에는 없습니다. 여기의 마지막 실행은 " +
      `${head === null ? "없습니다" : `"${head}" 실행입니다`}. 파일이 옛 사본으로 바뀌었거나 ` +
      '"dmf.kv-wal" 파일을 잃었습니다. 최신 파일을 되돌려 놓거나 "dmf restore FILE --replace"로 ' +
      '백업을 복원하십시오. 옛 사본으로 계속하려면 "store.json" 파일에서 "sealed" 항목을 지우십시오.',
    en:
      `Cannot use "dmf.kv": "store.json" says that run "${run}" of "${source}" was sealed here, ` +
      "and the file does not have it; its last run is " +
      `${head === null ? "none" : `"${head}"`}: the file is an older copy, or "dmf.kv-wal" was ` +
      'lost; put the newest files back, or restore a backup with "dmf restore FILE --replace", ' +
      'or, to go on from the older copy, delete "sealed" from "store.json"',
  });
}
