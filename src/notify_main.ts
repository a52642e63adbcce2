/**
 * The second program, `dmf-notify`: delivers what the crawler left in the outbox folder.
 *
 * It may reach the network and start a notification, which the crawler may not, and in return it
 * writes nothing but the outbox and the drop folder.
 *
 * @module
 */

import { systemNotifyDesk } from "./adapters/notify_desk.ts";
import { stopSignal } from "./adapters/stop_signal.ts";
import { runNotify } from "./notify/notify_cli.ts";
import { VERSION } from "./version.ts";

if (import.meta.main) {
  Deno.exit(await runNotify(Deno.args, systemNotifyDesk(VERSION, stopSignal())));
}
