/**
 * What a site does on a bad day, each kind by its name.
 *
 * Kinds that change what is listed are applied here as pure functions of the list; kinds that
 * change how an answer travels are applied by `fixture_site.ts`.
 *
 * @module
 */

import { type Column, positionOf } from "./fixture_page.ts";
import type { FixtureRow } from "./fixture_row.ts";
import type { WireAnswer } from "./fixture_wire.ts";

/** Which requests a misbehaviour spoils. */
export interface Where {
  /** The list itself if left out; a look-up is a list request with a search text. */
  readonly on?: "list" | "look-up" | "terms";
  /** Only this page of the list. */
  readonly page?: number;
  /** Only the first so many requests that match. */
  readonly times?: number;
}

/** Pages that come with status 200 and are not the list. */
export type FaultPageKind = "maintenance-page" | "waf-page" | "error-shell" | "login-page";

/** One thing that goes wrong. */
export type Misbehaviour =
  & Where
  & (
    | { readonly kind: FaultPageKind | "empty-list" | "half-list" | "page-ignored" }
    /** Only the first `rows` rows, with a total that agrees. */
    | { readonly kind: "short-list"; readonly rows: number }
    | { readonly kind: "total-lies"; readonly by: number }
    /** The row at `at` comes twice; `instead` of its successor, or besides it with the old total. */
    | { readonly kind: "duplicated-row"; readonly at: number; readonly instead: boolean }
    /** The row at `at` is not shown, the total is kept; `gap` keeps the row numbers too. */
    | { readonly kind: "dropped-row"; readonly at: number; readonly gap: boolean }
    | { readonly kind: "renamed-header"; readonly label: string; readonly to: string }
    /** Cells (with the labels in them) trade places under headers that do not. */
    | { readonly kind: "swapped-cells"; readonly labels: readonly [string, string] }
    | { readonly kind: "missing-column"; readonly label: string }
    | { readonly kind: "unknown-status"; readonly at: number; readonly word: string }
    | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string }
    | { readonly kind: "redirect"; readonly to: string }
    /** `announced`: Content-Length says more than comes; otherwise the document just stops. */
    | { readonly kind: "cut-body"; readonly announced: boolean }
    | { readonly kind: "wrong-type"; readonly type: string }
    | { readonly kind: "slow"; readonly ms: number }
    | { readonly kind: "hang" | "drop" }
    /** Another list than today's, such as a page that a cache kept since yesterday. */
    | { readonly kind: "other-rows"; readonly rows: readonly FixtureRow[] }
    /** The document of a page is not as it should be. */
    | { readonly kind: "rewritten"; readonly to: (html: string) => string }
    /** The whole answer is not as it should be: status, header, bytes, or how it ends. */
    | { readonly kind: "answered"; readonly as: (answer: WireAnswer) => WireAnswer }
  );

/** One row of a list with its 순번. */
export interface Numbered {
  readonly row: FixtureRow;
  readonly rowNumber: number;
}

/** A whole list as the site believes or pretends it to be. */
export interface Listing {
  readonly entries: readonly Numbered[];
  readonly total: number;
}

/** Listings of whole lists, so that page 1,000 of a large list costs no more than page 1. */
const listings = new WeakMap<readonly FixtureRow[], Map<string, Listing>>();

/** Returns the listing of `rows`, numbered from either end. */
export function listingOf(
  rows: readonly FixtureRow[],
  order: "ascending" | "descending" = "ascending",
): Listing {
  const known = listings.get(rows) ?? new Map<string, Listing>();
  listings.set(rows, known);
  const total = rows.length;
  const rowNumber = (index: number) => order === "ascending" ? index + 1 : total - index;
  const listing = known.get(order) ??
    { entries: rows.map((row, index) => ({ row, rowNumber: rowNumber(index) })), total };
  known.set(order, listing);
  return listing;
}

/** Returns `rows` as a site would list them that has lost some of them without knowing it. */
export function withRowsSpoiled(
  rows: readonly FixtureRow[],
  misbehaviours: readonly Misbehaviour[],
): readonly FixtureRow[] {
  return misbehaviours.reduce((left, trouble) => {
    switch (trouble.kind) {
      case "empty-list":
        return [];
      case "half-list":
        return left.slice(0, Math.floor(left.length / 2));
      case "short-list":
        return left.slice(0, trouble.rows);
      case "other-rows":
        return trouble.rows;
      case "unknown-status":
        return left.map((row, at) => at === trouble.at ? { ...row, status: trouble.word } : row);
      default:
        return left;
    }
  }, rows);
}

/** Returns a listing whose total, numbers and rows no longer agree. */
export function withListingSpoiled(
  listing: Listing,
  misbehaviours: readonly Misbehaviour[],
): Listing {
  return misbehaviours.reduce((left, trouble) => {
    switch (trouble.kind) {
      case "total-lies":
        return { ...left, total: left.total + trouble.by };
      case "duplicated-row": {
        const again = { ...entryAt(left, trouble.at) };
        const entries = left.entries.toSpliced(trouble.at + 1, trouble.instead ? 1 : 0, again);
        return { ...left, entries: renumbered(left, entries) };
      }
      case "dropped-row": {
        const entries = left.entries.toSpliced(trouble.at, 1);
        return { ...left, entries: trouble.gap ? entries : renumbered(left, entries) };
      }
      default:
        return left;
    }
  }, listing);
}

/** Returns the columns of a page whose headers and cells no longer agree with the spec. */
export function withColumnsSpoiled(
  columns: readonly Column[],
  misbehaviours: readonly Misbehaviour[],
): readonly Column[] {
  return misbehaviours.reduce((left, trouble) => {
    switch (trouble.kind) {
      case "renamed-header":
        return left.map((column) =>
          column.label === trouble.label
            ? { ...column, header: trouble.to, label: trouble.to }
            : column
        );
      case "swapped-cells": {
        const [one, other] = trouble.labels.map((label) => left[positionOf(left, label)] as Column);
        return left.map((column) =>
          column === one
            ? { ...other as Column, header: column.header }
            : column === other
            ? { ...one as Column, header: column.header }
            : column
        );
      }
      case "missing-column":
        return left.toSpliced(positionOf(left, trouble.label), 1);
      default:
        return left;
    }
  }, columns);
}

/** Returns the document as the site's authors never meant it. */
export function rewritten(html: string, misbehaviours: readonly Misbehaviour[]): string {
  return misbehaviours.reduce(
    (left, trouble) => trouble.kind === "rewritten" ? trouble.to(left) : left,
    html,
  );
}

/** Returns the answer as it leaves a server, or a proxy before it, that is not well. */
export function answered(answer: WireAnswer, misbehaviours: readonly Misbehaviour[]): WireAnswer {
  return misbehaviours.reduce(
    (left, trouble) => trouble.kind === "answered" ? trouble.as(left) : left,
    answer,
  );
}

function entryAt(listing: Listing, at: number): Numbered {
  const entry = listing.entries[at];
  if (entry === undefined) throw new RangeError(`Cannot spoil row ${at} of ${listing.total}`);
  return entry;
}

/** Gives `entries` the numbers of `listing` by position, and goes on where it has fewer. */
function renumbered(listing: Listing, entries: readonly Numbered[]): readonly Numbered[] {
  const first = listing.entries[0]?.rowNumber ?? 1;
  const step = Math.sign((listing.entries[1]?.rowNumber ?? first + 1) - first);
  return entries.map((entry, index) => ({ ...entry, rowNumber: first + step * index }));
}

/** Content of the pages that are not the list. */
export const FAULT_PAGES: Readonly<
  Record<FaultPageKind, { readonly title: string; readonly content: string }>
> = {
  "maintenance-page": {
    title: "서비스 점검 안내",
    content: "<h1>시스템 정기 점검 중입니다</h1><p>점검 시간: 00:00 ~ 09:00</p>",
  },
  "waf-page": {
    title: "",
    content: "<center><h2>The request is contrary to the Web firewall security policies.</h2>" +
      "<table><tr><td>Detect time</td><td></td></tr></table></center>",
  },
  "error-shell": {
    title: "오류",
    content:
      '<div class="mpage_errwrap"><p>오류가 발생하였습니다</p><p>해당 화면 혹은 기능을 찾을 수 없습니다.</p></div>',
  },
  "login-page": {
    title: "로그인",
    content:
      '<p>로그인이 필요한 서비스입니다.</p><form action="/login"><table><tr><th>아이디</th><td><input name="id"></td></tr></table></form>',
  },
};
