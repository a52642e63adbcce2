/**
 * The `style` attribute as declarations, and its lengths in CSS pixels.
 *
 * @module
 */

/** Declarations by property, both in lower case; the last of each counts. */
export type Declarations = ReadonlyMap<string, string>;

/** No honest `style` attribute is longer. */
const MOST_LETTERS = 10_000;

const NONE: Declarations = new Map();

/** Reads a `style` attribute; what is no declaration is left out. */
export function declarationsOf(style: string | null): Declarations {
  if (style === null) return NONE;
  const found = new Map<string, string>();
  for (const part of style.slice(0, MOST_LETTERS).split(";")) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    const value = part.slice(colon + 1).replace("!important", "").trim().toLowerCase();
    if (value !== "") found.set(part.slice(0, colon).trim().toLowerCase(), value);
  }
  return found;
}

/** Pixels of an absolute or font-relative unit; those that need more are asked for separately. */
const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
};

/**
 * A length in pixels, `null` where it is none that can be known: `auto`, `calc()`, a keyword.
 *
 * `em` is the font size that `em` refers to, `whole` what a percentage refers to.
 */
export function pixels(
  value: string | undefined,
  { em, whole }: { readonly em: number; readonly whole: number },
): number | null {
  if (value === undefined) return null;
  const match = /^(-?(?:\d+\.?\d*|\.\d+))(px|pt|pc|in|cm|mm|em|rem|ex|ch|vw|vh|%)?$/.exec(value);
  if (match === null) return null;
  const number = Number(match[1]);
  const unit = match[2] ?? "px";
  switch (unit) {
    case "em":
      return number * em;
    case "rem":
      return number * 16;
    case "ex":
    case "ch":
      return number * em / 2;
    case "%":
      return number * whole / 100;
    case "vw":
      return number * 12.8;
    case "vh":
      return number * 7.2;
    default:
      return number * (UNITS[unit] ?? 1);
  }
}
