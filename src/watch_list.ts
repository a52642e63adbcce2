/**
 * The watch list (관심 목록): what its entries mean, and which changes they are about.
 *
 * Pure: entries are checked once, and hits are computed from sealed changes, with what a record said
 * before and after, so that one which leaves a watched applicant is told as well. Where hits are shown
 * is decided by `announce.ts` and the report.
 *
 * @module
 */

import { unreadable } from "./configuration_error.ts";
import {
  type Change,
  EVENT_KINDS,
  type EventKind,
  type RecordId,
  type RegisterRecord,
  type Site,
} from "./model.ts";
import {
  finds,
  isWhole,
  keyOf,
  LONGEST_PATTERN,
  parsePattern,
  type Pattern,
  type SearchKey,
  searchKey,
} from "./pattern.ts";
import type { Sentence } from "./refusal.ts";
import { parseNumber } from "./registration_number.ts";
import { siteName } from "./site_name.ts";

/** The parts of a record that an entry can name. */
export const WATCH_FIELDS = ["number", "ingredient", "applicant", "site", "country"] as const;

/** A part of a record that an entry can name. */
export type WatchField = typeof WATCH_FIELDS[number];

/** An entry as dmf.json has it: a text found anywhere, or patterns that must all hold. */
export type GivenEntry = string | Readonly<Partial<Record<WatchField | "note", string>>>;

/** An entry that was checked. */
export interface WatchEntry {
  /** The entry in one line, as people recognise it. */
  readonly label: string;
  readonly note: string | null;
  /** What must be found anywhere, for an entry that is a plain text. */
  readonly any: Pattern | null;
  readonly fields: Readonly<Partial<Record<WatchField, Pattern>>>;
}

/** Entries in the order of dmf.json. */
export type WatchList = readonly WatchEntry[];

/** What an entry looks at. */
export type Watchable = Pick<
  RegisterRecord,
  "registrationNumber" | "ingredient" | "applicant" | "sites"
>;

/** A change that entries are about. */
export interface WatchedChange<C extends Told = Change> {
  readonly change: C;
  /** Labels of the entries, in the order of the list. */
  readonly entries: readonly string[];
  /** Whether the change brought the record under the first of the entries, or took it away. */
  readonly move: "entered" | "left" | null;
}

/** What of a change is looked at. */
export type Told = Pick<
  Change,
  "kind" | "record" | "registrationNumber" | "ingredient" | "applicant" | "fields"
>;

/**
 * Checks the entries of a file.
 *
 * @throws {ConfigurationError} naming the entry, what is expected and what was found.
 */
export function watchListOf(given: readonly GivenEntry[], file: string): WatchList {
  return given.map((entry, index) => watchEntry(entry, { file, key: `watch[${index}]` }));
}

/** Checks one entry, which stands in `file` as `key`. */
export function watchEntry(
  given: GivenEntry,
  { file, key }: { readonly file: string; readonly key: string },
): WatchEntry {
  const pattern = (text: string, where: string) => {
    const parsed = text.length > LONGEST_PATTERN ? null : parsePattern(text);
    if (parsed === null) throw unreadable(file, noPattern(where, text));
    return parsed;
  };
  if (typeof given === "string") {
    return { label: given.trim(), note: null, any: pattern(given, key), fields: {} };
  }
  const named = WATCH_FIELDS.flatMap((field) => {
    const text = given[field];
    return text === undefined ? [] : [[field, pattern(text, `${key}.${field}`)] as const];
  });
  if (named.length === 0) throw unreadable(file, withoutPattern(key));
  const label = named.map(([field, { text }]) => `${field}: ${text.trim()}`).join(", ");
  const note = given.note?.trim() || null;
  return { label, note, any: null, fields: Object.fromEntries(named) };
}

function noPattern(key: string, text: string): Sentence {
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return {
    ko: `"${key}" 값에는 "*"와 빈칸 말고 찾을 글자가 ${LONGEST_PATTERN}자까지 있어야 합니다` +
      `(현재 값: "${shown}", ${text.length}자).`,
    en: `"${key}" must hold something to look for besides "*" and blanks, in up to ` +
      `${LONGEST_PATTERN} characters, found "${shown}", ${text.length} characters`,
  };
}

function withoutPattern(key: string): Sentence {
  const all = WATCH_FIELDS.map((field) => `"${field}"`).join(", ");
  return {
    ko: `"${key}" 항목에는 ${all} 중 하나 이상이 있어야 합니다("note"만으로는 찾을 수 없습니다).`,
    en: `"${key}" must name at least one of ${all}; "note" alone finds nothing`,
  };
}

type Keys = readonly SearchKey[];

/** A record as entries look at it: the search keys of everything that can be named. */
export interface Searchable {
  readonly number: Keys;
  readonly ingredient: Keys;
  readonly applicant: Keys;
  readonly sites: readonly {
    readonly names: Keys;
    readonly address: Keys;
    readonly countries: Keys;
  }[];
}

// Whether the shape is a known one does not matter here.
const ANY_SHAPE = /^/;

/** Prepares a record once for all entries. */
export function searchable(values: Watchable): Searchable {
  const { registrationNumber: number, ingredient, applicant, sites } = values;
  const keys = (text: string | null) => text === null ? [] : [searchKey(text)];
  return {
    number: number === null ? [] : [number, parseNumber(number, ANY_SHAPE).base].map(searchKey),
    ingredient: keys(ingredient),
    applicant: companyForms(applicant),
    sites: sites.map(({ name, address, country }) => ({
      names: siteForms(name),
      address: keys(address),
      countries: (country ?? "").split(/[,@]/).map(searchKey),
    })),
  };
}

/** A company with and without ㈜, so that `하나*` finds ㈜하나약품. */
function companyForms(name: string | null): SearchKey[] {
  if (name === null) return [];
  const key = searchKey(name);
  return key.text.includes("㈜") ? [key, keyOf(key.text.replaceAll("㈜", ""))] : [key];
}

/** A site with and without the role that stands before its name. */
function siteForms(name: string | null): SearchKey[] {
  const bare = name === null ? null : siteName(name);
  return [...companyForms(name), ...(bare?.role ? companyForms(bare.name) : [])];
}

/**
 * Whether an entry is about a record.
 *
 * Site and country of one entry must be found at the same site. A number without a star is the
 * whole number, or the base that 허여 were made on; a country without one is the whole name, for
 * 인도 is not 인도네시아.
 */
export function isWatched({ any, fields }: WatchEntry, record: Searchable): boolean {
  if (any !== null) return isAnywhere(any, record);
  const { number, ingredient, applicant, site, country } = fields;
  const some = (pattern: Pattern, keys: Keys) => keys.some((key) => finds(pattern, key));
  if (number && !record.number.some((key) => isWhole(number, key))) return false;
  if (ingredient && !some(ingredient, record.ingredient)) return false;
  if (applicant && !some(applicant, record.applicant)) return false;
  if (!site && !country) return true;
  return record.sites.some(({ names, address, countries }) =>
    (!site || some(site, names) || some(site, address)) &&
    (!country || countries.some((key) => isWhole(country, key)))
  );
}

function isAnywhere(pattern: Pattern, record: Searchable): boolean {
  const some = (keys: Keys) => keys.some((key) => finds(pattern, key));
  return some(record.number) || some(record.ingredient) || some(record.applicant) ||
    record.sites.some(({ names, countries }) =>
      some(names) || countries.some((key) => isWhole(pattern, key))
    );
}

/** What the alert and the report tell first: what people lose comes before what they gain. */
const ORDER: readonly EventKind[] = [
  ...new Set<EventKind>(["withdrawn", "cancelled", "delisted", ...EVENT_KINDS]),
];

/**
 * The changes that a list is about, what is gone first, otherwise in the order of the changes.
 *
 * `valuesNow` are the values after all of the changes, of a delisted record the last ones.
 */
export function watchedChanges<C extends Told>(
  list: WatchList,
  changes: readonly C[],
  valuesNow: (record: RecordId) => Watchable | undefined,
): WatchedChange<C>[] {
  if (list.length === 0) return [];
  const hits: WatchedChange<C>[] = [];
  const known = new Map<RecordId, Watchable>();
  // One row may make several events: the last one led to what stands now.
  for (const change of changes.toReversed()) {
    const after = known.get(change.record) ?? valuesNow(change.record) ?? namesOf(change);
    const before = beforeOf(change, after);
    known.set(change.record, before);
    const isNew = change.kind === "registered";
    const [now, then] = [searchable(after), searchable(before)];
    const entries = list.filter((entry) =>
      isWatched(entry, now) || (!isNew && isWatched(entry, then))
    );
    const [first] = entries;
    if (!first) continue;
    const [is, was] = [isWatched(first, now), isNew || isWatched(first, then)];
    const move = is && !was ? "entered" : was && !is ? "left" : null;
    hits.push({ change, entries: entries.map(({ label }) => label), move });
  }
  return hits.reverse().sort((a, b) => ORDER.indexOf(a.change.kind) - ORDER.indexOf(b.change.kind));
}

function beforeOf({ fields }: Told, after: Watchable): Watchable {
  const before: Record<string, unknown> = { ...after };
  for (const name of ["registrationNumber", "ingredient", "applicant", "sites"] as const) {
    if (fields[name]) before[name] = fields[name].from ?? (name === "sites" ? [] : null);
  }
  return before as unknown as Watchable;
}

function namesOf({ registrationNumber, ingredient, applicant, fields }: Told): Watchable {
  const sites = (fields.sites?.to ?? []) as readonly Site[];
  return { registrationNumber, ingredient, applicant, sites };
}
