/**
 * What the box costs as it grows old: memory, disk, open files.
 *
 * @module
 */

import type { Peaks } from "./peaks.ts";

/** Sizes on one evening. */
export interface Evening {
  readonly date: string;
  readonly rssMb: number;
  /** What is alive after a collection; `null` where the runtime lets nobody ask for one. */
  readonly liveMb: number | null;
  readonly kvBytes: number;
  readonly rawBytes: number;
  readonly reportBytes: number;
  readonly restBytes: number;
  readonly files: number;
  /** Records listed that day, and events sealed since the founding. */
  readonly rows: number;
  readonly events: number;
}

/** Weighs folders that only ever gain files: each file once, each folder of a run while it may grow. */
export class Scales {
  readonly #folders = new Map<string, Weight>();
  readonly #files = new Map<string, number>();

  /** Bytes and files of everything below `folder`. */
  async weigh(folder: string): Promise<Weight> {
    const weights: Weight[] = [];
    const below: string[] = [];
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) below.push(`${folder}/${name}`);
      else weights.push({ bytes: await this.#sizeOf(`${folder}/${name}`), files: 1 });
    }
    for (const [index, path] of below.sort().entries()) {
      const known = index < below.length - GROWING ? this.#folders.get(path) : undefined;
      const weight = known ?? await this.weigh(path);
      this.#folders.set(path, weight);
      weights.push(weight);
    }
    return {
      bytes: weights.reduce((sum, { bytes }) => sum + bytes, 0),
      files: weights.reduce((sum, { files }) => sum + files, 0),
    };
  }

  async #sizeOf(path: string): Promise<number> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const size = await sizeOf(path);
    this.#files.set(path, size);
    return size;
  }
}

interface Weight {
  readonly bytes: number;
  readonly files: number;
}

/** The last so many folders of runs are weighed anew. */
const GROWING = 6;

/** Takes the measures of a data folder. */
export async function measure(
  scales: Scales,
  data: string,
  of: Pick<Evening, "date" | "rows" | "events">,
): Promise<Evening> {
  const kvBytes = await sizeOf(`${data}/dmf.kv`) + await sizeOf(`${data}/dmf.kv-wal`);
  const raw = await scales.weigh(`${data}/raw`);
  const reports = await scales.weigh(`${data}/reports`);
  const outbox = await scales.weigh(`${data}/outbox`);
  return {
    ...of,
    rssMb: Deno.memoryUsage().rss / 1e6,
    liveMb: liveMb(),
    kvBytes,
    rawBytes: raw.bytes,
    reportBytes: reports.bytes,
    restBytes: outbox.bytes,
    files: raw.files + reports.files + outbox.files,
  };
}

function liveMb(): number | null {
  const { gc } = globalThis as { readonly gc?: () => void };
  if (gc === undefined) return null;
  gc();
  return Deno.memoryUsage().heapUsed / 1e6;
}

/**
 * Files below a folder that this process has open; `null` where the system does not tell. Sockets
 * are not counted: other work in the same process opens and closes its own.
 */
export async function openFiles(folder: string): Promise<number | null> {
  try {
    const open = await Array.fromAsync(Deno.readDir("/proc/self/fd"));
    const paths = await Promise.all(open.map(({ name }) => target(`/proc/self/fd/${name}`)));
    const within = await Deno.realPath(folder);
    return paths.filter((path) => path.startsWith(`${within}/`)).length;
  } catch (error) {
    // Deno shows /proc only to who may do everything.
    const unknown = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotCapable;
    if (unknown) return null;
    throw error;
  }
}

/** What a descriptor stands for; nothing once it is closed. */
async function target(descriptor: string): Promise<string> {
  try {
    return await Deno.readLink(descriptor);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Memory over time. */
export interface Memory {
  /** Medians of the four quarters of what is alive, MB. */
  readonly quarters: readonly number[];
  /** Least-squares slope over the last three quarters, MB in 100 days. */
  readonly slope: number;
  /** Most resident memory of the commands as processes of their own, over time. */
  readonly peaks: readonly Peaks[];
  readonly bounded: boolean;
}

/** Most that the end may be above the second quarter, in which all caches are warm. */
const MOST_GROWTH = 1.3;

/**
 * Judges what stays alive in the one process that runs everything, and the most that a daily run
 * takes; fewer than 40 evenings are too few to be judged.
 */
export function judgeMemory(evenings: readonly Evening[], peaks: readonly Peaks[] = []): Memory {
  const alive = evenings.map(({ liveMb }) => liveMb).filter((mb) => mb !== null);
  const size = Math.ceil(alive.length / 4);
  const quarters = [0, 1, 2, 3].map((quarter) =>
    median(alive.slice(quarter * size, (quarter + 1) * size))
  );
  const runs = peaks.map(({ once }) => once);
  const [warm, last] = [runs[Math.floor(runs.length / 4)] ?? 0, runs.at(-1) ?? 0];
  return {
    quarters,
    slope: 100 * slopeOf(alive.slice(size)),
    peaks,
    bounded:
      (alive.length < 40 || quarters[3] as number <= MOST_GROWTH * (quarters[1] as number)) &&
      last <= MOST_GROWTH * warm,
  };
}

function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [above, below] = [0, 0];
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
