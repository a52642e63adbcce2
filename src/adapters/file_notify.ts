/**
 * Hands alerts on as files: whoever mails, calls or pops them up takes them from the outbox folder.
 *
 * @module
 */

import { alertName } from "../alert.ts";
import type { Notify } from "../ports.ts";
import { diskFault } from "./disk_fault.ts";
import { maybeRead, writeDurably } from "./durable_file.ts";

/** Drops each alert into `outbox` as `<id>.json`, whole or not at all, once per id. */
export function fileNotify(outbox: string): Notify {
  return {
    async send(alert) {
      const path = `${outbox}/${alertName(alert.id)}.json`;
      if (await maybeRead(path) !== null) return;
      try {
        await Deno.mkdir(outbox, { recursive: true });
      } catch (error) {
        throw diskFault(error, outbox);
      }
      await writeDurably(path, new TextEncoder().encode(`${JSON.stringify(alert, null, 2)}\n`));
    },
  };
}
