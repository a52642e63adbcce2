/**
 * Which addresses of a page may become links for a person.
 *
 * @module
 */

/** The address where it leads to the web; `null` for a script, a file, data, or none at all. */
export function webAddress(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : null;
}
