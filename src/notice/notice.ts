/**
 * The words of boards as types: a notice, what happened to it, and how that stands in the log.
 *
 * A notice is known by its board and its number there; its address may change. Lists of boards are
 * paged by time, so that a notice that leaves the pages that were read is not gone.
 *
 * @module
 */

import type { Digest, InstantText, RecordId, RunId } from "../model.ts";
import type { Sentence } from "../refusal.ts";

/** A file attached to a notice. */
export interface Attachment {
  readonly name: string;
  /** Absolute, at the spec's own origin. */
  readonly address: string;
}

/** A notice as it was last read. */
export interface Notice {
  readonly board: string;
  /** Number of the notice on its board, as the site writes it. */
  readonly seq: string;
  readonly title: string;
  /** Day of posting, `YYYY-MM-DD`. */
  readonly postedOn: string;
  /** Whether it stood out of its place when it was first seen: its day says nothing of the others. */
  readonly pinned: boolean;
  /** Canonical address for people. */
  readonly url: string;
  /** Text of the notice, a line for each block; `null` while its page has not been read. */
  readonly body: string | null;
  readonly attachments: readonly Attachment[];
  /** What read the body: the spec's own class, or name and version of a model. */
  readonly reader: string | null;
  /** The notice on another board that this one repeats. */
  readonly copyOf: RecordId | null;
}

/** Where a notice was read: an archived page as a whole. */
export interface PageProof {
  readonly url: string;
  readonly digest: Digest;
  /** Bytes of the page, from 0. */
  readonly start: number;
  readonly end: number;
}

/** What became of a text: how far its fingerprint moved, and whether it was merely re-worded. */
export interface BodyChange {
  readonly from: string | null;
  readonly to: string | null;
  readonly kind: "reworded" | "other" | "short";
  /** Bits of SimHash that differ; `null` where the text is too short to have one. */
  readonly distance: number | null;
}

/** Fields of a notice that changed, from and to. */
export interface NoticeChanges {
  readonly title?: { readonly from: string; readonly to: string };
  readonly postedOn?: { readonly from: string; readonly to: string };
  readonly body?: BodyChange;
  readonly attachments?: {
    readonly from: readonly Attachment[];
    readonly to: readonly Attachment[];
  };
}

interface Observed {
  readonly record: RecordId;
  readonly observedAt: InstantText;
  readonly evidence: PageProof;
}

/** One entry of a run of boards, in the order it happened; folded by `notice_state.ts`. */
export type NoticeEntry =
  /** On its board when that was founded; came since; came back. */
  | Observed & {
    readonly kind: "notice-founded" | "notice-registered" | "notice-relisted";
    readonly notice: Notice;
  }
  | Observed & {
    readonly kind: "notice-amended";
    readonly fields: NoticeChanges;
    readonly reader: string | null;
  }
  /** Its page was read for the first time, or by another reader: nothing changed. */
  | Observed & {
    readonly kind: "notice-read";
    readonly notice: Notice;
  }
  /** Absent where it ought to stand, and its own address does not show it. */
  | Observed & { readonly kind: "notice-missed"; readonly since: RunId; readonly misses: number }
  | Observed & { readonly kind: "notice-sighted" }
  | Observed & { readonly kind: "notice-delisted" };

/** What users are told of. */
export type NoticeEventKind = "registered" | "amended" | "delisted" | "relisted";

/** One event as `dmf changes --json` prints it for a source of boards; the shape is stable. */
export interface NoticeChange {
  readonly seq: number;
  readonly run: RunId;
  readonly kind: NoticeEventKind;
  readonly record: RecordId;
  readonly board: string;
  readonly title: string;
  readonly postedOn: string;
  readonly url: string;
  readonly copyOf: RecordId | null;
  /** Words of the spec that the notice holds; none where it is not about the register. */
  readonly relevant: readonly string[];
  readonly fields: NoticeChanges;
  readonly observedAt: InstantText;
  readonly evidence: PageProof;
}

/** A notice in a report. */
export interface ShownNotice {
  readonly record: RecordId;
  readonly notice: Notice;
  /** Every board that has it, the first one's name first. */
  readonly boards: readonly Sentence[];
  /** Words of the spec that it holds; none where it is not about the register. */
  readonly relevant: readonly string[];
  /** What happened to it in the runs that the report tells of; `null` where nothing did. */
  readonly change: NoticeChange | null;
  readonly since: RunId;
  /** First run that did not find it, where it is missing. */
  readonly missingSince: RunId | null;
}

/** The notices as of a run of their source. */
export interface NoticesShown {
  readonly name: Sentence;
  /** The accepted run that they are as of. */
  readonly run: RunId;
  readonly notices: readonly ShownNotice[];
}

/** The id of a notice. */
export function noticeId(board: string, seq: string): RecordId {
  return `${board}-${seq}` as RecordId;
}
