/**
 * Opening a corpus: its checkpoint rolled forward along the log, or everything made from the log.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { StoreFault } from "../store_fault.ts";
import { fromCheckpoint, toCheckpoint } from "./checkpoint.ts";
import type { CorpusFiles } from "./corpus_files.ts";
import type { CorpusPolicy } from "./corpus_policy.ts";
import type { Entry, FoundedEntry, Place } from "./corpus_record.ts";
import { DocumentLog, EMPTY, type LogEnd } from "./document_log.ts";
import type { Frame } from "./log_frame.ts";
import { NearIndex } from "./near_join.ts";
import { normalText } from "./normal_text.ts";
import { Projections } from "./projections.ts";

/** A corpus with its state. */
export interface OpenCorpus {
  readonly files: CorpusFiles;
  readonly log: DocumentLog;
  /** Facts are `null` where the corpus has not been founded. */
  readonly state: Projections;
  /** Up to where the checkpoint goes that was read, and its bytes. */
  readonly checkpoint: LogEnd;
  readonly checkpointBytes: number;
}

/** Opens what is there; `founding` is the policy of a corpus that is not. */
export async function openCorpus(files: CorpusFiles, founding: CorpusPolicy): Promise<OpenCorpus> {
  const log = new DocumentLog(files.log, files.path);
  const policy = await foundedWith(log) ?? founding;
  // Before the log: a writer beside a reader may leave a newer mark at any moment.
  const mark = await files.readMark();
  const bytes = await files.readCheckpoint();
  const found = bytes === null
    ? null
    : fromCheckpoint(bytes, policy, (pieces) =>
      NearIndex.load(pieces, policy.near, "checkpoint.bin"));
  const checkpoint = found?.end ?? EMPTY;
  const state = found?.state ?? new Projections(new NearIndex(policy.near));
  for await (const [at, frame] of log.frames(checkpoint)) await roll(state, log, at, frame);
  assertMarked(mark, log.end, files.path);
  const checkpointBytes = found === null ? 0 : bytes?.length ?? 0;
  return { files, log, state, checkpoint, checkpointBytes };
}

/** Applies a frame that is in the log. */
async function roll(state: Projections, log: DocumentLog, at: number, frame: Frame): Promise<void> {
  for (const [number, entry] of frame.entries.entries()) {
    const place: Place = [at, number];
    const normal = await keptText(state, log, frame, entry, place);
    state.apply(entry, place, () => normal);
  }
  state.reached(frame.position);
}

/** The normal text of an entry that brings a new kept text; others need none. */
async function keptText(
  state: Projections,
  log: DocumentLog,
  frame: Frame,
  entry: Entry,
  [at, number]: Place,
): Promise<string> {
  if (entry.kind !== "seen" && entry.kind !== "moved") return "";
  if (entry.text !== state.pages.kept.size) return "";
  if (entry.kind === "seen" && entry.length !== undefined) return normalText(frame.text(number));
  const place = (entry.kind === "seen" ? entry.textAt : undefined) ??
    state.pages.textPlace(entry.page);
  if (place === null) throw new RangeError(`Page ${entry.page} has no text at all`);
  return normalText(place[0] === at ? frame.text(place[1]) : await log.text(place));
}

/** The policy in the first entry of a log; `null` where it is empty. */
async function foundedWith(log: DocumentLog): Promise<CorpusPolicy | null> {
  for await (const [, { entries }] of log.frames()) return (entries[0] as FoundedEntry).policy;
  return null;
}

/** Text of the mark for a log that is whole up to `end`. */
export function markOf({ length, digest }: LogEnd): string {
  return `${JSON.stringify({ length, digest: Buffer.from(digest).toString("hex") })}\n`;
}

/** What was committed for good must be there: only what came later can be a torn end. */
function assertMarked(mark: string | null, end: LogEnd, path: string): void {
  if (mark === null) return;
  const length = Number(/"length":(\d+)/.exec(mark)?.[1] ?? NaN);
  if (Number.isNaN(length)) throw unreadableMark(path);
  if (length <= end.length) return;
  throw new StoreFault({
    ko:
      `"${path}" 파일이 ${end.length}바이트 위치에서 손상되었습니다: ${length}바이트까지 기록된 ` +
      "것이 남아 있지 않습니다. 말뭉치 폴더를 백업에서 복원하십시오.",
    en: `"${path}" is damaged at byte ${end.length}: it was whole up to byte ${length} before; ` +
      "restore the corpus folder from a backup",
  });
}

function unreadableMark(path: string): StoreFault {
  const mark = path.replace(/[^/\\]*$/, "committed.json");
  return new StoreFault({
    ko:
      `"${mark}" 파일이 0바이트 위치에서 손상되었습니다: 길이가 없습니다. 말뭉치 폴더를 백업에서 ` +
      "복원하십시오.",
    en: `"${mark}" is damaged at byte 0: it names no length; restore the corpus folder from a ` +
      "backup",
  });
}

/**
 * A checkpoint is written when the log has grown by this much since the last one, and by this share of
 * its size: rolling forward over so much takes longer than writing it.
 */
const WORTH_BYTES = 64 << 10;
const WORTH_SHARE = 1 / 16;

/** Leaves the mark, and a checkpoint where it is worth its time. */
export async function leave(
  { files, log, state, checkpoint, checkpointBytes }: OpenCorpus,
): Promise<void> {
  const { end } = log;
  await files.writeMark(markOf(end));
  const ahead = end.length - checkpoint.length;
  if (ahead > WORTH_BYTES && ahead > checkpointBytes * WORTH_SHARE) {
    await files.writeCheckpoint(toCheckpoint(state, end));
  }
}
