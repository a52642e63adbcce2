/**
 * Drawn documents of some 90 words, every second one Korean, some of them edited copies.
 *
 * Words follow Zipf's law over 50,000 words a language; every fifth document is a copy of one of the
 * last thousands with up to twelve words changed, so that likenesses lie on both sides of .7 and .85.
 * Nothing is kept but a window of recent documents: a million are drawn as they are wanted.
 *
 * @module
 */

import { draw, type Random } from "./simhash_texts.ts";

const VOCABULARY = 50_000;
const WINDOW = 4_000;
const COPIES = 0.2;

/** Distinct words, short ones for both languages. */
function vocabulary(random: Random, unit: () => string, longest: number): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const length = 1 + Math.floor(random() * longest);
    let word = "";
    for (let n = 0; n < length; n++) word += unit();
    words.add(word);
  }
  return [...words];
}

/** Documents in their normal form, without end; the same for the same seed. */
export function* drawnTexts(seed: number): Generator<string> {
  const random = draw(seed);
  const below = (count: number) => Math.floor(random() * count);
  const latin = vocabulary(random, () => String.fromCharCode(97 + below(26)), 10);
  const hangul = vocabulary(random, () => String.fromCharCode(0xAC00 + below(11_172)), 5);
  // The inverse of the sum of 1/rank: rank = V^u.
  const word = (words: readonly string[]) =>
    words[Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** random()) - 1)] as string;
  const recent: string[][] = [];
  for (let number = 0;; number++) {
    const words = number % 2 === 0 ? latin : hangul;
    let text: string[];
    if (recent.length > 100 && random() < COPIES) {
      text = [...recent[below(recent.length)] as string[]];
      for (let edits = below(13); edits > 0; edits--) text[below(text.length)] = word(words);
    } else text = Array.from({ length: 60 + below(61) }, () => word(words));
    if (recent.length < WINDOW) recent.push(text);
    else recent[below(WINDOW)] = text;
    // Parsed from bytes it is one flat string, as a text that was read is.
    yield new TextDecoder().decode(new TextEncoder().encode(text.join(" ")));
  }
}

/** The same text as pages have it: lines, wide blanks; now and then full-width or decomposed. */
export function rawOf(text: string, random: Random): string {
  let raw = text.split(" ").map((word, at) => {
    if (at === 0) return word;
    const chance = random();
    return (chance < 0.06 ? "\n" : chance < 0.08 ? "\u00a0 " : chance < 0.1 ? "  " : " ") + word;
  }).join("");
  const kind = random();
  if (kind < 0.02) raw = raw.normalize("NFD");
  else if (kind < 0.04) raw = raw.replaceAll("a", "ａ").replaceAll(" ", "\u3000");
  else if (kind < 0.06) raw = `\ufeff${raw.replace(" ", "\u200b ")}`;
  return `${raw}\n`;
}
