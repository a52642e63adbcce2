/**
 * What a command line can ask for, as a value.
 *
 * @module
 */

import type { ArchiveAction } from "./archive_action.ts";
import type { CorpusAction } from "./corpus_action.ts";
import type { ExtractAction } from "./extract_action.ts";
import type { ChangeFilter } from "./change_filter.ts";
import type { Dimension } from "./dimension.ts";
import type { Answer } from "./filter_options.ts";
import type { LabelAction } from "./label_action.ts";
import type { FieldName, RunId } from "./model.ts";
import type { CommandName } from "./options.ts";

/** Settings that every command takes. */
export interface Common {
  /** Data folder. */
  readonly data: string;
  /** Path of dmf.json; a missing file is fine where this is the default. */
  readonly config: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly lang: "ko" | "en";
  readonly log: "text" | "json";
  readonly contact: string | null;
  /** Accepted changes end with exit code 10. */
  readonly exitCode: boolean;
}

/** Where `Common.config` points when nothing is said. */
export const DEFAULT_CONFIG = "./dmf.json";

/** What is to be done. Dates are Seoul dates, as run ids are. */
export type Action =
  | { readonly kind: "once"; readonly date: RunId | null; readonly source: string | null }
  | { readonly kind: "watch" }
  | { readonly kind: "demo" }
  | { readonly kind: "status" }
  | Answer & {
    readonly kind: "changes";
    readonly since: RunId | null;
    readonly until: RunId | null;
    readonly filter: ChangeFilter;
  }
  | {
    readonly kind: "notices";
    readonly since: RunId | null;
    readonly until: RunId | null;
    readonly source: string | null;
    /** Whether notices about other things are told, too. */
    readonly all: boolean;
  }
  | Answer & { readonly kind: "diff"; readonly from: RunId; readonly to: RunId }
  /** `record` is a registration number or a record id. */
  | { readonly kind: "history"; readonly record: string; readonly source: string | null }
  | Answer & {
    readonly kind: "asOf";
    readonly date: RunId;
    readonly fields: readonly FieldName[];
  }
  /** `record` as above; `field` as typed; `open` is `null`, "", or the file to write. */
  | {
    readonly kind: "why";
    readonly record: string;
    readonly field: string | null;
    readonly date: RunId | null;
    readonly source: string | null;
    readonly open: string | null;
  }
  | {
    readonly kind: "stats";
    readonly by: Dimension | null;
    readonly date: RunId | null;
    readonly source: string | null;
    readonly top: number | null;
    readonly format: "text" | "csv";
  }
  /** `test` is an entry to try, as dmf.json would have it. */
  | { readonly kind: "watch-list"; readonly test: string | null; readonly source: string | null }
  | { readonly kind: "crosscheck"; readonly source: string | null; readonly lag: number }
  | { readonly kind: "report"; readonly date: RunId | null; readonly source: string | null }
  | {
    readonly kind: "accept" | "reject";
    readonly run: RunId;
    readonly reason: string;
    readonly by: string | null;
    readonly source: string | null;
  }
  | {
    readonly kind: "revoke";
    readonly run: RunId;
    readonly reason: string;
    readonly by: string | null;
    readonly source: string | null;
    /** Whether runs after it may be revoked as well. */
    readonly withLater: boolean;
  }
  | {
    readonly kind: "reextract";
    /** A version of the source's selector spec; the newest if left out. */
    readonly spec: number | null;
    readonly from: RunId | null;
    /** Present where what differs is to be sealed. */
    readonly confirmed: { readonly reason: string; readonly by: string | null } | null;
    readonly source: string | null;
  }
  | { readonly kind: "notify"; readonly test: boolean }
  | { readonly kind: "fsck"; readonly rebuild: boolean }
  | ArchiveAction
  | CorpusAction
  | LabelAction
  | ExtractAction
  /** `file` is a table of labelled blocks; `out` a folder, `data/models` where `null`. */
  | {
    readonly kind: "train";
    readonly file: string;
    readonly category: "news" | "blog" | "shop" | null;
    readonly out: string | null;
  }
  | { readonly kind: "backup"; readonly file: string; readonly archive: boolean }
  | { readonly kind: "restore"; readonly file: string; readonly replace: boolean }
  | { readonly kind: "check" }
  /** `asked` is false where nothing was said at all: help on stderr, exit code 2. */
  | { readonly kind: "help"; readonly topic: CommandName | null; readonly asked: boolean }
  | { readonly kind: "version" };

/** An action with the settings it is to be done under. */
export type Command = Action & { readonly common: Common };
