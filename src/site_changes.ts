/**
 * Which site of a record became which, as sites have neither order nor number.
 *
 * Sites that only read differently are the same; of the rest those belong together that kept their
 * name or their address, or were re-worded. What is left over came or went.
 *
 * @module
 */

import type { Site } from "./model.ts";
import { fold, foldedSites } from "./normalize.ts";
import { featuresOf, hammingDistance, simhash } from "./simhash.ts";
import { farthest, textChange } from "./text_change.ts";

/** The sites of a record before and after, one by one. */
export interface SiteChanges {
  readonly paired: readonly (readonly [before: Site, after: Site])[];
  readonly added: readonly Site[];
  readonly removed: readonly Site[];
}

/** Finds out which site became which; the order of sites says nothing. */
export function siteChanges(before: readonly Site[], after: readonly Site[]): SiteChanges {
  const left = without(before, after);
  const right = without(after, before);
  const likely: { readonly i: number; readonly j: number; readonly likeness: number }[] = [];
  const [a, b] = [left.map(told), right.map(told)];
  for (const [i, one] of a.entries()) {
    for (const [j, other] of b.entries()) {
      const likeness = likenessOf(one, other);
      if (likeness > 0) likely.push({ i, j, likeness });
    }
  }
  likely.sort((x, y) => y.likeness - x.likeness || x.i - y.i || x.j - y.j);
  const [gone, come] = [new Map<number, number>(), new Set<number>()];
  for (const { i, j } of likely) {
    if (gone.has(i) || come.has(j)) continue;
    gone.set(i, j);
    come.add(j);
  }
  return {
    paired: left.flatMap((site, i) => {
      const j = gone.get(i);
      return j === undefined ? [] : [[site, right[j] as Site] as const];
    }),
    added: right.filter((_, j) => !come.has(j)),
    removed: left.filter((_, i) => !gone.has(i)),
  };
}

/** Sites that the others do not have as often, blank ones left out. */
function without(sites: readonly Site[], others: readonly Site[]): Site[] {
  const known = new Map<string, number>();
  for (const site of others) {
    const key = foldedSites([site]);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return sites.filter((site) => {
    const key = foldedSites([site]);
    const count = known.get(key) ?? 0;
    if (count > 0) known.set(key, count - 1);
    return count === 0 && key !== "";
  });
}

/** A site as it is compared with many. */
interface Told {
  readonly name: string;
  readonly address: string;
  readonly text: string;
  readonly fingerprint: ReturnType<typeof simhash>;
}

function told({ name, address }: Site): Told {
  const [one, other] = [fold(name ?? ""), fold(address ?? "")];
  const text = `${name ?? ""} ${address ?? ""}`;
  return {
    name: one,
    address: other,
    text,
    fingerprint: simhash(featuresOf(text)),
  };
}

/** How surely two sites are one: by name or address first, by nearness of both among these. */
function likenessOf(a: Told, b: Told): number {
  const distance = hammingDistance(a.fingerprint, b.fingerprint);
  const kept = Number(a.name !== "" && a.name === b.name) +
    Number(a.address !== "" && a.address === b.address);
  // Words are compared only where the fingerprints allow it: a record may have many sites.
  const limit = farthest(
    Math.min(a.name.length + a.address.length, b.name.length + b.address.length),
  );
  const isOne = kept > 0 ||
    (limit !== null && distance <= limit && textChange(a.text, b.text).kind === "reworded");
  return isOne ? kept * 100 + 65 - distance : 0;
}
