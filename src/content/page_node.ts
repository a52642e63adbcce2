/**
 * A page as blocks see it: text and image nodes with a place and a font size, in document order.
 *
 * A browser's layout and the layout estimated from the DOM both give this. Hidden nodes are never
 * in it. What a node means, and which nodes belong together, is decided by others.
 *
 * @module
 */

import type { StatedData } from "./stated_data.ts";

/** Kinds of sites that the two-stage SVM has models for. */
export type Category = "news" | "blog" | "shop";

/** An element, as far as blocks need it; ancestors come before descendants. */
export interface PageElement {
  /** Lower case. */
  readonly tag: string;
  /** Index in {@linkcode Page.elements}; -1 for the outermost. */
  readonly parent: number;
  readonly id: string;
  /** The `class` attribute as written. */
  readonly classes: string;
  readonly role: string;
}

/** One text or image node that a reader sees. Lengths are CSS pixels, places from the page's left top. */
export interface PageNode {
  readonly kind: "text" | "image";
  /**
   * White space collapsed and trimmed, never empty for text; of an image its alternative text.
   *
   * Within `pre` white space is as written, and white space alone begins the text that follows.
   */
  readonly text: string;
  /** Present where no white space, line break or edge of a block parts it from the text before it. */
  readonly glued?: true;
  /** The image's address, absolute where the page's is known; `null` for text. */
  readonly source: string | null;
  /** Where the innermost `a` around it leads, absolute where the page's address is known. */
  readonly link: string | null;
  /** The element it stands in, or the `img` itself: an index in {@linkcode Page.elements}. */
  readonly element: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0 for an image. */
  readonly fontSize: number;
  readonly fontWeight: number;
  /** Where it stands in the source text, UTF-16 units; -1 where that is not known (a browser). */
  readonly start: number;
  readonly end: number;
}

/** A page with its layout. */
export interface Page {
  readonly url: string | null;
  /** The `title` element, white space collapsed. */
  readonly title: string;
  /** The `lang` of the page, lower case; empty where it says none. */
  readonly lang: string;
  /** `meta` contents by lower-case `name` or `property`, the first of each, such as `og:title`. */
  readonly meta: ReadonlyMap<string, string>;
  /** What its structured data says of it; absent where it has none. */
  readonly stated?: StatedData;
  readonly width: number;
  readonly height: number;
  readonly elements: readonly PageElement[];
  readonly nodes: readonly PageNode[];
  readonly layout: "browser" | "estimated";
  /** Addresses of the documents shown inside it, which are not part of it; `about:srcdoc` has none. */
  readonly frames?: readonly string[];
  /** Present where only the beginning of an overlong page was read. */
  readonly cut?: true;
}
