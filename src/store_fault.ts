/**
 * The fault of the place where data are kept: lost, foreign, damaged, full or not writable.
 *
 * The command line ends with exit code 4 on it. A sentence names the file and says what to do.
 *
 * @module
 */

import type { Sentence } from "./refusal.ts";

/** The store or the disk beneath it cannot be trusted or used; exit code 4. */
export class StoreFault extends Error {
  override readonly name = "StoreFault";

  constructor(readonly sentence: Sentence, options?: ErrorOptions) {
    super(sentence.en, options);
  }
}
