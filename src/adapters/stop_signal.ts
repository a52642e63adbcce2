/**
 * What Ctrl+C, and a service manager's wish to stop, mean to the process.
 *
 * What is stopped, and what is said about it, is decided by whoever holds the signal.
 *
 * @module
 */

/** Ends a process that a signal has interrupted: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/**
 * Aborts at the first signal that asks the process to stop; the second one ends it at once.
 *
 * Ending at once is safe at any moment: it is what a power cut does.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  for (const signal of signals) {
    Deno.addSignalListener(signal, () => {
      if (stop.signal.aborted) Deno.exit(INTERRUPTED);
      stop.abort(new Error("Stopped by the user"));
    });
  }
  return stop.signal;
}
