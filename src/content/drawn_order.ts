/**
 * An order drawn from a seed: the same on every machine.
 *
 * @module
 */

/** The numbers 0 to `count` − 1 in an order drawn from `seed` (Fisher and Yates, over xorshift32). */
export function drawnOrder(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at);
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0) || 1;
  for (let at = count - 1; at > 0; at--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    const other = Math.floor(state / 2 ** 32 * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}
