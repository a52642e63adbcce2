/**
 * Counts of the records in force by one thing about them.
 *
 * A record counts once under each value it has: with two sites in India once under India, with one in
 * India and one in China under both. Withdrawn and cancelled records are counted beside the active ones,
 * never with them. What makes two writings one value is notation alone, for sites `plants.ts`.
 *
 * @module
 */

import type { Dimension } from "../dimension.ts";
import type { RegisterRecord } from "../model.ts";
import { fold } from "../normalize.ts";
import { parseNumber } from "../registration_number.ts";
import { ingredientBase } from "./ingredient_base.ts";
import type { Plants } from "./plants.ts";

/** Records under one value; all counts but the two of the past are of active records. */
export interface Count {
  /** As the register writes it most often; `null` where it says nothing. */
  readonly value: string | null;
  readonly active: number;
  readonly withdrawn: number;
  readonly cancelled: number;
  /** Different ingredients and applicants among the active records. */
  readonly ingredients: number;
  readonly applicants: number;
}

/** What some values need to be told. */
export interface TallyOptions {
  readonly plants: Plants;
  /** The spec's pattern of a registration number. */
  readonly wellFormed: RegExp;
}

/** The kinds of a registration number, for `--by kind-of-number`. */
export type NumberKind = "first" | "granted" | "lettered" | "irregular" | "none";

/** Tells the kind of a number: 최초, 허여 (`(n)`), a letter in brackets, 비정형, or no number. */
export function numberKind(number: string | null, wellFormed: RegExp): NumberKind {
  if (number === null) return "none";
  const { suffix, grant, known } = parseNumber(number, wellFormed);
  if (!known) return "irregular";
  return grant ? "granted" : suffix === null ? "first" : "lettered";
}

/** An applicant however its legal form is written, for grouping only. */
export function applicantKey(applicant: string | null): string {
  return fold(applicant ?? "").replaceAll("㈜", "").toLowerCase();
}

/** An ingredient however it is written, for grouping only. */
export function ingredientKey(ingredient: string | null): string {
  return fold(ingredient ?? "").toLowerCase();
}

/** A value of a record: what makes it the same as another, and how it is written. */
interface Value {
  readonly key: string;
  readonly text: string | null;
}

interface Pile {
  readonly texts: Map<string, number>;
  readonly blank: boolean;
  readonly byStatus: Record<RegisterRecord["status"], number>;
  readonly ingredients: Set<string>;
  readonly applicants: Set<string>;
}

/** Counts records by a thing about them, the most frequent value first. */
export function tally(
  records: readonly RegisterRecord[],
  by: Dimension,
  options: TallyOptions,
): Count[] {
  const piles = new Map<string, Pile>();
  for (const values of records) {
    const own = new Map(valuesOf(values, by, options).map((value) => [value.key, value]));
    for (const value of own.size > 0 ? own.values() : [NOTHING]) {
      const pile = piles.get(value.key) ?? emptyPile(value);
      piles.set(value.key, pile);
      if (value.text !== null) pile.texts.set(value.text, (pile.texts.get(value.text) ?? 0) + 1);
      pile.byStatus[values.status] += 1;
      if (values.status !== "active") continue;
      pile.ingredients.add(ingredientKey(values.ingredient));
      pile.applicants.add(applicantKey(values.applicant));
    }
  }
  return [...piles.values()].map(toCount).sort(by === "year" ? newestFirst : mostFirst);
}

const NOTHING: Value = { key: "", text: null };

function emptyPile({ text }: Value): Pile {
  return {
    texts: new Map(),
    blank: text === null,
    byStatus: { active: 0, withdrawn: 0, cancelled: 0 },
    ingredients: new Set(),
    applicants: new Set(),
  };
}

function toCount({ texts, blank, byStatus, ingredients, applicants }: Pile): Count {
  const value = blank ? null : mostFrequent(texts);
  return { value, ...byStatus, ingredients: ingredients.size, applicants: applicants.size };
}

/** The most frequent of some texts, the first in code order where several are. */
export function mostFrequent(texts: ReadonlyMap<string, number>): string {
  const [first] = [...texts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return first?.[0] ?? "";
}

function mostFirst(a: Count, b: Count): number {
  const past = (count: Count) => count.withdrawn + count.cancelled;
  return b.active - a.active || past(b) - past(a) || byValue(a, b);
}

function newestFirst(a: Count, b: Count): number {
  return -byValue(a, b);
}

function byValue(a: Count, b: Count): number {
  const [x, y] = [a.value ?? "", b.value ?? ""];
  return x < y ? -1 : x > y ? 1 : 0;
}

function valuesOf(
  values: RegisterRecord,
  by: Dimension,
  { plants, wellFormed }: TallyOptions,
): Value[] {
  const one = (text: string | null, key = fold(text ?? "")) => key === "" ? [] : [{ key, text }];
  switch (by) {
    case "country":
      return values.sites.flatMap((site) => (site.country ?? "").split(/[,@]/))
        .flatMap((country) => one(country.trim()));
    case "site":
      return values.sites.flatMap((site) => {
        const plant = plants.of(site);
        const key = plant ? JSON.stringify([plant.name, plant.address, plant.country]) : "";
        return one(plant?.name ?? null, key);
      });
    case "applicant":
      return one(values.applicant, applicantKey(values.applicant));
    case "ingredient":
      return one(values.ingredient, ingredientKey(values.ingredient));
    case "ingredient-base": {
      const base = ingredientBase(values.ingredient ?? "");
      return one(base, ingredientKey(base));
    }
    case "status":
      return one(values.status);
    case "year":
      return one(/^\d{4}/.exec(values.firstRegisteredOn ?? "")?.[0] ?? null);
    case "category":
      return one(values.noticeCategory);
    case "kind-of-number":
      return one(numberKind(values.registrationNumber, wellFormed));
  }
}
