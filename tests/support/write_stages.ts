/**
 * Which stage of a run a write belongs to, told by its path and by what the program said before it.
 *
 * @module
 */

import type { Write } from "./dmf_process.ts";

/** Stages of a run by the writes they make, in order. */
export const STAGES = [
  "folder",
  "lease",
  "archive",
  "checkpoint",
  "stage",
  "seal",
  "release",
  "report",
  "outbox",
  "heartbeat",
  "projection",
  "seals",
  "closing",
] as const;

/** A stage of a run. */
export type Stage = typeof STAGES[number];

/** A write and the stage it belongs to. */
export type Staged = Write & { readonly stage: Stage };

/** How many transactions the commit of a whole run takes. */
export function commitsOf(writes: readonly Write[]): number {
  return writes.filter((write) => write.told === "commit" && isCommitted(write)).length;
}

/** A transaction of the store ends with the sync of its log. */
function isCommitted({ call, path }: Write): boolean {
  return call === "fsync" && path === "dmf.kv-wal";
}

/** Names the stage of each write of a run whose commit takes `commits` transactions. */
export function staged(writes: readonly Write[], commits: number): Staged[] {
  let archived = false;
  let committed = 0;
  return writes.map((write) => {
    archived ||= write.path.startsWith("raw/");
    const stage = stageOf(write, { archived, left: commits - committed });
    if (write.told === "commit" && isCommitted(write)) committed += 1;
    return { ...write, stage };
  });
}

function stageOf(
  { path, told }: Write,
  { archived, left }: { readonly archived: boolean; readonly left: number },
): Stage {
  if (path.startsWith("raw/")) return "archive";
  if (path.startsWith("reports")) return told === "" ? "folder" : "report";
  if (path.startsWith("outbox")) return told === "" ? "folder" : "outbox";
  // The sign of life, and the last seals that store.json remembers.
  if (path.startsWith("heartbeat")) return "heartbeat";
  if (path.startsWith("store.json")) return told === "" ? "folder" : "seals";
  // The folder itself is synced once a file in it has its name.
  if (path === ".") return told === "" ? "folder" : told === "report" ? "heartbeat" : "seals";
  if (!path.startsWith("dmf.kv")) return told === "" ? "folder" : "closing";
  switch (told) {
    case "":
      return archived ? "checkpoint" : "lease";
    case "commit":
      // The last transaction lets go of the lease, the one before it is the seal.
      return left <= 1 ? "release" : left === 2 ? "seal" : "stage";
    case "report":
      return "outbox";
    case "done":
      return path === "dmf.kv-wal" ? "projection" : "closing";
    default:
      return "checkpoint";
  }
}
