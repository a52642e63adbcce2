/**
 * What a page says about itself: its title, language, meta contents and the base of its addresses.
 *
 * @module
 */

import { attribute, type HtmlElement, type HtmlParent, isElement, isText } from "../html.ts";

/** Facts a page states, wherever they stand in it. */
export interface PageHead {
  readonly title: string;
  readonly lang: string;
  readonly meta: ReadonlyMap<string, string>;
  /** What addresses are relative to; `null` where nothing tells. */
  readonly base: string | null;
}

/** Collects them; the first of each counts. */
export function readHead(root: HtmlParent, url: string | null): PageHead {
  const meta = new Map<string, string>();
  let title: string | null = null;
  let lang = "";
  let base: string | null = null;
  const pending: HtmlElement[] = root.childNodes.filter(isElement).reverse();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const { tagName } = element;
    if (tagName === "html") lang = (attribute(element, "lang") ?? "").trim().toLowerCase();
    else if (tagName === "meta") addMeta(meta, element);
    else if (tagName === "title" && title === null && !isForeign(element)) title = textOf(element);
    else if (tagName === "base") base ??= attribute(element, "href");
    const children = element.childNodes;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined && isElement(child)) pending.push(child);
    }
  }
  return { title: title ?? "", lang, meta, base: baseOf(base, url) };
}

/** An address made absolute where it can be; else as it is written. */
export function resolve(address: string, base: string | null): string {
  const written = address.trim();
  return URL.parse(written, base ?? undefined)?.href ?? written;
}

function baseOf(stated: string | null, url: string | null): string | null {
  if (stated === null) return url;
  return URL.parse(stated, url ?? undefined)?.href ?? url;
}

function addMeta(meta: Map<string, string>, element: HtmlElement): void {
  const name = attribute(element, "property") ?? attribute(element, "name");
  const content = attribute(element, "content");
  if (name === null || content === null) return;
  const key = name.trim().toLowerCase();
  if (key !== "" && !meta.has(key)) meta.set(key, content.trim().replace(/\s+/g, " "));
}

function textOf(element: HtmlElement): string {
  return element.childNodes.map((node) => isText(node) ? node.value : "").join("").trim()
    .replace(/\s+/g, " ");
}

function isForeign(element: HtmlElement): boolean {
  return element.namespaceURI !== "http://www.w3.org/1999/xhtml";
}
