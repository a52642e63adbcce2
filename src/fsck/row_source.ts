/**
 * What the bytes of a piece of evidence say, whatever they are bytes of.
 *
 * A row of HTML or XML is text as it stands, a row of JSON may have escapes in it, and of a workbook
 * the whole file is the evidence, which has to be expanded first.
 *
 * @module
 */

import { readZip } from "../zip.ts";

const LIMITS = { entries: 2000, expandedBytes: 128 * 1024 * 1024 };

/** The text in which a row must name its record. */
export function rowSource(bytes: Uint8Array, charset: string): string {
  if (isZip(bytes)) return expanded(bytes);
  const text = new TextDecoder(charset).decode(bytes);
  return text.startsWith("{") ? `${text}\n${unescaped(text)}` : text;
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

function expanded(bytes: Uint8Array): string {
  const zip = readZip(bytes, LIMITS);
  if (zip.kind === "broken") return "";
  const texts: string[] = [];
  for (const name of zip.parts.names()) {
    if (!/^xl\/(?:sharedStrings|worksheets\/[^/]+)\.xml$/.test(name)) continue;
    const part = zip.parts.read(name);
    if (part?.kind === "part") texts.push(new TextDecoder().decode(part.bytes));
  }
  return texts.join("\n");
}

function unescaped(text: string): string {
  try {
    return Object.values(JSON.parse(text) as Record<string, unknown>).join("\n");
  } catch (error) {
    if (error instanceof SyntaxError) return "";
    throw error;
  }
}
