/**
 * A data folder without a disk, for tests of what is decided and not of how it is kept.
 *
 * @module
 */

import { Spool } from "../../src/notify/spool.ts";
import { MemoryFolder } from "./memory_folder.ts";
import type { Alert } from "../../src/alert.ts";
import type { DataFolder } from "../../src/desk.ts";
import type { Shelf } from "../../src/shelf.ts";
import { MemoryLog } from "./memory_log.ts";
import { MemoryArchive } from "./memory_world.ts";

/** What may be dropped or carried away lies on a disk. */
const NOTHING_TO_DROP: Shelf = {
  days: () => Promise.resolve([]),
  day: () => Promise.resolve([]),
  snapshot: () => Promise.reject(new Error("There is no sidecar")),
  drop: () => Promise.resolve([]),
  write: () => Promise.reject(new Error("There is nowhere to write")),
};

/** Store, archive and outbox in memory; reports are not written. */
export class MemoryBox {
  /** Alerts that were handed on, oldest first. */
  readonly alerts: Alert[] = [];

  constructor(readonly log = new MemoryLog(), readonly archive = new MemoryArchive()) {}

  /** Another box with the same content, and no alerts. */
  copy(): MemoryBox {
    return new MemoryBox(this.log.copy(), this.archive.copy());
  }

  /** What a desk opens as its data folder. */
  readonly open = (path: string): Promise<DataFolder> => {
    return Promise.resolve({
      path,
      log: this.log,
      archive: this.archive,
      shelf: NOTHING_TO_DROP,
      notify: {
        send: (alert) => {
          this.alerts.push(alert);
          return Promise.resolve();
        },
      },
      spool: new Spool(new MemoryFolder()),
      alone: true,
      dropReports: () => Promise.resolve({ files: 0, bytes: 0, held: 0 }),
      writeReport: () => Promise.resolve([]),
      writeNotices: () => Promise.resolve([]),
      writePage: () => Promise.resolve(),
      writeHeartbeat: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  };
}
