/**
 * Where the rows of an OpenAPI's answer stand in its text: what a piece of evidence points to.
 *
 * The answer was read before, so that it is whole and well-formed: an object in an array of objects,
 * or an element `item`. Texts are stepped over, because braces and tags in them mean nothing.
 *
 * @module
 */

import type { Span } from "./locate.ts";

/**
 * Returns the range of each row, counted from 0, braces or tags included.
 *
 * @throws {RangeError} when the answer has no such row, which means it is not the one that was read.
 */
export function locateItems(text: string, rows: readonly number[]): Span[] {
  if (rows.length === 0) return [];
  const spans = /^\s*\{/.test(text) ? jsonItems(text) : xmlItems(text);
  return rows.map((row) => {
    const span = spans[row];
    if (span) return span;
    throw new RangeError(
      `Cannot locate row ${row + 1} of an answer that has ${spans.length} rows`,
    );
  });
}

/** A row holds texts, numbers and nulls alone, so rows are the objects that hold no other object. */
function jsonItems(text: string): Span[] {
  const spans: Span[] = [];
  const open: { start: number; inItems: boolean }[] = [];
  let key = "";
  let last = "";
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs)) {
    if (token.startsWith('"')) last = token;
    else if (token === ":") key = last;
    else if (token === "{" || token === "[") {
      const inItems = key === '"items"' || (open.at(-1)?.inItems ?? false);
      open.push({ start: index, inItems });
      key = "";
    } else if (token === "}" || token === "]") {
      const { start, inItems } = open.pop() ?? { start: 0, inItems: false };
      if (token === "}" && inItems) takeInnermost(spans, { start, end: index + 1 });
      key = "";
    } else key = "";
  }
  return spans;
}

/** Objects end from the inside out: one that holds a row already is a wrapping. */
function takeInnermost(spans: Span[], span: Span): void {
  const before = spans.at(-1);
  if (before === undefined || before.start < span.start) spans.push(span);
}

function xmlItems(text: string): Span[] {
  const spans: Span[] = [];
  let start = -1;
  const parts = /<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|<item(?:\s[^<>]*)?(\/?)>|<\/item\s*>/g;
  for (const { 0: part, 1: closed, index } of text.matchAll(parts)) {
    if (part.startsWith("<!")) continue;
    if (part.startsWith("</")) {
      if (start >= 0) spans.push({ start, end: index + part.length });
      start = -1;
    } else if (closed === "/") spans.push({ start: index, end: index + part.length });
    else start = index;
  }
  return spans;
}
