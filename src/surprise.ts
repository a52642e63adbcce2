/**
 * How surprising an observation is: −log10 of the probability of one at least as extreme.
 *
 * 0 is what happens every day, 4 is once in ten thousand. Surprises of independent observations add
 * up, as their probabilities multiply. What is observed, and when a sum is too much, is decided in
 * `drift.ts`.
 *
 * @module
 */

/** Surprise of a standard normal deviate, two-sided; exact to a few percent of its own size. */
export function normalSurprise(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  if (x < 2) return -Math.log10(complementaryError(x));
  // Asymptotic series of erfc: the complement itself has no digits left out here.
  const series = 1 - 1 / (2 * x ** 2) + 3 / (4 * x ** 4);
  return (x ** 2 - Math.log(series / (x * Math.sqrt(Math.PI)))) / Math.LN10;
}

/** erfc for 0 ≤ x < 2, Abramowitz and Stegun 7.1.26 (absolute error below 1.5e-7). */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, polynomial * Math.exp(-(x ** 2)));
}

/**
 * Surprise of at least `found` events where `mean` are expected.
 *
 * Negative binomial with shape 2: the register's people work in batches, so that a day differs from
 * its neighbour by more than Poisson's law allows.
 */
export function countSurprise(found: number, mean: number): number {
  const shape = 2;
  if (found <= mean) return 0;
  const ratio = mean / (mean + shape);
  const terms = logTerms(
    found,
    shape * Math.log(shape / (shape + mean)),
    (k) => Math.log((k + shape) / (k + 1) * ratio),
  );
  return surpriseOf(terms);
}

/** Surprise of at least `found` hits in `of` trials that hit with probability `share`. */
export function shareSurprise(found: number, of: number, share: number): number {
  if (found <= of * share) return 0;
  const odds = Math.log(share / (1 - share));
  const terms = logTerms(
    found,
    of * Math.log1p(-share),
    (k) => k >= of ? -Infinity : Math.log((of - k) / (k + 1)) + odds,
  );
  return surpriseOf(terms);
}

/** Logarithms of the probabilities of `from`, `from + 1`, … until they no longer matter. */
function* logTerms(from: number, first: number, step: (k: number) => number): Generator<number> {
  let log = first;
  for (let k = 0; k < from; k++) log += step(k);
  const largest = log;
  for (let k = from; log > largest - 40 && log > -Infinity; k++) {
    yield log;
    const next = log + step(k);
    if (next >= log) return;
    log = next;
  }
}

function surpriseOf(logs: Iterable<number>): number {
  let first: number | null = null;
  let sum = 0;
  for (const log of logs) {
    first ??= log;
    sum += Math.exp(log - first);
  }
  return first === null ? 0 : Math.max(0, -(first + Math.log(sum)) / Math.LN10);
}
