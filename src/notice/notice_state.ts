/**
 * What is known of notices: the fold of their log.
 *
 * Boards bring a few notices a day, so the log is read whole where it is asked; there is nothing
 * beside it that could differ from it.
 *
 * @module
 */

import { isOfBoards, type SealedEntry } from "../log.ts";
import { readEntries, type Span } from "../history.ts";
import type { RecordId, RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { StoreFault } from "../store_fault.ts";
import type { BoardSpec } from "./board_spec.ts";
import type { Notice, NoticeChange, NoticeChanges, NoticeEntry, PageProof } from "./notice.ts";
import { relevantWords } from "./relevance.ts";

/** A notice with its past. */
export interface KnownNotice {
  readonly record: RecordId;
  readonly notice: Notice;
  /** Run in which it was first seen, and in which it last changed. */
  readonly since: RunId;
  readonly changed: RunId;
  /** True where it stood there when its board was founded. */
  readonly founded: boolean;
  readonly delisted: boolean;
  readonly missing: { readonly since: RunId; readonly misses: number } | null;
  /** Page that it was last read from, and the run of that. */
  readonly proof: PageProof;
  readonly readIn: RunId;
}

/** Notices by their id. */
export type NoticeState = ReadonlyMap<RecordId, KnownNotice>;

/** An entry of boards as sealed. */
export type SealedNotice = Omit<SealedEntry, "entry"> & { readonly entry: NoticeEntry };

/** Applies one entry; throws where it contradicts what is known, as of a damaged log. */
export function applyNotice(
  state: Map<RecordId, KnownNotice>,
  entry: NoticeEntry,
  run: RunId,
): void {
  const { record, kind, evidence } = entry;
  const read = { proof: evidence, readIn: run };
  if (kind === "notice-founded" || kind === "notice-registered") {
    const founded = kind === "notice-founded";
    const { notice } = entry;
    const fresh = { since: run, changed: run, founded, delisted: false, missing: null };
    state.set(record, { record, notice, ...fresh, ...read });
    return;
  }
  const known = state.get(record);
  if (known === undefined) throw unknown(record, run);
  switch (kind) {
    case "notice-relisted":
      state.set(record, {
        ...known,
        ...read,
        notice: entry.notice,
        delisted: false,
        missing: null,
        changed: run,
      });
      return;
    case "notice-read":
      state.set(record, { ...known, ...read, notice: entry.notice });
      return;
    case "notice-amended":
      state.set(record, {
        ...known,
        ...read,
        notice: { ...patched(known.notice, entry.fields), reader: entry.reader },
        changed: run,
      });
      return;
    case "notice-missed":
      state.set(record, { ...known, missing: { since: entry.since, misses: entry.misses } });
      return;
    case "notice-sighted":
      state.set(record, { ...known, missing: null });
      return;
    case "notice-delisted":
      state.set(record, { ...known, delisted: true, missing: null, changed: run });
  }
}

function unknown(record: RecordId, run: RunId): StoreFault {
  return new StoreFault({
    ko: `"dmf.kv" 파일의 "${run}" 실행 기록이 알 수 없는 공지 "${record}"을(를) 말합니다. 파일이 ` +
      '손상되었으니 "dmf restore FILE --replace"로 백업을 복원하십시오.',
    en: `Run "${run}" in "dmf.kv" tells of the unknown notice "${record}": the file is damaged, ` +
      'restore a backup with "dmf restore FILE --replace"',
  });
}

/** A notice with changes carried out. */
export function patched(notice: Notice, fields: NoticeChanges): Notice {
  return {
    ...notice,
    ...(fields.title ? { title: fields.title.to } : {}),
    ...(fields.postedOn ? { postedOn: fields.postedOn.to } : {}),
    ...(fields.body ? { body: fields.body.to } : {}),
    ...(fields.attachments ? { attachments: fields.attachments.to } : {}),
  };
}

/** Everything known of a source of boards, up to and with a run where one is given. */
export async function readNotices(
  log: EventLog,
  source: SourceId,
  until: RunId | null = null,
): Promise<NoticeState> {
  const state = new Map<RecordId, KnownNotice>();
  for await (const { entry, run } of noticeEntries(log, source, { since: null, until })) {
    applyNotice(state, entry, run);
  }
  return state;
}

/** Sealed entries of a span, oldest first. */
export async function* noticeEntries(
  log: EventLog,
  source: SourceId,
  span: Span,
): AsyncGenerator<SealedNotice> {
  for await (const sealed of readEntries(log, source, span)) {
    if (isOfBoards(sealed.entry)) yield sealed as unknown as SealedNotice;
  }
}

/** The events of a span in the order they happened. */
export async function readNoticeChanges(
  log: EventLog,
  spec: BoardSpec,
  { since, until }: Span,
): Promise<NoticeChange[]> {
  const state = new Map<RecordId, KnownNotice>();
  const changes: NoticeChange[] = [];
  for await (const sealed of noticeEntries(log, spec.source, { since: null, until })) {
    applyNotice(state, sealed.entry, sealed.run);
    const change = noticeChange(sealed, state.get(sealed.entry.record) as KnownNotice, spec);
    if (change && (since === null || sealed.run >= since)) changes.push(change);
  }
  return changes;
}

/** The event that users see, or `null` for bookkeeping; `known` is the notice after it. */
export function noticeChange(
  { seq, run, entry }: Pick<SealedNotice, "seq" | "run" | "entry">,
  { notice }: KnownNotice,
  spec: BoardSpec,
): NoticeChange | null {
  const kind = EVENTS[entry.kind];
  if (kind === null) return null;
  const { record, observedAt, evidence } = entry;
  const { board, title, postedOn, url, copyOf } = notice;
  const fields = entry.kind === "notice-amended" ? entry.fields : {};
  const relevant = relevantWords(notice, spec);
  const named = { record, board, title, postedOn, url, copyOf };
  return { seq, run, kind, ...named, relevant, fields, observedAt, evidence };
}

const EVENTS = {
  "notice-founded": null,
  "notice-registered": "registered",
  "notice-relisted": "relisted",
  "notice-amended": "amended",
  "notice-read": null,
  "notice-missed": null,
  "notice-sighted": null,
  "notice-delisted": "delisted",
} as const satisfies Readonly<Record<NoticeEntry["kind"], NoticeChange["kind"] | null>>;

/** What is about the register first, then the newest; copies are left out. */
export function relevantFirst<T extends Pick<NoticeChange, "relevant" | "copyOf" | "postedOn">>(
  told: readonly T[],
): T[] {
  return told.filter(({ copyOf }) => copyOf === null).toSorted((a, b) =>
    Number(b.relevant.length > 0) - Number(a.relevant.length > 0) ||
    (a.postedOn < b.postedOn ? 1 : a.postedOn > b.postedOn ? -1 : 0)
  );
}
