/**
 * The figures of the watch as `dmf status` prints them.
 *
 * @module
 */

import { flagSentence, rateLines, rateWarnings } from "../rate_words.ts";
import type { RateFlag, Rates } from "../rates.ts";

type Lang = "ko" | "en";

/** The figures with their warnings in words: `rates` of `dmf status --json`. */
export function ratesJson(rates: Rates | null, lang: Lang) {
  return rates && {
    ...rates,
    flags: rates.flags.map((flag: RateFlag) => ({
      kind: flag.kind,
      ...(flag.kind === "burst" ? { of: flag.of } : {}),
      sentence: flagSentence(flag, rates.asOf)[lang],
    })),
  };
}

/** A few lines below a source that was run, warnings after them. */
export function ratesLines(rates: Rates | null, lang: Lang): string[] {
  return [
    ...rateLines(rates).map(({ label, words }) => `${label[lang]}: ${words[lang]}`),
    ...rateWarnings(rates).map(({ words }) => `! ${words[lang]}`),
  ];
}
