/**
 * Sites that a view writes as one text each for names, addresses and countries.
 *
 * Names and addresses hold commas themselves (`Co.,Ltd.`, `36, 1902 Evionnaz`), so a comma is taken
 * for a border only where all three texts agree on the number of sites; everything else stays one
 * site as it is written, and is said to be so. A wrong border would show as a changed site for ever.
 *
 * @module
 */

import { clean } from "./normalize.ts";

/** The three texts of a row. */
export interface JoinedSites {
  readonly names: string;
  readonly addresses: string;
  readonly countries: string;
}

/** The texts site by site. */
export interface SplitSites {
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly countries: readonly string[];
  /** True where several sites stay one text, because their borders are not certain. */
  readonly kept: boolean;
}

/** Splits the sites of a row at one of the separators. */
export function splitSites(joined: JoinedSites, separators: readonly string[]): SplitSites {
  const strong = separators.find((one) => one !== COMMA && joined.countries.includes(one));
  if (strong !== undefined) return splitAll(joined, strong);
  if (!separators.includes(COMMA)) return whole(joined, false);
  const countries = partsAt(joined.countries, /,/g);
  if (countries.length < 2) return whole(joined, false);
  const names = pieces(joined.names);
  const addresses = pieces(joined.addresses);
  if (names.length !== countries.length) return whole(joined, true);
  if (addresses.length === countries.length) return { names, addresses, countries, kept: false };
  const only = addressOfOne(joined.addresses, countries);
  return only === null ? whole(joined, true) : { names, addresses: only, countries, kept: false };
}

const COMMA = ",";

/** Nothing in the register has one of these inside a name, an address or a country. */
function splitAll({ names, addresses, countries }: JoinedSites, separator: string): SplitSites {
  const split = (text: string) => text.split(separator);
  return {
    names: split(names),
    addresses: split(addresses),
    countries: split(countries),
    kept: false,
  };
}

function whole({ names, addresses, countries }: JoinedSites, kept: boolean): SplitSites {
  return { names: [names], addresses: [addresses], countries: [countries], kept };
}

/** What follows a comma that belongs to a company's name. */
const LEGAL_FORM =
  /^(?:co|ltd|limited|inc|llc|corp|plc|gmbh|ag|kg|pvt|s\.?a|s\.?p\.?a|s\.?r\.?l|b\.?v|n\.?v|l\.?p)\b\.?/i;

/**
 * A border is a comma outside of parentheses with nothing blank behind it, or with a role in square
 * brackets there; a comma between digits, or before a legal form, is none.
 */
function pieces(text: string): string[] {
  return partsAt(outsideParentheses(text), /,(?=\s*\[|(?!\s|$))/g, text, (before, after) => {
    if (/^\s*\[/.test(after)) return true;
    return !LEGAL_FORM.test(after) && !(/\d$/.test(before) && /^\d/.test(after));
  });
}

/** The same length, with what stands in parentheses blotted out. */
function outsideParentheses(text: string): string {
  return text.replace(/\([^()]*\)/g, (inside) => "_".repeat(inside.length));
}

function partsAt(
  pattern: string,
  border: RegExp,
  text = pattern,
  isBorder: (before: string, after: string) => boolean = () => true,
): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index } of pattern.matchAll(border)) {
    if (!isBorder(text.slice(from, index), text.slice(index + 1))) continue;
    parts.push(text.slice(from, index));
    from = index + 1;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
}

const HOME = "대한민국";

/** The view gives the address of the domestic site alone: whose it is is certain where there is one. */
function addressOfOne(address: string, countries: readonly string[]): string[] | null {
  const home = countries.filter((country) => clean(country) === HOME);
  if (home.length !== 1 || !/^[가-힣][가-힣\d\s()·-]*$/.test(clean(address))) return null;
  return countries.map((country) => clean(country) === HOME ? address : "");
}
