/**
 * What each command costs as a process of its own, as the box grows old.
 *
 * The soak itself runs hundreds of commands in one process, whose size tells of the garbage that
 * the runtime lets lie; users start one process a command.
 *
 * @module
 */

import { hourOf } from "./day.ts";

const CHILD = new URL("./child.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** Commands that only read, by what they are called in the result. */
const READERS = ["status", "changes --json", "fsck"] as const;

/** Most resident memory of each command, MB. */
export interface Peaks {
  readonly date: string;
  readonly once: number;
  readonly readers: Readonly<Record<typeof READERS[number], number>>;
}

/** A copy of a box as it stood before a day, on which that day can be lived once more. */
export class Twin {
  constructor(private readonly folder: string) {}

  /** Copies store and settings; of what lies in the archive a new day needs nothing. */
  async take(from: string): Promise<void> {
    await this.drop();
    await Deno.mkdir(`${this.folder}/data`, { recursive: true });
    await Deno.copyFile(`${from}/dmf.json`, `${this.folder}/dmf.json`);
    for await (const { name, isFile } of Deno.readDir(`${from}/data`)) {
      if (isFile) await Deno.copyFile(`${from}/data/${name}`, `${this.folder}/data/${name}`);
    }
  }

  async drop(): Promise<void> {
    try {
      await Deno.remove(this.folder, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  /** The day on the copy and the readers on `box`; `null` where the day is not believed there. */
  async peaks(box: string, date: string): Promise<Peaks | null> {
    const now = hourOf(date, 6);
    const once = await peakOf(this.folder, now, ["--once"]);
    if (once === null) return null;
    const readers = {} as Record<typeof READERS[number], number>;
    for (const command of READERS) {
      readers[command] = await peakOf(box, now, command.split(" ")) ?? NaN;
    }
    return { date, once, readers };
  }
}

/** Most resident memory of one command, MB; `null` where it did not end with 0. */
async function peakOf(
  folder: string,
  now: string,
  command: readonly string[],
): Promise<number | null> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--config",
      CONFIG,
      FLAGS,
      CHILD,
      folder,
      `${now}`,
      ...command,
    ],
    stderr: "null",
  }).output();
  const peak = /^peak (\d+) kB$/m.exec(new TextDecoder().decode(stdout));
  return code === 0 && peak ? Number(peak[1]) / 1000 : null;
}

/** The program as it is shipped has this flag. */
const FLAGS = "--v8-flags=--max-semi-space-size=8";
