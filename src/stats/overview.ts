/**
 * What a register holds, on one page: the answers of `dmf stats` without `--by`.
 *
 * @module
 */

import type { RunId, Status } from "../model.ts";
import { isDomestic } from "../registration_number.ts";
import {
  type IngredientSources,
  ingredientSources,
  isSingleSource,
  type LostSource,
  lostSources,
  type Standing,
} from "./ingredient_sources.ts";
import { groupPlants, type Plant, type Plants } from "./plants.ts";
import { applicantKey, type Count, numberKind, tally } from "./tally.ts";

/** A plant that several applicants name, with those. */
export interface SharedSite {
  readonly plant: Plant;
  /** Distinct applicants of active records, by name. */
  readonly applicants: readonly string[];
  readonly records: number;
}

/** The overview; all but `byStatus` is of active records. */
export interface Overview {
  readonly total: number;
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Imported as soon as one site lies elsewhere; unknown where no site names its country. */
  readonly origin: Readonly<Record<"domestic" | "imported" | "unknown", number>>;
  /** `unclear` are letters in brackets, irregular numbers and none. */
  readonly filings: Readonly<Record<"first" | "granted" | "unclear", number>>;
  readonly countries: readonly Count[];
  readonly applicants: readonly Count[];
  readonly ingredients: readonly Count[];
  readonly singleSource: readonly IngredientSources[];
  /** Since the first of the month, or the baseline where that is later. */
  readonly lostSource: { readonly since: RunId; readonly sources: readonly LostSource[] };
  readonly sharedSites: readonly SharedSite[];
  /** Plants that the register writes in more than one way. */
  readonly siteWritings: readonly Plant[];
}

/** Puts the overview together, from the list of a day and the list at the beginning of its month. */
export function overviewOf(
  now: readonly Standing[],
  before: { readonly since: RunId; readonly records: readonly Standing[] },
  wellFormed: RegExp,
): Overview {
  const all = now.map(({ values }) => values);
  const active = all.filter(({ status }) => status === "active");
  // Plants of both days, so that one is the same plant on both.
  const plants = groupPlants(all, before.records.map(({ values }) => values));
  const options = { plants, wellFormed };
  const count = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length;
  const kinds = active.map(({ registrationNumber }) => numberKind(registrationNumber, wellFormed));
  const origins = active.map(({ sites }) => isDomestic(sites));
  const first = count(kinds, (kind) => kind === "first");
  const granted = count(kinds, (kind) => kind === "granted");
  return {
    total: all.length,
    byStatus: {
      active: active.length,
      withdrawn: count(all, ({ status }) => status === "withdrawn"),
      cancelled: count(all, ({ status }) => status === "cancelled"),
    },
    origin: {
      domestic: count(origins, (domestic) => domestic === true),
      imported: count(origins, (domestic) => domestic === false),
      unknown: count(origins, (domestic) => domestic === null),
    },
    filings: { first, granted, unclear: kinds.length - first - granted },
    countries: tally(all, "country", options),
    applicants: tally(all, "applicant", options),
    ingredients: tally(all, "ingredient", options),
    singleSource: singleSources(now, plants),
    lostSource: { since: before.since, sources: lostSources(before.records, now, plants) },
    sharedSites: sharedSites(now, plants),
    siteWritings: plants.all.map(presentWritings).filter(({ writings }) => writings.length > 1),
  };
}

/** Those with more applicants and records behind the one source first: there most hangs on it. */
function singleSources(records: readonly Standing[], plants: Plants): IngredientSources[] {
  return [...ingredientSources(records, plants).values()].filter(isSingleSource)
    .sort((a, b) => b.applicants - a.applicants || (a.ingredient < b.ingredient ? -1 : 1));
}

function sharedSites(records: readonly Standing[], plants: Plants): SharedSite[] {
  const found = new Map<Plant, { applicants: Map<string, string>; records: number }>();
  for (const { values: { sites, applicant, status } } of records) {
    if (status !== "active" || applicant === null) continue;
    for (const plant of new Set(sites.map((site) => plants.of(site)))) {
      if (plant === null) continue;
      const held = found.get(plant) ?? { applicants: new Map(), records: 0 };
      found.set(plant, held);
      held.records += 1;
      const known = held.applicants.get(applicantKey(applicant));
      if (known === undefined || applicant < known) {
        held.applicants.set(applicantKey(applicant), applicant);
      }
    }
  }
  const order = new Map(plants.all.map((plant, index) => [plant, index]));
  return [...found].filter(([, { applicants }]) => applicants.size > 1)
    .map(([plant, held]) => ({
      plant,
      applicants: [...held.applicants.values()].sort(),
      records: held.records,
    }))
    .sort((a, b) =>
      b.applicants.length - a.applicants.length ||
      (order.get(a.plant) as number) - (order.get(b.plant) as number)
    );
}

function presentWritings(plant: Plant): Plant {
  return { ...plant, writings: plant.writings.filter(({ records }) => records > 0) };
}
