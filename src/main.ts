/**
 * The program: joins the adapters to the ports and hands the command line to `cli.ts`.
 *
 * Nothing else in the house knows which adapter is behind a port.
 *
 * @module
 */

import { openBox } from "./adapters/box.ts";
import { stopSignal } from "./adapters/stop_signal.ts";
import { systemDesk } from "./adapters/system_desk.ts";
import { runCli } from "./cli.ts";
import { VERSION } from "./version.ts";

if (import.meta.main) {
  const desk = systemDesk({ version: VERSION, signal: stopSignal(), openData: openBox });
  Deno.exit(await runCli(Deno.args, desk));
}
