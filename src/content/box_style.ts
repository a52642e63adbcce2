/**
 * How an element is set when no style sheet is read: by its tag as browsers do, by its own attributes,
 * and by the classes of the most common frameworks.
 *
 * @module
 */

import { attribute, type HtmlElement } from "../html.ts";
import { type Declarations, declarationsOf, pixels } from "./inline_style.ts";

/** What text takes from the element around it. */
export interface Type {
  /** CSS pixels. */
  readonly size: number;
  readonly weight: number;
  readonly align: "start" | "center" | "end";
  readonly rtl: boolean;
}

/** How an element takes its place. */
export type Flow = "inline" | "block" | "left" | "right" | "away";

/** One element, set. Lengths are CSS pixels. */
export interface BoxStyle extends Type {
  readonly flow: Flow;
  /** Whether words before and behind it are different words. */
  readonly edge: boolean;
  readonly above: number;
  readonly below: number;
  readonly indent: number;
  /** As declared; `null` where it takes what there is. */
  readonly width: number | null;
  readonly declared: Declarations;
  readonly classes: readonly string[];
}

const NO_CLASSES: readonly string[] = [];

/** Sets an element within type and a width. */
export function boxStyle(element: HtmlElement, around: Type, width: number): BoxStyle {
  const { tagName: tag } = element;
  const declared = declarationsOf(attribute(element, "style"));
  const className = attribute(element, "class");
  const classes = className === null ? NO_CLASSES : className.split(/\s+/, 40);
  const size = sizeOf(element, { declared, classes, around });
  const margin = (MARGINS[tag] ?? 0) * size;
  const length = (name: string) => pixels(declared.get(name), { em: size, whole: width });
  const flow = flowOf(tag, declared, classes);
  return {
    size,
    weight: weightOf(tag, { declared, classes, around }),
    align: alignOf(element, { declared, classes, around }),
    rtl: directionOf(element, around),
    flow,
    edge: flow !== "inline" || EDGES.has(tag) ||
      (declared.get("display") ?? "inline").startsWith("inline-"),
    above: clamp(length("margin-top") ?? margin, -200, 400),
    below: clamp(length("margin-bottom") ?? margin, -200, 400),
    indent: clamp(
      (length("margin-left") ?? INDENTS[tag] ?? 0) + (length("padding-left") ?? 0),
      0,
      width / 2,
    ),
    width: length("width") ?? widthAttribute(element, width),
    declared,
    classes,
  };
}

/** The type of a page before anything is said. */
export const PAGE_TYPE: Type = { size: 16, weight: 400, align: "start", rtl: false };

const BLOCKS = new Set(
  ("address article aside blockquote body caption center dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing " +
    "main menu nav ol p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp")
    .split(" "),
);
const EDGES = new Set("br button input select textarea svg video".split(" "));

/** Space above and below, in ems. */
const MARGINS: Readonly<Record<string, number>> = {
  p: 1,
  ul: 1,
  ol: 1,
  dl: 1,
  pre: 1,
  blockquote: 1,
  figure: 1,
  hr: 0.5,
  h1: 0.67,
  h2: 0.83,
  h3: 1,
  h4: 1.33,
  h5: 1.67,
  h6: 2.33,
};
const INDENTS: Readonly<Record<string, number>> = {
  ul: 40,
  ol: 40,
  menu: 40,
  dir: 40,
  dd: 40,
  blockquote: 40,
  figure: 40,
};

const EMS: Readonly<Record<string, number>> = {
  h1: 2,
  h2: 1.5,
  h3: 1.17,
  h5: 0.83,
  h6: 0.67,
  small: 1 / 1.2,
  sub: 1 / 1.2,
  sup: 1 / 1.2,
  big: 1.2,
  rt: 0.5,
  code: 13 / 16,
  kbd: 13 / 16,
  samp: 13 / 16,
  tt: 13 / 16,
  pre: 13 / 16,
};
const FIXED: Readonly<Record<string, number>> = {
  button: 13.33,
  input: 13.33,
  select: 13.33,
  textarea: 13.33,
};
const KEYWORDS: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
};
/** Sizes of `<font size>` from 1. */
const FONT_SIZES = [10, 13, 16, 18, 24, 32, 48];
/** Classes of Tailwind and Bootstrap, in pixels. */
const CLASS_SIZES: ReadonlyMap<string, number> = new Map(Object.entries({
  "text-xs": 12,
  "text-sm": 14,
  "text-base": 16,
  "text-lg": 18,
  "text-xl": 20,
  "text-2xl": 24,
  "text-3xl": 30,
  "text-4xl": 36,
  "text-5xl": 48,
  "text-6xl": 60,
  "text-7xl": 72,
  "display-1": 80,
  "display-2": 72,
  "display-3": 64,
  "display-4": 56,
  "display-5": 48,
  "display-6": 40,
  h1: 40,
  h2: 32,
  h3: 28,
  h4: 24,
  h5: 20,
  h6: 16,
  lead: 20,
  small: 14,
}));
const BOLD = new Set("b strong th h1 h2 h3 h4 h5 h6 dt".split(" "));
const CLASS_WEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries({
  "font-light": 300,
  "font-normal": 400,
  "font-medium": 500,
  "font-semibold": 600,
  "font-bold": 700,
  "font-extrabold": 800,
  "fw-bold": 700,
  "fw-normal": 400,
}));

interface Said {
  readonly declared: Declarations;
  readonly classes: readonly string[];
  readonly around: Type;
}

function sizeOf(element: HtmlElement, { declared, classes, around }: Said): number {
  const stated = declared.get("font-size");
  if (stated !== undefined) {
    if (stated === "smaller") return around.size / 1.2;
    if (stated === "larger") return Math.min(around.size * 1.2, 400);
    const size = KEYWORDS[stated] ?? pixels(stated, { em: around.size, whole: around.size });
    if (size !== null && size >= 0) return Math.min(size, 400);
  }
  for (const name of classes) {
    const size = CLASS_SIZES.get(name);
    if (size !== undefined) return size;
  }
  const { tagName: tag } = element;
  if (tag === "font") return fontSize(attribute(element, "size"), around.size);
  return FIXED[tag] ?? Math.min(around.size * (EMS[tag] ?? 1), 400);
}

function fontSize(stated: string | null, around: number): number {
  const match = /^\s*([+-]?)(\d)/.exec(stated ?? "");
  if (match === null) return around;
  const number = Number(match[2]);
  const step = match[1] === "+" ? 3 + number : match[1] === "-" ? 3 - number : number;
  return FONT_SIZES[clamp(step, 1, 7) - 1] ?? around;
}

function weightOf(tag: string, { declared, classes, around }: Said): number {
  const stated = declared.get("font-weight");
  if (stated !== undefined) {
    if (stated === "bold") return 700;
    if (stated === "normal") return 400;
    if (stated === "bolder") return around.weight < 600 ? 700 : 900;
    if (stated === "lighter") return around.weight < 600 ? 100 : 400;
    const number = Number(stated);
    if (number >= 1 && number <= 1000) return number;
  }
  for (const name of classes) {
    const weight = CLASS_WEIGHTS.get(name);
    if (weight !== undefined) return weight;
  }
  return BOLD.has(tag) ? Math.max(around.weight, 700) : around.weight;
}

function alignOf(element: HtmlElement, { declared, classes, around }: Said): Type["align"] {
  const { tagName: tag } = element;
  const stated = declared.get("text-align") ?? attribute(element, "align")?.toLowerCase();
  if (stated === "center" || tag === "center" || tag === "th") return "center";
  if (stated === "right" || stated === "end") return around.rtl ? "start" : "end";
  if (stated !== undefined) return "start";
  if (classes.includes("text-center")) return "center";
  return tag === "table" ? "start" : around.align;
}

function directionOf(element: HtmlElement, around: Type): boolean {
  const stated = attribute(element, "dir")?.trim().toLowerCase();
  return stated === "rtl" || (stated !== "ltr" && around.rtl);
}

const FLOATS: ReadonlyMap<string, Flow> = new Map(Object.entries<Flow>({
  "float-left": "left",
  "pull-left": "left",
  alignleft: "left",
  fl: "left",
  "float-right": "right",
  "pull-right": "right",
  alignright: "right",
  fr: "right",
}));

function flowOf(tag: string, declared: Declarations, classes: readonly string[]): Flow {
  const position = declared.get("position");
  if (position === "absolute" || position === "fixed") return "away";
  const float = declared.get("float");
  if (float === "left" || float === "right") return float;
  for (const name of classes) {
    const flow = FLOATS.get(name);
    if (flow !== undefined) return flow;
  }
  const display = declared.get("display");
  if (display === undefined) return BLOCKS.has(tag) ? "block" : "inline";
  return display.startsWith("inline") || display === "contents" ? "inline" : "block";
}

function widthAttribute(element: HtmlElement, whole: number): number | null {
  const { tagName: tag } = element;
  if (tag !== "td" && tag !== "th" && tag !== "table" && tag !== "img") return null;
  return pixels(attribute(element, "width")?.trim(), { em: 16, whole });
}

function clamp(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most);
}
