/**
 * An invented register in the shapes of the real one, the same on every machine.
 *
 * Here rows are text as the site writes it, quirks included: every shape of number, families of
 * 허여 on one base number, commas inside names and addresses, domestic addresses cut to the city,
 * numbers that are null, malformed or shared. What happens to the rows from day to day is decided
 * in `days.ts`, how they look as HTML in `replica.ts`.
 *
 * @module
 */

import {
  CITIES,
  INGREDIENTS,
  type Land,
  LANDS,
  LEGAL_FORMS,
  MAKERS,
  ROLES,
  STEMS,
  TRADES,
} from "./lexicon.ts";
import { type Random, seededRandom } from "./random.ts";

/** One manufacturing site as the list shows it; "" where the list shows nothing. */
export interface RegisterSite {
  readonly name: string;
  readonly address: string;
  readonly country: string;
}

/** One row as the list shows it, without its 순번; "" where the list shows nothing. */
export interface RegisterRow {
  readonly noticeCategory: string;
  readonly registrationNumber: string;
  readonly ingredient: string;
  readonly applicant: string;
  readonly sites: readonly RegisterSite[];
  readonly firstRegisteredOn: string;
  readonly lastChangedOn: string;
  readonly lastAnnualReportYear: string;
  readonly status: "정상" | "취하" | "취소";
  readonly statusChangedOn: string;
  readonly documentVersion: string;
  readonly linkedReviewNumber: string;
}

/** Records in the demo's register on its first day. */
export const REGISTER_SIZE = 2_000;

// First 공고 of the real register; its numbers make up a visible share of the list to this day.
const FIRST_DAY = Temporal.PlainDate.from("2005-08-31");
const LAST_DAY = Temporal.PlainDate.from("2026-10-30");
const SPAN_DAYS = FIRST_DAY.until(LAST_DAY).days;
const QUOTES = ["'", "’", "`"] as const;

/** Base registrations so far, and what must stay unique among them. */
interface Draft {
  readonly random: Random;
  readonly applicants: readonly string[];
  readonly foreignSites: readonly RegisterSite[];
  readonly rows: RegisterRow[];
  readonly bases: RegisterRow[];
  readonly grants: Map<string, number>;
  readonly numbers: Set<string>;
  readonly meanings: Set<string>;
}

/** Returns the register of the demo's first day in the order of registration, oldest first. */
export function generateRegister(
  { size = REGISTER_SIZE, seed = 20_261_102 }: { readonly size?: number; readonly seed?: number } =
    {},
): readonly RegisterRow[] {
  const random = seededRandom(seed);
  const draft: Draft = {
    random,
    applicants: inventApplicants(random),
    foreignSites: Array.from({ length: 170 }, () => inventForeignSite(random)),
    rows: [],
    bases: [],
    grants: new Map(),
    numbers: new Set(),
    meanings: new Set(),
  };
  while (draft.rows.length < size) {
    const on = dayOf(draft.rows.length / size);
    const grant = draft.bases.length > 20 && random.chance(0.32);
    const row = grant ? grantOf(draft, on) : firstRegistration(draft, on);
    if (row !== null) draft.rows.push(row);
  }
  return draft.rows.map((row, index) => withOddities(draft.rows, row, index));
}

/** What tells two rows with one number apart: ingredient, applicant, sites, first date. */
function meaningOf(row: RegisterRow): string {
  return JSON.stringify([row.ingredient, row.applicant, row.sites, row.firstRegisteredOn]);
}

/** Maps the position in the register to a working day; one row in sixteen dates from 2005. */
function dayOf(progress: number): Temporal.PlainDate {
  const share = Math.max(0, (progress - 1 / 16) / (1 - 1 / 16));
  const day = FIRST_DAY.add({ days: Math.floor(share * SPAN_DAYS) });
  return day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day;
}

function firstRegistration(draft: Draft, on: Temporal.PlainDate): RegisterRow | null {
  const { random } = draft;
  const substance = random.between(0, INGREDIENTS.length - 1);
  const ingredient = INGREDIENTS[substance] as string;
  const applicant = random.pick(draft.applicants);
  const sites = random.chance(0.22)
    ? domesticSites(draft, applicant)
    : importedSites(draft, ingredient);
  const registrationNumber = inventNumber(random, { on, substance, domestic: isDomestic(sites) });
  const row = settle(random, on, { registrationNumber, ingredient, applicant, sites });
  if (!isUnique(draft, row)) return null;
  draft.bases.push(row);
  return row;
}

/** 허여: another applicant on the same base registration, told by a suffix. */
function grantOf(draft: Draft, on: Temporal.PlainDate): RegisterRow | null {
  const { random } = draft;
  const base = random.pick(draft.bases);
  const granted = (draft.grants.get(base.registrationNumber) ?? 0) + 1;
  const suffix = random.chance(0.12) && granted < 3 ? "AB"[granted - 1] : granted;
  const row = settle(random, on, {
    registrationNumber: `${base.registrationNumber}(${suffix})`,
    ingredient: base.ingredient,
    applicant: random.pick(draft.applicants),
    sites: base.sites,
  });
  if (row.applicant === base.applicant || !isUnique(draft, row)) return null;
  draft.grants.set(base.registrationNumber, granted);
  return row;
}

function isUnique(draft: Draft, row: RegisterRow): boolean {
  const meaning = meaningOf(row);
  if (draft.numbers.has(row.registrationNumber) || draft.meanings.has(meaning)) return false;
  draft.numbers.add(row.registrationNumber);
  draft.meanings.add(meaning);
  return true;
}

/** Fills in what time has done to a registration since `on`. */
function settle(
  random: Random,
  on: Temporal.PlainDate,
  row: Pick<RegisterRow, "registrationNumber" | "ingredient" | "applicant" | "sites">,
): RegisterRow {
  const age = on.until(LAST_DAY).days;
  const later = () => on.add({ days: random.between(0, age) });
  const changed = age > 30 && random.chance(0.45) ? later() : null;
  const reported = age > 400 && random.chance(0.7);
  const status = age < 200
    ? "정상"
    : random.chance(0.08)
    ? "취하"
    : random.chance(0.02)
    ? "취소"
    : "정상";
  const versionYear = changed?.year ?? on.year;
  return {
    ...row,
    noticeCategory: categoryOf(random, row),
    firstRegisteredOn: on.toString(),
    lastChangedOn: changed?.toString() ?? "",
    lastAnnualReportYear: reported ? String(random.between(Math.max(on.year, 2022), 2025)) : "",
    status,
    statusChangedOn: status === "정상" ? "" : later().toString(),
    documentVersion: random.chance(0.1)
      ? ""
      : `v${changed ? random.between(1, 4) : 0}.${
        random.between(0, changed ? 9 : 0)
      }.0/${versionYear}`,
    linkedReviewNumber: random.chance(0.12)
      ? String(random.between(1, 99_999)).padStart(8, "0")
      : "",
  };
}

function categoryOf(
  random: Random,
  row: Pick<RegisterRow, "registrationNumber" | "ingredient">,
): string {
  if (row.registrationNumber.includes("-ND")) return "신물질";
  if (row.ingredient === "인태반") return "인태반 유래";
  if (row.ingredient.includes("엑스")) return "별표1의2";
  return random.chance(0.06) ? "기타" : "별표1";
}

function inventNumber(
  random: Random,
  { on, substance, domestic }: { on: Temporal.PlainDate; substance: number; domestic: boolean },
): string {
  const day = on.toString().replaceAll("-", "");
  const serial = String(random.between(1, 60)).padStart(2, "0");
  if (INGREDIENTS[substance] === "인태반") return `${day}-01-HP-${random.between(1, 40)}-${serial}`;
  if (random.chance(0.24)) {
    const serialND = `${random.between(1, 6900)}-${random.between(1, 80)}-ND`;
    return domestic ? serialND : `수${serialND}`;
  }
  if (on.year > 2018 && random.chance(0.7)) {
    return `${day}-${random.pick([209, 210, 211])}-J-${random.between(300, 2300)}`;
  }
  const group = "ABCDEFGHIK"[substance % 10];
  return `${day}-${substance + 1}-${group}-${random.between(1, 480)}-${serial}`;
}

function isDomestic(sites: readonly RegisterSite[]): boolean {
  return sites[0]?.country === "대한민국";
}

/** The applicant makes it, often from a foreign crude; the list shows one address, cut short. */
function domesticSites(draft: Draft, applicant: string): readonly RegisterSite[] {
  const { random } = draft;
  const own = { name: applicant, address: random.pick(CITIES), country: "대한민국" };
  if (!random.chance(0.4)) return [own];
  const crude = random.pick(draft.foreignSites);
  return [own, { name: random.pick(ROLES) + crude.name, address: "", country: crude.country }];
}

/** One to four foreign sites, the later ones with the role they play. */
function importedSites(draft: Draft, ingredient: string): readonly RegisterSite[] {
  const { random } = draft;
  const main = random.pick(draft.foreignSites);
  const count = ingredient.includes("미분화") ? 2 : random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3, 4]);
  const sites = [random.chance(0.04) ? { ...main, address: `${main.address}\r\n` } : main];
  while (sites.length < count) {
    const role = random.pick(ROLES);
    const site = random.pick(draft.foreignSites);
    if (sites.some((known) => known.name.endsWith(site.name))) continue;
    sites.push({ ...site, name: role + site.name, address: role + site.address });
  }
  return sites;
}

function inventApplicants(random: Random): readonly string[] {
  return STEMS.flatMap((stem, index) =>
    [0, 3].map((shift) => {
      const name = stem + TRADES[(index + shift) % TRADES.length];
      return random.pick(LEGAL_FORMS).replace("%", name);
    })
  );
}

function inventForeignSite(random: Random): RegisterSite {
  const land = pickLand(random);
  const unit = random.chance(0.2) ? ` (Unit-${random.between(1, 9)})` : "";
  const address = random.pick(land.addresses)
    .replaceAll("%n", () => String(random.between(1, 480)))
    .replaceAll("%q", () => random.pick(QUOTES));
  return {
    name: `${random.pick(MAKERS)} ${random.pick(land.firms)}${unit}${
      random.chance(0.05) ? " " : ""
    }`,
    address,
    country: land.country,
  };
}

function pickLand(random: Random): Land {
  let left = random.next() * LANDS.reduce((sum, land) => sum + land.weight, 0);
  return LANDS.find((land) => (left -= land.weight) < 0) ?? LANDS[0] as Land;
}

/** What the real register shows too: new rows without a category, numbers absent, broken, shared. */
function withOddities(
  rows: readonly RegisterRow[],
  row: RegisterRow,
  index: number,
): RegisterRow {
  const fromEnd = rows.length - index;
  const fresh = fromEnd <= 8 ? { ...row, noticeCategory: "" } : row;
  if (fromEnd === 2 || fromEnd === 5 || fromEnd === 9) return { ...fresh, registrationNumber: "" };
  if (fromEnd === 3 || fromEnd === 6) {
    const day = row.firstRegisteredOn.replaceAll("-", "");
    return { ...fresh, registrationNumber: `${day}---122${60 + fromEnd}-${20 + fromEnd}` };
  }
  if (fromEnd !== 700 && fromEnd !== 1_300) return fresh;
  const twin = rows.slice(0, index).findLast((earlier) =>
    earlier.ingredient === row.ingredient && earlier.applicant !== row.applicant
  );
  return twin === undefined ? row : { ...row, registrationNumber: twin.registrationNumber };
}
