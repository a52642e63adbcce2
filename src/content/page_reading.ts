/**
 * The walk over a parsed page that picks up its text and image nodes in document order.
 *
 * A loop, because trees may be as deep as the page is long. Where nodes stand is decided in
 * `estimated_layout.ts`, what is hidden in `hidden.ts` and `reveal.ts`.
 *
 * @module
 */

import {
  attribute,
  childElements,
  commentOf,
  type HtmlElement,
  type HtmlParent,
  type HtmlText,
  isElement,
  isText,
  parsePart,
} from "../html.ts";
import { offsetsOf } from "../source_offsets.ts";
import { textIn } from "../visible_text.ts";
import { EstimatedLayout } from "./estimated_layout.ts";
import { groundOf, hidingOf, NEVER_SEEN } from "./hidden.ts";
import { imageSource, isPlaceholder } from "./image_source.ts";
import { collapsed, type PageHead, resolve } from "./page_head.ts";
import type { PageElement, PageNode } from "./page_node.ts";
import { pageGround, type Sight } from "./reveal.ts";
import { isBlank, seenText } from "./seen_text.ts";

/** Elements and nodes that are read of one page. */
const MOST_READ = 700_000;
/** Smaller type than this nobody reads. */
const LEAST_FONT = 3;
/** A `noscript` with more letters has more to say than that scripts are off. */
const LEAST_LETTERS = 200;

/** Nodes that a page shows in place of a part that is streamed later. */
const MOST_MEANWHILE = 100;

type Node = HtmlParent["childNodes"][number];

/** What a descendant takes from its ancestors. */
interface Context {
  /** Index of the innermost element. */
  readonly element: number;
  readonly link: string | null;
  readonly pre: boolean;
  readonly ground: string;
  /** Where the text that its offsets count in begins in the page's source; -1 where it has no place. */
  readonly shift: number;
}

interface Step {
  /** `null` where an element ends. */
  readonly node: Node | null;
  readonly context: Context;
  readonly edge: boolean;
}

/** What is known of a page before it is read. */
export interface Reading {
  readonly html: string;
  readonly root: HtmlParent;
  readonly head: PageHead;
  readonly sight: Sight;
}

/** What was read of it. */
export interface ReadPage {
  readonly elements: readonly PageElement[];
  readonly nodes: readonly PageNode[];
  readonly width: number;
  readonly height: number;
  readonly whole: boolean;
}

/** Reads a page; `whole` is false where it has more than is worth reading. */
export function readNodes(reading: Reading): ReadPage {
  const walk = new Walk(reading);
  const whole = walk.run();
  const { width, height } = walk.layout.finish();
  return { elements: walk.elements, nodes: walk.nodes, width, height, whole };
}

class Walk {
  readonly elements: PageElement[] = [];
  readonly nodes: PageNode[] = [];
  readonly layout = new EstimatedLayout();
  readonly #pending: Step[] = [];
  readonly #placed = new Set<HtmlElement>();
  /** White space or the edge of a block stands before what comes next. */
  #parted = true;
  /** White space before what comes next, within `pre`. */
  #space = "";

  constructor(readonly reading: Reading) {}

  run(): boolean {
    const { root, sight } = this.reading;
    const ground = pageGround(sight.styling);
    this.#push(root, { element: -1, link: null, pre: false, ground, shift: 0 });
    for (let step = this.#pending.pop(); step !== undefined; step = this.#pending.pop()) {
      const { node, context } = step;
      if (node === null) this.#leave(step.edge);
      else if (isText(node)) this.#write(node, context);
      else if (isElement(node)) this.#enter(node, context);
      if (this.elements.length + this.nodes.length > MOST_READ) return false;
    }
    return true;
  }

  #push(parent: HtmlParent, context: Context): void {
    const children = parent.childNodes;
    for (let i = children.length - 1; i >= 0; i--) {
      this.#pending.push({ node: children[i] as Node, context, edge: false });
    }
  }

  #enter(element: HtmlElement, context: Context): void {
    const tag = element.tagName;
    if (tag === "template") return this.#fill(element, context);
    if (tag === "noscript") return this.#readNoscript(element, context);
    if (tag === "head") return this.#readHead(element, context);
    if (NEVER_SEEN.has(tag) || this.#isHidden(element, context)) return;
    this.#open(element, context);
  }

  /** A page that begins with `noscript` has it in its head. */
  #readHead(head: HtmlElement, context: Context): void {
    for (const child of childElements(head)) {
      if (child.tagName === "noscript") this.#readNoscript(child, context);
    }
  }

  #open(element: HtmlElement, context: Context): void {
    const { tagName: tag } = element;
    const index = this.elements.length;
    this.elements.push(pageElement(element, context.element));
    const edge = this.layout.open(element);
    if (edge) this.#part();
    if (tag === "br" && context.pre) this.#space += "\n";
    if (tag === "img") this.#image(element, { ...context, element: index });
    this.#pending.push({ node: null, context, edge });
    this.#push(element, {
      element: index,
      link: tag === "a" ? this.#linkOf(element) : context.link,
      pre: context.pre || tag === "pre" || tag === "textarea",
      ground: groundOf(element, this.reading.sight.styling, context.ground),
      shift: context.shift,
    });
  }

  #leave(edge: boolean): void {
    this.layout.close();
    if (edge) this.#part();
  }

  #part(): void {
    this.#parted = true;
    this.#space = "";
  }

  #isHidden(element: HtmlElement, { ground }: Context): boolean {
    const { revealed, styling } = this.reading.sight;
    if (this.#placed.has(element)) return true;
    // Its place lies where nobody looks, so that it is read where it stands.
    if (isStreamed(element, this.reading.head)) return false;
    const hiding = hidingOf(element, styling, ground);
    return hiding === "unseen" || (hiding === "veiled" && !revealed.has(element));
  }

  /** A template shows the shadow tree it declares, or holds the place of what is streamed later. */
  #fill(template: HtmlElement, context: Context): void {
    const id = attribute(template, "id") ?? "";
    const streamed = /^[BP]:/.test(id) ? this.reading.head.streamed.get(id.slice(2)) : undefined;
    if (streamed !== undefined && !this.#placed.has(streamed)) {
      this.#placed.add(streamed);
      if (id.startsWith("B:")) this.#skipMeanwhile(context);
      this.#open(streamed, context);
    } else if (attribute(template, "shadowrootmode") !== null && "content" in template) {
      this.#push(template.content as HtmlParent, context);
    }
  }

  /** What is shown until the streamed part is there ends with a mark. */
  #skipMeanwhile(context: Context): void {
    const pending = this.#pending;
    const least = Math.max(pending.length - MOST_MEANWHILE, 0);
    for (let i = pending.length - 1; i >= least && pending[i]?.context === context; i--) {
      const node = pending[i]?.node ?? null;
      if (node !== null && commentOf(node) === "/$") {
        pending.length = i;
        return;
      }
    }
  }

  /** What only a browser without scripts shows: sometimes all there is, often the picture of a lazy one. */
  #readNoscript(element: HtmlElement, context: Context): void {
    const raw = element.childNodes[0];
    // One within another would be parsed once more for each around it.
    if (context.shift !== 0 || raw === undefined || !isText(raw)) return;
    const at = offsetsOf(raw);
    const source = at === null ? raw.value : this.reading.html.slice(
      at.start + context.shift,
      at.end + context.shift,
    );
    const { root } = parsePart(source);
    const within = { ...context, shift: at === null ? -1 : at.start + context.shift };
    const body = root.childNodes.filter(isElement).at(-1)?.childNodes.filter(isElement).at(-1);
    if (body === undefined) return;
    if (collapsed(textIn(root)).length >= LEAST_LETTERS) return this.#push(body, within);
    for (const child of body.childNodes) {
      if (isElement(child) && child.tagName === "img") this.#replaceLazy(child);
    }
  }

  #replaceLazy(image: HtmlElement): void {
    const source = imageSource(image);
    const last = this.nodes.at(-1);
    if (source === null || last?.kind !== "image") return;
    if (!isPlaceholder(last.source ?? "")) return;
    const { base } = this.reading.head;
    this.nodes[this.nodes.length - 1] = { ...last, source: resolve(source, base) };
  }

  #linkOf(element: HtmlElement): string | null {
    const href = attribute(element, "href");
    return href === null ? null : resolve(href, this.reading.head.base);
  }

  #write(text: HtmlText, context: Context): void {
    const { value } = text;
    if (isBlank(value)) {
      if (context.pre) this.#space += value;
      else if (value !== "") this.#parted = true;
      return;
    }
    if (this.layout.fontSize < LEAST_FONT) return;
    const words = (context.pre ? this.#space : "") + seenText(value, context.pre);
    if (isBlank(words)) return;
    const glued = !this.#parted && (context.pre || !/^\s/.test(value));
    this.#parted = !context.pre && /\s$/.test(value);
    this.#space = "";
    this.nodes.push({
      kind: "text",
      text: words,
      ...(glued ? { glued } : {}),
      source: null,
      link: context.link,
      element: context.element,
      ...this.layout.text(words, { glued, pre: context.pre }),
      ...placeOf(text, context),
    });
  }

  #image(element: HtmlElement, context: Context): void {
    const source = imageSource(element);
    if (source === null) return;
    this.#parted = true;
    this.nodes.push({
      kind: "image",
      text: collapsed(attribute(element, "alt") ?? ""),
      source: resolve(source, this.reading.head.base),
      link: context.link,
      element: context.element,
      ...this.layout.image(element),
      ...placeOf(element, context),
    });
  }
}

function isStreamed(element: HtmlElement, { streamed }: PageHead): boolean {
  return streamed.size > 0 &&
    streamed.get((attribute(element, "id") ?? "").slice(2)) === element;
}

function pageElement(element: HtmlElement, parent: number): PageElement {
  let id = "";
  let classes = "";
  let role = "";
  for (const { name, value } of element.attrs) {
    if (name === "id") id = value;
    else if (name === "class") classes = value;
    else if (name === "role") role = value;
  }
  return { tag: element.tagName.toLowerCase(), parent, id, classes, role };
}

function placeOf(node: HtmlElement | HtmlText, { shift }: Context) {
  const at = offsetsOf(node);
  if (at === null || shift < 0) return { start: -1, end: -1 };
  return { start: at.start + shift, end: at.end + shift };
}
