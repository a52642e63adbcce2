/**
 * The opened data folder on a disk: Deno KV, archive, outbox and reports joined to their ports.
 *
 * @module
 */

import type { DataFolder } from "../desk.ts";
import { metaKey } from "../keys.ts";
import { assertSameStore, openDataFolder } from "./data_folder.ts";
import { openDenoKv } from "./deno_kv.ts";
import { diskArchive } from "./disk_archive.ts";
import { removeUnfinished } from "./durable_file.ts";
import { fileNotify } from "./file_notify.ts";
import { withLargeValues } from "./large_values.ts";
import { STORE_SCHEMA } from "./store_marker.ts";

/**
 * Opens a data folder with everything in it.
 *
 * The store and `store.json` name each other; a store that lost its file or is another's is a fault.
 */
export async function openBox(path: string, mode: "found" | "existing"): Promise<DataFolder> {
  const folder = await openDataFolder(path, { mustExist: mode === "existing" });
  try {
    // Only who may write for long takes the lock; a reader must never keep a crawl out.
    const alone = mode === "found" && await folder.lock();
    if (alone) {
      const { root, outbox, reports } = folder.paths;
      // Until the store is founded others may be writing the marker at this moment.
      const folders = folder.founded ? [root, outbox, reports] : [outbox, reports];
      for (const path of folders) await removeUnfinished(path);
    }
    const log = withLargeValues(await openDenoKv(folder.paths.kv));
    try {
      const meta = await log.get(metaKey());
      assertSameStore(folder.marker, meta.value);
      if (meta.value === null) {
        const value = { store: folder.storeId, schema: STORE_SCHEMA };
        await log.atomic([meta], [{ key: metaKey(), value }]);
      }
      await folder.confirm();
    } catch (error) {
      log.close();
      throw error;
    }
    // Loading the workbook writer takes a third of a second; a crawl has the pauses for it.
    const early = mode === "found" ? import("./report_files.ts") : null;
    return {
      path,
      log,
      archive: diskArchive(folder.paths.raw),
      notify: fileNotify(folder.paths.outbox),
      alone,
      async writeReport(report, lang) {
        const { writeReportFiles } = await (early ?? import("./report_files.ts"));
        const files = await writeReportFiles(report, { dir: folder.paths.reports, lang });
        return Object.values(files);
      },
      close() {
        log.close();
        folder.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    folder.close();
    throw error;
  }
}
