/**
 * A selector spec made ready for reading pages: patterns compiled, labels folded, once per run.
 *
 * What a valid spec is was decided before, in `spec_check.ts`; nothing is checked twice here.
 *
 * @module
 */

import type { Status } from "./model.ts";
import { fold } from "./normalize.ts";
import type { Sentence } from "./refusal.ts";
import type { Column, ColumnTarget, SelectorSpec } from "./selector_spec.ts";

/** A column of the spec, its words in comparison form. */
export interface PreparedColumn {
  readonly field: ColumnTarget;
  /** The label that messages name it by. */
  readonly label: string;
  readonly labels: ReadonlySet<string>;
  readonly required: boolean;
  readonly type: "date" | "year" | "text";
  /** The site's word and ours, by folded word; empty where any text goes. */
  readonly vocabulary: ReadonlyMap<string, { readonly word: string; readonly status: Status }>;
}

/** Everything reading a page needs; shared by all pages of a run and never changed. */
export interface PreparedSpec {
  readonly spec: SelectorSpec;
  readonly columns: readonly PreparedColumn[];
  /** Columns by folded label. */
  readonly byLabel: ReadonlyMap<string, PreparedColumn>;
  /** Folded texts that mean "nothing", the empty text among them. */
  readonly blank: ReadonlySet<string>;
  /** No cleaned text longer than this can fold to one of them. */
  readonly longestBlank: number;
  /** Global, so that all matches can be listed. */
  readonly statedTotal: RegExp;
  readonly emptyRow: RegExp;
  readonly wellFormed: RegExp;
  readonly faultPages: readonly { readonly pattern: RegExp; readonly looksLike: Sentence }[];
}

/** Matches nothing: for what only pages of HTML have. */
const NEVER = "(?!)";

/** Compiles a checked spec; throws `SyntaxError` on a pattern that is no regular expression. */
export function prepareSpec(spec: SelectorSpec): PreparedSpec {
  const columns = spec.columns.map(prepareColumn);
  return {
    spec,
    columns,
    byLabel: new Map(columns.flatMap((column) => [...column.labels].map((l) => [l, column]))),
    blank: new Set(["", ...spec.blank.map(fold)]),
    // At most one space beside every character is left after cleaning.
    longestBlank: 2 * Math.max(0, ...spec.blank.map((text) => text.length)) + 1,
    statedTotal: new RegExp(spec.paging.statedTotal ?? NEVER, "gu"),
    emptyRow: new RegExp(spec.table?.emptyRow ?? NEVER, "u"),
    wellFormed: new RegExp(spec.identity.wellFormed, "u"),
    faultPages: spec.faultPages.map(({ pattern, ko, en }) => ({
      pattern: new RegExp(pattern, "u"),
      looksLike: { ko, en },
    })),
  };
}

function prepareColumn(column: Column): PreparedColumn {
  const words = Object.entries(column.vocabulary ?? {});
  return {
    field: column.field,
    label: column.labels[0] ?? column.field,
    labels: new Set(column.labels.map(fold)),
    required: column.required ?? false,
    type: column.type ?? "text",
    vocabulary: new Map(words.map(([word, status]) => [fold(word), { word, status }])),
  };
}
