/**
 * Chance from a seed, so that the demo tells the same story on every machine.
 *
 * @module
 */

/** A stream of chance that depends on its seed alone. */
export interface Random {
  /** The next number of the stream, 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number, `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** True once in a while: with probability `share`. */
  chance(share: number): boolean;
  /** One of `choices`; throws `RangeError` when there is none. */
  pick<T>(choices: readonly T[]): T;
}

/** Returns the mulberry32 stream of `seed`: 32 bits of state, good enough for invented rows. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    pick(choices) {
      if (choices.length === 0) throw new RangeError("Cannot pick from an empty list");
      return choices[Math.floor(next() * choices.length)] as (typeof choices)[number];
    },
  };
}
