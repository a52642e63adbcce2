/**
 * Which elements take themselves from a reader's sight, as far as the page itself tells.
 *
 * Two kinds are told apart. What is *unseen* stays so: it lies outside the page, is clipped away, or has
 * the colour of its ground. What is *veiled* (`hidden`, `display: none`, `opacity: 0` …) is hidden now,
 * and a script may show it later; whether that is to be expected is decided in `reveal.ts`. Text in
 * `aria-hidden` is for the eye alone, and a closed `details` is opened with a click: both are seen.
 *
 * @module
 */

import { attribute, type HtmlElement } from "../html.ts";
import type { HidingRules } from "./hiding_rules.ts";
import { type Declarations, declarationsOf, pixels } from "./inline_style.ts";

/** Elements whose content is not shown, whatever their style. */
export const NEVER_SEEN: ReadonlySet<string> = new Set(
  ("applet area audio base canvas col colgroup datalist embed head iframe link math-field meta " +
    "noembed noframes object optgroup option param script select source style template title track " +
    "video").split(" "),
);

/** How an element is hidden; `null` where nothing says that it is. */
export type Hiding = "unseen" | "veiled" | null;

/** What style sheets a page has. */
export interface Styling {
  readonly rules: HidingRules;
  /** Whether it has any, here or elsewhere, by which a class may have a colour. */
  readonly styled: boolean;
}

/** Judges one element by itself; `ground` is the colour behind it, empty where that is not known. */
export function hidingOf(
  element: HtmlElement,
  { rules, styled }: Styling,
  ground: string,
): Hiding {
  let veiled = false;
  let classed = false;
  let style: string | null = null;
  for (const { name, value } of element.attrs) {
    if (name === "style") style = value;
    else if (name === "hidden") veiled = true;
    else if (name === "class") {
      classed = styled;
      if (ONLY_READ_OUT.test(value)) return "unseen";
      if (rules.size > 0) veiled ||= value.split(/\s+/).some((one) => rules.has(`.${one}`));
    } else if (name === "id" && rules.size > 0) veiled ||= rules.has(`#${value}`);
  }
  if (element.tagName === "dialog" && attribute(element, "open") === null) return "unseen";
  if (style === null) return veiled ? "veiled" : null;
  const declared = declarationsOf(style);
  if (isUnseen(declared, classed ? "" : ground)) return "unseen";
  return (veiled && !isShown(declared)) || isVeiled(declared) ? "veiled" : null;
}

/** The colour that an element puts behind its text, or what lay there before. */
export function groundOf(element: HtmlElement, { styled }: Styling, ground: string): string {
  let found = ground;
  for (const { name, value } of element.attrs) {
    if (name === "class" && styled && found === ground) found = "";
    if (name === "bgcolor") found = colour(value.trim().toLowerCase());
    if (name !== "style" || !value.includes("background")) continue;
    const declared = declarationsOf(value);
    const stated = declared.get("background-color") ?? declared.get("background");
    if (stated !== undefined && stated !== "none") found = colour(stated);
  }
  return found;
}

/** Classes by which common frameworks leave a text to screen readers. */
const ONLY_READ_OUT =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only|s)?|a11y-hidden|blind|ir_?text)(?:\s|$)/i;

function isShown(declared: Declarations): boolean {
  const display = declared.get("display");
  return display !== undefined && display !== "none";
}

function isVeiled(declared: Declarations): boolean {
  if (declared.get("display") === "none") return true;
  const visibility = declared.get("visibility");
  if (visibility === "hidden" || visibility === "collapse") return true;
  if (declared.get("content-visibility") === "hidden") return true;
  const opacity = Number.parseFloat(declared.get("opacity") ?? "1");
  return opacity <= 0.02;
}

/** Farther than this to the left or above nobody scrolls. */
const OUTSIDE = -900;

function isUnseen(declared: Declarations, ground: string): boolean {
  const px = (name: string) => pixels(declared.get(name), { em: 16, whole: 0 });
  const indent = px("text-indent") ?? 0;
  if (indent < OUTSIDE) return true;
  for (const name of ["left", "top", "margin-left", "margin-top"]) {
    if ((px(name) ?? 0) < OUTSIDE) return true;
  }
  const clip = `${declared.get("clip") ?? ""} ${declared.get("clip-path") ?? ""}`;
  if (/rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)/.test(clip)) {
    return true;
  }
  if (/inset\(\s*(?:50|100)%|circle\(\s*0/.test(clip)) return true;
  if (isMovedAway(declared)) return true;
  if (
    /^0(?:px|pt|em|rem|%)?(?:\/|\s)|\s0(?:px|pt|em|rem|%)?(?:\/|\s)/.test(
      declared.get("font") ?? "",
    )
  ) return true;
  if (declared.get("overflow") === "hidden" && isTiny(px("width")) && isTiny(px("height"))) {
    return true;
  }
  const text = declared.get("color");
  if (text === undefined) return false;
  if (text === "transparent" || /^rgba\(.*,\s*0(?:\.0+)?\s*\)$/.test(text)) return true;
  const stated = declared.get("background-color") ?? declared.get("background");
  const behind = stated === undefined || stated === "none" ? ground : colour(stated);
  return behind !== "" && isAlike(colour(text), behind);
}

/** Farther than any gallery moves what it does not show just now. */
const AWAY = -5_000;

function isMovedAway(declared: Declarations): boolean {
  const transform = declared.get("transform") ?? "";
  if (
    /scale\(\s*0\s*[,)]/.test(transform) || /^0(?:\.0+)?(?:\s|$)/.test(declared.get("scale") ?? "")
  ) {
    return true;
  }
  const moves = `${/translate[^)]*/.exec(transform)?.[0] ?? ""} ${declared.get("translate") ?? ""}`;
  return [...moves.matchAll(/-\d+(?=(?:\.\d+)?px)/g)].some(([length]) => Number(length) < AWAY);
}

/** No eye tells colours so near; both are `#rrggbb`, or one is not known. */
function isAlike(one: string, other: string): boolean {
  if (one === "" || other === "") return false;
  return [1, 3, 5].every((at) => {
    const [a, b] = [one, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16));
    return Math.abs((a ?? 0) - (b ?? 0)) <= 8;
  });
}

function isTiny(length: number | null): boolean {
  return length !== null && length <= 1;
}

const NAMED: Readonly<Record<string, string>> = {
  white: "#ffffff",
  black: "#000000",
  red: "#ff0000",
  yellow: "#ffff00",
  blue: "#0000ff",
  green: "#008000",
  gray: "#808080",
  grey: "#808080",
};

/** `#rrggbb` of a plain colour; empty for one that cannot be compared, such as a picture. */
function colour(value: string): string {
  const named = NAMED[value];
  if (named !== undefined) return named;
  if (/^#[\da-f]{6}$/.test(value)) return value;
  if (/^#[\da-f]{3}$/.test(value)) {
    return `#${[...value.slice(1)].map((one) => one + one).join("")}`;
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*1(?:\.0+)?\s*)?\)$/.exec(value);
  if (parts === null) return "";
  return `#${parts.slice(1, 4).map((one) => Number(one).toString(16).padStart(2, "0")).join("")}`;
}
