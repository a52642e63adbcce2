/**
 * How wide a text is in a common proportional face.
 *
 * @module
 */

/** Width in ems: Hangul, Han and Kana are square, the rest about half as wide, bold a little wider. */
export function widthInEms(text: string, weight: number): number {
  let ems = 0;
  for (let i = 0; i < text.length; i++) ems += emsOf(text.charCodeAt(i));
  return weight >= 600 ? ems * 1.06 : ems;
}

function emsOf(unit: number): number {
  if (unit === 0x20) return 0.26;
  if (unit < 0x1100) return unit >= 0x41 && unit <= 0x5A ? 0.66 : 0.51;
  if (unit < 0x1160) return 1;
  if (unit < 0x2E80) return 0.51;
  // Both halves of a surrogate pair together are as wide as one square.
  if (unit >= 0xD800 && unit < 0xE000) return 0.5;
  if (unit >= 0xFF61 && unit < 0xFFE0) return 0.5;
  return 1;
}
