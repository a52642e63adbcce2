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

/**
 * Whether nothing but white space, comments and scripts follows a last `</html>`; firewalls and
 * counters like to add a script there.
 */
export function closesHtml(text: string): boolean {
  for (let end = text.length;;) {
    while (end > 0 && text.charAt(end - 1).trim() === "") end--;
    const tail = text.slice(Math.max(0, end - 40), end);
    if (/<\/html\s*>$/i.test(tail)) return true;
    if (tail.endsWith("-->")) end = text.lastIndexOf("<!--", end - 3);
    else if (/<\/script\s*>$/i.test(tail)) end = scriptStart(text, end);
    else return false;
    if (end < 0) return false;
  }
}

function scriptStart(text: string, end: number): number {
  return Math.max(text.lastIndexOf("<script", end), text.lastIndexOf("<SCRIPT", end));
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
