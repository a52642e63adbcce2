/**
 * A row while it is read, value by value, whatever it is read from.
 *
 * A value that does not read as its column says, or is damaged, keeps its text and raises an issue;
 * only a status outside the vocabulary refuses the page, because a guess there would invent a
 * withdrawal. How many such values refuse a list is decided in `completeness.ts`.
 *
 * @module
 */

import type { FieldName, RegisterRecord, Row, Site, Status } from "./model.ts";
import { clean, fold, readDate, readYear } from "./normalize.ts";
import type { PreparedColumn, PreparedSpec } from "./prepared_spec.ts";

/** What a row says, and what a person should look at in it. */
export interface RowValues extends Omit<Row, "position"> {
  readonly doubts: readonly Doubt[];
}

/** An issue of one row, before it is known where the row stands. */
export interface Doubt {
  readonly kind: "unparsed-value" | "uneven-sites";
  readonly field: FieldName;
  readonly found: string;
}

/** A status that the spec does not know. */
export interface UnknownWord {
  readonly kind: "unknown-word";
  readonly label: string;
  readonly expected: readonly string[];
  readonly found: string;
}

/** A column that holds one part of the sites. */
export type SitePart = "sites.name" | "sites.address" | "sites.country";
type TextField = Exclude<FieldName, "sites" | "status" | "lastAnnualReportYear">;
type Values = { -readonly [Field in FieldName]: RegisterRecord[Field] };
type Raw = Partial<Record<FieldName, string>>;

const NOTHING: Readonly<Record<string, never>> = Object.freeze({});

/** A row while it is read. */
export class RowDraft {
  readonly #parts: Partial<Record<SitePart, readonly string[]>> = {};
  /** Texts of columns that the spec does not know, by label. */
  readonly unknown: [string, string][] = [];
  readonly #prepared: PreparedSpec;
  readonly doubts: Doubt[] = [];
  readonly #values: Omit<Values, "status"> & { status: Status | null } = {
    noticeCategory: null,
    registrationNumber: null,
    ingredient: null,
    applicant: null,
    sites: [],
    firstRegisteredOn: null,
    lastChangedOn: null,
    lastAnnualReportYear: null,
    status: null,
    statusChangedOn: null,
    documentVersion: null,
    linkedReviewNumber: null,
  };
  #raw: Raw | null = null;
  #rowNumber: number | null = null;
  /** Whether a part of the sites reads differently from how the site wrote it. */
  #sitesDiffer = false;

  constructor(prepared: PreparedSpec) {
    this.#prepared = prepared;
    // A view without the status shows what is in force, and drops what is not.
    if (prepared.spec.lacks?.includes("status")) this.#values.status = "active";
  }

  /** Takes the text of a column that is no part of the sites. */
  read(column: PreparedColumn, raw: string): UnknownWord | null {
    const field = column.field as TextField | "rowNumber" | "status" | "lastAnnualReportYear";
    if (field === "rowNumber") this.#rowNumber = readCount(raw);
    else if (field === "status") return this.#readStatus(column, raw);
    else {
      const value = this.#valueOf(column, field, raw);
      // Only lastAnnualReportYear has the type "year", so only it can be a number.
      (this.#values as Record<typeof field, string | number | null>)[field] = value;
      this.#keepRaw(field, raw, value === null ? "" : String(value));
    }
    return null;
  }

  /** Takes the texts of one part of the sites, in the order of the sites. */
  readSites(column: PreparedColumn, entries: readonly string[]): void {
    this.#parts[column.field as SitePart] = entries;
    for (const entry of entries) {
      if (!isDamaged(entry, column)) continue;
      this.doubts.push({ kind: "unparsed-value", field: "sites", found: clean(entry) });
    }
  }

  /** The row, after its last column. */
  finish(): RowValues {
    this.#values.sites = this.#sites();
    return {
      rowNumber: this.#rowNumber,
      // A checked spec has a status column, and a list has every column of its spec.
      values: this.#values as Values,
      raw: this.#raw ?? NOTHING,
      unknown: this.unknown.length === 0 ? NOTHING : Object.fromEntries(this.unknown),
      doubts: this.doubts,
    };
  }

  #valueOf(column: PreparedColumn, field: FieldName, raw: string): string | number | null {
    const text = valueIn(raw, this.#prepared);
    if (text === null) {
      if (column.required) this.doubts.push({ kind: "unparsed-value", field, found: "" });
      return null;
    }
    if (column.type === "text") {
      if (isDamaged(text, column)) {
        this.doubts.push({ kind: "unparsed-value", field, found: text });
      }
      return text;
    }
    const value = column.type === "date" ? readDate(text) : readYear(text);
    if (value === null) this.doubts.push({ kind: "unparsed-value", field, found: text });
    return value ?? text;
  }

  #readStatus(column: PreparedColumn, raw: string): UnknownWord | null {
    const known = column.vocabulary.get(raw) ?? column.vocabulary.get(fold(raw));
    if (known === undefined) {
      const expected = [...column.vocabulary.values()].map(({ word }) => word);
      return { kind: "unknown-word", label: column.label, expected, found: clean(raw) };
    }
    this.#values.status = known.status;
    this.#keepRaw("status", raw, known.word);
    return null;
  }

  /** Reads the three columns side by side; rows blank in all of them are no site. */
  #sites(): readonly Site[] {
    const names = this.#parts["sites.name"] ?? [];
    const addresses = this.#parts["sites.address"] ?? [];
    const countries = this.#parts["sites.country"] ?? [];
    const length = Math.max(names.length, addresses.length, countries.length);
    const sites: Site[] = [];
    for (let i = 0; i < length; i++) {
      const name = this.#partOf(names[i]);
      const address = this.#partOf(addresses[i]);
      const country = this.#partOf(countries[i]);
      if (name === null && address === null && country === null) continue;
      sites.push({ name, address, country });
    }
    const lists = [names, addresses, countries];
    if (lists.some((list) => list.length < length) && this.#areUneven(lists)) {
      const found = lists.map((list) => list.length).join(" / ");
      this.doubts.push({ kind: "uneven-sites", field: "sites", found });
    }
    if (this.#sitesDiffer) this.#keepRaw("sites", JSON.stringify(lists), "");
    return sites;
  }

  #partOf(raw = ""): string | null {
    const text = valueIn(raw, this.#prepared);
    if (raw !== (text ?? "")) this.#sitesDiffer = true;
    return text;
  }

  /** A column that is blank as a whole is not uneven, and blank rows at an end do not count. */
  #areUneven(lists: readonly (readonly string[])[]): boolean {
    const used = lists.map((list) =>
      list.findLastIndex((raw) => valueIn(raw, this.#prepared) !== null) + 1
    );
    const needed = Math.max(...used);
    return lists.some((list, i) => used[i] !== 0 && list.length < needed);
  }

  #keepRaw(field: FieldName, raw: string, value: string): void {
    if (raw !== value) (this.#raw ??= {})[field] = raw;
  }
}

/** The text of a value as people read it, `null` where the site wrote that there is none. */
export function valueIn(raw: string, { blank, longestBlank }: PreparedSpec): string | null {
  if (raw === "") return null;
  const text = clean(raw);
  return text.length <= longestBlank && blank.has(fold(text)) ? null : text;
}

/**
 * Whether a text cannot be what the register says: cut off with nothing to complete it, bytes lost
 * on the way, or the label of its own column glued to it.
 */
function isDamaged(text: string, { label }: PreparedColumn): boolean {
  return text.endsWith("…") || text.endsWith("...") || text.includes("\uFFFD") ||
    (text.length > label.length && text.startsWith(label));
}

/** Whether a column holds one part of the sites. */
export function isSitePart(field: PreparedColumn["field"]): field is SitePart {
  return field === "sites.name" || field === "sites.address" || field === "sites.country";
}

function readCount(raw: string): number | null {
  if (/^\d{1,9}$/.test(raw)) return Number(raw);
  const text = fold(raw);
  return /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})$/.test(text)
    ? Number(text.replaceAll(",", ""))
    : null;
}
