/**
 * Which notices are opened in a morning, and what comes of it: the entries of the run.
 *
 * New notices and those whose row changed are opened, then some recent ones, the longest unseen
 * first, with the validators they came with. A text that seems to have changed is asked for once
 * more, and only what both answers say is an event. Nothing is gone because a list lacks it: that is
 * decided in `missing.ts`.
 *
 * @module
 */

import {
  type ConditionalRequest,
  conditionalRequest,
  type KnownVisit,
  readVisit,
  VALIDATOR_POLICY,
} from "../corpus/validators.ts";
import type { NotCrawled, WrongClock } from "../crawl.ts";
import type { InstantText, Issue, RecordId } from "../model.ts";
import type { Board } from "../notice/board_spec.ts";
import { type Notice, type NoticeEntry, noticeId, type PageProof } from "../notice/notice.ts";
import type { KnownNotice, NoticeState } from "../notice/notice_state.ts";
import { relevantWords } from "../notice/relevance.ts";
import type { KeptVisit } from "../notice/visits.ts";
import type { World } from "../world.ts";
import { isOlder, oldestKnown } from "./board_age.ts";
import type { BoardJob, Pages } from "./board_job.ts";
import { originalOf } from "./copies.ts";
import { isChanged, noticeChanges } from "./notice_diff.ts";
import { bodyBefore, contentHash, type Opened, openNotice } from "./open_notice.ts";
import type { BoardList, Found } from "./read_board.ts";
import { publicUrl } from "./read_notice.ts";

/** Visits by notice, as they are kept. */
export type Visits = Map<RecordId, KeptVisit<KnownVisit>>;

/** The end of a run that could not go on. */
export type Halted = NotCrawled | WrongClock;

/** What a run of boards knows and has done so far. */
export class Looking {
  readonly entries: NoticeEntry[] = [];
  readonly issues: Issue[] = [];
  /** Visits of this run, to be kept once it is sealed. */
  readonly visited: Visits = new Map();
  /** Notices opened because of what a list says, and those of them that do not show it. */
  opened = 0;
  readonly unshown: string[] = [];
  #left = 0;

  constructor(
    readonly job: BoardJob,
    readonly world: World,
    readonly pages: Pages,
    readonly known: NoticeState,
    readonly visits: Visits,
  ) {}

  /** Opens what a board's list calls for, the newest first; entries are in the order of posting. */
  async atList({ board, found, founding }: BoardList): Promise<Halted | null> {
    const oldest = oldestKnown(this.known, board);
    const before = this.entries.length;
    this.#left = this.#shareOf(this.job.spec.bounds.details);
    for (const one of found.values()) {
      const known = this.known.get(noticeId(board.id, one.seq));
      const halted = known === undefined
        ? await this.#arrived(one, founding || isOlder(one, oldest))
        : await this.#listed(one, known);
      if (halted) return halted;
    }
    this.entries.push(...this.entries.splice(before).reverse());
    return null;
  }

  /** Every board has its share of what a morning may ask for. */
  #shareOf(bound: number): number {
    return Math.ceil(bound / this.job.spec.boards.length);
  }

  async #arrived(one: Found, founded: boolean): Promise<Halted | null> {
    const { board, seq, title, postedOn, pinned, proof, observedAt } = one;
    const opened = await this.#open(one);
    if (opened && opened.kind !== "opened") return opened;
    const page = opened?.page ?? null;
    const bare = { board: board.id, seq, title, postedOn, pinned };
    const record = noticeId(board.id, seq);
    const others = [...this.known.values(), ...this.#fresh()];
    const body = page?.body ?? null;
    const notice: Notice = {
      ...bare,
      url: publicUrl(this.job.spec, board, seq),
      body,
      attachments: page?.attachments ?? [],
      reader: page?.reader ?? null,
      copyOf: originalOf({ ...bare, body }, others),
    };
    this.entries.push({
      kind: founded ? "notice-founded" : "notice-registered",
      record,
      notice,
      observedAt: opened?.observedAt ?? observedAt,
      evidence: opened?.proof ?? proof,
    });
    return null;
  }

  #fresh(): { readonly record: RecordId; readonly notice: Notice }[] {
    return this.entries.flatMap((entry) =>
      entry.kind === "notice-founded" || entry.kind === "notice-registered" ? [entry] : []
    );
  }

  /** A known notice in the list: opened where its row changed, or its page was never read. */
  async #listed(one: Found, known: KnownNotice): Promise<Halted | null> {
    const { notice, record } = known;
    if (known.missing) this.#push("notice-sighted", record, one);
    const moved = isChanged(notice.title, one.title) || notice.postedOn !== one.postedOn;
    if (!moved && !known.delisted && notice.body !== null) return null;
    const opened = await this.#open(one);
    if (opened && opened.kind !== "opened") return opened;
    if (known.delisted) {
      const { title, postedOn } = one;
      const { body, attachments, reader } = opened?.page ?? notice;
      const { proof, observedAt } = opened ?? one;
      const now = { ...notice, title, postedOn, body, attachments, reader };
      this.entries.push({
        kind: "notice-relisted",
        record,
        notice: now,
        observedAt,
        evidence: proof,
      });
      return null;
    }
    return await this.#compared(known, one, opened);
  }

  /** Looks again at recent notices whose rows say nothing new, half of them about the register. */
  async recheck(index: BoardList): Promise<Halted | null> {
    const { board, absent } = index;
    const done = new Set([...absent.map(({ record }) => record), ...this.visited.keys()]);
    const told = new Set(this.entries.map(({ record }) => record));
    const most = this.#shareOf(this.job.spec.bounds.rechecks);
    const since = Temporal.PlainDate.from(this.job.run)
      .subtract({ days: this.job.spec.bounds.recheckDays }).toString();
    const due = [...this.known.values()].filter(({ record, notice, delisted }) =>
      notice.board === board.id && notice.postedOn >= since && !delisted &&
      !done.has(record) && !told.has(record)
    ).toSorted((a, b) => this.#seen(a) < this.#seen(b) ? -1 : 1);
    const about = due.filter(({ notice }) => relevantWords(notice, this.job.spec).length > 0)
      .slice(0, Math.ceil(most / 2));
    const rest = due.filter((known) => !about.includes(known));
    for (const known of [...about, ...rest].slice(0, most)) {
      const halted = await this.again(known, board, false);
      if (halted && halted !== "unshown") return halted;
    }
    return null;
  }

  /** Run in which a notice was opened last; what never was comes first. */
  #seen({ record, notice, readIn }: KnownNotice): string {
    if (notice.body === null) return "";
    const visit = this.visits.get(record);
    return visit && visit.run > readIn ? visit.run : readIn;
  }

  /** Opens a known notice at its own address; says where it is not shown there. */
  async again(
    known: KnownNotice,
    board: Board,
    unconditional: boolean,
  ): Promise<Halted | "unshown" | null> {
    const { notice, record } = known;
    const visit = this.visits.get(record)?.visit ?? null;
    const request = conditionalRequest(
      unconditional ? null : visit,
      this.world.clock.now(),
      VALIDATOR_POLICY,
    );
    const wanted = { board, seq: notice.seq, title: notice.title };
    const asking = { ...wanted, conditions: request.headers };
    const opening = await openNotice(asking, this.job, this.pages);
    if (opening.kind === "unshown") return "unshown";
    if (opening.kind === "not-modified") {
      const verdict = this.#visit(record, visit, request, { ...opening, status: 304, hash: null });
      if (verdict === "ask-again") {
        return await this.again(known, board, true);
      }
      return null;
    }
    if (opening.kind !== "opened") return opening;
    const hash = contentHash(opening.page);
    this.#visit(record, visit, request, { headers: opening.headers ?? {}, status: 200, hash });
    const listed = { board, seq: notice.seq, title: notice.title, postedOn: notice.postedOn };
    return await this.#compared(known, { ...listed, ...opening, pinned: false }, opening);
  }

  /** Compares a notice with what is known of it; a change is confirmed by a second answer. */
  async #compared(
    known: KnownNotice,
    row: Found,
    opened: Opened | null,
  ): Promise<Halted | null> {
    const { notice, record } = known;
    const { title, postedOn, proof, observedAt } = row;
    const page = opened?.page ?? null;
    const before = page === null
      ? null
      : await bodyBefore(known, page.reader, this.job, this.world.archive);
    const now = {
      title: isChanged(notice.title, title) ? title : notice.title,
      postedOn,
      body: page?.body ?? null,
      attachments: page && notice.body !== null ? page.attachments : notice.attachments,
    };
    const fields = noticeChanges({ ...notice, body: before }, now);
    if (fields?.body || fields?.attachments) {
      const asked = { board: row.board, seq: row.seq, title, anew: true };
      const second = await openNotice(asked, this.job, this.pages);
      if (second.kind === "failed" || second.kind === "disallowed") return second;
      if (second.kind === "wrong-clock") return second;
      const isSame = second.kind === "opened" && page &&
        contentHash(second.page) === contentHash(page);
      if (!isSame) {
        this.issues.push({ kind: "board-note", found: `${record}: ${notice.title}` });
        this.visited.delete(record);
        return null;
      }
    }
    const place = {
      observedAt: opened?.observedAt ?? observedAt,
      evidence: opened?.proof ?? proof,
    };
    if (fields) {
      const reader = page?.reader ?? notice.reader;
      this.entries.push({ kind: "notice-amended", record, fields, reader, ...place });
    } else if (page && notice.reader !== page.reader) {
      const { body, attachments, reader } = page;
      const read = { ...notice, body, attachments, reader };
      const copyOf = notice.body === null
        ? originalOf(read, [...this.known.values()].filter((other) => other.record !== record))
        : notice.copyOf;
      this.entries.push({ kind: "notice-read", record, notice: { ...read, copyOf }, ...place });
    }
    return null;
  }

  /** Opens a notice because of its row; `null` where there is no time for it, or it is not shown. */
  async #open(one: Found): Promise<Opened | Halted | null> {
    if (this.#left <= 0) return null;
    this.#left -= 1;
    const opening = await openNotice(one, this.job, this.pages);
    if (opening.kind === "failed" || opening.kind === "disallowed") return opening;
    if (opening.kind === "wrong-clock") return opening;
    this.opened += 1;
    if (opening.kind !== "opened") {
      this.unshown.push(one.title);
      return null;
    }
    const record = noticeId(one.board.id, one.seq);
    const request = conditionalRequest(null, this.world.clock.now(), VALIDATOR_POLICY);
    const hash = contentHash(opening.page);
    const visit = this.visits.get(record)?.visit ?? null;
    this.#visit(record, visit, request, { headers: opening.headers ?? {}, status: 200, hash });
    return opening;
  }

  #visit(
    record: RecordId,
    known: KnownVisit | null,
    request: ConditionalRequest,
    { status, headers, hash }: {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly hash: string | null;
    },
  ): "ask-again" | null {
    const receivedAt = this.world.clock.now();
    const answer = { status, headers, receivedAt, contentHash: hash };
    const visit = readVisit(known, request, answer, VALIDATOR_POLICY);
    if (visit.kind === "ask-again") return "ask-again";
    if (visit.known) this.visited.set(record, { run: this.job.run, visit: visit.known });
    return null;
  }

  #push(
    kind: "notice-sighted",
    record: RecordId,
    { proof, observedAt }: { readonly proof: PageProof; readonly observedAt: InstantText },
  ): void {
    this.entries.push({ kind, record, observedAt, evidence: proof });
  }
}
