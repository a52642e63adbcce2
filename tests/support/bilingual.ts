/**
 * Whether a sentence for people says the same in both languages, as far as that can be counted.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type ForeseenFault, isForeseen } from "../../src/fault_words.ts";
import type { Sentence } from "../../src/refusal.ts";

/** What is quoted: keys, options, paths and values, which no language translates. */
const QUOTED = /"[^"]*"/g;

/** Particles written both ways, as `은(는)`: a sentence is worded so that it needs none. */
const BOTH_PARTICLES = /[가-힣]\([가-힣]{1,2}\)/;

/**
 * Holds the Korean to be whole Korean sentences and the English to be English, in the house's style,
 * with the same values quoted. Values must hold no quotes themselves.
 */
export function assertBilingual({ ko, en }: Sentence): void {
  assert.match(ko.replaceAll(QUOTED, ""), /[가-힣]{2}/, ko);
  assert.match(ko, /\.$/, `"${ko}" must end as a sentence`);
  assert.doesNotMatch(ko.replaceAll(QUOTED, ""), BOTH_PARTICLES);
  assert.doesNotMatch(en.replaceAll(QUOTED, ""), /[가-힣]/, en);
  assert.doesNotMatch(en, /\.$/, `"${en}" must have no final period`);
  assert.deepEqual(quotedIn(ko), quotedIn(en));
}

function quotedIn(text: string): readonly string[] {
  return [...new Set(text.match(QUOTED))].sort();
}

/** A check for `assert.throws()`: a fault of that class, with these words, and as much in Korean. */
export function says(
  name: ForeseenFault["name"],
  words: string | RegExp,
): (fault: unknown) => true {
  return (fault) => {
    assert.ok(isForeseen(fault), String(fault));
    assert.equal(fault.name, name);
    assert.equal(fault.message, fault.sentence.en);
    if (typeof words === "string") assert.equal(fault.message, words);
    else assert.match(fault.message, words);
    assertBilingual(fault.sentence);
    return true;
  };
}
