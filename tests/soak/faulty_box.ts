/**
 * A real data folder on a disk that fails once, at a chosen write.
 *
 * A power cut stops everything at the write it comes at, which may have reached the disk or not, and
 * leaves the half-written file behind that a real one would. A full disk refuses that write and
 * every later one. What a process leaves that is really killed, `killed.ts` sees.
 *
 * @module
 */

import { dirname } from "node:path";
import { openBox } from "../../src/adapters/box.ts";
import { diskFault } from "../../src/adapters/disk_fault.ts";
import type { DataFolder } from "../../src/desk.ts";
import { PowerCut } from "../support/memory_log.ts";

/** Where and how the disk fails. */
export interface DiskTrouble {
  /** Store writes and file writes are counted apart, from 1; a report counts as one file. */
  readonly at:
    | { readonly write: "store" | "file"; readonly n: number }
    /** The first report, or every alert. */
    | { readonly write: "report" | "alert" };
  readonly how: "cut before" | "cut after" | "full" | "forbidden";
}

type Write = "store" | "archive" | "report" | "alert";

/** Opens data folders whose disk fails as told. */
export class FaultyBox {
  /** True once the trouble has come. */
  hit = false;
  #dead = false;
  #writes = { store: 0, file: 0 };

  constructor(private readonly trouble: DiskTrouble) {}

  /** In place of `openBox`. */
  open = async (path: string, mode: "found" | "existing"): Promise<DataFolder> => {
    const box = await openBox(path, mode);
    const { log, archive } = box;
    return {
      ...box,
      log: {
        get: (key) => this.#alive(() => log.get(key)),
        list: (range) => this.#alive(() => log.list(range)),
        atomic: (checks, writes) =>
          this.#write("store", `${path}/dmf.kv`, () => log.atomic(checks, writes)),
      },
      archive: {
        body: (run, digest) => this.#alive(() => archive.body(run, digest)),
        snapshots: (run, digest) => this.#alive(() => archive.snapshots(run, digest)),
        put: (run, snapshot, body) =>
          this.#write(
            "archive",
            `${path}/raw/${run}/${snapshot.digest}.gz.0badcafe`,
            () => archive.put(run, snapshot, body),
          ),
      },
      notify: {
        send: (alert) =>
          this.#write(
            "alert",
            `${path}/outbox/${alert.id}.json.0badcafe`,
            () => box.notify.send(alert),
          ),
      },
      writeReport: (report, lang) =>
        this.#write(
          "report",
          `${path}/reports/${report.run.run}.xlsx`,
          () => box.writeReport(report, lang),
        ),
      close: () => box.close(),
    };
  };

  #alive<T>(operation: () => T): T {
    if (this.#dead) throw new PowerCut("The machine is off");
    return operation();
  }

  /** `draft` is the path under which a file is written before it has its name, less the ending. */
  async #write<T>(write: Write, draft: string, operation: () => Promise<T>): Promise<T> {
    if (this.#dead) throw new PowerCut("The machine is off");
    this.#writes[write === "store" ? "store" : "file"] += 1;
    if (!this.#due(write)) return await operation();
    this.hit = true;
    switch (this.trouble.how) {
      case "full":
        throw diskFault(refusedWith("ENOSPC"), draft);
      case "forbidden":
        throw diskFault(refusedWith("EACCES"), draft);
      case "cut after":
        this.#dead = true;
        await operation();
        throw new PowerCut(`Power cut after a write to ${draft}`);
      case "cut before":
        this.#dead = true;
        if (write !== "store") await leaveDraft(`${draft}.tmp`);
        throw new PowerCut(`Power cut before a write to ${draft}`);
    }
  }

  #due(write: Write): boolean {
    const { at, how } = this.trouble;
    if (how === "full" && this.hit) return true;
    switch (at.write) {
      case "store":
        return write === "store" && this.#writes.store === at.n;
      case "file":
        return write !== "store" && this.#writes.file === at.n;
      default:
        return write === at.write;
    }
  }
}

async function leaveDraft(path: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, "half a fi");
  await age(path);
}

/** Lets a day pass for a file, as it does in the box's own time. */
export async function age(path: string): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  await Deno.utime(path, yesterday, yesterday);
}

function refusedWith(code: "ENOSPC" | "EACCES"): Error {
  return Object.assign(new Error(`Refused by the disk (${code})`), { code });
}
