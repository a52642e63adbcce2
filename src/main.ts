/**
 * The program: joins the adapters to the ports and hands the command line to `cli.ts`.
 *
 * Nothing else in the house knows which adapter is behind a port.
 *
 * @module
 */

import { openBox } from "./adapters/box.ts";
import { systemDesk } from "./adapters/system_desk.ts";
import { runCli } from "./cli.ts";
import { VERSION } from "./version.ts";

if (import.meta.main) {
  const stop = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  for (const signal of signals) {
    Deno.addSignalListener(signal, () => stop.abort(new Error("Stopped by the user")));
  }
  const desk = systemDesk({ version: VERSION, signal: stop.signal, openData: openBox });
  Deno.exit(await runCli(Deno.args, desk));
}
