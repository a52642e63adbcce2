/**
 * What stands around a block in reading order: the last heading, long text, links nearby.
 *
 * @module
 */

import { LONG_BLOCK, type PageFacts } from "./page_facts.ts";

/** Block numbers and counts, one value for each block. */
export interface Marks {
  /** Block of the first highest heading; -1 where the page has none. */
  readonly top: number;
  /** The last heading before or at the block; itself where there is none. */
  readonly heading: Int32Array;
  /** Words and share of link words between the headings around it. */
  readonly sectionWords: Float64Array;
  readonly sectionLinks: Float64Array;
  readonly longBefore: Int32Array;
  readonly longAfter: Int32Array;
  /** Share of the page's long blocks that stand before it. */
  readonly longShare: Float64Array;
}

/** Words and link share of the blocks up to 5 and 15 places away. */
export interface Windows {
  readonly words5: Float64Array;
  readonly links5: Float64Array;
  readonly words15: Float64Array;
  readonly links15: Float64Array;
}

const FAR = 1000;

/** Reads the page once forwards, once backwards. */
export function nearbyMarks({ blocks, block }: PageFacts): Marks {
  const { count } = blocks;
  const marks = {
    top: topHeading(block.heading),
    heading: new Int32Array(count),
    sectionWords: new Float64Array(count),
    sectionLinks: new Float64Array(count),
    longBefore: new Int32Array(count),
    longAfter: new Int32Array(count),
    longShare: new Float64Array(count),
  };
  const isLong = (i: number) =>
    (block.words[i] as number) >= LONG_BLOCK &&
    (block.linkWords[i] as number) * 3 < (block.words[i] as number);
  let long = -FAR;
  let seen = 0;
  for (let i = 0; i < count; i++) {
    if (isLong(i)) {
      long = i;
      seen++;
    }
    marks.longBefore[i] = long;
    marks.longShare[i] = seen;
  }
  long = count + FAR;
  for (let i = count - 1; i >= 0; i--) {
    if (isLong(i)) long = i;
    marks.longAfter[i] = long;
    marks.longShare[i] = (marks.longShare[i] as number) / Math.max(1, seen);
  }
  for (let i = 0; i < count;) i = readSection(i, block, marks);
  return marks;
}

function topHeading(ranks: Uint8Array): number {
  let top = -1;
  ranks.forEach((rank, i) => {
    if (rank < 7 && (top < 0 || rank < (ranks[top] as number))) top = i;
  });
  return top;
}

/** One heading and what follows it; returns the block after it. */
function readSection(start: number, block: PageFacts["block"], marks: Marks): number {
  let end = start + 1;
  const count = block.words.length;
  while (
    end < count && ((block.heading[end] as number) === 7 || (block.heading[end - 1] as number) < 7)
  ) end++;
  let words = 0;
  let links = 0;
  let heading = start;
  for (let i = start; i < end; i++) {
    words += block.words[i] as number;
    links += block.linkWords[i] as number;
    if ((block.heading[i] as number) < 7) heading = i;
    marks.heading[i] = heading;
  }
  marks.sectionWords.fill(words, start, end);
  marks.sectionLinks.fill(links / Math.max(1, words), start, end);
  return end;
}

/** Sums over sliding windows. */
export function nearbyWindows({ blocks, block }: PageFacts): Windows {
  const sums = (column: Float64Array) => {
    const total = new Float64Array(blocks.count + 1);
    column.forEach((value, i) => total[i + 1] = (total[i] as number) + value);
    return total;
  };
  const words = sums(block.words);
  const links = sums(block.linkWords);
  const around = (total: Float64Array, i: number, reach: number) =>
    (total[Math.min(blocks.count, i + reach + 1)] as number) -
    (total[Math.max(0, i - reach)] as number);
  const column = (value: (i: number) => number) =>
    Float64Array.from(blocks.first, (_, i) => value(i));
  const linkShare = (i: number, reach: number) =>
    around(links, i, reach) / Math.max(1, around(words, i, reach));
  return {
    words5: column((i) => around(words, i, 5)),
    links5: column((i) => linkShare(i, 5)),
    words15: column((i) => around(words, i, 15)),
    links15: column((i) => linkShare(i, 15)),
  };
}
