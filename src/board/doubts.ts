/**
 * Why a board is not believed: every doubt as a refusal with its sentence.
 *
 * @module
 */

import type { Board } from "../notice/board_spec.ts";
import type { Refusal, Sentence } from "../refusal.ts";

interface At {
  readonly board: Board;
  /** Page of the list, counted from 1. */
  readonly page: number;
}

type Words = readonly [ko: string, en: string];

/** Quoted in a sentence: one line of a few words. */
function short(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`.toWellFormed();
}

function on({ board, page }: At, about: string, [ko, en]: Words): Refusal {
  const place: Sentence = {
    ko: `"${board.name.ko}" 게시판 ${page}쪽`,
    en: `Page ${page} of the board "${board.name.en}"`,
  };
  const why = { ko: `${place.ko}: ${ko}`, en: `${place.en}: ${en}` };
  return { kind: "board", label: `${board.id} ${about}`, page, why };
}

function of(board: Board, about: string, [ko, en]: Words): Refusal {
  const why = {
    ko: `"${board.name.ko}" 게시판: ${ko}`,
    en: `The board "${board.name.en}": ${en}`,
  };
  return { kind: "board", label: `${board.id} ${about}`, page: null, why };
}

/** Refusals of boards by what is wrong. */
export const doubt = {
  undecodable: (at: At) =>
    on(at, "undecodable", ["글자를 읽을 수 없습니다.", "its text cannot be decoded."]),
  cut: (at: At, tail: string) =>
    on(at, "cut", [
      `문서가 끝까지 오지 않았습니다(끝: "${tail}").`,
      `the document breaks off (its end: "${tail}").`,
    ]),
  notTheList: (at: At, looksLike: Sentence | null, title: string | null) =>
    on(at, "not-the-list", [
      `게시판 목록이 없습니다${
        looksLike ? `: ${looksLike.ko}(으)로 보입니다` : title ? `: 제목 "${short(title)}"` : ""
      }.`,
      `there is no list of notices${
        looksLike
          ? `: it looks like ${looksLike.en}`
          : title
          ? `: its title is "${short(title)}"`
          : ""
      }.`,
    ]),
  empty: (at: At) =>
    on(at, "empty", [
      "목록에 글이 하나도 없습니다(1건 이상이어야 함).",
      "the list has no notice, expected at least 1.",
    ]),
  rowWithoutNotice: (at: At, row: number, found: string) =>
    on(at, "row", [
      `${row}번째 행에 글로 가는 주소나 제목이 없습니다("${short(found)}").`,
      `row ${row} has no address or no title of a notice ("${short(found)}").`,
    ]),
  unreadableDate: (at: At, row: number, found: string) =>
    on(at, "date", [
      `${row}번째 행에 읽을 수 있는 날짜가 없습니다("${short(found)}").`,
      `row ${row} has no date that can be read ("${short(found)}").`,
    ]),
  futureDate: (at: At, seq: string, found: string, today: string) =>
    on(at, "future", [
      `글 ${seq}번의 날짜 ${found}가 오늘(${today})보다 뒤입니다.`,
      `notice ${seq} is dated ${found}, later than today (${today}).`,
    ]),
  repeatedRow: (at: At, seq: string) =>
    on(at, "repeated-row", [
      `글 ${seq}번이 한 쪽에 두 번 있습니다.`,
      `notice ${seq} stands there twice.`,
    ]),
  repeatedPage: (at: At) =>
    on(at, "repeated-page", [
      "앞쪽에서 본 글만 다시 나옵니다. 쪽 번호가 통하지 않습니다.",
      "it only repeats notices of earlier pages; paging does not work.",
    ]),
  shortPage: (at: At, expected: number, found: number) =>
    on(at, "short-page", [
      `글이 ${found}건뿐입니다(전체 건수로 보아 ${expected}건이어야 함).`,
      `there are ${found} notices, expected ${expected} by the stated total.`,
    ]),
  totalMoved: (at: At, expected: number, found: number) =>
    on(at, "total", [
      `전체 건수가 쪽마다 다릅니다(${expected}건, ${found}건).`,
      `the stated total differs from page to page (${expected}, then ${found}).`,
    ]),
  lost: (board: Board, allowed: number, found: number, example: string) =>
    of(board, "lost", [
      `있어야 할 글 ${found}건이 목록에 없습니다(허용 ${allowed}건). 예: "${short(example)}".`,
      `the list lacks ${found} notices that ought to stand there (allowed ${allowed}), such as ` +
      `"${short(example)}".`,
    ]),
  strange: (board: Board, newest: string) =>
    of(board, "strange", [
      `읽은 쪽에 아는 글이 하나도 없는데 날짜는 겹칩니다(마지막으로 본 글 ${newest}). 글 번호가 ` +
      "바뀌었거나 다른 게시판입니다.",
      `none of its notices is known although their days are (the newest known is of ${newest}): ` +
      "it is numbered anew, or it is another board.",
    ]),
  unreadNotices: (board: Board, of_: number, found: number, example: string) =>
    of(board, "notices", [
      `연 글 ${of_}건 가운데 ${found}건이 그 글로 보이지 않습니다. 예: "${short(example)}".`,
      `${found} of ${of_} notices that were opened do not show what the list says, such as ` +
      `"${short(example)}".`,
    ]),
};
