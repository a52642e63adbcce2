/**
 * What a page states about itself for machines (JSON-LD): of what type it is, how it is called.
 *
 * Pure and bounded; what cannot be read is left out. What it is worth is decided elsewhere.
 *
 * @module
 */

/** What structured data says of the page itself, not of its site, author or breadcrumbs. */
export interface StatedData {
  /** Types that occur, lower case, in order of first appearance. */
  readonly types: readonly string[];
  /** `headline` of what the page is about; empty where there is none. */
  readonly headline: string;
  readonly name: string;
  readonly description: string;
  /** `articleBody` or `text`. */
  readonly body: string;
}

const MOST_OBJECTS = 500;
const MOST_TYPES = 30;
/** Of these, names and descriptions say nothing of the page. */
const OTHERS =
  /organi[sz]ation|person|website|breadcrumb|listitem|imageobject|brand|searchaction|offer|rating|review|comment|corporation|localbusiness|store|postaladdress|sitenavigation|question|answer|videoobject/;

/** Reads the texts of the page's `application/ld+json` scripts. */
export function statedData(scripts: readonly string[]): StatedData {
  const types = new Set<string>();
  const found = { headline: "", name: "", description: "", body: "" };
  const pending: unknown[] = scripts.map(parsed).reverse();
  for (let seen = 0; pending.length > 0 && seen < MOST_OBJECTS; seen++) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    const inside = Object.values(value).filter((one) => typeof one === "object").slice(0, 100);
    pending.push(...inside.reverse());
    if (Array.isArray(value)) continue;
    const record = value as Readonly<Record<string, unknown>>;
    const type = typeOf(record["@type"]);
    if (type !== "" && types.size < MOST_TYPES) types.add(type);
    if (type === "" || OTHERS.test(type)) continue;
    found.headline ||= textOf(record.headline);
    found.name ||= textOf(record.name);
    found.description ||= textOf(record.description);
    found.body ||= textOf(record.articleBody) || textOf(record.text);
  }
  return { types: [...types], ...found };
}

/** `null` where it is no JSON; control characters that JSON forbids are often there and taken as spaces. */
function parsed(script: string): unknown {
  try {
    // deno-lint-ignore no-control-regex
    return JSON.parse(script.replace(/[\u0000-\u001f]+/g, " "));
  } catch {
    return null;
  }
}

function typeOf(value: unknown): string {
  const names = Array.isArray(value) ? value : [value];
  return names.filter((name) => typeof name === "string").join(" ").toLowerCase().slice(0, 100);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 20_000) : "";
}
