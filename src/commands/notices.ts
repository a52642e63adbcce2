/**
 * `dmf notices`, and what `dmf changes` and `dmf history` say of a source of boards.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { NO_FILTER } from "../change_filter.ts";
import { canonical } from "../digest.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { Desk } from "../desk.ts";
import { printable } from "../field_text.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import type { NoticeChange } from "../notice/notice.ts";
import { type KnownNotice, readNoticeChanges, readNotices } from "../notice/notice_state.ts";
import { NOTICE_EVENTS } from "../notice/notice_words.ts";
import { relevantWords } from "../notice/relevance.ts";
import { changeText } from "../report/sheet_notices.ts";
import { findBoards, readBoards } from "./board_source.ts";
import { print, reading } from "./reading.ts";

type Lang = "ko" | "en";

/** One notice as `dmf notices --json` prints it; the shape is stable. */
interface ToldNotice {
  readonly source: string;
  readonly record: string;
  readonly board: string;
  readonly title: string;
  readonly postedOn: string;
  readonly url: string;
  readonly relevant: readonly string[];
  readonly since: string;
  readonly changed: string;
  readonly delisted: boolean;
  readonly missingSince: string | null;
  readonly copyOf: string | null;
  readonly attachments: KnownNotice["notice"]["attachments"];
  readonly body: string | null;
}

/** `dmf notices`: what the boards say, about the register first. */
export function notices(desk: Desk, command: Command & { kind: "notices" }): Promise<number> {
  const { common, source, since, until, all } = command;
  return reading(desk, common, async ({ log }) => {
    const named = await findBoards(desk, source);
    if (source !== null && named === null) throw noBoards(source, await readBoards(desk));
    const told: ToldNotice[] = [];
    for (const spec of named ? [named] : await readBoards(desk)) {
      const state = await readNotices(log, spec.source, until);
      for (const known of state.values()) {
        const one = toldOf(known, spec);
        const isAsked = all || (one.relevant.length > 0 && one.copyOf === null);
        // A notice is of the span by the day it was posted, and by the run in which it changed.
        const isLate = since === null || one.postedOn >= since || one.changed >= since;
        if (isAsked && isLate) told.push(one);
      }
    }
    told.sort(inOrder);
    return print(desk, common, told, () => noticesText(told, common.lang));
  });
}

function toldOf(known: KnownNotice, spec: BoardSpec): ToldNotice {
  const { record, notice, since, changed, delisted, missing } = known;
  const { board, title, postedOn, url, copyOf, attachments, body } = notice;
  return {
    source: spec.source,
    ...{ record, board, title, postedOn, url },
    relevant: relevantWords(notice, spec),
    ...{ since, changed, delisted },
    missingSince: missing?.since ?? null,
    ...{ copyOf, attachments, body },
  };
}

function inOrder(a: ToldNotice, b: ToldNotice): number {
  return Number(b.relevant.length > 0) - Number(a.relevant.length > 0) ||
    (a.postedOn < b.postedOn ? 1 : a.postedOn > b.postedOn ? -1 : a.record < b.record ? 1 : -1);
}

function noticesText(told: readonly ToldNotice[], lang: Lang): string {
  if (told.length === 0) return lang === "ko" ? "해당하는 공지 없음\n" : "no such notice\n";
  return told.map(({ record, title, postedOn, url, relevant, delisted }) => {
    const gone = delisted ? (lang === "ko" ? " (삭제됨)" : " (removed)") : "";
    const about = relevant.length > 0 ? `★ ${relevant.join(", ")}` : "";
    return `${postedOn}  ${printable(title)}${gone}\n` +
      `            ${[record, about, url].filter((part) => part !== "").join("  ")}\n`;
  }).join("");
}

/** `dmf changes --source ID` for a source of boards. */
export function changesOfBoards(
  desk: Desk,
  { common, since, until, filter, table }: Command & { kind: "changes" },
  spec: BoardSpec,
): Promise<number> {
  if (table !== null || canonical(filter) !== canonical(NO_FILTER)) throw noFilter(spec);
  return reading(desk, common, async ({ log }) => {
    const changes = await readNoticeChanges(log, spec, { since, until });
    return print(desk, common, changes, () => changesText(changes, common.lang));
  });
}

/** `dmf history ID --source ID` for a notice. */
export function historyOfNotice(
  desk: Desk,
  { common, record }: Command & { kind: "history" },
  spec: BoardSpec,
): Promise<number> {
  return reading(desk, common, async ({ log }) => {
    const state = await readNotices(log, spec.source);
    const known = [...state.values()].find((one) => one.record === record);
    if (known === undefined) throw noNotice(record, spec);
    const all = await readNoticeChanges(log, spec, { since: null, until: null });
    const changes = all.filter((change) => change.record === record);
    const notice = toldOf(known, spec);
    return print(
      desk,
      common,
      { notice, changes },
      () => `${noticesText([notice], common.lang)}\n${changesText(changes, common.lang)}`,
    );
  });
}

function changesText(changes: readonly NoticeChange[], lang: Lang): string {
  if (changes.length === 0) return lang === "ko" ? "변동 없음\n" : "no changes\n";
  return [...Map.groupBy(changes, ({ run }) => run)].map(([run, ofDay]) =>
    `${run}\n${
      ofDay.map((change) => {
        const mark = change.relevant.length > 0 ? "★" : " ";
        const copy = change.copyOf === null ? "" : ` (= ${change.copyOf})`;
        const what = changeText(change, lang).split("\n").filter((line) => line !== "");
        const head = `${mark} ${NOTICE_EVENTS[change.kind][lang]}  ${change.record}  ` +
          `${printable(change.title)} (${change.postedOn})${copy}`;
        return [head, ...what.map((line) => `      ${printable(line)}`)].join("\n");
      }).join("\n")
    }\n`
  ).join("\n");
}

function noBoards(source: string, known: readonly BoardSpec[]): ConfigurationError {
  const all = known.map((spec) => `"${spec.source}"`).join(", ");
  return new ConfigurationError({
    ko: `"${source}" 출처는 게시판이 아닙니다. 게시판 출처: ${all}.`,
    en: `"${source}" is no source of boards; these are: ${all}`,
  });
}

function noNotice(record: string, { source }: BoardSpec): ConfigurationError {
  return new ConfigurationError({
    ko: `"${record}" 글은 "${source}" 출처에 없습니다. "dmf notices --all"로 글의 ID를 볼 수 ` +
      "있습니다.",
    en: `There is no notice "${record}" of "${source}"; "dmf notices --all" shows their ids`,
  });
}

function noFilter({ source }: BoardSpec): ConfigurationError {
  return new ConfigurationError({
    ko: `"${source}" 출처는 게시판이라 등록 현황의 조건이나 표로 고를 수 없습니다. "--since", ` +
      '"--until", "--json"만 쓸 수 있습니다.',
    en: `"${source}" is a source of boards: only "--since", "--until" and "--json" can be used, ` +
      "no conditions on records and no tables",
  });
}
