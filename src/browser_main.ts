/**
 * The third program, `dmf-browser`: pages as this machine's Chromium lays them out.
 *
 * It may start that one program, which the crawler may not, and talk to it on loopback. What Chromium
 * reaches is Chromium's: what a page may load is decided in `browser/request_rule.ts`.
 *
 * @module
 */

import { systemBrowserDesk } from "./adapters/browser_desk.ts";
import { stopSignal } from "./adapters/stop_signal.ts";
import { runBrowser } from "./browser/browser_cli.ts";
import { VERSION } from "./version.ts";

if (import.meta.main) {
  const desk = systemBrowserDesk({ version: VERSION, signal: stopSignal() });
  Deno.exit(await runBrowser(Deno.args, desk));
}
