/**
 * From how many independent sources an ingredient comes, and which it lost.
 *
 * The sites of one record are one chain (조품, 최종, 미분화 …): the register does not say which of them
 * could stand in for another. Two records are independent where they have no plant in common; a source is
 * therefore a set of plants that the active records of an ingredient connect. An ingredient with one such
 * set has a single source, also where several applicants hold it. Only active records are sources; a
 * record that names no site is an unknown one, and an ingredient with one of these is never called
 * single-source.
 *
 * @module
 */

import type { RecordId, RegisterRecord } from "../model.ts";
import type { Plant, Plants } from "./plants.ts";
import { applicantKey, ingredientKey, mostFrequent } from "./tally.ts";

/** A record in force. */
export interface Standing {
  readonly record: RecordId;
  readonly values: RegisterRecord;
}

/** Plants that the active records of an ingredient connect. */
export interface Source {
  readonly plants: readonly Plant[];
  readonly records: number;
  /** Different sets of plants among the records; more than one where they share some. */
  readonly siteSets: number;
}

/** The sources of one ingredient. */
export interface IngredientSources {
  readonly ingredient: string;
  /** By their first plant. */
  readonly sources: readonly Source[];
  /** Active records that name no site. */
  readonly unknown: number;
  readonly applicants: number;
}

/** The sources of every ingredient with an active record, by ingredient. */
export function ingredientSources(
  records: readonly Standing[],
  plants: Plants,
): Map<string, IngredientSources> {
  const groups = Map.groupBy(
    records.filter(({ values }) => values.status === "active" && values.ingredient !== null),
    ({ values }) => ingredientKey(values.ingredient),
  );
  return new Map([...groups].map(([key, group]) => [key, sourcesOf(group, plants)]));
}

/** Whether all that is known of an ingredient comes from one source. */
export function isSingleSource({ sources, unknown }: IngredientSources): boolean {
  return sources.length === 1 && unknown === 0;
}

function sourcesOf(group: readonly Standing[], plants: Plants): IngredientSources {
  const sets = new Map<string, { readonly plants: Set<Plant>; records: number }>();
  for (const { values } of group) {
    const own = plantsOf(values, plants);
    if (own.size === 0) continue;
    const id = [...own].map(idOf).sort().join("\n");
    const set = sets.get(id) ?? { plants: own, records: 0 };
    set.records += 1;
    sets.set(id, set);
  }
  const named = [...sets.values()].reduce((sum, { records }) => sum + records, 0);
  return {
    ingredient: nameOf(group),
    sources: connected([...sets.values()]),
    unknown: group.length - named,
    applicants: new Set(group.map(({ values }) => applicantKey(values.applicant))).size,
  };
}

function nameOf(records: readonly Standing[]): string {
  const texts = new Map<string, number>();
  for (const { values: { ingredient } } of records) {
    if (ingredient !== null) texts.set(ingredient, (texts.get(ingredient) ?? 0) + 1);
  }
  return mostFrequent(texts);
}

function plantsOf({ sites }: RegisterRecord, plants: Plants): Set<Plant> {
  return new Set(sites.map((site) => plants.of(site)).filter((plant) => plant !== null));
}

/** Sets with a plant in common become one source. */
function connected(
  sets: readonly { readonly plants: ReadonlySet<Plant>; readonly records: number }[],
): Source[] {
  let sources: { plants: Set<Plant>; records: number; siteSets: number }[] = [];
  for (const set of sets) {
    const touched = sources.filter(({ plants }) => !plants.isDisjointFrom(set.plants));
    const joined = {
      plants: touched.reduce((all, { plants }) => all.union(plants), new Set(set.plants)),
      records: touched.reduce((sum, { records }) => sum + records, set.records),
      siteSets: touched.reduce((sum, { siteSets }) => sum + siteSets, 1),
    };
    sources = [...sources.filter((source) => !touched.includes(source)), joined];
  }
  return sources
    .map(({ plants, ...counts }) => ({ plants: inOrder(plants), ...counts }))
    .sort((a, b) => compare(idOf(a.plants[0] as Plant), idOf(b.plants[0] as Plant)));
}

/** Why a record is no source any more. */
export type Loss = "delisted" | "withdrawn" | "cancelled" | "site-changed" | "ingredient-changed";

/** A plant from which an ingredient came once and comes no more. */
export interface LostSource {
  readonly ingredient: string;
  readonly plant: Plant;
  readonly records: readonly {
    readonly record: RecordId;
    readonly registrationNumber: string | null;
    readonly applicant: string | null;
    readonly why: Loss;
  }[];
  /** Independent sources that are left. */
  readonly left: number;
}

/** The plants that active records had before and have no more, by ingredient and plant. */
export function lostSources(
  before: readonly Standing[],
  now: readonly Standing[],
  plants: Plants,
): LostSource[] {
  const [was, is] = [byPlant(before, plants), byPlant(now, plants)];
  const current = new Map(now.map((standing) => [standing.record, standing.values]));
  const left = ingredientSources(now, plants);
  const lost: LostSource[] = [];
  for (const [key, held] of was) {
    for (const [plant, records] of held) {
      if (is.get(key)?.has(plant)) continue;
      lost.push({
        ingredient: nameOf(records),
        plant,
        records: records.map(({ record, values }) => ({
          record,
          registrationNumber: values.registrationNumber,
          applicant: values.applicant,
          why: lossOf(values, current.get(record)),
        })),
        left: left.get(key)?.sources.length ?? 0,
      });
    }
  }
  return lost.sort((a, b) =>
    a.left - b.left || compare(a.ingredient, b.ingredient) || compare(idOf(a.plant), idOf(b.plant))
  );
}

function byPlant(records: readonly Standing[], plants: Plants) {
  const found = new Map<string, Map<Plant, Standing[]>>();
  for (const standing of records) {
    const { values } = standing;
    if (values.status !== "active" || values.ingredient === null) continue;
    const key = ingredientKey(values.ingredient);
    const held = found.get(key) ?? new Map<Plant, Standing[]>();
    found.set(key, held);
    for (const plant of plantsOf(values, plants)) {
      held.set(plant, [...held.get(plant) ?? [], standing]);
    }
  }
  return found;
}

function lossOf(before: RegisterRecord, now: RegisterRecord | undefined): Loss {
  if (now === undefined) return "delisted";
  if (now.status !== "active") return now.status;
  return ingredientKey(now.ingredient) === ingredientKey(before.ingredient)
    ? "site-changed"
    : "ingredient-changed";
}

function inOrder(plants: Iterable<Plant>): Plant[] {
  return [...plants].sort((a, b) => compare(idOf(a), idOf(b)));
}

/** A plant as a text, the same wherever it is computed. */
export function idOf({ name, address, country }: Plant): string {
  return JSON.stringify([name, address, country]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
