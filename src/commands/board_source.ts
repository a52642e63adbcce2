/**
 * From arguments and dmf.json to a source of boards, and to what a report of the register shows of
 * them.
 *
 * @module
 */

import type { Common } from "../action.ts";
import type { BoardJob } from "../board/board_job.ts";
import { contentBy, type ReadContent } from "../board/read_content.ts";
import { type Settings, settingsFor } from "../config.ts";
import { defaultExtraction } from "../content/default_extraction.ts";
import { PRODUCT_TOKEN, userAgent } from "../contact.ts";
import { type Desk, inWords } from "../desk.ts";
import { describeFault, isForeseen } from "../fault_words.ts";
import { lastAccepted, lastAcceptedBefore } from "../history.ts";
import type { RunId } from "../model.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import { boardIds, selectBoard } from "../notice/boards.ts";
import { readNoticeChanges, readNotices } from "../notice/notice_state.ts";
import type { EventLog } from "../ports.ts";
import type { NoticesShown } from "../notice/notice.ts";
import { shownNotices } from "../report/notices.ts";
import { readBoardSpecs, readConfig } from "./job.ts";

/** What finds the text of a notice where the spec's class is not on its page. */
export const NOTICE_CONTENT: ReadContent = contentBy((page) => defaultExtraction(page, null));

/** A source of boards with the settings it is crawled under. */
export interface BoardSource {
  readonly spec: BoardSpec;
  readonly settings: Settings;
}

/** The spec of a source where it is one of boards. */
export async function findBoards(desk: Desk, source: string | null): Promise<BoardSpec | null> {
  return source === null ? null : selectBoard(source, await readBoardSpecs(desk));
}

/** The specs in force of every source of boards. */
export async function readBoards(desk: Desk): Promise<readonly BoardSpec[]> {
  const beside = await readBoardSpecs(desk);
  return boardIds(beside).map((id) => selectBoard(id, beside)).filter((spec) => spec !== null);
}

/** Everything a crawl of boards needs to know beforehand. */
export async function readBoardSource(
  desk: Desk,
  common: Common,
  spec: BoardSpec,
): Promise<BoardSource> {
  const config = await readConfig(desk, common);
  return { spec, settings: settingsFor(config, spec, { contact: common.contact }) };
}

/** The sources of boards that dmf.json names: those of every morning. */
export async function readMorningBoards(
  desk: Desk,
  common: Common,
): Promise<readonly BoardSource[]> {
  const { sources } = await readConfig(desk, common);
  const named = (await readBoards(desk)).filter(({ source }) => sources[source] !== undefined);
  return await Promise.all(named.map((spec) => readBoardSource(desk, common, spec)));
}

/** The job of one run of boards. */
export function boardJob(
  desk: Desk,
  { spec, settings }: BoardSource,
  run: RunId,
  alone: boolean,
): BoardJob {
  const { origin, replica, politeness, contact } = settings;
  return {
    spec,
    origin,
    replica,
    politeness,
    userAgent: userAgent(desk.version, contact),
    productToken: PRODUCT_TOKEN,
    run,
    alone,
    signal: desk.signal,
    content: NOTICE_CONTENT,
  };
}

/**
 * Notices beside a report of the register, as of its run; `null` where no board was ever read. What
 * is wrong with a board is said, and never keeps the register's report from being written.
 */
export async function noticesBeside(
  desk: Desk,
  log: EventLog,
  run: RunId,
  lang: "ko" | "en",
): Promise<NoticesShown | null> {
  try {
    return await readBeside(desk, log, run);
  } catch (fault) {
    if (!isForeseen(fault)) throw fault;
    desk.err(`${inWords(lang, describeFault(fault))}\n`);
    return null;
  }
}

async function readBeside(desk: Desk, log: EventLog, run: RunId): Promise<NoticesShown | null> {
  const shown: NoticesShown[] = [];
  for (const spec of await readBoards(desk)) {
    const last = await lastAccepted(log, spec.source);
    const asOf = last === null || last.run <= run
      ? last
      : await lastOnOrBefore(log, spec.source, run);
    if (asOf === null) continue;
    const state = await readNotices(log, spec.source, asOf.run);
    const changes = asOf.run === run
      ? await readNoticeChanges(log, spec, { since: run, until: run })
      : [];
    const notices = shownNotices(state, changes, spec, run);
    shown.push({ name: spec.name, run: asOf.run, notices });
  }
  const [first] = shown;
  return first ? { ...first, notices: shown.flatMap(({ notices }) => notices) } : null;
}

async function lastOnOrBefore(log: EventLog, source: BoardSpec["source"], run: RunId) {
  const next = Temporal.PlainDate.from(run.slice(0, 10)).add({ days: 1 }).toString() as RunId;
  return await lastAcceptedBefore(log, source, next);
}
