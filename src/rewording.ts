/**
 * What a change of a field does to its texts: which were re-worded, which are others, which sites
 * came and went.
 *
 * All of it follows from `from` and `to` when a change is read: nothing is stored. The words for
 * people are in `rewording_words.ts`.
 *
 * @module
 */

import type { Change, FieldChange, FieldName, Site } from "./model.ts";
import { fold } from "./normalize.ts";
import { siteChanges } from "./site_changes.ts";
import { type TextChange, textChange } from "./text_change.ts";

/** A changed text of a field; `place` says where in the sites of a record it stands. */
export interface PlacedTextChange extends TextChange {
  readonly place: { readonly site: string; readonly part: keyof Site } | null;
}

/** What became of the texts of a field. */
export interface Rewording {
  readonly texts: readonly PlacedTextChange[];
  readonly added: readonly Site[];
  readonly removed: readonly Site[];
}

type Values = Pick<FieldChange, "from" | "to">;

const PARTS: readonly (keyof Site)[] = ["name", "address", "country"];

/** What became of the texts of a field; `null` where it was blank, is blank now, or is no text. */
export function rewordingOf({ from, to }: Values): Rewording | null {
  if (typeof from === "string" && typeof to === "string") {
    return { texts: [{ ...textChange(from, to), place: null }], added: [], removed: [] };
  }
  if (!Array.isArray(from) || !Array.isArray(to) || from.length === 0 || to.length === 0) {
    return null;
  }
  const { paired, added, removed } = siteChanges(from as readonly Site[], to as readonly Site[]);
  return { texts: paired.flatMap(siteTexts), added, removed };
}

function siteTexts([before, after]: readonly [Site, Site]): PlacedTextChange[] {
  const site = after.name ?? before.name ?? after.address ?? before.address ?? "–";
  return PARTS.flatMap((part) => {
    const [from, to] = [before[part] ?? "", after[part] ?? ""];
    return fold(from) === fold(to) ? [] : [{ ...textChange(from, to), place: { site, part } }];
  });
}

/** The distance of a field's texts: of several, of the one that moved farthest. */
export function distanceOf({ texts }: Rewording): number | null {
  const known = texts.flatMap(({ distance }) => distance === null ? [] : [distance]);
  return known.length === 0 ? null : Math.max(...known);
}

/** A change as it is told to programs: long texts carry their distance. */
export type ToldChange = Omit<Change, "fields"> & {
  readonly fields: Readonly<
    Partial<Record<FieldName, FieldChange & { readonly distance?: number }>>
  >;
};

/** Adds the distance to the fields of a change that have one, beside `from` and `to`. */
export function withDistances(change: Change): ToldChange {
  const fields = Object.entries(change.fields).map(([name, field]) => {
    const rewording = rewordingOf(field);
    const distance = rewording && distanceOf(rewording);
    return [name, distance === null ? field : { ...field, distance }];
  });
  return { ...change, fields: Object.fromEntries(fields) };
}
