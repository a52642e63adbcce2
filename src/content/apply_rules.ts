/**
 * What the rules of a category leave of a page.
 *
 * @module
 */

import type { CategoryRule, Marked } from "./category_rules.ts";
import type { Page, PageElement } from "./page_node.ts";

/** Indices of the nodes that no rule takes out, ascending. Rules see the whole page, in any order. */
export function keptNodes(page: Page, rules: readonly CategoryRule[]): readonly number[] {
  const dropped = new Set<number>();
  for (const rule of rules) for (const node of droppedBy(page, rule)) dropped.add(node);
  return Array.from(page.nodes.keys()).filter((node) => !dropped.has(node));
}

function droppedBy(page: Page, rule: CategoryRule): Iterable<number> {
  switch (rule.drop) {
    case "links-elsewhere":
      return elsewhere(page, rule);
    case "elements": {
      const { tags = [], roles = [] } = rule;
      return inside(page, ({ tag, role }) => tags.includes(tag) || roles.includes(role));
    }
    case "marked":
      return inside(page, (element) => isMarked(element, rule));
    case "below-bottom-line":
      return belowLine(page, rule);
    case "link-boxes":
      return linkBoxes(page, rule);
  }
}

/** Nodes with an ancestor, or an element of their own, of a kind. */
function inside(page: Page, isSuch: (element: PageElement) => boolean): number[] {
  const such = insideOf(page, isSuch);
  return Array.from(page.nodes.keys()).filter((node) => such[page.nodes[node]!.element] === 1);
}

/** For every element whether it or an ancestor is of a kind; ancestors come first. */
function insideOf({ elements }: Page, isSuch: (element: PageElement) => boolean): Uint8Array {
  const such = new Uint8Array(elements.length);
  elements.forEach((element, at) => {
    such[at] = element.parent >= 0 && such[element.parent] === 1 || isSuch(element) ? 1 : 0;
  });
  return such;
}

function isMarked(element: PageElement, rule: Marked): boolean {
  return rule.tags.includes(element.tag) &&
    rule.words.some((word) => bears(element, word, rule.match));
}

/** Whether id or class say a word. */
function bears({ id, classes }: PageElement, word: string, match: Marked["match"]): boolean {
  const idAlone = word.startsWith("#");
  const sought = idAlone ? word.slice(1) : word;
  const name = idAlone ? id : `${id} ${classes}`;
  if (match === "part") return name.toLowerCase().includes(sought);
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^\p{L}]+/u)
    .includes(sought);
}

function belowLine(
  page: Page,
  rule: Marked & { readonly from: number },
): number[] {
  const tops = topsOf(page);
  const lines = rule.words.map((word) =>
    page.elements.reduce((lowest, element, at) => {
      const top = tops[at]!;
      return Number.isFinite(top) && top > rule.from * page.height &&
          isMarked(element, { ...rule, words: [word] })
        ? Math.max(lowest, top)
        : lowest;
    }, -Infinity)
  ).filter(Number.isFinite);
  const line = Math.min(...lines);
  return Array.from(page.nodes.keys()).filter((node) => page.nodes[node]!.y > line);
}

/** Where the highest node of every element begins; Infinity of one without. */
function topsOf({ elements, nodes }: Page): Float64Array {
  const tops = new Float64Array(elements.length).fill(Infinity);
  for (const { element, y } of nodes) tops[element] = Math.min(tops[element]!, y);
  for (let at = elements.length - 1; at >= 0; at--) {
    const { parent } = elements[at]!;
    if (parent >= 0) tops[parent] = Math.min(tops[parent]!, tops[at]!);
  }
  return tops;
}

const BLOCK_TAGS = new Set(
  "address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header li main nav ol p pre section table tbody td th thead tr ul"
    .split(" "),
);

function elsewhere(
  page: Page,
  { than, leastLinkShare = 0 }: CategoryRule & { readonly drop: "links-elsewhere" },
): number[] {
  const name = than === "host" ? hostOf : siteOfHost;
  const own = page.url === null ? null : name(page.url);
  if (own === null) return [];
  const shares = linkShares(page);
  return Array.from(page.nodes.keys()).filter((at) => {
    const { link, element } = page.nodes[at]!;
    if (link === null) return false;
    const other = name(link);
    return other !== null && other !== own &&
      shares[boxOf(page, element, BLOCK_TAGS)]! >= leastLinkShare;
  });
}

function linkBoxes(
  page: Page,
  { tags, leastLinkShare = 0, mostNodes = Infinity }: CategoryRule & {
    readonly drop: "link-boxes";
  },
): number[] {
  const shares = linkShares(page);
  const counts = new Uint32Array(page.elements.length);
  for (const { element } of page.nodes) counts[element]! += 1;
  addUp(page, counts);
  const wanted = new Set(tags);
  const boxes = new Set<PageElement>();
  for (const { link, element } of page.nodes) {
    if (link === null) continue;
    const box = boxOf(page, anchorOf(page, element), wanted);
    if (box < 0 || shares[box]! < leastLinkShare || counts[box]! > mostNodes) continue;
    boxes.add(page.elements[box]!);
  }
  return inside(page, (element) => boxes.has(element));
}

/** The innermost link around an element, or the element where there is none. */
function anchorOf(page: Page, element: number): number {
  const anchor = boxOf(page, element, ANCHOR);
  return anchor < 0 ? element : anchor;
}

const ANCHOR = new Set(["a"]);

/** The nearest element of some tags, from an element outwards; -1 where there is none. */
function boxOf({ elements }: Page, element: number, tags: ReadonlySet<string>): number {
  let at = element;
  while (at >= 0 && !tags.has(elements[at]!.tag)) at = elements[at]!.parent;
  return at;
}

/** The share of every element's characters that stand in links; an image counts as one character. */
function linkShares(page: Page): Float64Array {
  const [all, linked] = [page.elements, page.elements].map(({ length }) =>
    new Float64Array(length)
  ) as [Float64Array, Float64Array];
  for (const { element, text, kind, link } of page.nodes) {
    const weight = kind === "image" ? 1 : text.length;
    all[element]! += weight;
    if (link !== null) linked[element]! += weight;
  }
  addUp(page, all);
  addUp(page, linked);
  return all.map((weight, at) => weight === 0 ? 0 : linked[at]! / weight);
}

/** Adds what descendants have to their ancestors, in place. */
function addUp({ elements }: Page, values: Float64Array | Uint32Array): void {
  for (let at = elements.length - 1; at >= 0; at--) {
    const { parent } = elements[at]!;
    if (parent >= 0) values[parent]! += values[at]!;
  }
}

function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url.hostname : null;
}

/**
 * What one owner has: the last two labels of a host, or three where the last but one is a short kind under a
 * country, as in `co.kr`.
 */
function siteOfHost(address: string): string | null {
  const host = hostOf(address);
  if (host === null || /^[\d.]+$|^\[/.test(host)) return host;
  const labels = host.split(".");
  const [kind = "", country = ""] = labels.slice(-2);
  return labels.slice(country.length === 2 && kind.length <= 3 ? -3 : -2).join(".");
}
