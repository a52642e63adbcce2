/**
 * One `dmf --once` as a process of its own, at an hour that it is told: made to be killed.
 *
 * Says "begun" when all modules are loaded, and its exit code at the end.
 *
 * @module
 */

import "../../src/commands/once.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { Dmf } from "../support/run_dmf.ts";

if (import.meta.main) {
  const [folder, now] = Deno.args as [string, string];
  await Deno.stdout.write(new TextEncoder().encode("begun\n"));
  const { code } = await Dmf.at(folder).run(["--once"], { clock: new ManualClock(now) });
  Deno.exit(code);
}
