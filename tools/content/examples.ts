/**
 * Labelled pages on disk, so that training need not parse them again: made by `make_examples.ts`.
 *
 * @module
 */

import { deserialize, serialize } from "node:v8";
import { FEATURE_NAMES } from "../../src/content/block_features.ts";
import type { TokenRows } from "../../src/content/hashed_tokens.ts";
import { pageGroups } from "../../src/content/page_groups.ts";
import type { GroupsOfBlocks } from "../../src/content/stage_features.ts";
import type { TitleSources } from "../../src/content/title_sources.ts";
import type { PageFacts } from "../../src/content/page_facts.ts";

/** One page with its reference. */
export interface ExamplePage {
  readonly id: string;
  readonly url: string | null;
  readonly type: string;
  readonly title: string;
  /** Word F1 that its labels would reach. */
  readonly oracle: number;
  /** Share of each block's words that the reference has. */
  readonly y: readonly number[];
  /** Text of each block. */
  readonly text: readonly string[];
  /** The reference's text. */
  readonly gt: string;
  /** Where the page says what it is called. */
  readonly sources: TitleSources;
}

/** Of a page's facts what the lexicon and the second stage look at. */
export interface SlimFacts {
  readonly parents: Int32Array;
  readonly inner: Int32Array;
  readonly element: Int32Array;
  readonly heading: Uint8Array;
  readonly words: Float64Array;
  readonly wider: Int32Array;
  readonly ewords: Float64Array;
  readonly path: Int32Array;
  readonly names: TokenRows;
  readonly texts: TokenRows;
  readonly groups: GroupsOfBlocks;
}

/** All pages; the blocks of page `k` are rows `offsets[k]` to `offsets[k + 1]`. */
export interface Examples {
  readonly pages: readonly ExamplePage[];
  readonly slim: readonly SlimFacts[];
  readonly facts: readonly PageFacts[];
  readonly offsets: readonly number[];
  readonly rows: Float32Array;
}

/** Cuts a page's facts down. */
export function slimFacts(facts: PageFacts, names: TokenRows, texts: TokenRows): SlimFacts {
  const { near, wide, largest } = pageGroups(facts);
  const { page, blocks, block, element } = facts;
  return {
    parents: Int32Array.from(page.elements, ({ parent }) => parent),
    inner: blocks.first.map((node) => page.nodes[node]?.element ?? -1),
    element: blocks.element,
    heading: block.heading,
    words: block.words,
    wider: element.wider,
    ewords: element.words,
    path: element.path,
    names,
    texts,
    groups: { near, wide, largest },
  };
}

/** Facts again, with what the lexicon and the second stage need and nothing else. */
function restored(slim: SlimFacts): PageFacts {
  return {
    page: {
      elements: Array.from(slim.parents, (parent) => ({ parent })),
      nodes: Array.from(slim.inner, (element) => ({ element })),
    },
    blocks: {
      count: slim.inner.length,
      first: Int32Array.from(slim.inner.keys()),
      element: slim.element,
    },
    block: { heading: slim.heading, words: slim.words },
    element: { wider: slim.wider, words: slim.ewords, path: slim.path },
  } as unknown as PageFacts;
}

/** Reads what {@linkcode writeExamples} wrote. */
export function readExamples(folder: string): Examples {
  const pages = JSON.parse(Deno.readTextFileSync(`${folder}/pages.json`)) as ExamplePage[];
  const slim = deserialize(Deno.readFileSync(`${folder}/slim.bin`)) as SlimFacts[];
  const rows = new Float32Array(Deno.readFileSync(`${folder}/X.f32`).buffer);
  const offsets = [0];
  for (const page of pages) offsets.push((offsets.at(-1) as number) + page.y.length);
  if ((offsets.at(-1) as number) * FEATURE_NAMES.length !== rows.length) {
    throw new RangeError(`Cannot use the examples in "${folder}" as they have other features`);
  }
  return { pages, slim, facts: slim.map(restored), offsets, rows };
}

/** Writes them; `rows` are appended page by page by the caller to `X.f32`. */
export function writeExamples(
  folder: string,
  pages: readonly ExamplePage[],
  slim: readonly SlimFacts[],
) {
  Deno.writeTextFileSync(`${folder}/pages.json`, JSON.stringify(pages));
  Deno.writeFileSync(`${folder}/slim.bin`, serialize(slim));
}
