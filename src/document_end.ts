/**
 * Whether a page ends as it should.
 *
 * A response without a length can break off without an error, and HTML parsers repair what is left:
 * only the text itself shows that it was cut. Whether a list in a fragment was closed is known from
 * its tree instead.
 *
 * @module
 */

import { clean } from "./normalize.ts";

/** Whether the text has an `<html>` tag of its own as its first tag. */
export function opensHtml(text: string): boolean {
  let at = 0;
  for (;;) {
    at = match(/\s*/y, text, at);
    if (text.startsWith("<!--", at)) at = after(text, "-->", at + 4);
    else if (text.startsWith("<!", at) || text.startsWith("<?", at)) at = after(text, ">", at);
    else return match(/<html[\s/>]/iy, text, at) > at;
  }
}

/** Whether nothing but white space and comments follows a last `</html>`. */
export function closesHtml(text: string): boolean {
  let end = text.length;
  for (;;) {
    while (end > 0 && text.charAt(end - 1).trim() === "") end--;
    if (!text.startsWith("-->", end - 3)) break;
    const start = text.lastIndexOf("<!--", end - 3);
    if (start < 0) return false;
    end = start;
  }
  return /<\/html\s*>$/i.test(text.slice(Math.max(0, end - 40), end));
}

/** The last 40 characters of a text, white space collapsed. */
export function tailOf(text: string): string {
  return [...clean(text.slice(-400))].slice(-40).join("");
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}
