/**
 * Making a backup: copied, proven, signed, and only then given its name.
 *
 * @module
 */

import { dirname } from "node:path";
import { ConfigurationError } from "../configuration_error.ts";
import { metaKey } from "../keys.ts";
import type { BackedUp, BackUpHow } from "../keeping.ts";
import { StoreFault } from "../store_fault.ts";
import { filesBelow } from "./archive_census.ts";
import { BackupDraft, copyStore, type Manifest, openContents } from "./backup_file.ts";
import {
  assertNotRestoring,
  assertSameStore,
  type FolderPaths,
  hasTraces,
  maybeStat,
  noData,
  pathsOf,
} from "./data_folder.ts";
import { diskFault } from "./disk_fault.ts";
import { removeIfThere, syncFile, syncFolder, unfinishedName } from "./durable_file.ts";
import { assertNotOlder } from "./older_copy.ts";
import { firstDamage, proofOf } from "./proven_backup.ts";
import { readMarker, STORE_SCHEMA, type StoreMarker } from "./store_marker.ts";

/**
 * Writes a backup of the folder `data` into `file`, which must not be there.
 *
 * @throws {ConfigurationError} where there is no data, or the file is there or out of reach.
 * @throws {StoreFault} where the store is damaged: such a backup could not be restored.
 */
export async function backUp(data: string, file: string, how: BackUpHow): Promise<BackedUp> {
  const paths = pathsOf(data);
  await assertNotRestoring(paths);
  const marker = await readMarker(paths.marker);
  if (marker === null && !await hasTraces(paths)) throw noData(data);
  if (marker === null || await maybeStat(paths.kv) === null) throw incomplete(data);
  if (await maybeStat(file) !== null) throw taken(file);
  const draft = unfinishedName(file);
  try {
    await copyStore(paths.kv, draft);
    const backedUp = await fill(draft, paths, marker, how);
    await syncFile(draft);
    await Deno.rename(draft, file);
    await syncFolder(dirname(file));
    return { ...backedUp, file, bytes: (await Deno.stat(file)).size };
  } catch (error) {
    for (const end of ["", "-wal", "-shm", "-journal"]) await removeIfThere(draft + end);
    throw diskFault(error, file);
  }
}

type Filled = Omit<BackedUp, "file" | "bytes">;

async function fill(
  path: string,
  { raw, root }: FolderPaths,
  marker: StoreMarker,
  { archive, program, now }: BackUpHow,
): Promise<Filled> {
  using draft = new BackupDraft(path);
  await draft.fill(marker, archive ? filesBelow(raw) : null);
  // The copy is proven, not the folder: what is in the backup must be whole.
  const report = await proven(path, root, marker, archive);
  const manifest: Manifest = draft.sign({
    store: marker.store,
    schema: STORE_SCHEMA,
    heads: report.heads,
    madeAt: now.round("second").toString(),
    program,
    archive,
  });
  const { store, heads, members } = manifest;
  return { store, heads, report, members: archive ? members : null };
}

async function proven(path: string, root: string, marker: StoreMarker, archive: boolean) {
  using contents = openContents(path);
  assertSameStore(marker, (await contents.log.get(metaKey())).value);
  await assertNotOlder(marker, contents.log);
  const report = await proofOf(contents, archive);
  const [pages] = contents.integrity();
  const found = pages === undefined ? firstDamage(report) : { ko: pages, en: pages };
  if (found === null) return report;
  throw new StoreFault({
    ko: `"${root}" 폴더를 백업하지 않았습니다: 손상된 곳이 있어 복원할 수 없는 백업이 됩니다. ` +
      `모든 손상은 "dmf fsck"로 볼 수 있습니다. 첫 번째: ${found.ko}`,
    en: `Did not back up "${root}": it is damaged, and such a backup could not be restored; ` +
      `"dmf fsck" lists all damage; the first: ${found.en}`,
  });
}

function taken(file: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일이 이미 있습니다. 백업은 덮어쓰지 않으니 다른 이름을 쓰십시오.`,
    en: `"${file}" is there already; a backup is never written over, choose another name`,
  });
}

function incomplete(data: string): StoreFault {
  return new StoreFault({
    ko: `"${data}" 폴더를 백업할 수 없습니다: "store.json" 또는 "dmf.kv" 파일이 없습니다. ` +
      '"dmf fsck"로 확인하십시오.',
    en: `Cannot back up "${data}": "store.json" or "dmf.kv" is missing; see "dmf fsck"`,
  });
}
