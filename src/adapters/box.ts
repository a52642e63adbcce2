/**
 * The opened data folder on a disk: Deno KV, archive, outbox and reports joined to their ports.
 *
 * @module
 */

import { dirname } from "node:path";
import type { DataFolder } from "../desk.ts";
import { metaKey } from "../keys.ts";
import { Spool } from "../notify/spool.ts";
import { sourceIds } from "../selectors.ts";
import { assertSameStore, type FolderPaths, openDataFolder } from "./data_folder.ts";
import { openDenoKv } from "./deno_kv.ts";
import { diskArchive } from "./disk_archive.ts";
import { diskFault } from "./disk_fault.ts";
import { diskShelf } from "./disk_shelf.ts";
import { diskFolder } from "./disk_folder.ts";
import { removeAbandoned, removeUnfinished, writeDurably } from "./durable_file.ts";
import { dropReports } from "./old_reports.ts";
import { fileNotify } from "./file_notify.ts";
import { assertNotOlder, sealedIn } from "./older_copy.ts";
import { withLargeValues } from "./large_values.ts";
import { STORE_SCHEMA } from "./store_marker.ts";

/**
 * Opens a data folder with everything in it.
 *
 * The store and `store.json` name each other; a store that lost its file, is another's or an older
 * copy of itself is a fault.
 */
export async function openBox(path: string, mode: "found" | "existing"): Promise<DataFolder> {
  const folder = await openDataFolder(path, { mustExist: mode === "existing" });
  try {
    // Only who may write for long takes the lock; a reader must never keep a crawl out.
    const alone = mode === "found" && await folder.lock();
    // Until the store is founded others may be writing the marker at this moment.
    if (alone) await clearAway(folder.paths, folder.founded);
    const log = withLargeValues(await openDenoKv(folder.paths.kv));
    try {
      const meta = await log.get(metaKey());
      assertSameStore(folder.marker, meta.value);
      await assertNotOlder(folder.marker, log);
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
      shelf: diskShelf(folder.paths.raw),
      notify: fileNotify(folder.paths.outbox),
      spool: new Spool(diskFolder(folder.paths.outbox)),
      alone,
      async writeReport(report, lang) {
        const { writeReportFiles } = await (early ?? import("./report_files.ts"));
        // Reports are named by their day, and a day has one of the register and one of every view.
        const dir = sourceIds().some((id) => id === report.source)
          ? folder.paths.reports
          : `${folder.paths.reports}/${report.source}`;
        const files = await writeReportFiles(report, { dir, lang });
        return Object.values(files);
      },
      async writeNotices(report, lang) {
        const { writeNoticeFiles } = await (early ?? import("./report_files.ts"));
        return await writeNoticeFiles(report, {
          dir: `${folder.paths.reports}/${report.source}`,
          lang,
        });
      },
      async writePage(path, html) {
        try {
          await Deno.mkdir(dirname(path), { recursive: true });
        } catch (error) {
          throw diskFault(error, path);
        }
        await writeDurably(path, new TextEncoder().encode(html));
      },
      dropReports: (first, how) => dropReports(folder.paths.reports, first, how),
      writeHeartbeat(heartbeat) {
        const text = `${JSON.stringify(heartbeat, null, 2)}\n`;
        return writeDurably(folder.paths.heartbeat, new TextEncoder().encode(text));
      },
      async close() {
        try {
          if (mode === "found") await folder.remember(await sealedIn(log));
        } finally {
          log.close();
          folder.close();
        }
      },
    };
  } catch (error) {
    folder.close();
    throw error;
  }
}

/** Runs whose pages may be half-written: a dead one is never far from the last. */
const RECENT_RUNS = 3;

/**
 * Removes the drafts of processes that died, also of a day that nobody ran again.
 *
 * The archive is written under the lock alone; a report or an alert may be written right now.
 */
async function clearAway(
  { root, raw, reports, outbox }: FolderPaths,
  founded: boolean,
): Promise<void> {
  try {
    if (founded) await removeUnfinished(root);
    const runs: string[] = [];
    for await (const { name, isDirectory } of Deno.readDir(raw)) if (isDirectory) runs.push(name);
    for (const run of runs.sort().slice(-RECENT_RUNS)) await removeUnfinished(`${raw}/${run}`);
    for (const folder of [reports, outbox]) await removeAbandoned(folder);
  } catch (error) {
    throw diskFault(error, raw);
  }
}
