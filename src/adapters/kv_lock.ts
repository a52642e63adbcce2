/**
 * Waiting for a store file that another process has locked, and giving up in the end.
 *
 * @module
 */

import { StoreFault } from "../store_fault.ts";

/** A lock that is thrown is tried again so often; one that Deno waits for itself, for so long. */
const MOST_TRIES = 6;
const LONGEST_LOCK_SECONDS = 30;

/** Stores with an operation that never ended; closing such a one would wait for it without end. */
const STUCK = new WeakSet<Deno.Kv>();

/** Closes a store, unless an operation of it is stuck: then only the end of the process does. */
export function closeUnlessStuck(kv: Deno.Kv): void {
  if (!STUCK.has(kv)) kv.close();
}

/**
 * Repeats an operation that another process's lock kept out, with growing, uneven pauses.
 *
 * @throws {StoreFault} when the lock stays; any other fault passes through at once.
 */
export async function untilUnlocked<T>(
  operation: () => Promise<T>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt === MOST_TRIES) {
        throw staysLocked({ cause: error });
      }
      await pause(25 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/**
 * Waits for an operation that Deno itself repeats for ever while the file is locked: a process that
 * was suspended in the middle of a commit must not keep others waiting without a word.
 *
 * @throws {StoreFault} when the lock stays.
 */
export async function patiently<T>(kv: Deno.Kv, operation: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_, reject) => {
    // Second by second: one that was suspended meanwhile has waited for no more than one of them.
    const wait = (seconds: number) => {
      timer = setTimeout(() => {
        if (seconds > 1) return wait(seconds - 1);
        STUCK.add(kv);
        reject(staysLocked());
      }, 1000);
    };
    wait(LONGEST_LOCK_SECONDS);
  });
  try {
    return await Promise.race([operation, patience]);
  } finally {
    clearTimeout(timer);
  }
}

function staysLocked(options?: ErrorOptions): StoreFault {
  return new StoreFault({
    ko: '"dmf.kv" 파일을 사용할 수 없습니다: 다른 프로그램이 계속 잠그고 있습니다. 파일을 연 ' +
      "프로그램(백업, 다른 dmf)을 닫고 다시 실행하십시오.",
    en: 'Cannot use "dmf.kv": another program keeps it locked; close whatever has it open ' +
      "(a backup, a second dmf) and run again",
  }, options);
}

/** Tells a lock from every other fault. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error &&
    /database (?:table )?is locked|database is busy/.test(error.message);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
