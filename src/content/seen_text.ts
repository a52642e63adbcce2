/**
 * The letters of a text that a reader sees.
 *
 * @module
 */

// Zero-width characters, soft hyphens and byte order marks take no room; on their own they are no text.
const BLANK = /^[\s\u00AD\u200B-\u200F\u2060\u2061-\u2064\u180E\uFEFF]*$/;

/** Whether nothing of a text is to be seen. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** A text as it is shown: white space collapsed, or as written in `pre`; letters without a glyph gone. */
export function seenText(text: string, pre: boolean): string {
  const told = text.includes("\uDB40") ? withoutTags(text) : text;
  return pre ? told : told.trim().replace(/\s+/g, " ");
}

// Tag characters repeat ASCII in letters that nobody sees; only flags such as that of Wales use them.
function withoutTags(text: string): string {
  return text.replace(
    /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,7}\u{E007F}|[\u{E0000}-\u{E007F}]+/gu,
    (found) => found.startsWith("\uD83C") ? found : "",
  );
}
