/**
 * Which elements set their children side by side, and how wide each child is then.
 *
 * Table rows do so always; flex and grid are told by inline styles and by the classes of common
 * frameworks; a column beside the text by its tag, role, class or id.
 *
 * @module
 */

import { attribute, childElements, type HtmlElement } from "../html.ts";
import type { BoxStyle } from "./box_style.ts";
import { NEVER_SEEN } from "./hidden.ts";
import { pixels } from "./inline_style.ts";

/** What a page's side column takes. */
const SIDE = 300;
/** More children than this are not side by side without saying how many are. */
const MOST_ACROSS = 6;

/** Widths of the columns that children fill in order and row by row; `null` where they are stacked. */
export function columnsOf(
  element: HtmlElement,
  style: BoxStyle,
  width: number,
): readonly number[] | null {
  const { tagName: tag } = element;
  if (tag === "tr") return shared(cellsOf(element), width);
  const across = acrossBy(style);
  const candidate = across !== null || MAY_HAVE_SIDE.has(tag);
  if (!candidate) return null;
  const children = childElements(element).filter(({ tagName }) => !NEVER_SEEN.has(tagName));
  if (children.length < 2) return null;
  if (across === null) {
    return children.length <= 5 && hasSide(children) ? sideWidths(children, width) : null;
  }
  if (across > 0) return shared(Array.from({ length: across }, () => null), width);
  const stated = children.map((child) => statedWidth(child, width));
  if (stated.every((one) => one === null) && hasSide(children)) return sideWidths(children, width);
  const most = stated.some((one) => one !== null) ? 12 : MOST_ACROSS;
  return shared(stated.slice(0, most), width);
}

const MAY_HAVE_SIDE = new Set(["div", "main", "section", "body", "article"]);

/** Columns that a style asks for: a number, 0 for as many as there are children, `null` for none. */
function acrossBy({ declared, classes }: BoxStyle): number | null {
  const display = declared.get("display") ?? "";
  if (display.endsWith("flex")) {
    return (declared.get("flex-direction") ?? "row").startsWith("row") ? 0 : null;
  }
  if (display.endsWith("grid")) return gridColumns(declared.get("grid-template-columns") ?? "");
  let across: number | null = null;
  for (const name of classes) {
    if (/^(?:(?:sm|md|lg|xl):)?(?:flex-col|flex-column)$/.test(name)) {
      across = name.startsWith("flex") ? null : across;
      if (name.startsWith("flex")) {
        return classes.some((one) => /^(?:md|lg):flex-row$/.test(one)) ? 0 : null;
      }
    }
    const grid = /^(?:(?:sm|md|lg|xl):)?grid-cols-(\d{1,2})$/.exec(name);
    if (grid !== null) across = Math.min(Math.max(Number(grid[1]), 1), 12);
    else if (across === null && ROWS.has(name)) across = 0;
  }
  return across === 1 ? null : across;
}

const ROWS = new Set(["row", "flex", "d-flex", "columns", "flex-row", "grid-row", "l-row"]);

function gridColumns(template: string): number | null {
  const repeated = /^repeat\(\s*(\d{1,2})\s*,/.exec(template);
  const count = repeated === null
    ? template.split(/\s+/).filter((one) => one !== "").length
    : Number(repeated[1]);
  return count > 1 && count <= 24 ? count : null;
}

function cellsOf(row: HtmlElement): (number | null)[] {
  const cells: (number | null)[] = [];
  for (const { tagName } of childElements(row)) {
    if (tagName === "td" || tagName === "th") cells.push(null);
    if (cells.length === 40) break;
  }
  return cells;
}

/** Gives stated widths, and the rest in equal parts. */
function shared(stated: readonly (number | null)[], width: number): readonly number[] | null {
  if (stated.length === 0) return null;
  const taken = stated.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const open = stated.filter((one) => one === null).length;
  const rest = Math.max(width - taken, width * 0.1 * open);
  return stated.map((one) => Math.max(one ?? rest / open, 1));
}

/** Twelfths or fractions by class, or an inline width. */
function statedWidth(child: HtmlElement, width: number): number | null {
  const style = attribute(child, "style");
  const inline = style === null
    ? null
    : /(?:^|;)\s*(?:width|flex-basis)\s*:\s*([^;]+)/i.exec(style);
  if (inline !== null) {
    const length = pixels(inline[1]?.trim().toLowerCase(), { em: 16, whole: width });
    if (length !== null) return Math.min(length, width);
  }
  let share: number | null = null;
  for (const name of (attribute(child, "class") ?? "").split(/\s+/, 40)) {
    const twelfths = /^(?:(?:sm|md|lg|xl):)?col-(?:(?:xs|sm|md|lg|xl|span)-)*(\d{1,2})$/.exec(name);
    const part = /^(?:(?:sm|md|lg|xl):)?w-(\d)\/(\d{1,2})$/.exec(name);
    if (twelfths !== null) share = Number(twelfths[1]) / 12;
    else if (part !== null) share = Number(part[1]) / Number(part[2]);
  }
  return share === null || !(share > 0) ? null : Math.min(share, 1) * width;
}

const SIDE_WORDS =
  /(?:^|[\s_-])(?:side-?bar|aside|secondary|right-?(?:rail|col|column)|rail|widget-area)(?:$|[\s_-])/i;
const MAIN_WORDS = /(?:^|[\s_-])(?:main|content|primary|article|post|entry|left-?col)(?:$|[\s_-])/i;

function isSide(element: HtmlElement): boolean {
  if (element.tagName === "aside") return true;
  if (attribute(element, "role") === "complementary") return true;
  return SIDE_WORDS.test(`${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`);
}

function hasSide(children: readonly HtmlElement[]): boolean {
  if (!children.some(isSide)) return false;
  return children.some((child) =>
    child.tagName === "main" || child.tagName === "article" ||
    (!isSide(child) &&
      MAIN_WORDS.test(`${attribute(child, "class") ?? ""} ${attribute(child, "id") ?? ""}`))
  );
}

function sideWidths(children: readonly HtmlElement[], width: number): readonly number[] {
  return shared(children.map((child) => isSide(child) ? Math.min(SIDE, width / 3) : null), width) ??
    [width];
}
