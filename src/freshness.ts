/**
 * How fresh a copy is that is taken anew every I days of a source that changes λ times a day.
 *
 * Freshness is the share of time in which the copy is what the source says; age is how long, on
 * average over all time, the copy has been outdated. Neither is the delay with which a change is
 * detected, which no rate moves (`detection_delay.ts`).
 *
 * @module
 */

/** F̄(I) = (1 − e^(−λI))/(λI), from 1 (never changes) down to 0. */
export function meanFreshness(perDay: number, days: number): number {
  const x = perDay * days;
  return x === 0 ? 1 : -Math.expm1(-x) / x;
}

/**
 * Ā(I) = I/2 − 1/λ + (1 − e^(−λI))/(λ²I) in days, from 0 (never changes) up to I/2.
 *
 * For small x = λI the three terms cancel each other; the series I·(x/6 − x²/24 + x³/120 − …) is
 * what remains of them.
 */
export function meanAge(perDay: number, days: number): number {
  const x = perDay * days;
  if (x >= 1) return days * (0.5 - (1 + Math.expm1(-x) / x) / x);
  let term = x / 6;
  let share = 0;
  for (let k = 4; Math.abs(term) > Math.abs(share) * Number.EPSILON; k += 1) {
    share += term;
    term *= -x / k;
  }
  return days * share;
}
