/**
 * `dmf archive`: what of the archive is there, and which of its three words does what.
 *
 * @module
 */

import type { ArchiveAction } from "../archive_action.ts";
import type { Command } from "../action.ts";
import type { Desk } from "../desk.ts";
import { readPointed } from "../pointed.ts";
import { exportArchive } from "./archive_export.ts";
import { prune } from "./archive_prune.ts";
import { type DayListed, listText } from "./archive_text.ts";

/** Runs the command. */
export function archive(desk: Desk, command: Command & ArchiveAction): Promise<number> {
  switch (command.what) {
    case "list":
      return list(desk, command);
    case "prune":
      return prune(desk, command);
    case "export":
      return exportArchive(desk, command);
  }
}

/** `dmf archive list`. */
async function list(desk: Desk, { common }: Command): Promise<number> {
  const data = await desk.openData(common.data, "existing");
  try {
    const pointed = await readPointed(data.log);
    const days: DayListed[] = [];
    for (const run of await data.shelf.days()) {
      const shelved = await data.shelf.day(run);
      const bodies = shelved.filter(({ bytes }) => bytes !== null);
      days.push({
        run,
        bodies: bodies.length,
        bytes: bodies.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
        pointed: bodies.filter(({ digest }) => pointed.has(run, digest)).length,
        whole: pointed.runs.has(run),
        gone: shelved.length - bodies.length,
      });
    }
    if (common.json) desk.out(`${JSON.stringify({ days })}\n`);
    else desk.out(listText(days, common.lang));
    return 0;
  } finally {
    await data.close();
  }
}
