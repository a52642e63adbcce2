/**
 * An extraction as plain text for people: its title, then block after block.
 *
 * @module
 */

import { printableLines } from "../field_text.ts";
import type { ContentBlock, Extraction } from "./extraction.ts";

const IMAGE = { ko: "그림", en: "image" };

/** Lines for a terminal; what would steer one is shown, not sent. Ends with a line break. */
export function textOf(extraction: Extraction, lang: "ko" | "en"): string {
  const { title } = extraction;
  const parts = title === null ? [] : [title];
  let before: ContentBlock["kind"] | null = null;
  for (const block of bodyOf(extraction)) {
    const text = blockText(block, lang);
    if (text === "") continue;
    // Items of one list, and rows of one table, stand close together.
    const close = before === block.kind && (block.kind === "item" || block.kind === "row");
    if (close) parts.push(`${parts.pop()}\n${text}`);
    else parts.push(text);
    before = block.kind;
  }
  return parts.length === 0 ? "" : `${printableLines(parts.join("\n\n"))}\n`;
}

/** The blocks without a heading that only says the title once more. */
export function bodyOf({ title, blocks }: Extraction): readonly ContentBlock[] {
  const [first] = blocks;
  return first?.kind === "heading" && first.text === title ? blocks.slice(1) : blocks;
}

function blockText({ kind, level, text, images }: ContentBlock, lang: "ko" | "en"): string {
  if (kind === "item") return `${"  ".repeat(Math.max(level - 1, 0))}- ${text}`;
  if (kind === "quote") return text === "" ? "" : `> ${text}`;
  if (kind !== "image") return text;
  const alt = images.map((image) => image.alt).filter((one) => one !== "").join(", ") || text;
  return alt === "" ? "" : `[${IMAGE[lang]}: ${alt}]`;
}
