/**
 * Reads a list page the way a person reads it, to hold the replica and the fixture site to their
 * word without asking the crawler's own extraction.
 *
 * @module
 */

import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** One cell as seen: its label if any, and its texts, one for each row of a nested table. */
export interface SeenCell {
  readonly label: string | null;
  readonly texts: readonly string[];
  /** Whole text where the visible one is cut. */
  readonly titles: readonly string[];
}

/** One table as seen. */
export interface SeenTable {
  readonly element: Element;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly SeenCell[])[];
  /** All `td` below each row, nested ones included. */
  readonly cellCounts: readonly number[];
}

/** Returns the tables that hold no other table with a header, in document order. */
export function seeTables(html: string): readonly SeenTable[] {
  return elements(parse(html).childNodes, "table").map(seeTable);
}

/** Returns the list itself: the first table that has the header 순번. */
export function seeList(html: string): SeenTable {
  const list = seeTables(html).find(({ headers }) => headers.includes("순번"));
  if (list === undefined) throw new Error(`Cannot see a list in ${html.slice(0, 200)}`);
  return list;
}

/** Returns every element named `name` in document order. */
export function elements(nodes: readonly Node[], name: string): readonly Element[] {
  return nodes.flatMap((node) => {
    if (!("tagName" in node)) return [];
    const below = elements(node.childNodes, name);
    return node.tagName === name ? [node, ...below] : below;
  });
}

/** Returns the attribute `name` of `element`, `null` where it has none. */
export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((found) => found.name === name)?.value ?? null;
}

/** Returns the text of nodes, as parsed. */
export function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) =>
    "value" in node ? node.value : "tagName" in node ? textOf(node.childNodes) : ""
  ).join("");
}

function seeTable(table: Element): SeenTable {
  const sections = children(table).filter(({ tagName }) => ["thead", "tbody"].includes(tagName));
  const lines = sections.flatMap(children);
  const rows = lines.map((line) => children(line).filter(({ tagName }) => tagName === "td"))
    .filter((cells) => cells.length > 0);
  return {
    element: table,
    headers: lines.flatMap(children).filter(({ tagName }) => tagName === "th")
      .map((head) => textOf(head.childNodes)),
    rows: rows.map((cells) => cells.map(seeCell)),
    cellCounts: rows.map((cells) => cells.length + elements(cells.flatMap(children), "td").length),
  };
}

function seeCell(cell: Element): SeenCell {
  const isLabel = (node: Node) => "tagName" in node && attribute(node, "class") === "s-th";
  const label = cell.childNodes.find(isLabel);
  const rest = cell.childNodes.filter((node) => !isLabel(node));
  const nested = elements(rest, "td");
  const parts = nested.length > 0 ? nested.map((inner) => inner.childNodes) : [rest];
  return {
    label: label === undefined ? null : textOf([label]),
    texts: parts.map(textOf),
    titles: elements(rest, "span").flatMap((span) => attribute(span, "title") ?? []),
  };
}

function children(element: Element): readonly Element[] {
  return element.childNodes.filter((node): node is Element => "tagName" in node);
}
