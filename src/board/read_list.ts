/**
 * One page of a board's list, from text to the notices it names, or to why it is not to be believed.
 *
 * A row is found by the address of its notice and read as a whole: the classes of its parts change
 * more often than the address does. Whether the pages of a list fit each other is decided in
 * `read_board.ts`.
 *
 * @module
 */

import { closesHtml, opensHtml, tailOf } from "../document_end.ts";
import { attribute, hasClass, type HtmlElement, isElement, parseHtml } from "../html.ts";
import { clean } from "../normalize.ts";
import type { Board, BoardSpec } from "../notice/board_spec.ts";
import type { Refusal } from "../refusal.ts";
import { textIn, visibleText } from "../visible_text.ts";
import { doubt } from "./doubts.ts";

/** A notice as a list names it. */
export interface Listed {
  readonly seq: string;
  /** As written, maybe cut at an ellipsis. */
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly postedOn: string;
  /** Stands on every page, whatever its age. */
  readonly pinned: boolean;
}

/** A page of a list. */
export interface ListPage {
  readonly kind: "page";
  readonly rows: readonly Listed[];
  /** What the board says it has; `null` where the page does not say. */
  readonly statedTotal: number | null;
}

/** A page that is not believed. */
export interface RefusedPage {
  readonly kind: "refused";
  readonly refusal: Refusal;
}

/** Where a page was read. */
export interface ListPlace {
  readonly spec: BoardSpec;
  readonly board: Board;
  /** Counted from 1. */
  readonly page: number;
}

/** Reads one page of a list. */
export function readListPage(html: string, at: ListPlace): ListPage | RefusedPage {
  const { spec: { list } } = at;
  if (opensHtml(html) && !closesHtml(html)) return refused(doubt.cut(at, tailOf(html)));
  const parsed = parseHtml(html);
  const containers = parsed === null
    ? []
    : elementsIn(parsed.root, (element) => hasClass(element, list.container));
  if (parsed === null || containers.length === 0) return refused(notTheList(html, at));
  const text = textIn(parsed.root);
  const rows: Listed[] = [];
  for (const row of rowsIn(containers)) {
    const read = readRow(row, at, rows.length + 1);
    if ("kind" in read) return read;
    rows.push(read);
  }
  if (rows.length === 0) {
    const { looksLike } = faultIn(html, at);
    return refused(looksLike === null ? doubt.empty(at) : doubt.notTheList(at, looksLike, null));
  }
  const told = pinnedFirst(rows);
  const repeated = repeatedIn(told);
  if (repeated !== null) return refused(doubt.repeatedRow(at, repeated));
  return { kind: "page", rows: told, statedTotal: statedTotal(text, list.statedTotal) };
}

/** What a page is that is not the list. */
export function notTheList(html: string, at: ListPlace): Refusal {
  const { looksLike, title } = faultIn(html, at);
  return doubt.notTheList(at, looksLike, title);
}

/** The fault page that a text looks like, and its title. */
export function faultIn(html: string, { spec }: Pick<ListPlace, "spec">) {
  const seen = `${visibleText(html)}\n${html.slice(0, 200_000)}`;
  const fault = spec.faultPages.find(({ pattern }) => new RegExp(pattern, "u").test(seen)) ?? null;
  const title = clean(/<title[^>]*>([^<]{1,300})/i.exec(html)?.[1] ?? "");
  return { looksLike: fault && { ko: fault.ko, en: fault.en }, title: title || null };
}

/** Elements that a test accepts, in order, none inside another. */
export function elementsIn(
  root: { readonly childNodes: HtmlElement["childNodes"] },
  accepts: (element: HtmlElement) => boolean,
): HtmlElement[] {
  const found: HtmlElement[] = [];
  const pending = [...root.childNodes].reverse();
  while (pending.length > 0) {
    const node = pending.pop() as HtmlElement["childNodes"][number];
    if (!isElement(node)) continue;
    if (accepts(node)) found.push(node);
    else for (let i = node.childNodes.length - 1; i >= 0; i--) pending.push(node.childNodes[i]!);
  }
  return found;
}

/** Rows are the outermost items or table rows of the container; header rows are none. */
function rowsIn(containers: readonly HtmlElement[]): HtmlElement[] {
  return containers.flatMap((container) =>
    elementsIn(container, ({ tagName }) => tagName === "li" || tagName === "tr")
  ).filter((row) => elementsIn(row, ({ tagName }) => tagName === "th").length === 0);
}

function readRow(row: HtmlElement, at: ListPlace, number: number): Listed | RefusedPage {
  const { list } = at.spec;
  const text = clean(textIn(row));
  const pattern = new RegExp(list.link, "u");
  const links = elementsIn(row, ({ tagName }) => tagName === "a")
    .map((link) => ({ link, seq: pattern.exec(attribute(link, "href") ?? "")?.[1] ?? null }))
    .filter(({ seq }) => seq !== null);
  const first = links[0];
  if (first === undefined) return refused(doubt.rowWithoutNotice(at, number, text));
  const dates = new RegExp(list.date, "u").exec(text);
  const postedOn = dates && dateOf(dates);
  if (postedOn === null) return refused(doubt.unreadableDate(at, number, text));
  const title = titleOf(first.link);
  if (title === "") return refused(doubt.rowWithoutNotice(at, number, text));
  const pinned = new RegExp(list.pinned, "u").test(attribute(row, "class") ?? "");
  return { seq: first.seq as string, title, postedOn, pinned };
}

/** A title that is cut in the row may stand in full in its attribute. */
function titleOf(link: HtmlElement): string {
  const shown = clean(textIn(link)).replace(/\s*(?:새\s?글|NEW)$/u, "");
  const whole = clean(attribute(link, "title") ?? "");
  const isCut = /(?:…|\.{3})$/.test(shown);
  return isCut && whole.startsWith(shown.replace(/\s*(?:…|\.{3})$/, "")) ? whole : shown;
}

/** The groups of a date as `YYYY-MM-DD`; `null` where they are no day. */
export function dateOf([, year, month, day]: readonly (string | undefined)[]): string | null {
  const text = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Rows that lead a page and stand in their place as well are pinned, whatever their class says. */
function pinnedFirst(rows: readonly Listed[]): readonly Listed[] {
  const last = new Map(rows.map((row) => [row.seq, row]));
  let leading = true;
  return rows.map((row) => {
    const again = last.get(row.seq);
    const isSame = again !== row && again?.title === row.title && again.postedOn === row.postedOn;
    leading &&= row.pinned || isSame;
    return leading ? { ...row, pinned: true } : row;
  });
}

/** A number that two rows have; a pinned notice may stand in its place as well. */
function repeatedIn(rows: readonly Listed[]): string | null {
  const seen = new Set<string>();
  for (const { seq, pinned } of rows) {
    if (pinned) continue;
    if (seen.has(seq)) return seq;
    seen.add(seq);
  }
  return null;
}

function statedTotal(text: string, pattern: string | undefined): number | null {
  const found = pattern === undefined ? null : new RegExp(pattern, "u").exec(text)?.[1];
  return found ? Number(found.replaceAll(",", "")) : null;
}

function refused(refusal: Refusal): RefusedPage {
  return { kind: "refused", refusal };
}
