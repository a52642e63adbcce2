/**
 * A site in memory that serves one day of a register, as it is or spoiled.
 *
 * Pages are written by the fixture's own renderer; everything that can go wrong with them is a hook
 * of `Spoiled`, in the order in which a page comes about: rows, page, columns, document, bytes.
 *
 * @module
 */

import { encodeEucKr } from "../support/fixture_euc_kr.ts";
import type { SiteOptions } from "../support/fixture_options.ts";
import { type Column, columnsOf, renderDocument, renderList } from "../support/fixture_page.ts";
import type { FixtureRow } from "../support/fixture_row.ts";

/** A row with its 순번. */
export interface Entry {
  readonly row: FixtureRow;
  readonly rowNumber: number;
}

/** How a site of the laboratory writes its list. */
export interface Manner extends SiteOptions {
  readonly numbered?: "up" | "down";
}

/** What is wrong with what is served. All hooks are pure; `page` counts from 1. */
export interface Spoiled {
  /** The whole list, with a total and row numbers that agree with it. */
  readonly rows?: readonly FixtureRow[];
  /** Rows that a search finds, where they are not those of the list. */
  readonly searched?: readonly FixtureRow[];
  /** Rows that one page shows. */
  readonly shown?: (entries: readonly Entry[], page: number) => readonly Entry[];
  readonly total?: (total: number, page: number) => number;
  /** Number of the page that is served where another one is asked for. */
  readonly served?: (page: number) => number;
  readonly columns?: (columns: readonly Column[], page: number) => readonly Column[];
  /** Columns of the header row only, where they are not those of the body. */
  readonly heads?: (columns: readonly Column[], page: number) => readonly Column[];
  readonly manner?: Manner;
  readonly html?: (html: string, page: number, pages: number) => string;
  readonly bytes?: (bytes: Uint8Array, page: number) => Uint8Array;
  /** `charset` that header and document claim. */
  readonly claims?: string;
}

/** Answers requests as the site of `rows` would on one day. */
export function siteOf(
  rows: readonly FixtureRow[],
  manner: Manner,
  spoiled: Spoiled = {},
): (request: Request) => Response {
  const list = spoiled.rows ?? rows;
  return ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === "/robots.txt") return new Response("User-agent: *\nAllow: /\n");
    const whole = { ...manner, ...spoiled.manner };
    if (pathname !== "/pbp/CCBAC03/getList") {
      return answer(renderDocument("이용약관", "<p>약관 제1조</p>"), {
        ...whole,
        encoding: "utf-8",
      });
    }
    const searches = SEARCHES.some((name) => searchParams.get(name));
    const found = searches
      ? (spoiled.searched ?? list).filter((row) => answers(row, searchParams))
      : list;
    const page = Number(searchParams.get("page") ?? 1);
    const html = pageOf(found, { page, size: sizeOf(searchParams, whole, found), whole, spoiled });
    return answer(html, whole, spoiled, page);
  };
}

function pageOf(
  rows: readonly FixtureRow[],
  { page, size, whole, spoiled }: {
    readonly page: number;
    readonly size: number;
    readonly whole: Manner;
    readonly spoiled: Spoiled;
  },
): string {
  const total = rows.length;
  const down = whole.numbered === "down";
  const served = spoiled.served?.(page) ?? page;
  const entries = rows.slice((served - 1) * size, served * size).map((row, at) => {
    const index = (served - 1) * size + at;
    return { row, rowNumber: down ? total - index : index + 1 };
  });
  const pages = Math.max(1, Math.ceil(total / size));
  const plain = columnsOf(whole);
  const columns = spoiled.columns?.(plain, page) ?? plain;
  const view = {
    columns,
    rows: spoiled.shown?.(entries, page) ?? entries,
    total: spoiled.total?.(total, page) ?? total,
    page,
    pages,
  };
  const charset = spoiled.claims ?? whole.encoding ?? "utf-8";
  const markup = { ...whole, metaCharset: charset };
  const body = renderList(view, markup);
  const heads = spoiled.heads?.(plain, page);
  const html = heads
    ? withHead(body, renderList({ ...view, columns: heads, rows: [] }, markup))
    : body;
  return spoiled.html?.(html, page, pages) ?? html;
}

function withHead(html: string, other: string): string {
  const head = /<thead>.*?<\/thead>/gs;
  return html.replace(head, () => head.exec(other)?.[0] ?? "");
}

function answer(html: string, manner: Manner, spoiled: Spoiled = {}, page = 1): Response {
  const text = manner.nfd === "document" ? html.normalize("NFD") : html;
  const bytes = manner.encoding === "euc-kr" ? encodeEucKr(text) : new TextEncoder().encode(text);
  const body = spoiled.bytes?.(bytes, page) ?? bytes;
  const charset = spoiled.claims ?? manner.encoding ?? "utf-8";
  const headers = { "content-type": `text/html; charset=${charset}` };
  return new Response(new Uint8Array(body), { headers });
}

function sizeOf(query: URLSearchParams, manner: Manner, rows: readonly FixtureRow[]): number {
  const asked = Number(query.get("limit") ?? 10);
  switch (manner.paging?.kind) {
    case "one-page":
      return Math.max(1, rows.length);
    case "capped":
      return Math.min(asked, manner.paging.at);
    case "size-ignored":
      return 10;
    default:
      return asked;
  }
}

const SEARCHES = ["searchDmfPermitNo", "searchIngrKorName"];

function answers(row: FixtureRow, query: URLSearchParams): boolean {
  const number = query.get("searchDmfPermitNo")?.trim() ?? "";
  const ingredient = query.get("searchIngrKorName")?.trim() ?? "";
  return row.number.normalize("NFKC").replace(/\s/g, "").includes(number) &&
    row.ingredient.normalize("NFC").includes(ingredient);
}
