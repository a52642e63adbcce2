/**
 * Where nodes and attributes stand in the text they were parsed from.
 *
 * @module
 */

import type { HtmlElement, HtmlText } from "./html.ts";

/** UTF-16 offsets of a node in the parsed text, if it was parsed with them and is not implied. */
export function offsetsOf(node: HtmlElement | HtmlText): { start: number; end: number } | null {
  const at = node.sourceCodeLocation;
  return at ? { start: at.startOffset, end: at.endOffset } : null;
}

/** UTF-16 offsets of an attribute from its name to after its value, where the source has it. */
export function attributeOffsets(
  element: HtmlElement,
  name: string,
): { start: number; end: number } | null {
  const found = element.sourceCodeLocation?.attrs?.[name];
  return found ? { start: found.startOffset, end: found.endOffset } : null;
}
