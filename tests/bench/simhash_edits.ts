/**
 * What happens to a text between two mornings, as edits with a known label.
 *
 * @module
 */

import type { Random } from "./simhash_texts.ts";

/** Changes a text; `null` where the text has nothing to change in that way. */
export type Edit = (text: string, random: Random, vocabulary: readonly string[]) => string | null;

const pick = <T>(list: readonly T[], random: Random) =>
  list[Math.floor(random() * list.length)] as T;

/** Replaces one word, chosen among those that `fits`. */
function onWord(
  text: string,
  random: Random,
  change: (word: string) => string,
  fits: (word: string) => boolean = () => true,
): string | null {
  const words = text.split(" ");
  const at = words.flatMap((word, index) => fits(word) ? [index] : []);
  if (at.length === 0) return null;
  const chosen = pick(at, random);
  const out = words.with(chosen, change(words[chosen] as string)).filter((word) => word !== "");
  const changed = out.join(" ");
  return changed === text ? null : changed;
}

const PARTICLES = ["은", "는", "이", "가", "을", "를", "에", "의", "도", "로"];
const WITH_PARTICLE = /[가-힣](?:은|는|이|가|을|를|에|의|도|로)$/;

/** White space, width, quotes and company forms: nothing that a reader would call a change. */
function noise(text: string, random: Random): string {
  const spaced = text.replaceAll(" ", () => pick([" ", "  ", "", "\r\n", "\u3000"], random));
  const wide = spaced.replace(
    /[0-9(),.:]/g,
    (c) => random() < 0.3 ? String.fromCharCode(c.charCodeAt(0) + 0xFEE0) : c,
  );
  return wide.replaceAll("㈜", "주식회사 ").replaceAll("(주)", "㈜").replaceAll("'", "’");
}

/** Every edit by what it is called in the tables. */
export const EDITS: Readonly<Record<string, Edit>> = {
  "notation noise": noise,
  "one word": (text, random, vocabulary) => onWord(text, random, () => pick(vocabulary, random)),
  "a particle": (text, random) =>
    onWord(text, random, (word) => {
      const others = PARTICLES.filter((one) => !word.endsWith(one));
      return word.slice(0, -1) + pick(others, random);
    }, (word) => WITH_PARTICLE.test(word)),
  "a number": (text, random) =>
    onWord(
      text,
      random,
      (word) =>
        word.replace(/\d/, (digit) => String((Number(digit) + 1 + Math.floor(random() * 9)) % 10)),
      (word) => /\d/.test(word),
    ),
  "a word more": (text, random, vocabulary) =>
    onWord(text, random, (word) => `${word} ${pick(vocabulary, random)}`),
  "a word less": (text, random) => text.includes(" ") ? onWord(text, random, () => "") : null,
  "5 % of the words": (text, random, vocabulary) => {
    const some = text.split(" ").map((word) => random() < 0.05 ? pick(vocabulary, random) : word);
    return some.join(" ") === text ? null : some.join(" ");
  },
  "30 % of the words": (text, random, vocabulary) => {
    const some = text.split(" ").map((word) => random() < 0.3 ? pick(vocabulary, random) : word);
    return some.join(" ") === text ? null : some.join(" ");
  },
};
