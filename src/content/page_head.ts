/**
 * What a page says about itself: title, language, meta contents, the base of its addresses, its style
 * sheets, the frames it consists of, and the places that its scripts fill or open.
 *
 * @module
 */

import { attribute, type HtmlElement, type HtmlParent, isElement, isText } from "../html.ts";
import { hidingRules } from "./hiding_rules.ts";
import type { Styling } from "./hidden.ts";

/** Facts a page states, wherever they stand in it. */
export interface PageHead {
  readonly title: string;
  readonly lang: string;
  readonly meta: ReadonlyMap<string, string>;
  /** Texts of its JSON-LD scripts, at most {@linkcode MOST_LINKED}. */
  readonly linked: readonly string[];
  /** What addresses are relative to; `null` where nothing tells. */
  readonly base: string | null;
  readonly styling: Styling;
  /** Addresses of `frame` and `iframe`, at most {@linkcode MOST_FRAMES}. */
  readonly frames: readonly string[];
  /** Ids of what a control opens: `aria-controls`, `data-target`, `href="#…"` of a tab. */
  readonly opened: ReadonlySet<string>;
  /** Elements that arrive at the end of a streamed page, by the number of the place they belong to. */
  readonly streamed: ReadonlyMap<string, HtmlElement>;
}

const MOST_FRAMES = 100;
const MOST_LINKED = 20;
const LONGEST_LINKED = 300_000;

/** Collects them; the first of each counts. */
export function readHead(root: HtmlParent, url: string | null): PageHead {
  const facts = new Facts();
  const pending: HtmlElement[] = root.childNodes.filter(isElement).reverse();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    facts.take(element);
    const children = element.childNodes;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined && isElement(child)) pending.push(child);
    }
  }
  const base = baseOf(facts.base, url);
  return {
    title: facts.title ?? "",
    lang: facts.lang,
    meta: facts.meta,
    linked: facts.data,
    base,
    styling: {
      rules: hidingRules(facts.sheets),
      styled: facts.linked || facts.sheets.length > 0,
    },
    frames: facts.frames.map((address) => resolve(address, base)),
    opened: facts.opened,
    streamed: new Map([...facts.streamed].filter(([id]) => facts.places.has(id))),
  };
}

class Facts {
  title: string | null = null;
  lang = "";
  base: string | null = null;
  linked = false;
  readonly meta = new Map<string, string>();
  readonly sheets: string[] = [];
  readonly frames: string[] = [];
  readonly data: string[] = [];
  readonly opened = new Set<string>();
  readonly streamed = new Map<string, HtmlElement>();
  readonly places = new Set<string>();

  take(element: HtmlElement): void {
    this.#takeAttributes(element);
    switch (element.tagName) {
      case "html":
        this.lang = (attribute(element, "lang") ?? "").trim().toLowerCase();
        break;
      case "meta":
        addMeta(this.meta, element);
        break;
      case "title":
        if (this.title === null && !isForeign(element)) this.title = collapsed(textOf(element));
        break;
      case "base":
        this.base ??= attribute(element, "href");
        break;
      case "link":
        this.linked ||= /\bstylesheet\b/i.test(attribute(element, "rel") ?? "");
        break;
      case "style":
        this.sheets.push(sheetOf(element));
        break;
      case "script":
        this.#takeData(element);
        break;
      case "frame":
      case "iframe":
        this.#takeFrame(element);
    }
  }

  #takeData(element: HtmlElement): void {
    if (!/ld\+json/i.test(attribute(element, "type") ?? "")) return;
    if (this.data.length >= MOST_LINKED) return;
    const text = textOf(element);
    if (text.length <= LONGEST_LINKED) this.data.push(text);
  }

  #takeFrame(element: HtmlElement): void {
    const source = attribute(element, "srcdoc") === null
      ? attribute(element, "src")?.trim()
      : "about:srcdoc";
    if (source && this.frames.length < MOST_FRAMES) this.frames.push(source);
  }

  #takeAttributes(element: HtmlElement): void {
    for (const { name, value } of element.attrs) {
      if (CONTROLS.has(name)) this.opened.add(value.replace(/^#/, ""));
      // React sends parts of a page late, as <div hidden id="S:1">, and moves them to where
      // <template id="B:1"> holds their place.
      if (name === "id" && value.startsWith("S:") && attribute(element, "hidden") !== null) {
        this.streamed.set(value.slice(2), element);
      } else if (name === "id" && element.tagName === "template" && /^[BP]:/.test(value)) {
        this.places.add(value.slice(2));
      }
    }
  }
}

const CONTROLS = new Set(["aria-controls", "data-target", "data-bs-target"]);

/** An address made absolute where it can be; else as it is written. */
export function resolve(address: string, base: string | null): string {
  const written = address.trim();
  return URL.parse(written, base ?? undefined)?.href ?? written;
}

/** White space collapsed and trimmed. */
export function collapsed(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function baseOf(stated: string | null, url: string | null): string | null {
  if (stated === null) return url;
  return URL.parse(stated, url ?? undefined)?.href ?? url;
}

function addMeta(meta: Map<string, string>, element: HtmlElement): void {
  const name = attribute(element, "property") ?? attribute(element, "name") ??
    attribute(element, "itemprop");
  const content = attribute(element, "content");
  if (name === null || content === null) return;
  const key = name.trim().toLowerCase();
  if (key !== "" && !meta.has(key)) meta.set(key, collapsed(content));
}

function textOf(element: HtmlElement): string {
  return element.childNodes.map((node) => isText(node) ? node.value : "").join("");
}

function sheetOf(element: HtmlElement): string {
  const media = attribute(element, "media")?.trim() ?? "";
  return media === "" || media === "all" || media === "screen"
    ? textOf(element)
    : `@media ${media}{${textOf(element)}}`;
}

function isForeign(element: HtmlElement): boolean {
  return element.namespaceURI !== "http://www.w3.org/1999/xhtml";
}
