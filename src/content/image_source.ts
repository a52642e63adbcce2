/**
 * Where the picture of an `img` really is: pages put a placeholder there until it is scrolled to.
 *
 * @module
 */

import { attribute, childElements, type HtmlElement } from "../html.ts";

/** Attributes in which lazy images keep their address. */
const LAZY = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-hi-res-src",
  "data-url",
] as const;
const LAZY_SETS = ["data-srcset", "data-lazy-srcset", "srcset"] as const;

/** Address of the picture as written, `null` where the element shows none, or none larger than a dot. */
export function imageSource(element: HtmlElement): string | null {
  if (isDot(element)) return null;
  const waiting = waitingSource((name) => attribute(element, name));
  if (waiting !== null) return waiting;
  const source = attribute(element, "src")?.trim() ?? "";
  if (source !== "" && !isPlaceholder(source)) return source;
  return fromSets(element) ?? fromPicture(element) ?? (source === "" ? null : source);
}

/** The address with which a lazy image waits to be scrolled to, by its attributes. */
export function waitingSource(attribute: (name: string) => string | null): string | null {
  for (const name of LAZY) {
    const value = attribute(name)?.trim();
    if (value && !value.startsWith("{")) return value;
  }
  return null;
}

/** Whether an address is one of the pictures that stand in for another. */
export function isPlaceholder(source: string): boolean {
  return source.startsWith("data:") ||
    /(?:^|[/_-])(?:blank|spacer|transparent|placeholder|pixel|1x1|lazy(?:load)?|loading)[\w-]*\.(?:gif|png|svg|jpe?g)(?:[?#]|$)/i
      .test(source);
}

/** Counting pixels are not for readers. */
function isDot(element: HtmlElement): boolean {
  const width = attribute(element, "width");
  const height = attribute(element, "height");
  return width !== null && height !== null && /^[012](?:px)?$/.test(width.trim()) &&
    /^[012](?:px)?$/.test(height.trim());
}

function fromSets(element: HtmlElement): string | null {
  for (const name of LAZY_SETS) {
    const value = attribute(element, name);
    const largest = value === null ? null : largestOf(value);
    if (largest !== null && !isPlaceholder(largest)) return largest;
  }
  return null;
}

function fromPicture(element: HtmlElement): string | null {
  const parent = element.parentNode;
  if (parent === null || parent.nodeName !== "picture") return null;
  for (const child of childElements(parent)) {
    const found = child.tagName === "source" ? fromSets(child) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The candidate of a `srcset` with the largest descriptor. */
function largestOf(set: string): string | null {
  let best: { readonly address: string; readonly size: number } | null = null;
  const words = set.trim().split(/\s+/);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const address = word.replace(/,$/, "");
    // A descriptor follows where the address does not end in a comma.
    const size = word.endsWith(",") ? 1 : Number.parseFloat(words[++i] ?? "1") || 1;
    if (address !== "" && (best === null || size > best.size)) best = { address, size };
  }
  return best?.address ?? null;
}
