/**
 * How the fixture site answers when all is well.
 *
 * @module
 */

import type { Markup } from "./fixture_page.ts";
import type { FixtureRow } from "./fixture_row.ts";
import type { WireAnswer } from "./fixture_wire.ts";

/** How the site answers when all is well; can be changed between requests. */
export interface SiteOptions extends Markup {
  readonly paging?:
    | { readonly kind: "as-asked" }
    /** Larger page sizes are taken for `at`. */
    | { readonly kind: "capped"; readonly at: number }
    /** Always ten rows, whatever is asked. */
    | { readonly kind: "size-ignored" }
    | { readonly kind: "one-page" };
  readonly encoding?: "utf-8" | "euc-kr";
  /** `charset` of Content-Type; `null` leaves it out, left out it tells the truth. */
  readonly headerCharset?: string | null;
  readonly byteOrderMark?: boolean;
  /** Decomposes the values of the rows, or the whole document. */
  readonly nfd?: "values" | "document";
  readonly gzip?: boolean;
  /** Closings of connections are resets; only a new site takes this. */
  readonly rude?: boolean;
  /** Rows that the list leaves out although a look-up finds them. */
  readonly lookUpOnly?: readonly FixtureRow[];
  /** Text of the terms page; `null` answers 404. */
  readonly terms?: string | null;
  readonly robots?: RobotsAnswer;
  /** The site's own clock, told as `Date` with every answer; left out, no answer tells a time. */
  readonly clock?: () => Temporal.Instant;
  /** The list grows at the top while it is read: after every `afterPages` pages, `shifts` times. */
  readonly shifting?: {
    readonly afterPages: number;
    readonly shifts: number;
    readonly row: (shift: number) => FixtureRow;
    /** Drops a row at the end for each one inserted, so that the total does not tell. */
    readonly keepsTotal?: boolean;
  };
}

/** What /robots.txt answers, and whatever else begins with /robots. */
export type RobotsAnswer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "allow" | "disallow" | "html-page" | "hang" }
  /** 404, 500, and the like. */
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "redirect"; readonly to: string }
  /** Any other answer, made of one that allows everything. */
  | { readonly kind: "answer"; readonly as: (allow: WireAnswer, path: string) => WireAnswer };
