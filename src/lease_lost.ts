/**
 * The fault of a run whose place another process has taken.
 *
 * When that happens is decided in `hold.ts`; the command line ends with exit code 1 on it.
 *
 * @module
 */

import type { Sentence } from "./refusal.ts";

/** The hold on a source was lost to another process; exit code 1. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor(readonly sentence: Sentence, options?: ErrorOptions) {
    super(sentence.en, options);
  }
}
