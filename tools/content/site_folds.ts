/**
 * Which site a page belongs to, and which fold of a cross-validation a site does.
 *
 * @module
 */

const SECOND_LEVEL = new Set([
  "ac",
  "co",
  "com",
  "edu",
  "go",
  "gov",
  "ltd",
  "ne",
  "net",
  "or",
  "org",
]);

/** The registered host of an address, by its form: `a.b.co.kr` gives `b.co.kr`. */
export function siteOf(url: string | null, id: string): string {
  const host = url === null ? null : URL.parse(url)?.hostname ?? null;
  if (host === null) return `page ${id}`;
  const parts = host.split(".");
  const deep = parts.at(-1)?.length === 2 && SECOND_LEVEL.has(parts.at(-2) ?? "");
  return parts.slice(deep ? -3 : -2).join(".");
}

/** Fold of a site, 0 to `folds` − 1; the same for the same name. */
export function foldOf(site: string, folds: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < site.length; i++) hash = Math.imul(hash ^ site.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) % folds;
}
