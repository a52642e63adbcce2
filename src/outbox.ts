/**
 * Handing alerts on, at least once each.
 *
 * An alert leaves the outbox only after it was handed on; a crash in between sends it again under
 * the same id. One alert that cannot be sent does not hold back the others.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import { outboxOf } from "./keys.ts";
import type { EventLog, Notify } from "./ports.ts";

/** Hands on everything in the outbox; throws the first fault after all were tried. */
export async function deliver(log: EventLog, notify: Notify): Promise<void> {
  const faults: unknown[] = [];
  for await (const entry of log.list({ prefix: outboxOf() })) {
    try {
      await notify.send(entry.value as Alert);
      await log.atomic([], [{ key: entry.key, value: undefined }]);
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
