/**
 * How often something goes well, with what so few tries can tell: a share and its 95 % interval.
 *
 * @module
 */

import type { Share } from "./rates.ts";

const Z95 = 1.959963984540054;

/** Wilson's score interval: never beyond 0 and 1, and honest where all tries went well. */
export function shareOf(good: number, of: number): Share {
  if (of === 0) return { of, good, share: null, low: 0, high: 1 };
  const share = good / of;
  const spread = Z95 * Z95 / of;
  const middle = share + spread / 2;
  const half = Z95 * Math.sqrt(share * (1 - share) / of + spread / (4 * of));
  return {
    of,
    good,
    share,
    low: good === 0 ? 0 : (middle - half) / (1 + spread),
    high: good === of ? 1 : (middle + half) / (1 + spread),
  };
}
