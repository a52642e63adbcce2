/**
 * One command as a process of its own, `--once` if none is said, at an hour that it is told.
 *
 * Says "begun" when all modules are loaded, so that it can be killed at a moment of its work, and at
 * the end the most memory that it had.
 *
 * @module
 */

import "../../src/commands/once.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { Dmf } from "../support/run_dmf.ts";

if (import.meta.main) {
  const [folder, now, ...command] = Deno.args as [string, string, ...string[]];
  await Deno.stdout.write(new TextEncoder().encode("begun\n"));
  const words = command.length > 0 ? command : ["--once"];
  const { code } = await Dmf.at(folder).run(words, { clock: new ManualClock(now) });
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(await Deno.readTextFile("/proc/self/status"))?.[1];
  await Deno.stdout.write(new TextEncoder().encode(`peak ${peak} kB\n`));
  Deno.exit(code);
}
