/**
 * Which writings of a manufacturing site are one plant: grouped with their evidence, never guessed.
 *
 * Two writings are related only where the country, every number and single letter of the address and
 * every unit of the name are equal, the name differs in notation, in the order of words or in a slip of
 * the keyboard, and the address is the same or nearly. Names without any address are related only where
 * they are equal. So two plants of one company stay two, and a plant that is written too differently
 * stays two as well: a list for people to look at, not a decision about the register. Groups are the
 * connected writings, hence the same for any order of records.
 *
 * @module
 */

import type { RegisterRecord, Site } from "../model.ts";
import { fold } from "../normalize.ts";
import { siteName } from "../site_name.ts";
import { type SiteKey, siteKey } from "./site_key.ts";

/** Why two writings are believed to be one plant. */
export interface Evidence {
  /** `notation`: the same words; `order`: in another order; `slip`: a letter or two differ. */
  readonly name: "notation" | "order" | "slip";
  /** `same` letters and digits; `similar`: the same numbers, most of the words; `blank`: none. */
  readonly address: "same" | "similar" | "blank";
}

/** One way in which the register writes a plant. */
export interface Writing {
  readonly name: string;
  readonly address: string | null;
  readonly country: string | null;
  /** Records that write it so; none where only past ones did. */
  readonly records: number;
}

/** One plant; its own words are those of the most frequent writing. */
export interface Plant extends Omit<Writing, "records"> {
  /** The most frequent first. */
  readonly writings: readonly Writing[];
  /** What joined them; empty where there is one writing. */
  readonly evidence: readonly Evidence[];
}

/** The plants of some records. */
export interface Plants {
  /** All of them, by country, name and address. */
  readonly all: readonly Plant[];
  /** The plant of a site that was among the records; `null` where the site has no name. */
  of(site: Site): Plant | null;
}

interface Found {
  readonly key: SiteKey;
  readonly id: string;
  /** Exact texts under this writing, with the number of records. */
  readonly texts: Map<string, { readonly site: Site; records: number }>;
}

type Sited = Iterable<Pick<RegisterRecord, "sites">>;

/** Groups the sites of records; those of `past` ones are known as well, but not counted. */
export function groupPlants(records: Sited, past: Sited = []): Plants {
  const found = new Map<string, Found>();
  findWritings(records, 1, found);
  findWritings(past, 0, found);
  const { parent, evidence } = relate([...found.values()]);
  const groups = Map.groupBy(found.values(), ({ id }) => rootOf(parent, id));
  const plantOf = new Map<string, Plant>();
  for (const [root, members] of groups) {
    const plant = toPlant(members, evidence.get(root) ?? []);
    for (const { id } of members) plantOf.set(id, plant);
  }
  const all = [...new Set(plantOf.values())].sort((a, b) => compare(orderOf(a), orderOf(b)));
  const asked = new WeakMap<Site, Plant | null>();
  const of = (site: Site) => {
    const known = asked.get(site);
    if (known !== undefined) return known;
    const plant = site.name === null ? null : plantOf.get(idOf(site)) ?? null;
    asked.set(site, plant);
    return plant;
  };
  return { all, of };
}

/** Writings that differ in nothing but notation noise and the role of the site are one. */
function idOf(site: Site): string {
  const { name, address, country } = withoutRole(site);
  return JSON.stringify([fold(name ?? ""), fold(address ?? ""), fold(country ?? "")]);
}

/** A site without the bracketed role that may stand before its name, its address, or both. */
function withoutRole({ name, address, country }: Site): Site {
  const rest = (text: string | null) => text === null ? null : siteName(text).name;
  return { name: rest(name), address: rest(address), country };
}

function findWritings(records: Sited, weight: 0 | 1, found: Map<string, Found>): void {
  for (const { sites } of records) {
    for (const site of sites) {
      const id = idOf(site);
      const key = found.get(id)?.key ?? siteKey(site);
      if (key === null) continue;
      const writing = found.get(id) ?? { key, id, texts: new Map() };
      found.set(id, writing);
      const bare = withoutRole(site);
      const exact = JSON.stringify([bare.name, bare.address, bare.country]);
      const text = writing.texts.get(exact) ?? { site: bare, records: 0 };
      text.records += weight;
      writing.texts.set(exact, text);
    }
  }
}

/** Two related writings. */
interface Pair extends Evidence {
  readonly a: string;
  readonly b: string;
}

/** Joins related writings; only those with equal marks can be. */
function relate(found: readonly Found[]) {
  const parent = new Map(found.map(({ id }) => [id, id]));
  const joined: Pair[] = [];
  for (const block of Map.groupBy(found, blockOf).values()) {
    const pairs = pairsOf(block);
    const [slips, certain] = [true, false].map((slip) =>
      pairs.filter(({ name }) => (name === "slip") === slip)
    ) as [Pair[], Pair[]];
    for (const pair of certain) join(parent, pair);
    const believed = believedSlips(slips, parent, block);
    for (const pair of believed) join(parent, pair);
    joined.push(...certain, ...believed);
  }
  const evidence = new Map<string, Evidence[]>();
  for (const { a, name, address } of joined) {
    const root = rootOf(parent, a);
    const known = evidence.get(root) ?? [];
    if (!known.some((why) => why.name === name && why.address === address)) {
      known.push({ name, address });
    }
    evidence.set(root, known);
  }
  return { parent, evidence };
}

function pairsOf(block: readonly Found[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [index, a] of block.entries()) {
    for (let other = index + 1; other < block.length; other++) {
      const b = block[other] as Found;
      const why = related(a.key, b.key);
      if (why !== null) pairs.push({ ...why, a: a.id, b: b.id });
    }
  }
  return pairs;
}

/**
 * The slips among writings that are all near each other. From one slip to the next a name could become
 * any other: where two ends of such a chain are no slip of each other, none of it is believed.
 */
function believedSlips(
  slips: readonly Pair[],
  certain: ReadonlyMap<string, string>,
  block: readonly Found[],
): Pair[] {
  if (slips.length === 0) return [];
  const chained = new Map(certain);
  for (const pair of slips) join(chained, pair);
  const near = new Set(slips.flatMap(({ a, b }) => [`${a}\n${b}`, `${b}\n${a}`]));
  const whole = (members: readonly Found[]) =>
    members.every(({ id: a }) =>
      members.every(({ id: b }) =>
        rootOf(certain, a) === rootOf(certain, b) || near.has(`${a}\n${b}`)
      )
    );
  const believed = new Set(
    [...Map.groupBy(block, ({ id }) => rootOf(chained, id))]
      .filter(([, members]) => whole(members)).map(([root]) => root),
  );
  return slips.filter(({ a }) => believed.has(rootOf(chained, a)));
}

function join(parent: Map<string, string>, { a, b }: Pair): void {
  const [x, y] = [rootOf(parent, a), rootOf(parent, b)];
  parent.set(x < y ? y : x, x < y ? x : y);
}

function blockOf({ key }: Found): string {
  return `${key.country}\n${key.marks}`;
}

function rootOf(parent: ReadonlyMap<string, string>, id: string): string {
  let root = id;
  for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) {
    root = next;
  }
  return root;
}

/** Why two writings with equal marks in one country are one plant, or `null`. */
function related(a: SiteKey, b: SiteKey): Evidence | null {
  const name = nameEvidence(a, b);
  const address = name === null ? null : addressEvidence(a, b);
  return name === null || address === null ? null : { name, address };
}

function nameEvidence(a: SiteKey, b: SiteKey): Evidence["name"] | null {
  if (a.letters === b.letters) return "notation";
  if (a.sorted === b.sorted) return "order";
  // Without a number a city is all that is known, and two companies of a city may be near in name.
  return a.digits > 0 && isSlip(a.letters, b.letters) ? "slip" : null;
}

const FEW_DIGITS = 4;
const FEWEST_WORDS = 4;

function addressEvidence(a: SiteKey, b: SiteKey): Evidence["address"] | null {
  if (a.address === "" || b.address === "") {
    return a.address === b.address && a.country !== "" ? "blank" : null;
  }
  if (a.address === b.address) return "same";
  if (Math.min(a.words.size, b.words.size) < FEWEST_WORDS) return null;
  // A post code and a plot say more than a house number.
  const least = a.digits === 0 ? 0.85 : a.digits < FEW_DIGITS ? 0.8 : 0.6;
  const common = a.words.intersection(b.words).size;
  return common / (a.words.size + b.words.size - common) >= least ? "similar" : null;
}

const SHORTEST_SLIP = 8;
const LONG_NAME = 16;

/** One wrong letter in a Latin name of eight, two in one of sixteen; syllables carry too much. */
function isSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  const allowed = shorter < LONG_NAME ? 1 : 2;
  if (shorter < SHORTEST_SLIP || Math.abs(a.length - b.length) > allowed) return false;
  return within(a, b, allowed) && /^[a-z]+$/.test(a + b);
}

/** Whether so many letters missing, added or wrong turn one text into the other. */
function within(a: string, b: string, errors: number): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (at === a.length && at === b.length) return true;
  if (errors === 0) return false;
  const [x, y, xs, ys] = [a.slice(at), b.slice(at), a.slice(at + 1), b.slice(at + 1)];
  return within(xs, ys, errors - 1) || within(xs, y, errors - 1) || within(x, ys, errors - 1);
}

function toPlant(members: readonly Found[], evidence: readonly Evidence[]): Plant {
  const writings = members.map(({ texts }): Writing => {
    const exact = [...texts.values()];
    const records = exact.reduce((sum, text) => sum + text.records, 0);
    exact.sort((a, b) =>
      b.records - a.records || compare(JSON.stringify(a.site), JSON.stringify(b.site))
    );
    const { name, address, country } = (exact[0] as { readonly site: Site }).site;
    return { name: name ?? "", address, country, records };
  }).sort((a, b) => b.records - a.records || compare(orderOf(a), orderOf(b)));
  const { name, address, country } = writings[0] as Writing;
  const sorted = evidence.toSorted((a, b) =>
    compare(`${a.name} ${a.address}`, `${b.name} ${b.address}`)
  );
  return { name, address, country, writings, evidence: sorted };
}

function orderOf({ name, address, country }: Omit<Writing, "records">): string {
  return [country ?? "", name, address ?? ""].join("\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
