/**
 * An extraction as Markdown (CommonMark, and tables as GitHub writes them).
 *
 * Whatever the page says is text: letters that Markdown or HTML would read are escaped, and only
 * addresses on the web become links.
 *
 * @module
 */

import { printableLines } from "../field_text.ts";
import type { ContentBlock, Extraction } from "./extraction.ts";
import { bodyOf, standsClose } from "./extraction_text.ts";
import { linkedPieces } from "./linked_text.ts";
import { webAddress } from "./web_address.ts";

/** A document that begins with the title; ends with a line break, empty where there is nothing. */
export function markdownOf(extraction: Extraction): string {
  const { title } = extraction;
  const parts = title === null ? [] : [`# ${escaped(title)}`];
  let before: ContentBlock | null = null;
  for (const block of bodyOf(extraction)) {
    const text = blockOf(block, before);
    if (text === "") continue;
    const close = before !== null && standsClose(before, block);
    parts.push(close ? `${parts.pop()}\n${text}` : text);
    before = block;
  }
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
}

function blockOf(block: ContentBlock, before: ContentBlock | null): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(Math.min(Math.max(block.level, 1), 6))} ${inlineOf(block)}`;
    case "paragraph":
      return withImages(block, lineStart(inlineOf(block)));
    case "item":
      return withImages(
        block,
        `${"  ".repeat(depthOf(block, before))}- ${lineStart(inlineOf(block))}`,
      );
    case "quote":
      return `> ${lineStart(inlineOf(block))}`;
    case "code":
      return fenced(block.text);
    case "row":
      return rowOf(block, before);
    case "image":
      return imagesOf(block);
  }
}

/** An item can stand one step deeper than the one before it, not more. */
function depthOf(block: ContentBlock, before: ContentBlock | null): number {
  const most = before?.kind === "item" ? before.level : 0;
  return Math.min(Math.max(block.level - 1, 0), most, 20);
}

function inlineOf(block: ContentBlock): string {
  return linkedText(block, escaped).trim();
}

/** `write` is for what is no link. */
function linkedText(block: ContentBlock, write: (text: string) => string): string {
  return linkedPieces(block)
    .map(({ text, href }) => href === null ? write(text) : `[${escaped(text)}](${target(href)})`)
    .join("");
}

function withImages(block: ContentBlock, text: string): string {
  const images = imagesOf(block);
  return images === "" ? text : `${text}\n\n${images}`;
}

function imagesOf({ images }: ContentBlock): string {
  return images.flatMap(({ source, alt }) => {
    const address = webAddress(source);
    return address === null ? [] : [`![${escaped(alt)}](${target(address)})`];
  }).join("\n");
}

function rowOf(block: ContentBlock, before: ContentBlock | null): string {
  const cells = linkedText(block, inCells).split("\t");
  const row = `| ${cells.map((cell) => cell.trim()).join(" | ")} |`;
  return before !== null && standsClose(before, block)
    ? row
    : `${row}\n|${" --- |".repeat(cells.length)}`;
}

function fenced(text: string): string {
  const ticks = printableLines(text).match(/`+/g) ?? [];
  const longest = ticks.reduce((most, { length }) => Math.max(most, length), 0);
  const fence = "`".repeat(Math.max(longest + 1, 3));
  return `${fence}\n${printableLines(text).replace(/\n+$/, "")}\n${fence}`;
}

/** Escaped, with the tabs that part the cells of a row. */
function inCells(text: string): string {
  return text.split("\t").map(escaped).join("\t");
}

/** No letter of the page means anything to Markdown or HTML; a line break would begin a block. */
function escaped(text: string): string {
  return printableLines(text).replace(/\s+/g, " ").replace(/[\\`*_[\]<>&~|]/g, "\\$&");
}

/** What begins a heading, a list or a rule only at the start of a line. */
function lineStart(text: string): string {
  return text.replace(/^(#|[-+=])/, "\\$1").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

function target(address: string): string {
  return address.replace(
    /[()<>\\\s]/g,
    (one) => encodeURIComponent(one).replace("(", "%28").replace(")", "%29"),
  );
}
