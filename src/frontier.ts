/**
 * What to ask for next: pages of a list, then look-ups.
 *
 * Paging follows the rows that come. The site may cap or ignore the page size, so no number of pages
 * is ever computed from it; the list ends where the stated total is reached, where a page brings
 * nothing, or where it cannot be the list any more.
 *
 * @module
 */

import type { SelectorSpec } from "./selector_spec.ts";

/** How far a list has been read. */
export interface Progress {
  readonly pages: number;
  readonly rows: number;
  readonly statedTotal: number | null;
  readonly lastPageRows: number;
}

/** The number of the next page, or `null` where the list has ended. */
export function nextPage(spec: SelectorSpec, progress: Progress): number | null {
  const { pages, rows, statedTotal, lastPageRows } = progress;
  const next = spec.paging.firstPage + pages;
  if (pages === 0) return next;
  if (lastPageRows === 0 || statedTotal === null || rows >= statedTotal) return null;
  return next;
}

/** Address of a page of the list. */
export function pageUrl(spec: SelectorSpec, origin: string, page: number): string {
  const { pageParameter, sizeParameter, pageSize } = spec.paging;
  const url = listUrl(spec, origin);
  for (const [name, value] of Object.entries(spec.service?.parameters ?? {})) {
    url.searchParams.set(name, value);
  }
  if (pageParameter !== undefined) url.searchParams.set(pageParameter, String(page));
  if (sizeParameter !== undefined) url.searchParams.set(sizeParameter, String(pageSize));
  return url.href;
}

/** Address of the first page of a search. */
export function lookUpUrl(
  spec: SelectorSpec,
  origin: string,
  search: { readonly parameter: string; readonly text: string },
): string {
  const url = new URL(pageUrl(spec, origin, spec.paging.firstPage));
  url.searchParams.set(search.parameter, search.text);
  return url.href;
}

/** Address of the list as a person opens it. */
export function listUrl(spec: SelectorSpec, origin: string): URL {
  return new URL(spec.seeds[0] ?? "/", origin);
}
