/**
 * Which rows a page of the fixture site shows, and what it says of them.
 *
 * @module
 */

import {
  type Listing,
  listingOf,
  type Misbehaviour,
  withColumnsSpoiled,
  withListingSpoiled,
  withRowsSpoiled,
} from "./fixture_misbehaviour.ts";
import type { SiteOptions } from "./fixture_options.ts";
import { columnsOf, renderList } from "./fixture_page.ts";
import type { FixtureRow } from "./fixture_row.ts";

const SEARCHES: readonly (readonly [string, (row: FixtureRow) => string])[] = [
  ["searchDmfPermitNo", (row) => row.number.normalize("NFKC").replace(/\s/g, "")],
  ["searchIngrKorName", (row) => row.ingredient.normalize("NFC")],
  ["searchItem", (row) => row.applicant.normalize("NFC")],
];

/** What a URL asks for; `null` where the site has nothing. */
export type Target = NonNullable<Misbehaviour["on"]> | null;

/** Returns what `url` asks for; a list request with a search text is a look-up. */
export function targetOf(url: URL): Target {
  if (url.pathname === "/cntnts/5") return "terms";
  if (url.pathname !== "/pbp/CCBAC03/getList") return null;
  return isLookUp(url.searchParams) ? "look-up" : "list";
}

/** Returns the page that `query` asks for, from 1. */
export function pageAsked(query: URLSearchParams): number {
  return numberIn(query, "page") ?? 1;
}

/** Returns one page of the list of `rows`, or of those that answer a search, as HTML. */
export function listHtml(
  rows: readonly FixtureRow[],
  { query, options, troubles }: {
    readonly query: URLSearchParams;
    readonly options: SiteOptions;
    readonly troubles: readonly Misbehaviour[];
  },
): string {
  const found = isLookUp(query)
    ? [...rows, ...options.lookUpOnly ?? []].filter((row) => answers(row, query))
    : rows;
  const listing = withListingSpoiled(
    listingOf(withRowsSpoiled(found, troubles), options.rowNumbers),
    troubles,
  );
  const size = sizeOf(query, options, listing);
  const asked = pageAsked(query);
  const page = troubles.some((trouble) => trouble.kind === "page-ignored") ? 1 : asked;
  const shown = listing.entries.slice((page - 1) * size, page * size);
  const view = {
    columns: withColumnsSpoiled(columnsOf(options), troubles),
    rows: options.nfd === "values"
      ? shown.map(({ row, rowNumber }) => ({ row: decomposed(row), rowNumber }))
      : shown,
    total: listing.total,
    page: asked,
    pages: Math.ceil(listing.entries.length / size),
  };
  const { metaCharset = options.encoding ?? "utf-8" } = options;
  return renderList(view, { ...options, metaCharset });
}

function sizeOf(query: URLSearchParams, options: SiteOptions, listing: Listing): number {
  const asked = numberIn(query, "limit") ?? 10;
  const paging = options.paging ?? { kind: "as-asked" };
  switch (paging.kind) {
    case "as-asked":
      return asked;
    case "capped":
      return Math.min(asked, paging.at);
    case "size-ignored":
      return 10;
    case "one-page":
      return Math.max(1, listing.entries.length);
  }
}

function isLookUp(query: URLSearchParams): boolean {
  return SEARCHES.some(([name]) => query.get(name));
}

function answers(row: FixtureRow, query: URLSearchParams): boolean {
  return SEARCHES.every(([name, read]) => read(row).includes(query.get(name)?.trim() ?? ""));
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? "";
  return /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

function decomposed(row: FixtureRow): FixtureRow {
  const parts = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === "string"
      ? value.normalize("NFD")
      : (value as readonly string[]).map((part) => part.normalize("NFD")),
  ]);
  return Object.fromEntries(parts) as FixtureRow;
}
