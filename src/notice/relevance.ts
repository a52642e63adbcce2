/**
 * Whether a notice is about the register: which words of the spec it holds.
 *
 * @module
 */

import { fold } from "../normalize.ts";
import type { BoardSpec } from "./board_spec.ts";
import type { Notice } from "./notice.ts";

/** The words of the spec that a notice holds, in the spec's order; none where it is not about it. */
export function relevantWords(
  { title, body, attachments }: Pick<Notice, "title" | "body" | "attachments">,
  { keywords }: Pick<BoardSpec, "keywords">,
): readonly string[] {
  const head = comparable([title, ...attachments.map(({ name }) => name)].join("\n"));
  const text = comparable(body ?? "");
  return [
    ...keywords.anywhere.filter((word) => holds(head, word) || holds(text, word)),
    ...keywords.title.filter((word) => holds(head, word)),
  ];
}

function holds(text: string, word: string): boolean {
  return text.includes(comparable(word));
}

function comparable(text: string): string {
  return fold(text).toLowerCase();
}
