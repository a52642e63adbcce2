/**
 * What was extracted from a page: its title and its content block by block, each with proof of where
 * it stands. Who decides what is content, and how it is written out, is elsewhere.
 *
 * @module
 */

import type { Category } from "./page_node.ts";
import type { TableCell } from "./table_cells.ts";

/** A link inside a block. */
export interface ContentLink {
  readonly text: string;
  readonly href: string;
}

/** An image of the content. */
export interface ContentImage {
  readonly source: string;
  readonly alt: string;
}

/** One block of content, in page order. */
export interface ContentBlock {
  readonly kind: "heading" | "paragraph" | "item" | "quote" | "code" | "row" | "image";
  /** 1 to 6 for a heading, the nesting from 1 for an item; else 0. */
  readonly level: number;
  /** White space collapsed, but for code; where the cells of a row are joined, separated by tabs. */
  readonly text: string;
  readonly links: readonly ContentLink[];
  readonly images: readonly ContentImage[];
  /** Of a `row` the cell that it is, or begins with. */
  readonly cell?: TableCell;
  /** The box around it, CSS pixels from the page's left top. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where it stands in the source text, UTF-16 units; -1 where that is not known. */
  readonly start: number;
  readonly end: number;
  /** The model's probability that it is content, 0 to 1. */
  readonly score: number;
}

/** Title and content of one page. */
export interface Extraction {
  readonly url: string | null;
  /** `null` where the page has none that a reader would call so. */
  readonly title: string | null;
  /** Given by the caller, or guessed; `null` where it is none of the three. */
  readonly category: Category | null;
  /** Name and version of the model that decided. */
  readonly model: string;
  readonly blocks: readonly ContentBlock[];
}
