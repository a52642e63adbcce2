/**
 * Where nodes would stand on a page 1,280 pixels wide, estimated while it is read once from top to end.
 *
 * Blocks are stacked, lines are filled and broken, columns and floats stand side by side. No style sheet
 * is read: how an element is set is guessed in `box_style.ts` and `column_hints.ts`. Linear in the page.
 *
 * @module
 */

import { attribute, type HtmlElement } from "../html.ts";
import { type BoxStyle, boxStyle, type Flow, PAGE_TYPE, type Type } from "./box_style.ts";
import { columnsOf } from "./column_hints.ts";
import { declarationsOf, pixels } from "./inline_style.ts";
import { widthInEms } from "./text_width.ts";

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
/** What a centred container takes of it. */
const CONTAINER = 1140;
const LEAST_WIDTH = 40;
/** Line to line, in ems; and the height of one line's glyphs. */
const LINE = 1.5;
const GLYPHS = 1.17;

/** A block that is being filled. */
interface Box {
  readonly x: number;
  readonly width: number;
  /** Where the next line or block begins. */
  y: number;
  /** Space that the last block left below itself. */
  gap: number;
  /** How much of the current line is filled, and how high it is; 0 where none is begun. */
  filled: number;
  line: number;
  /** How far down floats reach. */
  floats: number;
  readonly columns: readonly number[] | null;
  column: number;
  /** How far down the columns of the current row reach. */
  rowEnd: number;
}

interface Frame {
  readonly box: Box;
  readonly type: Type;
  readonly flow: Flow;
  readonly below: number;
}

/** Places nodes as elements open and close around them. */
export class EstimatedLayout {
  readonly #frames: Frame[] = [];
  #bottom = 0;

  constructor() {
    const box = newBox({ x: 0, y: 0, width: WIDTH, columns: null });
    this.#frames.push({ box, type: PAGE_TYPE, flow: "block", below: 0 });
  }

  /** Size of the type that a text would now have. */
  get fontSize(): number {
    return this.#top.type.size;
  }

  get #top(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  /** Begins an element; tells whether words before and within it are different words. */
  open(element: HtmlElement): boolean {
    const { box, type } = this.#top;
    const style = boxStyle(element, type, box.width);
    if (element.tagName === "br") endLine(box, style.size * LINE);
    if (style.flow === "inline") {
      this.#frames.push({ box, type: style, flow: style.flow, below: 0 });
    } else {
      this.#frames.push({
        box: within(box, element, style),
        type: style,
        flow: style.flow,
        below: style.below,
      });
    }
    return style.edge;
  }

  /** Ends the element that was begun last. */
  close(): void {
    const { box, flow, below } = this.#frames.pop() as Frame;
    if (flow === "inline") return;
    const parent = this.#top.box;
    const end = endOf(box);
    this.#bottom = Math.max(this.#bottom, end);
    if (flow === "away") return;
    if (flow === "left" || flow === "right") parent.floats = Math.max(parent.floats, end);
    else if (parent.columns !== null) endColumn(parent, end);
    else {
      parent.y = end;
      parent.gap = Math.max(box.gap, below);
    }
  }

  /** Places a text; `glued` to what stands before it, or behind a space. */
  text(text: string, how: { readonly glued: boolean; readonly pre: boolean }): Place {
    const { box, type } = this.#top;
    const { size, weight } = type;
    const wide = how.pre ? longestLine(text) : text;
    const space = box.filled > 0 && !how.glued ? 0.26 * size : 0;
    const run = widthInEms(wide, weight) * size;
    const breaks = how.pre ? count(text, "\n") : 0;
    beginLine(box, size * LINE);
    const from = Math.min(box.filled + space, box.width);
    const lines = how.pre ? breaks + 1 : Math.max(1, Math.ceil((from + run) / box.width));
    const y = box.y;
    const onOne = lines === 1;
    const width = onOne ? Math.min(run, box.width) : box.width;
    const x = onOne ? aligned(box, type, { from, width }) : box.x;
    box.y += (lines - 1) * size * LINE;
    box.filled = onOne ? from + run : (from + run) % box.width;
    const height = (lines - 1) * size * LINE + size * GLYPHS;
    return this.#placed({ x, y, width, height, fontSize: size, fontWeight: weight });
  }

  /** Places an image. */
  image(element: HtmlElement): Place {
    const { box, type } = this.#top;
    const { width, height } = imageSize(element, box.width);
    if (box.filled > 0 && box.filled + width > box.width) endLine(box, 0);
    beginLine(box, height);
    const x = aligned(box, type, { from: box.filled, width });
    box.filled += width;
    return this.#placed({ x, y: box.y, width, height, fontSize: 0, fontWeight: type.weight });
  }

  /** The size of the page. */
  finish(): { readonly width: number; readonly height: number } {
    while (this.#frames.length > 1) this.close();
    return { width: WIDTH, height: Math.max(this.#bottom, endOf(this.#top.box)) };
  }

  #placed(place: Place): Place {
    this.#bottom = Math.max(this.#bottom, place.y + place.height);
    return place;
  }
}

function newBox(
  { x, y, width, columns }: Pick<Box, "x" | "y" | "width" | "columns">,
): Box {
  return { x, y, width, columns, gap: 0, filled: 0, line: 0, floats: 0, column: 0, rowEnd: y };
}

/** The box of a block within another one. */
function within(parent: Box, element: HtmlElement, style: BoxStyle): Box {
  endLine(parent, 0);
  const { x: left, width: available } = parent.columns === null || style.flow !== "block"
    ? parent
    : columnOf(parent, style.rtl);
  const stated = style.width === null ? available : Math.max(style.width, LEAST_WIDTH);
  const whole = Math.max(Math.min(stated, available, limitOf(style, available)), 1);
  const width = Math.max(whole - style.indent, Math.min(LEAST_WIDTH, whole));
  const spare = available - whole;
  const shift = style.flow === "right" ? spare : isCentred(style) ? spare / 2 : 0;
  const y = style.flow === "block"
    ? parent.y + (parent.columns === null ? Math.max(parent.gap, style.above) : 0)
    : style.flow === "away"
    ? pixels(style.declared.get("top"), { em: style.size, whole: 0 }) ?? parent.y
    : parent.y;
  const x = left + shift + (style.rtl ? 0 : whole - width);
  return newBox({ x, y: Math.max(y, 0), width, columns: columnsOf(element, style, width) });
}

const CONTAINERS = new Set([
  "container",
  "wrapper",
  "wrap",
  "site-inner",
  "container-xl",
  "content-wrapper",
]);

/** A page is as wide as its window; most set a narrower container in its middle. */
function limitOf({ declared, classes, size }: BoxStyle, available: number): number {
  const most = pixels(declared.get("max-width"), { em: size, whole: available });
  if (most !== null && most > LEAST_WIDTH) return most;
  if (available > CONTAINER && classes.some((one) => CONTAINERS.has(one))) return CONTAINER;
  return available;
}

function isCentred({ declared, classes }: BoxStyle): boolean {
  return declared.get("margin-left") === "auto" || /\bauto\b/.test(declared.get("margin") ?? "") ||
    classes.some((one) => one === "mx-auto" || CONTAINERS.has(one));
}

function columnOf(parent: Box, rtl: boolean): { readonly x: number; readonly width: number } {
  const columns = parent.columns ?? [];
  if (parent.column >= columns.length) {
    parent.column = 0;
    parent.y = parent.rowEnd;
  }
  let before = 0;
  for (let i = 0; i < parent.column; i++) before += columns[i] ?? 0;
  const width = columns[parent.column] ?? parent.width;
  return { x: parent.x + (rtl ? parent.width - before - width : before), width };
}

function endColumn(parent: Box, end: number): void {
  parent.rowEnd = Math.max(parent.rowEnd, end);
  parent.column += 1;
}

function beginLine(box: Box, height: number): void {
  if (box.filled === 0 && box.line === 0) {
    box.y += box.gap;
    box.gap = 0;
  }
  box.line = Math.max(box.line, height);
}

/** Ends the line that is begun; without one, leaves an empty line as high as `empty`. */
function endLine(box: Box, empty: number): void {
  box.y += box.line > 0 ? box.line : empty;
  box.rowEnd = Math.max(box.rowEnd, box.y);
  box.line = 0;
  box.filled = 0;
}

function endOf(box: Box): number {
  endLine(box, 0);
  return Math.max(box.y, box.rowEnd, box.floats);
}

function aligned(
  box: Box,
  { align, rtl }: Type,
  { from, width }: { readonly from: number; readonly width: number },
): number {
  const spare = Math.max(box.width - from - width, 0);
  const before = align === "center" && from === 0 ? spare / 2 : align === "end" ? spare : from;
  return rtl ? box.x + Math.max(box.width - before - width, 0) : box.x + before;
}

function imageSize(element: HtmlElement, available: number) {
  const declared = declarationsOf(attribute(element, "style"));
  const stated = (name: "width" | "height") =>
    pixels(declared.get(name) ?? attribute(element, name)?.trim(), { em: 16, whole: available });
  const height = stated("height");
  const wanted = Math.max(stated("width") ?? (height === null ? 300 : height * 1.5), 1);
  const width = Math.min(wanted, Math.max(available, 1));
  const fitting = (height ?? wanted / 1.5) * width / wanted;
  return { width, height: Math.min(Math.max(fitting, 1), 5000) };
}

function longestLine(text: string): string {
  let longest = "";
  for (const line of text.split("\n")) if (line.length > longest.length) longest = line;
  return longest;
}

function count(text: string, letter: string): number {
  let found = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) found += 1;
  return found;
}
