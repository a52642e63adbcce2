/**
 * The selector spec of a source: where it is, how it pages, what its columns mean, what is refused.
 *
 * A spec is data, reviewed in a pull request; this module only says what a valid one is. Nothing
 * about a host, a URL, a page size or a parameter name stands in code.
 *
 * @module
 */

import type { FieldName, SourceId, Status } from "./model.ts";
import type { Level, ValueColumn } from "./value_column.ts";

/** What a column feeds: a field, one part of the sites, or the row number. */
export type ColumnTarget =
  | "rowNumber"
  | "sites.name"
  | "sites.address"
  | "sites.country"
  | Exclude<FieldName, "sites">;

/** One column, found by the text of its header. */
export interface Column {
  readonly field: ColumnTarget;
  /** Accepted header texts; white space and width do not matter. */
  readonly labels: readonly string[];
  readonly required?: boolean;
  readonly type?: "date" | "year";
  /** Closed vocabulary, site's word to ours; a word outside it is drift. */
  readonly vocabulary?: Readonly<Record<string, Status>>;
}

/** How a source hands out its list: pages of HTML, an OpenAPI of data.go.kr, or one workbook. */
export type SpecKind = "html-list" | "openapi" | "xlsx";

/** What a result code of an OpenAPI means for whoever looks after the box. */
export type ServiceMeaning =
  /** The answer holds a list. */
  | "answered"
  /** Nothing was found: a list of no rows. */
  | "no-data"
  /** The day's requests are used up. */
  | "quota"
  /** The service cannot serve now. */
  | "busy"
  /** The key is unknown, expired or not allowed. */
  | "key"
  /** The address is no service any more. */
  | "retired";

/** Rows allowed to do something in one run: the larger of the two. */
export interface Allowance {
  readonly rows: number;
  /** Share of the accepted list, 0 to 1. */
  readonly share: number;
}

/** A page that is not the list although it came as a success. */
export interface FaultPage {
  readonly pattern: string;
  readonly ko: string;
  readonly en: string;
}

/** A parsed and checked `selectors/<source>/<version>.json`. */
export interface SelectorSpec {
  readonly source: SourceId;
  readonly version: number;
  /** `html-list` where it is left out; every other kind is a second view of the register. */
  readonly kind?: SpecKind;
  /** The register that a second view shows. */
  readonly viewOf?: SourceId;
  readonly name: { readonly ko: string; readonly en: string };
  readonly publisher: string;
  /** Scheme and host the spec was written for; `dmf.json` may point to a replica instead. */
  readonly origin: string;
  /** Paths of the list, below the origin; the first is asked unless dmf.json names another. */
  readonly seeds: readonly string[];
  readonly robots: string;
  /** Without a path the terms stand at another host, which is not asked. */
  readonly terms: { readonly path?: string; readonly note: string };
  readonly request: {
    readonly accept: string;
    readonly contentTypes: readonly string[];
    readonly maxBytes: number;
    readonly headerTimeoutMs: number;
    readonly bodyTimeoutMs: number;
  };
  readonly paging: {
    /** The three belong together; a workbook is one page and has none of them. */
    readonly pageParameter?: string;
    readonly sizeParameter?: string;
    readonly pageSize?: number;
    readonly firstPage: number;
    /** Regular expression; group 1 is the number of records the site says it has. HTML only. */
    readonly statedTotal?: string;
  };
  /** How an OpenAPI is asked and what its codes mean. */
  readonly service?: {
    /** Query parameter of the key, which is never archived. */
    readonly keyParameter: string;
    /** Query parameters that are the same in every request. */
    readonly parameters: Readonly<Record<string, string>>;
    /** A code that is not here refuses the run. */
    readonly codes: Readonly<Record<string, ServiceMeaning>>;
  };
  /** Searches that can confirm that a record is gone, best first. */
  readonly lookUps: readonly {
    readonly field: "registrationNumber" | "ingredient" | "applicant";
    readonly parameter: string;
  }[];
  /** HTML only. */
  readonly table?: {
    /** Class of the label that the site repeats inside every cell. */
    readonly cellLabelClass: string;
    /** Regular expression for the text of the one row of an empty list. */
    readonly emptyRow: string;
  };
  readonly columns: readonly Column[];
  /** Fields that this view of the register does not have; they stay blank, a status stays active. */
  readonly lacks?: readonly FieldName[];
  /** Labels that are known and belong to no field of a record. */
  readonly unkept?: readonly string[];
  /** Sites of one row stand in one text each for names, addresses and countries, joined by these. */
  readonly siteSeparators?: readonly string[];
  /** Cell texts that mean "nothing". */
  readonly blank: readonly string[];
  readonly identity: {
    readonly key: "registrationNumber";
    readonly wellFormed: string;
    readonly fingerprint: readonly ("ingredient" | "applicant" | "sites" | "firstRegisteredOn")[];
  };
  readonly bounds: {
    /** Absolute size of the list at the spec's own origin. */
    readonly records: { readonly min: number; readonly max: number };
    /** Share of rows whose value may break its column's pattern before the page is refused. */
    readonly tolerated: number;
    readonly gone: Allowance;
    readonly new: Allowance;
    readonly blanked: Allowance;
    readonly changed: Readonly<{ default: Allowance } & Partial<Record<FieldName, Allowance>>>;
    /** Rows that may follow one pattern at once, by one applicant or by many; see `shift.ts`. */
    readonly sameChange?: { readonly byOne: Allowance; readonly byMany: Allowance };
    /** Rows that may return at once to what they were before an earlier change. */
    readonly returned?: Allowance;
    /** −log10 of the joint improbability from which a list is a drift; see `drift.ts`. */
    readonly improbability?: number;
    /** Where the statistics of a column may lie in a list of fifty rows or more; see `levels.ts`. */
    readonly levels?: Readonly<
      Partial<Record<ValueColumn, Readonly<Partial<Record<Level, readonly [number, number]>>>>>
    >;
  };
  readonly faultPages: readonly FaultPage[];
  readonly runbook: readonly string[];
}

/** Whether a source shows a register a second time, and is crawled only where it is asked for. */
export function isView({ kind = "html-list" }: Pick<SelectorSpec, "kind">): boolean {
  return kind !== "html-list";
}
