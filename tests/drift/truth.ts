/**
 * Events as texts that are equal where the events are: what is said against what is true.
 *
 * @module
 */

import type { Change, FieldName, RegisterRecord, Site } from "../../src/model.ts";
import { fold, foldedSites } from "../../src/normalize.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { judge, type TrueChange, type TrueEvent } from "../support/fixture_truth.ts";

/** One event or one record in a form that can be compared; notation noise is gone. */
export type Truth = string;

/** What a list of changes is worth, held against the truth. */
export type Verdict =
  /** Exactly the true events, values included. */
  | "true"
  /** Nothing but true events, but not all of them. */
  | "silent"
  /** At least one event that did not happen, or happened otherwise. */
  | "untrue";

const BLANK: FixtureRow = {
  category: "",
  number: "",
  ingredient: "",
  applicant: "",
  siteNames: [],
  siteAddresses: [],
  siteCountries: [],
  firstOn: "",
  changedOn: "",
  reportYear: "",
  status: "",
  statusOn: "",
  version: "",
  review: "",
};

/** A true event; a new registration is its whole content, which `row` has. */
export function truthOf(event: TrueEvent, row: FixtureRow | undefined): Truth {
  const fields = event.kind === "registered" && row ? contentOf(row) : event.fields;
  return text(event, fields);
}

/** What the program says of the same. */
export function saidBy(change: Change): Truth {
  return text(change, change.fields);
}

/** Holds what is said against what is true. */
export function verdictOn(said: readonly Truth[], truths: readonly Truth[]): Verdict {
  const open = countsOf(truths);
  for (const each of said) {
    const left = open.get(each) ?? 0;
    if (left === 0) return "untrue";
    open.set(each, left - 1);
  }
  return said.length === truths.length ? "true" : "silent";
}

/** The first events on which what was said and what is true disagree. */
export function difference(said: readonly Truth[], truths: readonly Truth[]): string {
  const without = (all: readonly Truth[], others: readonly Truth[]) =>
    all.filter((one) => !others.includes(one)).slice(0, 2).join(" / ").replaceAll("\n", " ");
  return `said ${said.length} (${without(said, truths)}), true ${truths.length} (${
    without(truths, said)
  })`;
}

/** Whether records in force are exactly these rows. */
export function sameContent(
  records: readonly RegisterRecord[],
  rows: readonly FixtureRow[],
): boolean {
  const found = records.map((values) => recordText(Object.entries(values)));
  const expected = rows.map((row) =>
    recordText(Object.entries(contentOf(row)).map(([name, { to }]) => [name, to]))
  );
  return verdictOn(found, expected) === "true";
}

function countsOf(truths: readonly Truth[]): Map<Truth, number> {
  const counts = new Map<Truth, number>();
  for (const truth of truths) counts.set(truth, (counts.get(truth) ?? 0) + 1);
  return counts;
}

type Fields = Readonly<Partial<Record<FieldName, Pick<TrueChange, "from" | "to">>>>;

function contentOf(row: FixtureRow): Fields {
  const { events } = judge({ row: BLANK, absentDays: 0 }, row);
  return Object.assign({}, ...events.map(({ fields }) => fields));
}

/** A number is named by its event, and a delisted row by its number. */
function text(
  event: Pick<TrueEvent, "kind" | "registrationNumber"> & { from?: string | null },
  fields: Fields,
): Truth {
  const bare = event.kind === "renumbered" || event.kind === "delisted";
  const told = bare ? [] : Object.keys(fields).sort().map((name) => {
    const { from, to } = fields[name as FieldName] as TrueChange;
    return `${name}: ${valueText(name, from)} → ${valueText(name, to)}`;
  });
  const number = fold(event.registrationNumber ?? "");
  return [event.kind, number, fold(event.from ?? ""), ...told].join("\n");
}

function recordText(values: readonly (readonly [string, unknown])[]): string {
  return values.map(([name, value]) => [name, valueText(name, value)])
    .filter(([, value]) => value !== "").map((pair) => pair.join(": ")).sort().join("\n");
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  return name === "sites" ? foldedSites(value as readonly Site[]) : fold(String(value));
}
