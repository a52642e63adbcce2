/**
 * Texts for corpora: drawn from a seed, so unlike each other that only copies are near.
 *
 * @module
 */

/** Numbers from 0 to below 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed * 2654435761 >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const SYLLABLES =
  "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호";

/** A text of `words` words of two to four syllables. */
export function drawnText(number: () => number, words: number): string {
  const word = () =>
    Array.from(
      { length: 2 + Math.floor(number() * 3) },
      () => SYLLABLES[Math.floor(number() * SYLLABLES.length)],
    ).join("");
  return Array.from({ length: words }, word).join(" ");
}
