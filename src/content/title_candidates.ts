/**
 * What a page's title may be: headings, stated titles, and these cut at their separators, each with the
 * numbers by which it is judged.
 *
 * Texts of equal words are one candidate, written as where it is found first: a heading, then metadata.
 * Which one is the title is learned; see `page_title.ts`.
 *
 * @module
 */

import type { TitleSources } from "./title_sources.ts";
import { wordsOf } from "./word_scan.ts";

/** Places that a candidate is found at; `Left` and `Right` are parts before and behind a separator. */
const PLACES = [
  "h1",
  "h2",
  "h3",
  "headline",
  "name",
  "open",
  "title",
  "twitter",
  "h1Left",
  "openLeft",
  "titleLeft",
  "twitterLeft",
  "openRight",
  "titleRight",
] as const;
type Place = typeof PLACES[number];

/** Names of the columns, in order. */
export const TITLE_NAMES: readonly string[] = [
  ...PLACES.map((place) => `from:${place}`),
  "places",
  "firstHeading",
  "headingPlace",
  "cutsLeft",
  "cutsRight",
  "cutMark",
  "words",
  "characters",
  "candidates",
  "mainHeadings",
  "inStated",
  "statedCover",
  "likeHeading",
  "inHeading",
  "likeFirst",
  "namesHost",
  "isSite",
  "namesSite",
  "shareOfTitle",
  "within",
  "holds",
  "headingAgrees",
  "inAddress",
  "addressCover",
  "addressDepth",
  "longestHeading",
  "headings",
  "partIsHeading",
  "partLength",
  "headingOverPart",
  "headingCoversPart",
  "headingsInAddress",
  "colons",
];

/** A possible title and its row of {@linkcode TITLE_NAMES}`.length` numbers. */
export interface TitleCandidate {
  readonly text: string;
  readonly row: readonly number[];
}

interface Found {
  readonly text: string;
  readonly key: string;
  readonly words: ReadonlySet<string>;
  readonly size: number;
  readonly places: Set<Place>;
  heading: number;
  place: number;
  cutsLeft: number;
  cutsRight: number;
  mark: number;
}

const NONE = 9;
const SEPARATOR = /\s+[|–—·•»›:~«\-\/]+\s+|\s*[|»›]\s*|[:：]\s+/g;
const MARKS = "|–—-:·•»›~«/";

/** Words by which titles are compared: NFKC, lower case. */
export function titleWords(text: string): string {
  return wordsOf(text.normalize("NFKC")).join(" ");
}

/** All candidates of a page, none where it states nothing. */
export function titleCandidates(sources: TitleSources): TitleCandidate[] {
  const found = new Map<string, Found>();
  const order: Record<number, number> = {};
  for (const { text, rank, place } of sources.headings) {
    const nth = order[rank] ?? 0;
    order[rank] = nth + 1;
    const one = add(found, text, `h${rank}` as Place);
    if (one !== null && rank === 1) one.heading = Math.min(one.heading, nth);
    if (one !== null) one.place = Math.min(one.place, place);
    if (rank === 1) addParts(found, text, "h1Left", null);
  }
  add(found, sources.headline, "headline");
  add(found, sources.name, "name");
  add(found, sources.open, "open");
  add(found, sources.title, "title");
  add(found, sources.twitter, "twitter");
  addParts(found, sources.open, "openLeft", "openRight");
  addParts(found, sources.title, "titleLeft", "titleRight");
  addParts(found, sources.twitter, "twitterLeft", null);
  const all = [...found.values()];
  const page = pageOf(sources, all);
  return all.map((one) => ({ text: one.text, row: rowOf(one, page) }));
}

function add(found: Map<string, Found>, text: string, place: Place): Found | null {
  const key = titleWords(text);
  if (key === "") return null;
  let one = found.get(key);
  if (one === undefined) {
    const words = key.split(" ");
    one = {
      text: text.trim(),
      key,
      words: new Set(words),
      size: words.length,
      places: new Set(),
      heading: NONE,
      place: 2,
      cutsLeft: NONE,
      cutsRight: NONE,
      mark: 0,
    };
    found.set(key, one);
  }
  one.places.add(place);
  return one;
}

/** Adds what stands before each separator, and behind each. */
function addParts(found: Map<string, Found>, text: string, left: Place, right: Place | null): void {
  const cuts = [...text.matchAll(SEPARATOR)].slice(0, 8);
  cuts.forEach((cut, n) => {
    const mark = MARKS.indexOf(cut[0].trim().slice(0, 1)) + 1;
    const before = add(found, text.slice(0, cut.index), left);
    if (before !== null) {
      before.cutsLeft = Math.min(before.cutsLeft, cuts.length - n);
      before.mark = mark;
    }
    if (right === null) return;
    const behind = add(found, text.slice(cut.index + cut[0].length), right);
    if (behind !== null) {
      behind.cutsRight = Math.min(behind.cutsRight, n);
      behind.mark ||= mark;
    }
  });
}

interface PageOfTitles {
  readonly all: readonly Found[];
  readonly headings: readonly Found[];
  readonly stated: ReadonlySet<string>;
  readonly host: string;
  readonly site: string;
  readonly address: ReadonlySet<string>;
  readonly depth: number;
  readonly titleLength: number;
  readonly agrees: number;
  /** How many main headings there are, the first of them, and the first part of the stated title. */
  readonly count: number;
  readonly main: Found | undefined;
  readonly part: string;
}

function pageOf(sources: TitleSources, all: readonly Found[]): PageOfTitles {
  const url = sources.url === null ? null : URL.parse(sources.url);
  const headings = all.filter(({ places }) => places.has("h1"));
  const parts = url === null ? [] : url.hostname.split(".");
  const path = url?.pathname ?? "";
  return {
    all,
    headings,
    stated: new Set(titleWords(`${sources.title} ${sources.open}`).split(" ")),
    host: parts.slice(0, -1).reduce(
      (longest, part) => part.length > longest.length ? part : longest,
      "",
    ),
    site: titleWords(sources.site),
    address: new Set(wordsOf(path)),
    depth: path.split("/").filter((part) => part !== "").length,
    count: sources.headings.filter(({ rank }) => rank === 1).length,
    main: headings[0],
    part: titleWords(sources.title.split(SEPARATOR)[0] ?? ""),
    titleLength: titleWords(sources.title).length,
    agrees:
      headings.some(({ places }) =>
          (["title", "titleLeft", "open", "openLeft"] as const).some((place) => places.has(place))
        )
        ? 1
        : 0,
  };
}

function rowOf(one: Found, page: PageOfTitles): number[] {
  const { words, key, places } = one;
  const others = page.headings.map((heading) => shared(words, heading.words) / union(one, heading));
  const inHeading = page.headings.map((heading) => shared(words, heading.words) / words.size);
  const stated = shared(words, page.stated);
  return [
    ...PLACES.map((place) => places.has(place) ? 1 : 0),
    places.size,
    one.heading,
    one.place,
    one.cutsLeft,
    one.cutsRight,
    one.mark,
    one.size,
    key.length,
    page.all.length,
    page.headings.length,
    stated / words.size,
    stated / Math.max(1, page.stated.size),
    Math.max(0, ...others),
    Math.max(0, ...inHeading),
    others[0] ?? -1,
    page.host !== "" && key.replaceAll(" ", "").includes(page.host.replaceAll("-", "")) ? 1 : 0,
    page.site === key ? 1 : 0,
    page.site !== "" && key.includes(page.site) ? 1 : 0,
    key.length / Math.max(1, page.titleLength),
    page.all.filter((other) => other !== one && other.key.includes(key)).length,
    page.all.filter((other) => other !== one && key.includes(other.key)).length,
    page.agrees,
    shared(words, page.address) / words.size,
    shared(words, page.address) / Math.max(1, page.address.size),
    page.depth,
    Math.max(0, ...page.headings.map(({ size }) => size)),
    page.count,
    page.part === page.main?.key ? 1 : 0,
    page.part.length,
    (page.main?.key.length ?? 0) / Math.max(1, page.part.length),
    page.main === undefined
      ? -1
      : shared(page.main.words, new Set(page.part.split(" "))) / page.main.words.size,
    page.main === undefined ? -1 : shared(page.main.words, page.address) / page.main.words.size,
    /[:：]/.test(one.text) ? 1 : 0,
  ];
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const word of a) if (b.has(word)) count++;
  return count;
}

function union(a: Found, b: Found): number {
  return Math.max(1, a.words.size + b.words.size - shared(a.words, b.words));
}
