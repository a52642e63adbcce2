/**
 * Repeated structures of a page: siblings of one tag and class, such as cards, posts, rows, products.
 *
 * A group is at least three such siblings. What a group means for its blocks is learned.
 *
 * @module
 */

import { blockEdges, type Edges } from "./block_marks.ts";
import type { PageFacts } from "./page_facts.ts";

const LEAST_MEMBERS = 3;

/** Sums over all members of a group, and how many there are. */
export interface Group {
  members: number;
  words: number;
  linkWords: number;
  blocks: number;
  stops: number;
  headings: number;
  images: number;
  longWords: number;
  /** Blocks that name an amount of money, a year. */
  money: number;
  years: number;
}

/** For every block the innermost group around it and the one with the most words: -1 for none. */
export interface PageGroups {
  readonly groups: readonly Group[];
  readonly near: Int32Array;
  readonly wide: Int32Array;
  /** Which member of `near` and `wide` the block stands in, from 0; 0 where there is none. */
  readonly nearPlace: Int32Array;
  readonly widePlace: Int32Array;
  /** The group with the most words on the page; -1 where there is none. */
  readonly largest: number;
  /** By which its blocks were found to name money. */
  readonly edges: Edges;
}

/** Finds them. */
export function pageGroups(facts: PageFacts): PageGroups {
  const edges = blockEdges(facts);
  const { page, blocks } = facts;
  const { groups, groupOf, place } = groupsOf(facts);
  const near = new Int32Array(page.elements.length).fill(-1);
  const wide = new Int32Array(page.elements.length).fill(-1);
  const wordsOf = (e: number) => groups[groupOf[e] as number]?.words ?? -1;
  page.elements.forEach(({ parent }, e) => {
    const above = parent < 0 ? -1 : near[parent] as number;
    const widest = parent < 0 ? -1 : wide[parent] as number;
    const own = (groupOf[e] as number) >= 0;
    near[e] = own ? e : above;
    wide[e] = own && (widest < 0 || wordsOf(e) > wordsOf(widest)) ? e : widest;
  });
  const column = (value: (e: number) => number) =>
    Int32Array.from(blocks.element, (e) => e < 0 ? -1 : value(e));
  const member = (found: Int32Array) => column((e) => found[e] as number);
  const nearest = member(near);
  const widest = member(wide);
  addMarks(nearest.map((e) => groupOf[e] ?? -1), edges, groups);
  let largest = -1;
  groups.forEach(({ words }, g) => {
    if (words > (groups[largest]?.words ?? 0)) largest = g;
  });
  return {
    groups,
    near: nearest.map((e) => groupOf[e] ?? -1),
    wide: widest.map((e) => groupOf[e] ?? -1),
    nearPlace: nearest.map((e) => place[e] ?? 0),
    widePlace: widest.map((e) => place[e] ?? 0),
    largest,
    edges,
  };
}

function groupsOf({ page, element }: PageFacts) {
  const size = page.elements.length;
  const groups: Group[] = [];
  const numbers = new Map<number, number>();
  const groupOf = new Int32Array(size).fill(-1);
  const place = new Int32Array(size);
  page.elements.forEach(({ parent }, e) => {
    if (parent < 0 || (element.twins[e] as number) < LEAST_MEMBERS) return;
    if ((element.words[e] as number) === 0) return;
    // Siblings of one path have one tag and class.
    const key = parent * 2 ** 32 + ((element.path[e] as number) >>> 0);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, number = groups.length);
      groups.push(noMembers());
    }
    const group = groups[number] as Group;
    groupOf[e] = number;
    place[e] = group.members++;
    group.words += element.words[e] as number;
    group.linkWords += element.linkWords[e] as number;
    group.blocks += element.blocks[e] as number;
    group.stops += element.stops[e] as number;
    group.headings += element.headings[e] as number;
    group.images += element.images[e] as number;
    group.longWords += element.longWords[e] as number;
  });
  return { groups, groupOf, place };
}

function noMembers(): Group {
  return {
    members: 0,
    words: 0,
    linkWords: 0,
    blocks: 0,
    stops: 0,
    headings: 0,
    images: 0,
    longWords: 0,
    money: 0,
    years: 0,
  };
}

function addMarks(near: Int32Array, { marked }: Pick<Edges, "marked">, groups: readonly Group[]) {
  near.forEach((number, i) => {
    const group = groups[number];
    if (group === undefined) return;
    if (marked[i] === 2) group.money++;
    else if (marked[i] === 3) group.years++;
  });
}
