/**
 * A disk that a process loses in the middle: the n-th change to its files fails, and every later one.
 *
 * What a program has written before stays as it is, which is what a kill leaves behind.
 *
 * @module
 */

/** The process was killed. */
export class Killed extends Error {}

const CHANGES = ["mkdir", "open", "rename", "remove"] as const;

/**
 * Runs `work` until its n-th change to files, counted from 1; true where it was killed before its end.
 *
 * With `applied` the last change reaches the disk, though the program does not get to know.
 */
export async function killedAt(
  n: number,
  applied: boolean,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const real = Object.fromEntries(CHANGES.map((name) => [name, Deno[name]]));
  let changes = 0;
  for (const name of CHANGES) {
    const change = Deno[name] as (...args: unknown[]) => Promise<unknown>;
    const dying = async (...args: unknown[]) => {
      changes += 1;
      if (changes > n || (changes === n && !applied)) throw new Killed(`change ${changes}`);
      const done = await change(...args);
      if (changes === n && name !== "open") throw new Killed(`change ${changes}`);
      return done;
    };
    Object.assign(Deno, { [name]: dying });
  }
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  } finally {
    Object.assign(Deno, real);
  }
  return changes >= n;
}
