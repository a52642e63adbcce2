/**
 * What is counted once for a page before its blocks are judged: per block, per element, per page.
 *
 * Every walk is a loop over arrays, parents before children, so that time grows with the page alone.
 * What the numbers mean is decided by the features built upon them.
 *
 * @module
 */

import { type Blocks, contentBlocks } from "./content_blocks.ts";
import { hintMask, HINTS } from "./element_hints.ts";
import type { Page } from "./page_node.ts";
import { addWords, eachWordHash, noWords } from "./word_scan.ts";

/** Columns, one value for each block. */
export interface BlockColumns {
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  readonly letters: Float64Array;
  readonly upper: Float64Array;
  readonly digits: Float64Array;
  readonly stops: Float64Array;
  readonly commas: Float64Array;
  readonly marks: Float64Array;
  /** 1 to 6 within a heading, else 7. */
  readonly heading: Uint8Array;
  readonly fontSize: Float64Array;
  readonly fontWeight: Float64Array;
  readonly y: Float64Array;
  readonly x: Float64Array;
  readonly width: Float64Array;
  /** Of all its words in order; equal texts have equal hashes. */
  readonly textHash: Int32Array;
  readonly wordsBefore: Float64Array;
}

/** Columns, one value for each element; sums are over all that stands below it. */
export interface ElementColumns {
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  readonly blocks: Float64Array;
  readonly stops: Float64Array;
  readonly commas: Float64Array;
  readonly images: Float64Array;
  /** Words in blocks of at least {@linkcode LONG_BLOCK} words with few links. */
  readonly longWords: Float64Array;
  readonly longBlocks: Float64Array;
  readonly headings: Float64Array;
  readonly paragraphs: Float64Array;
  /** Highest heading below it, 1 to 6, else 7; largest font size of its text. */
  readonly topHeading: Uint8Array;
  readonly largestFont: Float64Array;
  readonly depth: Uint16Array;
  readonly children: Uint16Array;
  readonly place: Uint16Array;
  /** How many of its parent's children have its tag and classes, itself too. */
  readonly twins: Uint16Array;
  readonly hints: Int32Array;
  /** Nearest ancestor that holds more words; -1 for none. */
  readonly wider: Int32Array;
  /** `HINTS.length` a row: steps up to the nearest ancestor with the hint, itself 0, none 255. */
  readonly hintSteps: Uint8Array;
  /** Tag and classes of itself and three ancestors. */
  readonly path: Int32Array;
}

/** Everything that is known of a page. */
export interface PageFacts {
  readonly page: Page;
  readonly blocks: Blocks;
  readonly block: BlockColumns;
  readonly element: ElementColumns;
  readonly words: number;
  readonly linkWords: number;
}

/** A block from which on text counts as running text, in words. */
export const LONG_BLOCK = 15;

/** Counts a page. */
export function pageFacts(page: Page): PageFacts {
  const blocks = contentBlocks(page);
  const block = blockColumns(page, blocks);
  const element = elementColumns(page, blocks, block);
  let words = 0;
  let linkWords = 0;
  for (let i = 0; i < blocks.count; i++) {
    block.wordsBefore[i] = words;
    words += block.words[i] as number;
    linkWords += block.linkWords[i] as number;
  }
  return { page, blocks, block, element, words, linkWords };
}

function blockColumns(page: Page, blocks: Blocks): BlockColumns {
  const column = () => new Float64Array(blocks.count);
  const columns = {
    words: column(),
    linkWords: column(),
    letters: column(),
    upper: column(),
    digits: column(),
    stops: column(),
    commas: column(),
    marks: column(),
    heading: headings(page, blocks),
    fontSize: column(),
    fontWeight: column(),
    y: column(),
    x: column(),
    width: column(),
    textHash: new Int32Array(blocks.count),
    wordsBefore: column(),
  };
  for (let i = 0; i < blocks.count; i++) fillBlock(page, blocks, i, columns);
  return columns;
}

function fillBlock(page: Page, blocks: Blocks, i: number, columns: BlockColumns): void {
  const counts = noWords();
  let hash = 17;
  for (let n = blocks.first[i] as number; n <= (blocks.last[i] as number); n++) {
    const node = page.nodes[n];
    if (node === undefined) continue;
    columns.width[i] = Math.max(columns.width[i] as number, node.width);
    if (node.kind === "image") continue;
    const before = counts.words;
    addWords(node.text, counts);
    const gained = counts.words - before;
    if (node.link !== null) columns.linkWords[i] = (columns.linkWords[i] as number) + gained;
    eachWordHash(node.text, (word) => hash = Math.imul(hash ^ word, 0x01000193) + 1 | 0);
    columns.fontSize[i] = Math.max(columns.fontSize[i] as number, node.fontSize);
    columns.fontWeight[i] = Math.max(columns.fontWeight[i] as number, node.fontWeight);
  }
  columns.words[i] = counts.words;
  columns.letters[i] = counts.letters;
  columns.upper[i] = counts.upper;
  columns.digits[i] = counts.digits;
  columns.stops[i] = counts.stops;
  columns.commas[i] = counts.commas;
  columns.marks[i] = counts.marks;
  columns.textHash[i] = hash;
  columns.y[i] = page.nodes[blocks.first[i] as number]?.y ?? 0;
  columns.x[i] = page.nodes[blocks.first[i] as number]?.x ?? 0;
}

/** Heading rank of every block: a heading may lie inside its block element or around it. */
function headings(page: Page, blocks: Blocks): Uint8Array {
  const ranks = new Uint8Array(page.elements.length);
  page.elements.forEach((element, i) => {
    const own = /^h[1-6]$/.test(element.tag) ? Number(element.tag[1]) : 7;
    const around = element.parent < 0 ? 7 : ranks[element.parent] as number;
    ranks[i] = Math.min(own, around);
  });
  const found = new Uint8Array(blocks.count).fill(7);
  for (let i = 0; i < blocks.count; i++) {
    const element = page.nodes[blocks.first[i] as number]?.element ?? -1;
    if (element >= 0) found[i] = ranks[element] as number;
  }
  return found;
}

function elementColumns(page: Page, blocks: Blocks, block: BlockColumns): ElementColumns {
  const size = page.elements.length;
  const column = () => new Float64Array(size);
  const columns = {
    words: column(),
    linkWords: column(),
    blocks: column(),
    stops: column(),
    commas: column(),
    images: column(),
    longWords: column(),
    longBlocks: column(),
    headings: column(),
    paragraphs: column(),
    topHeading: new Uint8Array(size).fill(7),
    largestFont: column(),
    depth: new Uint16Array(size),
    children: new Uint16Array(size),
    place: new Uint16Array(size),
    twins: new Uint16Array(size),
    hints: new Int32Array(size),
    wider: new Int32Array(size).fill(-1),
    hintSteps: new Uint8Array(size * HINTS.length),
    path: new Int32Array(size),
  };
  for (let i = 0; i < blocks.count; i++) {
    addBlock(page, blocks.element[i] as number, i, block, columns);
  }
  for (const node of page.nodes) {
    if (node.kind !== "image" || node.element < 0) continue;
    columns.images[node.element] = (columns.images[node.element] as number) + 1;
  }
  sumUp(page, columns);
  describe(page, columns);
  return columns;
}

function addBlock(page: Page, element: number, i: number, block: BlockColumns, to: ElementColumns) {
  if (element < 0) return;
  const words = block.words[i] as number;
  const add = (column: Float64Array, value: number) =>
    column[element] = (column[element] as number) + value;
  add(to.words, words);
  add(to.linkWords, block.linkWords[i] as number);
  add(to.stops, block.stops[i] as number);
  add(to.commas, block.commas[i] as number);
  add(to.blocks, 1);
  if (words >= LONG_BLOCK && (block.linkWords[i] as number) * 3 < words) {
    add(to.longWords, words);
    add(to.longBlocks, 1);
  }
  lift(to, element, block.heading[i] as number, block.fontSize[i] as number);
  if ((block.heading[i] as number) < 7) add(to.headings, 1);
  if (page.elements[element]?.tag === "p") add(to.paragraphs, 1);
}

function lift(to: ElementColumns, e: number, heading: number, font: number): void {
  to.topHeading[e] = Math.min(to.topHeading[e] as number, heading);
  to.largestFont[e] = Math.max(to.largestFont[e] as number, font);
}

function sumUp(page: Page, columns: ElementColumns): void {
  const summed = [
    columns.words,
    columns.linkWords,
    columns.blocks,
    columns.stops,
    columns.commas,
    columns.images,
    columns.longWords,
    columns.longBlocks,
    columns.headings,
    columns.paragraphs,
  ];
  for (let e = page.elements.length - 1; e >= 0; e--) {
    const parent = page.elements[e]?.parent ?? -1;
    if (parent < 0) continue;
    lift(columns, parent, columns.topHeading[e] as number, columns.largestFont[e] as number);
    for (const column of summed) {
      column[parent] = (column[parent] as number) + (column[e] as number);
    }
  }
}

function describe(page: Page, columns: ElementColumns): void {
  const cache = new Map<string, number>();
  const signatures = new Map<string, number>();
  const names = new Int32Array(page.elements.length);
  const twins = new Map<number, number>();
  const wide = page.elements.length + 1;
  page.elements.forEach((element, e) => {
    const name = `${element.tag} ${element.classes}`;
    let signature = signatures.get(name);
    if (signature === undefined) signatures.set(name, signature = signatures.size + 1);
    names[e] = signature;
    columns.hints[e] = hintMask(element, cache);
    const parent = element.parent;
    inherit(columns, e, parent);
    if (parent < 0) return;
    columns.depth[e] = Math.min(65535, (columns.depth[parent] as number) + 1);
    columns.place[e] = columns.children[parent] as number;
    columns.children[parent] = (columns.children[parent] as number) + 1;
    const key = parent * wide + signature;
    twins.set(key, (twins.get(key) ?? 0) + 1);
    const same = columns.words[parent] === columns.words[e];
    columns.wider[e] = same ? columns.wider[parent] as number : parent;
  });
  page.elements.forEach((element, e) => {
    columns.twins[e] = element.parent < 0
      ? 1
      : Math.min(65535, twins.get(element.parent * wide + (names[e] as number)) ?? 1);
    columns.path[e] = pathHash(page, names, e);
  });
}

function inherit(columns: ElementColumns, e: number, parent: number): void {
  const size = HINTS.length;
  for (let h = 0; h < size; h++) {
    const around = parent < 0 ? 255 : columns.hintSteps[parent * size + h] as number;
    const own = ((columns.hints[e] as number) >> h) & 1;
    columns.hintSteps[e * size + h] = own === 1 ? 0 : Math.min(255, around + 1);
  }
}

function pathHash(page: Page, names: Int32Array, e: number): number {
  let hash = 7;
  for (let step = 0, at = e; step < 4 && at >= 0; step++) {
    hash = Math.imul(hash ^ (names[at] as number), 0x01000193);
    at = page.elements[at]?.parent ?? -1;
  }
  return hash;
}
