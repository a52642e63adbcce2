/**
 * Where nodes would stand on a page, estimated while it is read.
 *
 * @module
 */

import { attribute, type HtmlElement } from "../html.ts";

/** Place and type of a node; lengths are CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly fontWeight: number;
}

const WIDTH = 1280;
const SIZES: Readonly<Record<string, number>> = {
  h1: 32,
  h2: 24,
  h3: 18.72,
  h4: 16,
  h5: 13.28,
  h6: 10.72,
  small: 13.33,
  sub: 13.33,
  sup: 13.33,
};
const BOLD = new Set(["b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"]);
const BLOCKS = new Set(
  ("address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol " +
    "optgroup option p pre search section summary table tbody td tfoot th thead tr ul").split(" "),
);

/** Block flow in one pass. */
export class EstimatedLayout {
  readonly width = WIDTH;
  height = 0;
  readonly #fonts = [{ size: 16, weight: 400 }];

  /** Begins an element; tells whether it is a block. */
  open(tag: string): boolean {
    const { size, weight } = this.#fonts.at(-1) as { size: number; weight: number };
    this.#fonts.push({ size: SIZES[tag] ?? size, weight: BOLD.has(tag) ? 700 : weight });
    return BLOCKS.has(tag);
  }

  close(): void {
    this.#fonts.pop();
  }

  /** Places a text. */
  text(text: string): Place {
    const { size, weight } = this.#fonts.at(-1) as { size: number; weight: number };
    const width = text.length * size / 2;
    const lines = Math.ceil(width / WIDTH);
    return this.#place(Math.min(width, WIDTH), lines * size * 1.2, size, weight);
  }

  /** Places an image. */
  image(element: HtmlElement): Place {
    const width = Number.parseInt(attribute(element, "width") ?? "", 10) || 300;
    const height = Number.parseInt(attribute(element, "height") ?? "", 10) || 150;
    return this.#place(width, height, 0, 400);
  }

  #place(width: number, height: number, fontSize: number, fontWeight: number): Place {
    const y = this.height;
    this.height += height;
    return { x: 0, y, width, height, fontSize, fontWeight };
  }
}
