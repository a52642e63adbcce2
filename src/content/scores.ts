/**
 * How well labels were told: counts of right and wrong, and the four figures made of them.
 *
 * @module
 */

/** Counts by truth and answer; label 1 is what is looked for. */
export interface Confusion {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly trueNegative: number;
}

/** The figures, 0 to 1; one whose denominator is 0 is 0, as scikit-learn has it. */
export interface Scores extends Confusion {
  readonly accuracy: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Compares answers with the truth, both 0 or 1. */
export function scoresOf(truth: ArrayLike<number>, answers: ArrayLike<number>): Scores {
  const counts = { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
  for (let row = 0; row < truth.length; row++) {
    if (truth[row] === 1) counts[answers[row] === 1 ? "truePositive" : "falseNegative"] += 1;
    else counts[answers[row] === 1 ? "falsePositive" : "trueNegative"] += 1;
  }
  return figuresOf(counts);
}

/** The figures of counts, such as those of several folds together. */
export function figuresOf(counts: Confusion): Scores {
  const { truePositive, falsePositive, falseNegative, trueNegative } = counts;
  const of = (part: number, whole: number) => whole === 0 ? 0 : part / whole;
  return {
    truePositive,
    falsePositive,
    falseNegative,
    trueNegative,
    accuracy: of(
      truePositive + trueNegative,
      truePositive + falsePositive + falseNegative + trueNegative,
    ),
    precision: of(truePositive, truePositive + falsePositive),
    recall: of(truePositive, truePositive + falseNegative),
    f1: of(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
  };
}
