/**
 * Which events a question means: patterns over what an event says and over the record behind it.
 *
 * A pattern is found where its text stands anywhere in a value, in whatever notation (`fold`) and
 * letter case; `*` stands for any text between. Old and new values both count, so that a change of
 * applicant is found under either name. What an event does not carry is looked for in the record as
 * it stood after it, which the caller reads (`commands/changes.ts`).
 *
 * @module
 */

import { FIELD_NAMES, STATUS_LABELS } from "./fields.ts";
import type { Change, EventKind, FieldName, RegisterRecord, Site, Status } from "./model.ts";
import { fold } from "./normalize.ts";

/** What an event must be to be shown; `null` asks for nothing. */
export interface ChangeFilter {
  readonly kinds: readonly EventKind[] | null;
  readonly number: string | null;
  readonly ingredient: string | null;
  readonly applicant: string | null;
  /** In the name or address of a site. */
  readonly site: string | null;
  readonly country: string | null;
  /** In any field. */
  readonly text: string | null;
}

/** Every event. */
export const NO_FILTER: ChangeFilter = {
  kinds: null,
  number: null,
  ingredient: null,
  applicant: null,
  site: null,
  country: null,
  text: null,
};

/** The filter without what only the whole record may answer; what it refuses stays refused. */
export function carriedPart(filter: ChangeFilter): ChangeFilter {
  return { ...filter, site: null, country: null, text: null };
}

/** Whether an event passes, given the record as it stood after it; `null` where that is not read. */
export function matches(
  filter: ChangeFilter,
  change: Change,
  standing: RegisterRecord | null,
): boolean {
  if (filter.kinds !== null && !filter.kinds.includes(change.kind)) return false;
  const values = (names: readonly FieldName[]) => valuesOf(change, standing, names);
  const asked: readonly (readonly [string | null, () => Iterable<string>])[] = [
    [filter.number, () => textsOf(values(["registrationNumber"]))],
    [filter.ingredient, () => textsOf(values(["ingredient"]))],
    [filter.applicant, () => textsOf(values(["applicant"]))],
    [filter.site, () => siteParts(values(["sites"]), ["name", "address"])],
    [filter.country, () => siteParts(values(["sites"]), ["country"])],
    [filter.text, () => allTexts(values(FIELD_NAMES))],
  ];
  return asked.every(([pattern, texts]) => pattern === null || isIn(pattern, texts()));
}

type Value = RegisterRecord[FieldName];

/** What an event knows of some fields: before, after, and as the record stood. */
function valuesOf(
  change: Change,
  standing: RegisterRecord | null,
  names: readonly FieldName[],
): Value[] {
  const carried: Readonly<Partial<Record<FieldName, Value>>> = {
    registrationNumber: change.registrationNumber,
    ingredient: change.ingredient,
    applicant: change.applicant,
  };
  return names.flatMap((name) => {
    const changed = change.fields[name];
    const former = name === "registrationNumber" ? change.from ?? null : null;
    const known = [carried[name] ?? null, former, standing?.[name] ?? null];
    return changed ? [changed.from, changed.to, ...known] : known;
  });
}

function* textsOf(values: readonly Value[]): Iterable<string> {
  for (const value of values) {
    if (value !== null && typeof value !== "object") yield String(value);
  }
}

function* siteParts(values: readonly Value[], parts: readonly (keyof Site)[]): Iterable<string> {
  for (const value of values) {
    if (value === null || typeof value !== "object") continue;
    for (const site of value) {
      for (const part of parts) if (site[part] !== null) yield site[part];
    }
  }
}

/** Every text, and the register's word for a status. */
function* allTexts(values: readonly Value[]): Iterable<string> {
  for (const text of textsOf(values)) {
    yield text;
    if (Object.hasOwn(STATUS_LABELS, text)) yield STATUS_LABELS[text as Status].ko;
  }
  yield* siteParts(values, ["name", "address", "country"]);
}

function isIn(pattern: string, texts: Iterable<string>): boolean {
  const pieces = comparable(pattern).split("*");
  for (const text of texts) if (holds(comparable(text), pieces)) return true;
  return false;
}

/** Whether the pieces stand in the text one behind the other; in a blank text stands nothing. */
function holds(text: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text !== "";
}

function comparable(text: string): string {
  return fold(text).toLowerCase();
}

/** A record right after an event: as its run left it, less what later events of that run did. */
export function standingAfter(left: RegisterRecord, later: readonly Change[]): RegisterRecord {
  const values: Record<string, unknown> = { ...left };
  for (const { fields } of later.toReversed()) {
    for (const [name, { from }] of Object.entries(fields)) values[name] = from;
  }
  return values as unknown as RegisterRecord;
}
