/**
 * Which veiled parts of a page a reader sees nevertheless, because a script shows them.
 *
 * A page is read without its scripts. Three kinds of veils do not stay: those with the marks of an
 * entrance animation, those of a part that a click opens (a tab, an accordion, as `details` are) unless
 * it is a menu or a window over the page, and those over so much of the page's text that without it
 * little were left.
 *
 * @module
 */

import { attribute, type HtmlElement, type HtmlParent, isElement, isText } from "../html.ts";
import { groundOf, hidingOf, NEVER_SEEN, type Styling } from "./hidden.ts";
import { declarationsOf } from "./inline_style.ts";
import type { PageHead } from "./page_head.ts";

/** Letters that make a veiled part the body of its page rather than a notice or a trap. */
const LEAST_LETTERS = 1500;
/** Letters of the part for each that is seen without any veiled part. */
const LEAST_SHARE = 1.5;

/** What the page's own veils come to. */
export interface Sight {
  /** Veiled elements that are seen; those within others only where these are seen too. */
  readonly revealed: ReadonlySet<HtmlElement>;
  /** Without the rules that would hide the body of the page. */
  readonly styling: Styling;
}

/** Decides which veils stay. */
export function sightOf(root: HtmlParent, head: Pick<PageHead, "styling" | "opened">): Sight {
  const seen = new Set<HtmlElement>();
  const { plain, veils } = measure(root, head, seen);
  const { rules, styled } = head.styling;
  const believed = new Set(rules);
  for (const { element, letters } of veils) {
    if (letters < LEAST_LETTERS || letters < LEAST_SHARE * plain) continue;
    seen.add(element);
    for (const name of namesOf(element)) believed.delete(name);
  }
  return { revealed: seen, styling: { rules: believed, styled } };
}

function namesOf(element: HtmlElement): readonly string[] {
  const classes = (attribute(element, "class") ?? "").split(/\s+/).map((name) => `.${name}`);
  return [...classes, `#${attribute(element, "id") ?? ""}`];
}

interface Veil {
  readonly element: HtmlElement;
  readonly outer: Veil | null;
  /** Letters it covers. */
  letters: number;
}

/** What a node takes from those around it. */
interface Around {
  readonly veil: Veil | null;
  readonly ground: string;
}

interface Step {
  readonly node: HtmlParent["childNodes"][number];
  readonly around: Around;
}

function measure(
  root: HtmlParent,
  { styling, opened }: Pick<PageHead, "styling" | "opened">,
  seen: Set<HtmlElement>,
): { readonly plain: number; readonly veils: readonly Veil[] } {
  const veils: Veil[] = [];
  let plain = 0;
  const pending: Step[] = [];
  push(pending, root, { veil: null, ground: pageGround(styling) });
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const { node, around } = step;
    const { veil } = around;
    if (isText(node)) {
      const letters = node.value.trim().length;
      if (veil === null) plain += letters;
      else veil.letters += letters;
    }
    if (!isElement(node) || NEVER_SEEN.has(node.tagName)) continue;
    const hiding = hidingOf(node, styling, around.ground);
    if (hiding === "unseen") continue;
    const ground = groundOf(node, styling, around.ground);
    let below: Veil | null = veil;
    if (hiding === "veiled") {
      if (isAnimated(node) || (isOpened(node, opened) && !isInMenu(node))) seen.add(node);
      else {
        below = { element: node, outer: veil, letters: 0 };
        veils.push(below);
      }
    }
    const same = below === veil && ground === around.ground;
    push(pending, node, same ? around : { veil: below, ground });
  }
  // Outer veils come first.
  for (const { outer, letters } of veils.toReversed()) if (outer !== null) outer.letters += letters;
  return { plain, veils };
}

/** The colour behind a page; white only where no style sheet could have changed it. */
export function pageGround({ styled }: Styling): string {
  return styled ? "" : "#ffffff";
}

function push(pending: Step[], parent: HtmlParent, around: Around): void {
  const children = parent.childNodes;
  for (let i = children.length - 1; i >= 0; i--) {
    pending.push({ node: children[i] as Step["node"], around });
  }
}

const MENU_TAGS = new Set(["nav", "header", "footer", "dialog", "form"]);
const MENU_ROLES =
  /^(?:navigation|menu|menubar|dialog|alertdialog|banner|contentinfo|tooltip|alert|listbox|search)$/;
const MENU_WORDS =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|submenu|modal|dialog|dropdown|drop-down|popup|pop-up|popover|tooltip|drawer|offcanvas|overlay|cookie|consent|lightbox|toast|search|login|cart)(?:$|[\s_-])/i;

/** Elements around an element that are looked at for a menu. */
const MOST_AROUND = 60;

function isInMenu(element: HtmlElement): boolean {
  let at: HtmlParent | null = element;
  for (let i = 0; i < MOST_AROUND && at !== null && "attrs" in at; i++) {
    if (isMenu(at)) return true;
    at = at.parentNode;
  }
  return false;
}

/** Menus and windows over the page open too, but nobody opens them to read. */
function isMenu(element: HtmlElement): boolean {
  if (MENU_TAGS.has(element.tagName)) return true;
  for (const { name, value } of element.attrs) {
    if (name === "role" && MENU_ROLES.test(value.trim())) return true;
    if ((name === "class" || name === "id") && MENU_WORDS.test(value)) return true;
  }
  return false;
}

const OPENED_WORDS =
  /(?:^|[\s_-])(?:accordion|collaps[a-z]*|tab-?pane|tab-?panel|tab-?content|panel|faq|expand[a-z]*|toggle-?content|answer)(?:$|[\s_-])/i;

function isOpened(element: HtmlElement, opened: ReadonlySet<string>): boolean {
  for (const { name, value } of element.attrs) {
    if (name === "hidden" && value === "until-found") return true;
    if (name === "role" && value === "tabpanel") return true;
    if (name === "id" && opened.has(value)) return true;
    if (/^(?:class|id|data-[\w-]+)$/.test(name) && OPENED_WORDS.test(value)) return true;
  }
  return false;
}

/** An element that fades in while it moves; something to be kept from sight does not move. */
function isAnimated(element: HtmlElement): boolean {
  const style = attribute(element, "style");
  if (style === null || !style.includes("opacity")) return false;
  const declared = declarationsOf(style);
  if (declared.get("display") === "none" || declared.get("visibility") === "hidden") return false;
  for (const name of ["transform", "-webkit-transform", "will-change", "transition", "filter"]) {
    if (declared.has(name)) return attribute(element, "hidden") === null;
  }
  return false;
}
