/**
 * The name of a manufacturing site taken apart: the role before it, the company, the legal form.
 *
 * Which sites are the same plant is decided in `stats/plants.ts`.
 *
 * @module
 */

/** A site's name without what only says which step is done there. */
export interface SiteName {
  /** Text of the brackets before the name, such as `조품 제조원 ①`; `null` without any. */
  readonly role: string | null;
  readonly name: string;
}

/**
 * Takes the bracketed roles off the front of a site's name.
 *
 * A name that is nothing but brackets stays as it is.
 */
export function siteName(text: string): SiteName {
  const match = /^((?:\s*\[[^\]]*\])+)\s*(\S[\s\S]*)$/.exec(text);
  if (!match) return { role: null, name: text.trim() };
  const [, roles = "", name = ""] = match;
  const role = roles.trim().replace(/^\[|\]$/g, "").replace(/\]\s*\[/g, " ").trim();
  return { role: role || null, name: name.trim() };
}
