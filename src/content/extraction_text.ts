/**
 * An extraction as plain text for people: its title, then block after block.
 *
 * @module
 */

import { printableLines } from "../field_text.ts";
import type { ContentBlock, Extraction } from "./extraction.ts";
import { isSameTable, joinedRows } from "./joined_rows.ts";

const IMAGE = { ko: "그림", en: "image" };

/** Lines for a terminal; what would steer one is shown, not sent. Ends with a line break. */
export function textOf(extraction: Extraction, lang: "ko" | "en"): string {
  const { title } = extraction;
  const parts = title === null ? [] : [title];
  let before: ContentBlock | null = null;
  for (const block of bodyOf(extraction)) {
    const text = blockText(block, lang);
    if (text === "") continue;
    // Items of one list, and rows of one table, stand close together.
    if (before !== null && standsClose(before, block)) parts.push(`${parts.pop()}\n${text}`);
    else parts.push(text);
    before = block;
  }
  return parts.length === 0 ? "" : `${printableLines(parts.join("\n\n"))}\n`;
}

/** Whether a block belongs to the list or the table that the one before it belongs to. */
export function standsClose(before: ContentBlock, block: ContentBlock): boolean {
  return (before.kind === "item" && block.kind === "item") || isSameTable(before, block);
}

/** The blocks for people: rows whole, without a heading that only says the title once more. */
export function bodyOf({ title, blocks }: Extraction): readonly ContentBlock[] {
  const [first] = blocks;
  return joinedRows(first?.kind === "heading" && first.text === title ? blocks.slice(1) : blocks);
}

function blockText({ kind, level, text, images }: ContentBlock, lang: "ko" | "en"): string {
  if (kind === "item") return `${"  ".repeat(Math.max(level - 1, 0))}- ${text}`;
  if (kind === "quote") return text === "" ? "" : `> ${text}`;
  if (kind === "row") return text.trimEnd();
  if (kind !== "image") return text;
  const alt = images.map((image) => image.alt).filter((one) => one !== "").join(", ") || text;
  return alt === "" ? "" : `[${IMAGE[lang]}: ${alt}]`;
}
