/**
 * What the second stage sees besides a block's own numbers: what the first stage thinks of the block,
 * of its neighbours, of all that stands below its ancestors, of its like on the page.
 *
 * @module
 */

import type { PageFacts } from "./page_facts.ts";
import type { PageGroups } from "./page_groups.ts";

const NEAR = [-4, -3, -2, -1, 1, 2, 3, 4];
const STEPS = 6;

/** Names of the columns, in order. */
export const STAGE_NAMES: readonly string[] = [
  "p",
  "pOverPage",
  "pRank",
  ...NEAR.map((step) => `p${step}`),
  ...["pWindow5", "pWindow15", "pBefore", "pAfter"],
  ...Array.from({ length: STEPS }, (_, k) => `pWide${k + 1}`),
  "pParent",
  "pSamePath",
  "pSection",
  "pNearGroup",
  "pWideGroup",
  "pLargestGroup",
  "pageExpected",
  "pageShare",
  "pageMost",
  "pageSure",
];

/** Repeated structures that blocks stand in. */
export type GroupsOfBlocks = Pick<PageGroups, "near" | "wide" | "largest">;

/** Rows of {@linkcode STAGE_NAMES}`.length` numbers from the first stage's probabilities. */
export function stageFeatures(
  facts: PageFacts,
  groups: GroupsOfBlocks,
  p: Float64Array,
): Float32Array {
  const { count } = facts.blocks;
  const width = STAGE_NAMES.length;
  const rows = new Float32Array(count * width);
  const words = facts.block.words;
  const mass = p.map((value, i) => value * (words[i] as number));
  const page = pageSums(p, mass, words);
  const wide = elementMeans(facts, mass);
  const path = groupMeans(pathKeys(facts), mass, words);
  const section = groupMeans(sectionKeys(facts), mass, words);
  const near = groupMeans(groups.near, mass, words);
  const widest = groupMeans(groups.wide, mass, words);
  const largest = widest[groups.wide.indexOf(groups.largest)] ?? -1;
  const window = windows(mass, words);
  const ranks = rankShares(p);
  for (let i = 0; i < count; i++) {
    let at = i * width;
    const put = (value: number) => rows[at++] = value;
    put(p[i] as number);
    put((p[i] as number) / Math.max(1e-6, page.most));
    put(ranks[i] as number);
    for (const step of NEAR) put(p[i + step] ?? -1);
    put(window(i - 5, i + 6));
    put(window(i - 15, i + 16));
    put(window(0, i));
    put(window(i + 1, count));
    for (let k = 0, e = facts.blocks.element[i] as number; k < STEPS; k++) {
      e = e < 0 ? -1 : facts.element.wider[e] as number;
      put(e < 0 ? -1 : wide[e] as number);
    }
    const parent = facts.page.elements[facts.blocks.element[i] as number]?.parent ?? -1;
    put(parent < 0 ? -1 : wide[parent] as number);
    put(path[i] as number);
    put(section[i] as number);
    put((groups.near[i] as number) < 0 ? -1 : near[i] as number);
    put((groups.wide[i] as number) < 0 ? -1 : widest[i] as number);
    put(groups.largest < 0 ? -1 : largest);
    put(page.expected);
    put(page.share);
    put(page.most);
    put(page.sure);
  }
  return rows;
}

function pageSums(p: Float64Array, mass: Float64Array, words: Float64Array) {
  let expected = 0;
  let all = 0;
  let most = 0;
  let unsure = 0;
  for (let i = 0; i < p.length; i++) {
    expected += mass[i] as number;
    all += words[i] as number;
    most = Math.max(most, p[i] as number);
    unsure += (words[i] as number) * Math.min(p[i] as number, 1 - (p[i] as number));
  }
  return {
    expected,
    share: expected / Math.max(1, all),
    most,
    sure: unsure / Math.max(1, expected),
  };
}

/** Mean probability of the words below every element. */
function elementMeans({ page, blocks, element }: PageFacts, mass: Float64Array): Float64Array {
  const sums = new Float64Array(page.elements.length);
  for (let i = 0; i < blocks.count; i++) {
    const e = blocks.element[i] as number;
    if (e >= 0) sums[e] = (sums[e] as number) + (mass[i] as number);
  }
  for (let e = sums.length - 1; e >= 0; e--) {
    const parent = page.elements[e]?.parent ?? -1;
    if (parent >= 0) sums[parent] = (sums[parent] as number) + (sums[e] as number);
  }
  return sums.map((sum, e) => sum / Math.max(1, element.words[e] as number));
}

function pathKeys({ page, blocks, element }: PageFacts): Int32Array {
  return blocks.first.map((node) => element.path[page.nodes[node]?.element ?? -1] ?? 0);
}

/** Number of headings begun before or at every block. */
function sectionKeys({ block }: PageFacts): Int32Array {
  let section = 0;
  return Int32Array.from(block.heading, (rank, i) => {
    if (rank < 7 && block.heading[i - 1] !== rank) section++;
    return section;
  });
}

function groupMeans(keys: Int32Array, mass: Float64Array, words: Float64Array): Float64Array {
  const sums = new Map<number, [mass: number, words: number]>();
  keys.forEach((key, i) => {
    const sum = sums.get(key) ?? [0, 0];
    sum[0] += mass[i] as number;
    sum[1] += words[i] as number;
    sums.set(key, sum);
  });
  return Float64Array.from(keys, (key) => {
    const [sum, all] = sums.get(key) as [number, number];
    return sum / Math.max(1, all);
  });
}

/** Mean probability of the words in a range of blocks; -1 where it is empty. */
function windows(mass: Float64Array, words: Float64Array): (from: number, to: number) => number {
  const total = (column: Float64Array) => {
    const sums = new Float64Array(column.length + 1);
    column.forEach((value, i) => sums[i + 1] = (sums[i] as number) + value);
    return sums;
  };
  const masses = total(mass);
  const all = total(words);
  return (from, to) => {
    const start = Math.max(0, from);
    const end = Math.min(words.length, to);
    const size = (all[end] as number) - (all[start] as number);
    return size <= 0 ? -1 : ((masses[end] as number) - (masses[start] as number)) / size;
  };
}

/** Share of the page's blocks that are less likely. */
function rankShares(p: Float64Array): Float64Array {
  const sorted = p.slice().sort();
  return p.map((value) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low / sorted.length;
  });
}
