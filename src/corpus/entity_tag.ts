/**
 * Entity tags as RFC 9110, sections 8.8.3 and 13.1.2, writes and compares them.
 *
 * When a tag is sent, and when it is believed, is decided in `validators.ts`.
 *
 * @module
 */

/** One entity tag; `opaque` has its quotes. */
export interface EntityTag {
  readonly weak: boolean;
  readonly opaque: string;
}

/** `W/` is case-sensitive; no space and no quote inside, a comma and a backslash are characters. */
const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/y;

/** Reads the value of an `ETag` field, or `null` where it is none, as an unquoted word is. */
export function readEntityTag(field: string): EntityTag | null {
  const text = field.trim();
  const found = tagAt(text, 0);
  return found !== null && found.end === text.length ? found.tag : null;
}

/** Reads the value of `If-None-Match`: `"*"`, its tags, or `null` where it is no such list. */
export function readTagList(field: string): "*" | readonly EntityTag[] | null {
  const text = field.trim();
  if (text === "*") return "*";
  const tags: EntityTag[] = [];
  let at = 0;
  while (at < text.length) {
    // Empty elements are to be skipped: section 5.6.1.2.
    const gap = /[\t ]*(?:,|$)[\t ,]*/y;
    if (tags.length > 0 || text.startsWith(",")) {
      gap.lastIndex = at;
      if (!gap.test(text)) return null;
      at = gap.lastIndex;
      if (at === text.length) break;
    }
    const found = tagAt(text, at);
    if (found === null) return null;
    tags.push(found.tag);
    at = found.end;
  }
  return tags.length === 0 ? null : tags;
}

/** The strong comparison: both strong, and the same characters. */
export function isStrongMatch(a: EntityTag, b: EntityTag): boolean {
  return !a.weak && !b.weak && a.opaque === b.opaque;
}

/** The weak comparison, which `If-None-Match` asks for: the same characters. */
export function isWeakMatch(a: EntityTag, b: EntityTag): boolean {
  return a.opaque === b.opaque;
}

/**
 * Whether two tags differ in nothing but the mark of a content coding, as `"x-gzip"` and `"x"` do
 * where a server compresses after it has tagged.
 */
export function isSameBeforeCoding(a: EntityTag, b: EntityTag): boolean {
  return withoutCoding(a.opaque) === withoutCoding(b.opaque);
}

function withoutCoding(opaque: string): string {
  return opaque.replace(/[-;:]+(?:gzip|br|deflate|zstd)"$/, '"');
}

function tagAt(text: string, at: number): { tag: EntityTag; end: number } | null {
  TAG.lastIndex = at;
  const match = TAG.exec(text);
  if (match === null) return null;
  return { tag: { weak: match[1] !== undefined, opaque: match[2] as string }, end: TAG.lastIndex };
}
