/**
 * Where the picture of an `img` really is: pages put a placeholder there until it is scrolled to.
 *
 * @module
 */

import { attribute, type HtmlElement } from "../html.ts";

const LAZY = ["data-src", "data-original", "data-lazy-src", "data-url"] as const;

/** Address of the picture as written, `null` where the element names none. */
export function imageSource(element: HtmlElement): string | null {
  return sourceIn((name) => attribute(element, name));
}

/** The same of an element that is known by its attributes alone. */
export function sourceIn(attribute: (name: string) => string | null): string | null {
  for (const name of LAZY) {
    const value = attribute(name)?.trim();
    if (value) return value;
  }
  const source = attribute("src")?.trim();
  if (source) return source;
  const set = (attribute("srcset") ?? attribute("data-srcset") ?? "").trim();
  return set.split(/[\s,]+/, 1)[0] || null;
}
