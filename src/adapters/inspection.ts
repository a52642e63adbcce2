/**
 * Opening a data folder to look at it, however damaged it is: what is wrong with its files is a
 * finding, and nothing is written.
 *
 * @module
 */

import type { Finding } from "../fsck/finding.ts";
import { metaKey } from "../keys.ts";
import type { Inspection } from "../keeping.ts";
import { StoreFault } from "../store_fault.ts";
import { filesBelow, membersOf } from "./archive_census.ts";
import {
  assertNotRestoring,
  assertSameStore,
  type FolderPaths,
  hasTraces,
  maybeStat,
  noData,
  pathsOf,
} from "./data_folder.ts";
import { assertNotOlder } from "./older_copy.ts";
import { openStoreFile, type StoreFile } from "./store_file.ts";
import { readMarker, type StoreMarker } from "./store_marker.ts";

/**
 * Looks into the folder `path`.
 *
 * @throws {ConfigurationError} where there is nothing to look at.
 */
export async function inspect(path: string): Promise<Inspection> {
  const paths = pathsOf(path);
  if (await maybeStat(paths.marker) === null && !await hasTraces(paths)) throw noData(path);
  const findings: Finding[] = [];
  const tell = (at: string) => (fault: unknown) => {
    if (!(fault instanceof StoreFault)) throw fault;
    findings.push({ kind: "unusable", at, fault: fault.sentence });
    return null;
  };
  const resting = await assertNotRestoring(paths).then(() => true, tell(paths.restoring));
  const marker = await readMarker(paths.marker).catch(tell(paths.marker));
  // Of a folder between two stores nothing can be said.
  const store = resting ? await openStore(paths).catch(tell(paths.kv)) : null;
  if (store) await lookAt(store, paths, marker, { findings, tell: tell(paths.kv) });
  return {
    findings,
    log: store?.log ?? null,
    members: () => membersOf(filesBelow(paths.raw)),
    [Symbol.dispose]: () => store?.[Symbol.dispose](),
  };
}

async function openStore({ kv }: FolderPaths): Promise<StoreFile> {
  return await Promise.resolve(openStoreFile(kv));
}

async function lookAt(
  { log, integrity }: StoreFile,
  paths: FolderPaths,
  marker: StoreMarker | null,
  { findings, tell }: {
    readonly findings: Finding[];
    readonly tell: (fault: unknown) => null;
  },
): Promise<void> {
  for (const found of integrity()) findings.push({ kind: "pages-damaged", at: paths.kv, found });
  try {
    const meta = await log.get(metaKey());
    if (marker) {
      assertSameStore(marker, meta.value);
      await assertNotOlder(marker, log);
    } else if (await maybeStat(paths.marker) === null) throw lostMarker(paths);
  } catch (fault) {
    tell(fault);
  }
}

function lostMarker({ root }: FolderPaths): StoreFault {
  return new StoreFault({
    ko: `"${root}" 폴더를 열 수 없습니다: "store.json" 파일이 없습니다. ` +
      '"dmf restore FILE --replace"로 백업을 복원하십시오.',
    en: `Cannot open "${root}": "store.json" is missing; restore a backup with ` +
      '"dmf restore FILE --replace"',
  });
}
