/**
 * The fault of a person's input: a file, an option or a value that cannot be used as it stands.
 *
 * The command line ends with exit code 2 on it and prints its sentence alone; every sentence says
 * what was expected, what was found, and what to write instead.
 *
 * @module
 */

import type { Sentence } from "./refusal.ts";

/** Something a person wrote, or left out, has to be put right first; exit code 2. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(readonly sentence: Sentence, options?: ErrorOptions) {
    super(sentence.en, options);
  }
}

/** The fault of a file that people write; `why` completes the sentence. */
export function unreadable(file: string, why: Sentence): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일을 읽을 수 없습니다: ${why.ko}`,
    en: `Cannot read "${file}": ${why.en}`,
  });
}
