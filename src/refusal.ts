/**
 * Why a crawl is not believed: every reason as data.
 *
 * `extract.ts` refuses pages, `completeness.ts` refuses lists, `plausibility.ts` and `drift.ts`
 * refuse changes; none of them writes sentences. `refusal_words.ts` does.
 *
 * @module
 */

/** A sentence in both languages of the product. */
export interface Sentence {
  readonly ko: string;
  readonly en: string;
}

/**
 * Refusals that a person who has looked at the site can lift: the list is whole and well shaped, and
 * only the change is doubted. A list that is not whole is never released.
 */
const RELEASABLE: ReadonlySet<Refusal["kind"]> = new Set<Refusal["kind"]>([
  "list-size",
  "rows-gone",
  "rows-new",
  "field-changed",
  "field-blanked",
  "site-wide-shift",
  "rows-returned",
  "level-outside",
  "improbable",
]);

/** Whether `dmf accept` may lift a refusal. */
export function isReleasable({ kind }: Refusal): boolean {
  return RELEASABLE.has(kind);
}

/** What a refusal is about, whatever its numbers: equal for the same doubt on another day. */
export function aboutOf(refusal: Refusal): string {
  return "label" in refusal ? `${refusal.kind} ${refusal.label}` : refusal.kind;
}

/** One reason to quarantine a run. Pages and row numbers count as a person would, from 1. */
export type Refusal =
  | { readonly kind: "undecodable"; readonly page: number; readonly tried: readonly string[] }
  | {
    readonly kind: "cut-document";
    readonly page: number;
    readonly tail: string;
    /** How it must end; `</html>` where it is left out. */
    readonly end?: string;
  }
  | {
    readonly kind: "not-the-list";
    readonly page: number;
    readonly looksLike: Sentence | null;
    readonly title: string | null;
  }
  /** A result code that the selector spec does not know. */
  | {
    readonly kind: "service-code";
    readonly page: number;
    readonly code: string;
    readonly message: string;
  }
  /** A workbook that cannot be read, with the reason. */
  | { readonly kind: "unreadable-workbook"; readonly page: number; readonly why: Sentence }
  /** A board, or a notice of it, that cannot be believed; `label` is the board and what is wrong. */
  | {
    readonly kind: "board";
    readonly label: string;
    readonly page: number | null;
    readonly why: Sentence;
  }
  | { readonly kind: "two-tables"; readonly page: number; readonly found: number }
  | {
    readonly kind: "missing-column";
    readonly page: number;
    readonly expected: string;
    readonly nearest: string | null;
  }
  | { readonly kind: "repeated-column"; readonly page: number; readonly found: string }
  | {
    readonly kind: "uneven-row";
    readonly page: number;
    readonly row: number;
    readonly expected: number;
    readonly found: number;
  }
  | {
    readonly kind: "label-mismatch";
    readonly page: number;
    readonly row: number;
    readonly expected: string;
    readonly found: string;
  }
  | {
    readonly kind: "unknown-word";
    readonly page: number;
    readonly row: number;
    readonly label: string;
    readonly expected: readonly string[];
    readonly found: string;
  }
  | { readonly kind: "no-stated-total"; readonly page: number }
  | {
    readonly kind: "total-moved";
    readonly page: number;
    readonly expected: number;
    readonly found: number;
  }
  | {
    readonly kind: "total-differs";
    readonly page: number;
    readonly expected: number;
    readonly found: number;
  }
  | {
    readonly kind: "duplicate-row";
    readonly page: number;
    readonly row: number;
    readonly firstPage: number;
    readonly found: string;
  }
  | {
    readonly kind: "row-number-gap";
    readonly page: number;
    readonly row: number;
    readonly expected: string;
    readonly found: string;
  }
  | {
    readonly kind: "broken-values";
    readonly page: number;
    readonly label: string;
    readonly found: string;
    readonly broken: number;
    readonly allowed: number;
  }
  | {
    readonly kind: "list-size";
    readonly min: number;
    readonly max: number;
    readonly found: number;
  }
  | {
    readonly kind: "rows-gone";
    readonly of: number;
    readonly allowed: number;
    readonly found: number;
  }
  | {
    readonly kind: "rows-new";
    readonly of: number;
    readonly allowed: number;
    readonly found: number;
  }
  | {
    readonly kind: "field-changed" | "field-blanked";
    readonly label: string;
    readonly of: number;
    readonly allowed: number;
    readonly found: number;
    /** One of the rows, as number and change. */
    readonly example: string;
  }
  | {
    readonly kind: "site-wide-shift";
    readonly label: string;
    readonly pattern: Sentence;
    readonly of: number;
    readonly allowed: number;
    readonly found: number;
    /** Page of the first of the rows. */
    readonly page: number;
    readonly example: string;
  }
  | {
    readonly kind: "rows-returned";
    /** The one field that returned, or `null` where it is several. */
    readonly field: string | null;
    readonly allowed: number;
    readonly found: number;
    /** Part of all changed rows that returned. */
    readonly share: number;
    /** The page that most of them stand on, and how many pages have one. */
    readonly page: number;
    readonly pages: number;
    readonly example: string;
  }
  | {
    readonly kind: "level-outside";
    readonly label: string;
    readonly statistic: Sentence;
    readonly min: number;
    readonly max: number;
    readonly found: number;
  }
  | {
    readonly kind: "improbable";
    readonly label: string;
    readonly statistic: Sentence;
    readonly expected: number;
    readonly found: number;
    /** Values that the statistic was taken of. */
    readonly values: number;
    /** −log10 of the joint improbability, and what is allowed. */
    readonly joint: number;
    readonly allowed: number;
    readonly page: number | null;
    readonly example: string | null;
  };
