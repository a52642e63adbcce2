/**
 * What the box costs as it grows old: memory, disk, open files.
 *
 * @module
 */

/** Sizes on one evening. */
export interface Evening {
  readonly date: string;
  readonly rssMb: number;
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
    kvBytes,
    rawBytes: raw.bytes,
    reportBytes: reports.bytes,
    restBytes: outbox.bytes,
    files: raw.files + reports.files + outbox.files,
  };
}

/** Descriptors that this process has open; `null` where the system does not tell. */
export async function openDescriptors(): Promise<number | null> {
  try {
    return (await Array.fromAsync(Deno.readDir("/proc/self/fd"))).length;
  } catch (error) {
    // Deno shows /proc only to who may do everything.
    const unknown = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotCapable;
    if (unknown) return null;
    throw error;
  }
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Memory over time. */
export interface Memory {
  /** Medians of the four quarters, MB. */
  readonly quarters: readonly number[];
  /** Least-squares slope over the last three quarters, MB in 100 days. */
  readonly slope: number;
  readonly bounded: boolean;
}

/** Most that the last quarter may be above the second, in which all caches are warm. */
const MOST_GROWTH = 1.3;

/** Judges memory; fewer than 40 evenings are too few to be judged. */
export function judgeMemory(evenings: readonly Evening[]): Memory {
  const size = Math.ceil(evenings.length / 4);
  const quarters = [0, 1, 2, 3].map((quarter) =>
    median(evenings.slice(quarter * size, (quarter + 1) * size).map(({ rssMb }) => rssMb))
  );
  const bounded = evenings.length < 40 ||
    quarters[3] as number <= MOST_GROWTH * (quarters[1] as number);
  return {
    quarters,
    slope: 100 * slopeOf(evenings.slice(size).map(({ rssMb }) => rssMb)),
    bounded,
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
