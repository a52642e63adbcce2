/**
 * A founding register for the fixture site, of any size, different for every seed.
 *
 * @module
 */

import type { FixtureRow } from "./fixture_row.ts";

/** Chance from a seed: returns a whole number from 0 to `below - 1`. */
export type Dice = (below: number) => number;

/** Returns dice that depend on `seed` alone (xorshift32). */
export function dice(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) | 1;
  const roll = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let warmUp = 0; warmUp < 16; warmUp++) roll();
  return (below) => roll() % below;
}

/** Returns one of `choices`. */
export function oneOf<T>(roll: Dice, choices: readonly T[]): T {
  return choices[roll(choices.length)] as T;
}

/** A register with what a simulation needs to know of it. */
export interface Founding {
  readonly rows: readonly FixtureRow[];
  /** Rows with a well-formed number that no other row has. */
  readonly regular: readonly number[];
  /** The second row of each pair that shares a number. */
  readonly twins: readonly number[];
  readonly unnumbered: readonly number[];
  readonly given: Given;
}

/** What was given out once and must not come again by chance. */
export interface Given {
  readonly numbers: Set<string>;
  /** Ingredient, applicant, sites and first date of a row in one text. */
  readonly meanings: Set<string>;
}

const SUBSTANCES = [
  "글리클라지드",
  "메트포르민염산염",
  "토피라메이트",
  "레미펜타닐염산염",
  "타다라필",
  "세포티암염산염",
  "로플루밀라스트",
  "콘드로이틴설페이트나트륨",
  "노메게스트롤아세테이트",
  "에제티미브(미분화)",
  "세마글루티드",
  "나이아신",
  "황금·치자·감초30%에탄올 연조엑스(4→1)",
  "L-카르니틴",
];
const FORMS = ["%", "%", "㈜%", "(주)%", "%(주)", "주식회사%", "%주식회사"];
const BUSINESSES = ["약업", "정밀화학", "파마켐", "바이오텍", "상사"];
const HOUSES = ["Zorvane", "Quillborne", "Tamsol", "Brixenhal", "Nyvelle", "Osmark", "D'Arcelle"];
const KINDS = ["Labs Pvt. Ltd.", "Pharma Co., Ltd.", "Chemie GmbH", "S.p.A.", "Fine & Pure, Inc."];
const PLACES: readonly (readonly [string, string])[] = [
  ["Plot # %, Phase-Ⅱ, IDA, Hyderabad-500 055, Telangana, India", "인도"],
  ["No. % Renmin Road, Taizhou, Zhejiang, China", "중국"],
  ["No. % Xi’an Street, Jinan, Shandong, China", "중국"],
  ["Via Roma %, 20021 Milano (MI), Italy", "이탈리아"],
  ["% Industriestrasse, 4133 Pratteln, Switzerland", "스위스"],
];
const PARTS = ["[조품 제조원 ①] ", "[중간체(Base) 제조원] ", "[미분화공정]"];
const LETTERS = "ABCDEFGHIJ";

/** How many of {@linkcode APPLICANTS}, from the first, have no legal form in their name. */
export const FORMLESS_APPLICANTS = 24;

/** Invented names of applicants. */
export const APPLICANTS: readonly string[] = Array.from({ length: 240 }, (_, index) => {
  const syllables = ["가", "노", "두", "라", "모", "보", "서", "우", "자", "초", "타", "하"];
  const name = (syllables[index % 12] as string) + syllables[(index * 5 + 7) % 12] +
    syllables[Math.floor(index / 12) % 12] + BUSINESSES[index % BUSINESSES.length];
  return index < FORMLESS_APPLICANTS
    ? name
    : (FORMS[index % FORMS.length] as string).replace("%", name);
});

/** Returns a register of `size` rows in the order of registration, oldest first. */
export function foundingOf(size: number, roll: Dice): Founding {
  const days = daysBetween("2005-08-31", "2026-10-30");
  const given: Given = { numbers: new Set(), meanings: new Set() };
  const rows: FixtureRow[] = [];
  for (let index = 0; index < size; index++) {
    const day = days[Math.floor((index / size) * days.length)] as string;
    rows.push(registrationOn(day, { rows, given, roll, age: size - index }));
  }
  const twins = [0.3, 0.5, 0.7].map((share) => Math.floor(share * size));
  const unnumbered = [0.2, 0.4, 0.6, 0.8].map((share) => Math.floor(share * size));
  const malformed = [0.35, 0.65].map((share) => Math.floor(share * size));
  for (const at of twins) rows[at] = twinOf(rows[at - 1] as FixtureRow, rows[at] as FixtureRow);
  for (const at of unnumbered) rows[at] = { ...rows[at] as FixtureRow, number: "" };
  for (const at of malformed) {
    const row = rows[at] as FixtureRow;
    rows[at] = { ...row, number: malformedNumber(row.firstOn, at) };
  }
  const odd = new Set([...twins, ...twins.map((at) => at - 1), ...unnumbered, ...malformed]);
  const regular = rows.flatMap((_, index) => odd.has(index) ? [] : [index]);
  return { rows, regular, twins, unnumbered, given };
}

/** Returns a new registration, or a 허여 on an earlier one, unlike every row before it. */
export function registrationOn(
  day: string,
  { rows, given, roll, age }: {
    readonly rows: readonly FixtureRow[];
    readonly given: Given;
    readonly roll: Dice;
    /** Rows registered since; a young one has no history yet. */
    readonly age: number;
  },
): FixtureRow {
  for (;;) {
    const base = rows.length > 10 && roll(3) === 0 ? oneOf(roll, rows) : null;
    const granted = base === null ? null : grantedNumber(base.number, given.numbers);
    const number = granted ?? freshNumber(day, given.numbers, roll);
    const applicant = oneOf(roll, APPLICANTS);
    const content = base !== null && granted !== null
      ? { ingredient: base.ingredient, ...sitesOf(base) }
      : { ingredient: oneOf(roll, SUBSTANCES), ...inventSites(applicant, number, roll) };
    const meaning = [applicant, day, content.ingredient, ...content.siteAddresses].join("|");
    if (given.meanings.has(meaning)) continue;
    given.meanings.add(meaning);
    given.numbers.add(number);
    return { number, applicant, ...content, ...historyOf(day, { number, roll, age }) };
  }
}

/** What time has done to a registration of `day`. */
function historyOf(
  day: string,
  { number, roll, age }: { readonly number: string; readonly roll: Dice; readonly age: number },
) {
  const old = age > 40;
  const changed = old && roll(2) === 0;
  const status = old && roll(12) === 0 ? oneOf(roll, ["취하", "취하", "취소"]) : "정상";
  const year = day.slice(0, 4);
  return {
    category: number.includes("ND") ? "신물질" : roll(15) === 0 ? "기타" : "별표1",
    firstOn: day,
    changedOn: changed ? laterThan(day, roll) : "",
    reportYear: old && roll(3) > 0 ? String(Math.max(Number(year), 2021 + roll(5))) : "",
    status,
    statusOn: status === "정상" ? "" : laterThan(day, roll),
    version: roll(9) === 0 ? "" : `v${changed ? 1 + roll(3) : 0}.${roll(4)}.0/${year}`,
    review: roll(8) === 0 ? String(roll(99_999)).padStart(7, "0") : "",
  };
}

/** A well-formed number that was never given out, in one of the register's shapes. */
export function freshNumber(day: string, numbers: ReadonlySet<string>, roll: Dice): string {
  for (;;) {
    const date = day.replaceAll("-", "");
    const shape = roll(10);
    const number = shape < 2
      ? `수${1 + roll(9_000)}-${1 + roll(90)}-ND`
      : shape < 3
      ? `${1 + roll(9_000)}-${1 + roll(90)}-ND`
      : shape < 6
      ? `${date}-${209 + roll(3)}-J-${1 + roll(9_000)}`
      : `${date}-${1 + roll(211)}-${LETTERS[roll(10)]}-${1 + roll(700)}-${
        String(1 + roll(60)).padStart(2, "0")
      }`;
    if (!numbers.has(number)) return number;
  }
}

/** A number as the site shows it before anybody has given one. */
export function malformedNumber(day: string, serial: number): string {
  return `${day.replaceAll("-", "")}---${12_000 + (serial % 80_000)}-${serial % 97}`;
}

/** The next free suffix on the base of `number`; `null` where that has no base or too many. */
function grantedNumber(number: string, numbers: ReadonlySet<string>): string | null {
  if (number === "" || number.includes("---")) return null;
  const base = number.replace(/\(\w+\)$/, "");
  for (let suffix = 1; suffix < 20; suffix++) {
    if (!numbers.has(`${base}(${suffix})`)) return `${base}(${suffix})`;
  }
  return null;
}

function sitesOf(row: FixtureRow) {
  const { siteNames, siteAddresses, siteCountries } = row;
  return { siteNames, siteAddresses, siteCountries };
}

/** One to three sites; the address carries digits of the number, so that no two bases agree. */
function inventSites(applicant: string, number: string, roll: Dice) {
  const serial = number.replace(/\D/g, "").slice(-6);
  if (roll(5) === 0) {
    const other = oneOf(roll, HOUSES);
    return roll(2) === 0
      ? { siteNames: [applicant], siteAddresses: ["경기도 안성시"], siteCountries: ["대한민국"] }
      : {
        siteNames: [applicant, `[조품 제조원] ${other} ${oneOf(roll, KINDS)}`],
        siteAddresses: ["충청북도 음성군", ""],
        siteCountries: ["대한민국", "중국"],
      };
  }
  const siteNames: string[] = [];
  const siteAddresses: string[] = [];
  const siteCountries: string[] = [];
  const count = Math.max(1, roll(5) - 1);
  for (let site = 0; site < count; site++) {
    const [place, country] = oneOf(roll, PLACES);
    const part = site === 0 ? "" : PARTS[(site + roll(3)) % PARTS.length] as string;
    siteNames.push(`${part}${oneOf(roll, HOUSES)} ${oneOf(roll, KINDS)} Unit ${site + 1}`);
    siteAddresses.push(part + place.replace("%", `${serial}/${site + 1}`));
    siteCountries.push(country);
  }
  return { siteNames, siteAddresses, siteCountries };
}

/** A row that shares the number of its neighbor and differs by applicant. */
function twinOf(first: FixtureRow, row: FixtureRow): FixtureRow {
  const applicant = APPLICANTS[(APPLICANTS.indexOf(first.applicant) + 1) % APPLICANTS.length];
  return {
    ...row,
    number: first.number,
    ingredient: first.ingredient,
    applicant: applicant as string,
    ...sitesOf(first),
    version: "v1.0.0/2020",
  };
}

function laterThan(day: string, roll: Dice): string {
  const year = Math.min(2026, Number(day.slice(0, 4)) + 1 + roll(8));
  const later = `${year}-${String(1 + roll(10)).padStart(2, "0")}-${
    String(1 + roll(28)).padStart(2, "0")
  }`;
  return later < day ? day : later;
}

function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  const end = Temporal.PlainDate.from(last);
  for (
    let day = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) days.push(day.toString());
  return days;
}
