/**
 * When two texts are nearly the same: what is compared, and from which likeness on.
 *
 * Compared are sets of shingles, runs of `words` words, by their Jaccard likeness: shared over all.
 * The paper sets one bound for every text; but one changed word of 17 leaves .44 of the 5-word
 * shingles, of 90 words .89. So our bound follows from how much may have been edited:
 *
 * Let the smaller set have n shingles of k words; its text has about w = n + k − 1 words. One edit
 * takes shingles away and brings others: a word replaced k and k, put in k − 1 and k, left out k and
 * k − 1, split k and k + 1, joined to its neighbour k + 1 and k; in all 2k + 1 at most. After e edits
 * at most d = e·(2k + 1) shingles stand in one set alone; the sets have 2n or more between them, so
 * **likeness ≥ (2n − d) / (2n + d)**, whichever text is the smaller, as every edit undone is an edit.
 * That is no expectation but a bound: `tests/corpus_near_policy_test.ts` tries it on drawn texts. It is
 * also tight: two words side by side replaced make 2k + 2, so where one edit is allowed, a form
 * whose blank has two words or more is another text.
 *
 * e is the share of the words, rounded, at least 1: the most that holds whichever text was first, as
 * the longer one may have e words more than the shorter.
 *
 * Two limits keep strangers out. The bound is never below {@linkcode FLOOR}. And a text of fewer
 * than {@linkcode FEWEST_WORDS} words may not differ at all: one word is more than an eighth of it,
 * and "the best film" is not "the worst film". Figures for both: `tests/bench/near_shingles.md`.
 *
 * @module
 */

/** What is compared, and from which likeness on two texts are nearly the same. */
export interface NearPolicy {
  /** Words of one shingle, 1 to 16. */
  readonly words: number;
  readonly threshold:
    /** One bound for every text, above 0 up to 1. */
    | { readonly kind: "fixed"; readonly at: number }
    /** The share of the words that may have been edited, above 0 up to 0.5. */
    | { readonly kind: "allowed-edit"; readonly share: number };
  /** Whether a text that differs in digits alone (a date, an amount, a dose) is an update. */
  readonly digitsMatter: boolean;
}

/** The paper's: 5-word shingles, one bound. */
export const PAPER_NEAR: NearPolicy = {
  words: 5,
  threshold: { kind: "fixed", at: 0.85 },
  digitsMatter: false,
};

/** Ours, by the measurements of `tests/bench/near_shingles.md`. */
export const OUR_NEAR: NearPolicy = {
  words: 2,
  threshold: { kind: "allowed-edit", share: 0.05 },
  digitsMatter: true,
};

/** Lowest bound that follows from edits: unrelated texts stay below it, see the module. */
export const FLOOR = 0.5;
/** A text of fewer words is nearly the same as another only where nothing was edited. */
export const FEWEST_WORDS = 8;

/** How a bound came about. */
export interface Bound {
  /** Shingles of the smaller text, and its words as if none were repeated. */
  readonly shingles: number;
  readonly words: number;
  /** Edits allowed, and shingles of one text alone that these may make; `null`: the bound is fixed. */
  readonly edits: number | null;
  readonly disturbed: number | null;
  /** Likeness from which on the texts are nearly the same. */
  readonly threshold: number;
}

/** The bound for a pair whose smaller set has `shingles` of them. */
export function boundFor({ words: k, threshold }: NearPolicy, shingles: number): Bound {
  const words = shingles + k - 1;
  if (threshold.kind === "fixed") {
    return { shingles, words, edits: null, disturbed: null, threshold: threshold.at };
  }
  const short = words < FEWEST_WORDS;
  const edits = short ? 0 : editsOf(words, threshold.share);
  const disturbed = edits * (2 * k + 1);
  const bound = (2 * shingles - disturbed) / (2 * shingles + disturbed);
  return { shingles, words, edits, disturbed, threshold: short ? 1 : Math.max(FLOOR, bound) };
}

/** The most edits that are the share of one of two texts, the shorter of which has so many words. */
function editsOf(words: number, share: number): number {
  let edits = Math.max(1, Math.round(share * words));
  while (Math.round(share * (words + edits + 1)) > edits) edits++;
  return edits;
}

/** The bounds of one policy for sets of every size, and what follows from them for a join. */
export class Bounds {
  readonly #policy: NearPolicy;
  readonly #thresholds: number[] = [];
  readonly #prefixes: number[] = [];
  readonly #fewest: number[] = [];

  /** Throws `RangeError` for a policy that says nothing sensible. */
  constructor(policy: NearPolicy) {
    const { words, threshold } = policy;
    const [amount, most] = threshold.kind === "fixed" ? [threshold.at, 1] : [threshold.share, 0.5];
    if (!Number.isInteger(words) || words < 1 || words > 16) {
      throw new RangeError(`Cannot make shingles of ${words} words: 1 to 16 are possible`);
    }
    if (!(amount > 0 && amount <= most)) {
      throw new RangeError(`Cannot take ${amount} as ${threshold.kind}: above 0 up to ${most}`);
    }
    this.#policy = policy;
  }

  /** Likeness from which on two sets, the smaller of this size, are nearly the same. */
  threshold(smaller: number): number {
    return this.#thresholds[smaller] ??= boundFor(this.#policy, smaller).threshold;
  }

  /** Fewest shared shingles with which sets of these sizes reach their bound; may exceed both. */
  needed(size: number, other: number): number {
    const bound = this.threshold(Math.min(size, other));
    const all = size + other;
    let shared = Math.max(0, Math.floor(bound / (1 + bound) * all) - 1);
    // The same division as that of the likeness itself, so that both round alike.
    while (shared < all && shared / (all - shared) < bound) shared++;
    return shared;
  }

  /**
   * How many of its first shingles, in an order that all sets share, a set must be known by.
   *
   * Two sets that share s of them share at least m of these among the first (size − s + m) of
   * either: after the m-th that they share come s − m more.
   */
  prefix(size: number): number {
    return this.#prefixes[size] ??= Math.max(
      0,
      Math.min(size, size - this.#shares(size) + this.meetings(size)),
    );
  }

  /**
   * In how many of these a set of this size meets whatever is near it.
   *
   * Pairs of words are common: that a stranger shares one of them says little, two are rare.
   */
  meetings(size: number): number {
    return this.#policy.words > 2 ? 1 : Math.max(1, Math.min(2, this.#shares(size)));
  }

  /** The fewest shingles that any near partner may share with a set of this size. */
  #shares(size: number): number {
    return this.#fewest[size] ??= this.#fewestShared(size);
  }

  #fewestShared(size: number): number {
    let fewest = this.needed(size, size);
    // A larger partner must share more; a smaller one cannot share more than it has.
    for (let other = size - 1; other >= 1 && other / size >= this.#lowest; other--) {
      const shared = this.needed(size, other);
      if (shared <= other && shared < fewest) fewest = shared;
    }
    return fewest;
  }

  get #lowest(): number {
    const { threshold } = this.#policy;
    return threshold.kind === "fixed" ? threshold.at : FLOOR;
  }
}
