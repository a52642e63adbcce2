/**
 * Reading the archive again with another selector spec: what history would have been.
 *
 * The site is asked for nothing. A run is only replayed where the pages that it was sealed from are
 * all there, which is proven by reading them with its own spec first: that must give the list that
 * was accepted. What look-ups found then counts still, because what a list lacks does not depend on
 * how its cells are read. Nothing is written here; sealing the difference is `correct.ts`'s matter.
 *
 * @module
 */

import { absenceEntries, type Sighting, toLookUp } from "./absence.ts";
import { pagesOfRun, type ReadAgain, readAgain } from "./archived_list.ts";
import { compare, diff, found, inOrder } from "./diff.ts";
import { canonical } from "./digest.ts";
import { proveRows } from "./evidence.ts";
import { type CountedRun, readCounted } from "./history.ts";
import { identify } from "./identity.ts";
import type { LogEntry } from "./log.ts";
import type { RecordId, RunId } from "./model.ts";
import type { Archive, EventLog } from "./ports.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import type { Sentence } from "./refusal.ts";
import { sentence } from "./refusal_words.ts";
import { applyAll, type Known, type State } from "./state.ts";

/** What to replay, and with what. */
export interface Replay {
  readonly log: EventLog;
  readonly archive: Archive;
  /** The spec to read with. */
  readonly prepared: PreparedSpec;
  /** The spec of an earlier version; `null` where there is none any more. */
  readonly specOf: (version: number) => PreparedSpec | null;
  /** The first run to replay, or all. */
  readonly from: RunId | null;
}

/** A run as it is, and as it would be. */
export interface ReplayedRun {
  readonly run: RunId;
  readonly before: readonly LogEntry[];
  readonly after: readonly LogEntry[];
  /** False where both are the same to the byte. */
  readonly differs: boolean;
}

/** A run that is not replayed, and why. */
export interface NotReplayed {
  readonly run: RunId;
  readonly reason: Sentence;
}

/** History as it is and as it would be, side by side. */
export class Replaying {
  /** The register as the log has it, after the last run that was replayed. */
  readonly before: State = new Map();
  /** The same as it would be. */
  readonly after: State = new Map();

  constructor(private readonly order: Replay) {}

  /** Replays history from a run on; ends early with the run that cannot be replayed. */
  async *runs(): AsyncGenerator<ReplayedRun | NotReplayed> {
    const { log, prepared: { spec: { source } }, from } = this.order;
    for await (const one of readCounted(log, source)) {
      const { run, entries: before } = one;
      applyAll(this.before, before, run);
      if (from !== null && run < from) {
        applyAll(this.after, before, run);
        continue;
      }
      const read = await readRun(this.order, one, this.before);
      if ("reason" in read) return yield { run, reason: read.reason };
      const after = await entriesOf(this.order, { run, before, read }, this.after);
      applyAll(this.after, after, run);
      yield { run, before, after, differs: canonical(before) !== canonical(after) };
    }
  }
}

/** Reads the pages of a run with the new spec, once the old one has proven that they are its pages. */
async function readRun(
  { archive, prepared, specOf }: Replay,
  { run, record, specVersion }: CountedRun,
  old: State,
): Promise<ReadAgain | { readonly reason: Sentence }> {
  const own = specOf(specVersion);
  if (own === null) return { reason: specGone(specVersion) };
  const pages = await pagesOfRun(archive, run, own.spec);
  if (pages.length !== record.pages) return { reason: pagesGone(record.pages, pages.length) };
  const proof = await readAgain(archive, run, pages, own);
  if (proof.kind === "unread") return { reason: proof.reason };
  if (proof.kind === "refused") return { reason: sentence(proof.refusal) };
  if (!isList(proof, old, own)) return { reason: OTHER_LIST };
  const read = await readAgain(archive, run, pages, prepared);
  if (read.kind === "unread") return { reason: read.reason };
  return read.kind === "refused" ? { reason: notRead(prepared, sentence(read.refusal)) } : read;
}

/** Whether rows are exactly the records that a state has listed. */
function isList({ rows }: ReadAgain, state: State, { wellFormed }: PreparedSpec): boolean {
  const listed = [...state.values()].filter(({ delisted, missing }) => !delisted && !missing);
  const { pairs, fresh, absent } = identify(listed, rows, wellFormed);
  return fresh.length === 0 && absent.length === 0 &&
    compare(pairs).every(({ fields }) => Object.keys(fields).length === 0);
}

/** The entries that a run would have been sealed with. */
async function entriesOf(
  { archive, prepared }: Replay,
  { run, before, read }: {
    readonly run: RunId;
    readonly before: readonly LogEntry[];
    readonly read: ReadAgain;
  },
  state: State,
): Promise<LogEntry[]> {
  const { source } = prepared.spec;
  const names = new Names(before, state);
  if (state.size === 0) return inOrder(found(read.rows, source, run).map((e) => names.kept(e)));
  const { pairs, fresh, absent } = identify(state.values(), read.rows, prepared.wellFormed);
  const compared = compare(pairs);
  const changed = [...fresh, ...compared.map(({ row }) => row)];
  const proofs = await proveRows(changed, { archive, run, prepared }, read.contentTypes);
  const evidenceOf = (row: typeof changed[number]) =>
    proofs.get(row) as NonNullable<
      ReturnType<typeof proofs.get>
    >;
  const taken = (id: RecordId) => state.has(id);
  const changes = diff(compared, fresh, { source, run, taken }, evidenceOf);
  const sightings = sightingsIn(before, toLookUp(absent, run));
  const { entries } = absenceEntries(absent, sightings, run);
  return inOrder([...changes.map((entry) => names.kept(entry)), ...entries]);
}

/**
 * Records keep their ids: a row that was a new record when it was read first is the same one when
 * it is read again, whatever its cells say now.
 */
class Names {
  readonly #byPlace = new Map<string, RecordId>();

  constructor(before: readonly LogEntry[], private readonly state: State) {
    for (const entry of before) {
      const place = placeOf(entry);
      if (place !== null) this.#byPlace.set(place, entry.record);
    }
  }

  kept<E extends LogEntry>(entry: E): E {
    const place = placeOf(entry);
    const record = place === null ? undefined : this.#byPlace.get(place);
    return record === undefined || this.state.has(record) ? entry : { ...entry, record };
  }
}

/** Where the row of an entry stands that begins a record. */
function placeOf(entry: LogEntry): string | null {
  if (entry.kind === "founded") return `${entry.position.page}/${entry.position.row}`;
  if (entry.kind === "registered") return `${entry.evidence.page}/${entry.evidence.row}`;
  return null;
}

/** What was found of records when they were looked up; what was not looked up stays missing. */
function sightingsIn(
  before: readonly LogEntry[],
  wanted: readonly Known[],
): Map<Known, Sighting> {
  const byRecord = new Map(before.map((entry) => [entry.record, entry]));
  const sightings = new Map<Known, Sighting>();
  for (const known of wanted) {
    const entry = byRecord.get(known.record);
    if (entry?.kind === "delisted") {
      const { evidence, observedAt } = entry;
      sightings.set(known, { kind: "nothing", evidence, observedAt });
    } else if (entry?.kind === "sighted") sightings.set(known, { kind: "found" });
  }
  return sightings;
}

function specGone(version: number): Sentence {
  return {
    ko: `그 실행이 쓴 선택자 파일(버전 ${version})이 없습니다.`,
    en: `the selector spec it was read with (version ${version}) is not there any more`,
  };
}

function pagesGone(expected: number, found: number): Sentence {
  return {
    ko: `보관된 화면이 ${found}쪽뿐입니다(목록은 ${expected}쪽).`,
    en: `only ${found} of its ${expected} pages are in the archive`,
  };
}

const OTHER_LIST: Sentence = {
  ko: "보관된 화면을 그때의 선택자로 읽어도 확정된 목록이 나오지 않습니다.",
  en: "its archived pages, read with its own spec, do not give the list that was accepted",
};

function notRead({ spec: { version } }: PreparedSpec, { ko, en }: Sentence): Sentence {
  return {
    ko: `선택자 버전 ${version}(으)로는 그날의 화면을 읽을 수 없습니다: ${ko}`,
    en: `spec version ${version} does not read its pages: ${en}`,
  };
}
