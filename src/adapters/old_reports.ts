/**
 * Removing the files of old reports: each can be written again from the log.
 *
 * @module
 */

import type { Dropped } from "../desk.ts";
import type { RunId } from "../model.ts";
import { maybeStat } from "./data_folder.ts";
import { diskFault } from "./disk_fault.ts";
import { entriesIn } from "./durable_file.ts";

/** What `report_files.ts` writes; whatever else lies there is not ours. */
const REPORT = /^(\d{4}-\d\d-\d\d)\.(?:xlsx|(?:changes|records)\.(?:csv|jsonl))$/;

/** Removes reports of days before `first`, or only counts them; people open the newest one. */
export async function dropReports(
  folder: string,
  first: RunId,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Dropped> {
  const reports = (await entriesIn(folder)).map(({ name }) => name).filter((name) =>
    REPORT.test(name)
  );
  const newest = dayOf(reports.at(-1) ?? "");
  let [files, bytes, held] = [0, 0, 0];
  for (const name of reports.filter((name) => dayOf(name) < first && dayOf(name) !== newest)) {
    const path = `${folder}/${name}`;
    const size = (await maybeStat(path))?.size ?? 0;
    if (!dryRun && !await removed(path)) held += 1;
    else {
      files += 1;
      bytes += size;
    }
  }
  return { files, bytes, held };
}

function dayOf(name: string): string {
  return name.slice(0, 10);
}

/** False where a program holds the file: Windows keeps what a spreadsheet program has open. */
async function removed(path: string): Promise<boolean> {
  try {
    await Deno.remove(path);
  } catch (error) {
    const { Busy, NotFound, PermissionDenied } = Deno.errors;
    if (error instanceof Busy || error instanceof PermissionDenied) return false;
    if (!(error instanceof NotFound)) throw diskFault(error, path);
  }
  return true;
}
