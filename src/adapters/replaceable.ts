/**
 * Whether what a data folder holds may give way to a backup.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import { metaKey, runKey } from "../keys.ts";
import type { RunId, SourceId } from "../model.ts";
import { isObject } from "../fsck/reading.ts";
import type { Sentence } from "../refusal.ts";
import type { Accepted } from "../run_record.ts";
import { StoreFault } from "../store_fault.ts";
import type { Manifest } from "./backup_file.ts";
import { assertSameStore, type FolderPaths, maybeStat } from "./data_folder.ts";
import { sealedIn } from "./older_copy.ts";
import type { ProvenBackup } from "./proven_backup.ts";
import { openStoreFile } from "./store_file.ts";
import { readMarker, type Sealed } from "./store_marker.ts";

/** What a data folder holds. */
export type Present =
  | { readonly kind: "nothing" }
  | {
    readonly kind: "store";
    /** Ids that the store and its marker bear: one, none, or two that differ. */
    readonly stores: readonly string[];
    /** The last seals that the store has, and those that its marker remembers. */
    readonly sealed: readonly Sealed[];
    /** Why not all of it can be read. */
    readonly fault: Sentence | null;
  };

/** Looks at what is there; damage is part of what is found. */
export async function lookAtPresent(paths: FolderPaths): Promise<Present> {
  // A -wal file without its store would be taken for the restored one's.
  const files = [paths.kv, `${paths.kv}-wal`, paths.marker];
  const there = await Promise.all(files.map(maybeStat));
  if (there.every((file) => file === null)) return { kind: "nothing" };
  let fault: Sentence | null = null;
  const attempt = async <T>(look: () => Promise<T>): Promise<T | null> => {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      fault ??= error.sentence;
      return null;
    }
  };
  const marker = await attempt(() => readMarker(paths.marker));
  const store = await attempt(() => lookAtStore(paths.kv));
  if (marker && store) await attempt(() => Promise.resolve(assertSameStore(marker, store.meta)));
  const ids = [marker?.store, store?.id].filter((id) => typeof id === "string");
  return {
    kind: "store",
    stores: [...new Set(ids)],
    sealed: [store?.sealed ?? {}, marker?.sealed ?? {}],
    fault,
  };
}

async function lookAtStore(kv: string) {
  using file = openStoreFile(kv);
  const [broken] = file.integrity();
  if (broken !== undefined) throw new StoreFault({ ko: `${broken}.`, en: broken });
  const { value: meta } = await file.log.get(metaKey());
  const id = isObject(meta) && typeof meta.store === "string" ? meta.store : null;
  return { id, meta, sealed: await sealedIn(file.log) };
}

/**
 * Lets a backup take the place of what is there.
 *
 * @throws {ConfigurationError} where the backup is another store's, or lacks something that is there
 * and nobody said `--replace`.
 */
export async function assertReplaceable(
  present: Present,
  { contents, manifest }: ProvenBackup,
  { file, replace }: { readonly file: string; readonly replace: boolean },
): Promise<void> {
  if (present.kind === "nothing") return;
  const seals = present.sealed.flatMap((sealed) => Object.entries(sealed));
  // A store that never sealed a run, as `dmf check` leaves one behind, has nothing to lose.
  const isBlank = present.fault === null && seals.length === 0;
  const [id] = present.stores;
  if (id !== undefined && !present.stores.includes(manifest.store) && !isBlank) {
    throw foreign(file, manifest, id);
  }
  if (replace || isBlank) return;
  if (present.fault) throw unreadable(file, present.fault);
  for (const [source, { run, chain }] of seals) {
    const entry = await contents.log.get(runKey(source as SourceId, run as RunId));
    if ((entry.value as Partial<Accepted> | null)?.chain !== chain) {
      throw furtherOn(file, { source, run });
    }
  }
}

/** The backup belongs to another data folder. */
export function foreign(file: string, { store }: Manifest, present: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일을 복원할 수 없습니다: 다른 저장소("${store}")의 백업이고 이 자료 폴더의 ` +
      `저장소는 "${present}"입니다. "--data" 옵션으로 다른 폴더를 지정하십시오.`,
    en:
      `Cannot restore "${file}": it is a backup of another store ("${store}"), the store of this ` +
      `data folder is "${present}"; name another folder with "--data"`,
  });
}

function unreadable(file: string, fault: Sentence): ConfigurationError {
  return new ConfigurationError({
    ko:
      `"${file}" 파일을 복원하지 않았습니다: 지금 있는 자료를 다 읽을 수 없어 백업보다 최신인지 ` +
      `알 수 없습니다(${fault.ko.replace(/\.$/, "")}). "--replace" 옵션을 주면 지금 있는 파일을 ` +
      "지우지 않고 옮겨 둔 뒤 복원합니다.",
    en: `Did not restore "${file}": the present data cannot be read, and may be further on than ` +
      `the backup (${fault.en}); with "--replace" the present files are moved aside, none is ` +
      "deleted, and the backup is restored",
  });
}

function furtherOn(
  file: string,
  { source, run }: { readonly source: string; readonly run: string },
): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일을 복원하지 않았습니다: 이 자료 폴더에는 백업에 없는 "${source}" 출처의 ` +
      `"${run}" 실행이 확정되어 있습니다. "--replace" 옵션을 주면 지금 있는 파일을 지우지 않고 ` +
      "옮겨 둔 뒤 복원합니다.",
    en:
      `Did not restore "${file}": run "${run}" of "${source}" is sealed in this data folder and ` +
      'not in the backup; with "--replace" the present files are moved aside, none is deleted, ' +
      "and the backup is restored",
  });
}
