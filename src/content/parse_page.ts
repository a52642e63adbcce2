/**
 * From the source of a page to the text and image nodes a reader sees, with an estimated layout.
 *
 * Never throws, whatever the text is; what is too large is read as far as it is reasonable, which the
 * page tells. Which elements are hidden is decided in `hidden.ts`, where a node stands in
 * `estimated_layout.ts`, what a page says about itself in `page_head.ts`.
 *
 * @module
 */

import {
  attribute,
  type HtmlElement,
  type HtmlParent,
  type HtmlText,
  isElement,
  isText,
  parsePart,
} from "../html.ts";
import { offsetsOf } from "../source_offsets.ts";
import { EstimatedLayout } from "./estimated_layout.ts";
import { isHidden, NEVER_SEEN } from "./hidden.ts";
import { imageSource } from "./image_source.ts";
import type { Page, PageElement, PageNode } from "./page_node.ts";
import { readHead, resolve } from "./page_head.ts";

/** Reads a page; `url` is its address, where that is known. */
export function parsePage(html: string, url: string | null): Page {
  const { root, whole } = parsePart(html);
  const head = readHead(root, url);
  const reading = new Reading(head.base);
  reading.read(root);
  const { elements, nodes, layout } = reading;
  return {
    url,
    title: head.title,
    lang: head.lang,
    meta: head.meta,
    width: layout.width,
    height: layout.height,
    elements,
    nodes,
    layout: "estimated",
    ...(whole ? {} : { cut: true }),
  };
}

/** What a descendant takes from its ancestors. */
interface Context {
  /** Index of the innermost element. */
  readonly element: number;
  readonly link: string | null;
  readonly pre: boolean;
}

type Step =
  | { readonly node: HtmlParent["childNodes"][number]; readonly context: Context }
  | { readonly node: null; readonly block: boolean };

class Reading {
  readonly elements: PageElement[] = [];
  readonly nodes: PageNode[] = [];
  readonly layout = new EstimatedLayout();
  /** White space or an edge of a block stands before what comes next. */
  #parted = true;
  /** White space before what comes next, within `pre`. */
  #space = "";

  constructor(readonly base: string | null) {}

  read(root: HtmlParent): void {
    const pending: Step[] = [];
    push(pending, root, { element: -1, link: null, pre: false });
    for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
      if (step.node === null) this.#leave(step.block);
      else if (isText(step.node)) this.#write(step.node, step.context);
      else if (isElement(step.node)) this.#enter(step.node, step.context, pending);
    }
  }

  #enter(element: HtmlElement, context: Context, pending: Step[]): void {
    const tag = element.tagName;
    if (NEVER_SEEN.has(tag) || isHidden(element)) return;
    const index = this.elements.length;
    this.elements.push({
      tag,
      parent: context.element,
      id: attribute(element, "id") ?? "",
      classes: attribute(element, "class") ?? "",
      role: attribute(element, "role") ?? "",
    });
    const block = this.layout.open(tag);
    if (block) this.#part();
    if (tag === "br" && context.pre) this.#space += "\n";
    if (tag === "img") this.#image(element, index, context);
    pending.push({ node: null, block });
    push(pending, element, {
      element: index,
      link: tag === "a" ? this.#linkOf(element) : context.link,
      pre: context.pre || tag === "pre" || tag === "textarea",
    });
  }

  #leave(block: boolean): void {
    this.layout.close();
    if (block) this.#part();
  }

  #part(): void {
    this.#parted = true;
    this.#space = "";
  }

  #linkOf(element: HtmlElement): string | null {
    const href = attribute(element, "href");
    return href === null ? null : resolve(href, this.base);
  }

  #write(text: HtmlText, context: Context): void {
    const { value } = text;
    const trimmed = value.trim();
    if (trimmed === "") {
      if (context.pre) this.#space += value;
      else if (value !== "") this.#parted = true;
      return;
    }
    const words = context.pre ? this.#space + value : trimmed.replace(/\s+/g, " ");
    const glued = !this.#parted && (context.pre || !/^\s/.test(value));
    this.#parted = !context.pre && /\s$/.test(value);
    this.#space = "";
    const at = offsetsOf(text);
    this.nodes.push({
      kind: "text",
      text: words,
      ...(glued ? { glued } : {}),
      source: null,
      link: context.link,
      element: context.element,
      ...this.layout.text(words),
      start: at?.start ?? -1,
      end: at?.end ?? -1,
    });
  }

  #image(element: HtmlElement, index: number, context: Context): void {
    const source = imageSource(element);
    if (source === null) return;
    const at = offsetsOf(element);
    this.nodes.push({
      kind: "image",
      text: (attribute(element, "alt") ?? "").trim().replace(/\s+/g, " "),
      source: resolve(source, this.base),
      link: context.link,
      element: index,
      ...this.layout.image(element),
      start: at?.start ?? -1,
      end: at?.end ?? -1,
    });
  }
}

function push(pending: Step[], parent: HtmlParent, context: Context): void {
  const children = parent.childNodes;
  for (let i = children.length - 1; i >= 0; i--) {
    pending.push({ node: children[i] as HtmlParent["childNodes"][number], context });
  }
}
