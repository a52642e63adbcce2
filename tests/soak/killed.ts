/**
 * kill -9 of a real process at a moment that nobody chooses.
 *
 * @module
 */

import type { Dice } from "../support/fixture_founding.ts";

const CHILD = new URL("./child.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** Starts processes and kills each at a random moment of its run. */
export class Killer {
  /** How long a whole run takes, as far as is known; moments are drawn from somewhat more. */
  #runMs = 700;

  constructor(private readonly roll: Dice) {}

  /** Runs the day as a process; its exit code, or `null` where it was killed before its end. */
  async run(folder: string, now: Temporal.Instant): Promise<number | null> {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--config", CONFIG, CHILD, folder, now.toString()],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    const begun = performance.now();
    const moment = Promise.withResolvers<"moment">();
    const share = 1.1 * this.roll(1000) / 1000;
    const timer = setTimeout(() => moment.resolve("moment"), share * this.#runMs);
    const first = await Promise.race([moment.promise, child.status]);
    clearTimeout(timer);
    if (first === "moment") {
      // Still at work when it should have ended: this machine is slower than was thought.
      if (share > 0.9) this.#runMs *= 1.5;
      try {
        child.kill("SIGKILL");
      } catch (error) {
        // It may end by itself at that very moment.
        if (!(error instanceof TypeError)) throw error;
      }
    } else this.#runMs = performance.now() - begun;
    const { signal, code } = await child.status;
    await reader.cancel();
    return signal === null ? code : null;
  }
}
