/**
 * 공지: notices of the publisher's boards, those about the register first.
 *
 * @module
 */

import type { NoticeChange, NoticeChanges, NoticesShown, ShownNotice } from "../notice/notice.ts";
import { NOTICE_EVENTS, NOTICE_FIELDS } from "../notice/notice_words.ts";
import type { Sentence } from "../refusal.ts";
import { wordDiff } from "../word_diff.ts";
import type { Sheet, SheetRow } from "./sheet.ts";
import { type Lang, NOTHING } from "./words.ts";

/** Name of the sheet; a workbook has it where a board was ever read. */
export const NOTICE_SHEET: Sentence = { ko: "공지", en: "Notices" };

const HEADERS = {
  kind: { ko: "구분", en: "Event" },
  relevant: { ko: "관련 낱말", en: "About" },
  board: { ko: "게시판", en: "Board" },
  title: { ko: "제목", en: "Title" },
  postedOn: { ko: "게시일", en: "Posted on" },
  seenOn: { ko: "처음 본 날", en: "First seen" },
  changed: { ko: "바뀐 내용", en: "What changed" },
  body: { ko: "본문", en: "Text" },
  files: { ko: "첨부", en: "Attachments" },
} as const satisfies Readonly<Record<string, Sentence>>;

const LONGEST_BODY = 500;
const LONGEST_CHANGE = 2_000;
const MISSING: Sentence = { ko: "확인 중(안 보임)", en: "missing" };

/** Makes the sheet. */
export function noticesSheet({ notices }: Pick<NoticesShown, "notices">, lang: Lang): Sheet {
  const isNews = notices.some(({ change, relevant }) => change && relevant.length > 0);
  return {
    kind: "table",
    name: NOTICE_SHEET[lang],
    columns: [
      { header: HEADERS.kind[lang], width: 13, style: "text" },
      { header: HEADERS.relevant[lang], width: 18, style: "text" },
      { header: HEADERS.board[lang], width: 14, style: "text" },
      { header: HEADERS.title[lang], width: 50, style: "text" },
      { header: HEADERS.postedOn[lang], width: 13, style: "date" },
      { header: HEADERS.seenOn[lang], width: 13, style: "date" },
      { header: HEADERS.changed[lang], width: 44, style: "text" },
      { header: HEADERS.body[lang], width: 60, style: "text" },
      { header: HEADERS.files[lang], width: 36, style: "text" },
    ],
    frozenColumns: 1,
    ...(isNews ? { tab: "1971C2" } : {}),
    rows: notices.map((shown) => row(shown, lang)),
    nothing: NOTHING[lang],
  };
}

function row(
  { notice, boards, relevant, change, since, missingSince }: ShownNotice,
  lang: Lang,
): SheetRow {
  const event = change ? NOTICE_EVENTS[change.kind][lang] : missingSince ? MISSING[lang] : null;
  const body = notice.body ?? "";
  return {
    muted: change === null && relevant.length === 0,
    cells: [
      event,
      relevant.join(", ") || null,
      boards.map((name) => name[lang]).join(", "),
      { value: notice.title, link: { kind: "outside", url: notice.url } },
      notice.postedOn,
      since,
      change ? changeText(change, lang) || null : null,
      (body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)}…`.toWellFormed() : body) ||
      null,
      notice.attachments.map(({ name }) => name).join("\n") || null,
    ],
  };
}

/** What changed in a notice, field by field, in words: `[out → in]` where the text went on. */
export function changeText({ fields }: Pick<NoticeChange, "fields">, lang: Lang): string {
  const lines = [
    line("title", fields.title && `${fields.title.from} → ${fields.title.to}`, lang),
    line("postedOn", fields.postedOn && `${fields.postedOn.from} → ${fields.postedOn.to}`, lang),
    line("body", fields.body && bodyText(fields.body, lang), lang),
    line("attachments", fields.attachments && filesText(fields.attachments), lang),
  ].filter((text) => text !== null);
  const text = lines.join("\n");
  return text.length > LONGEST_CHANGE ? `${text.slice(0, LONGEST_CHANGE)}…`.toWellFormed() : text;
}

function line(field: keyof NoticeChanges, text: string | undefined, lang: Lang): string | null {
  return text === undefined ? null : `${NOTICE_FIELDS[field][lang]}: ${text}`;
}

/** Words beside a change that are told with it. */
const BESIDE = 20;

function bodyText({ from, to, kind, distance }: NonNullable<NoticeChanges["body"]>, lang: Lang) {
  const told = wordDiff(from ?? "", to ?? "").map((piece, index, all) => {
    if (piece.kind === "changed") return `[${piece.from.trim()} → ${piece.to.trim()}]`;
    if (piece.to.length <= 2 * BESIDE) return piece.to;
    const begin = index === 0 ? "" : piece.to.slice(0, BESIDE);
    const end = index === all.length - 1 ? "" : piece.to.slice(-BESIDE);
    return `${begin}…${end}`;
  }).join("").replaceAll("\n", " ");
  const note: Sentence = kind === "reworded"
    ? { ko: "고침", en: "re-worded" }
    : kind === "other"
    ? { ko: "다시 씀", en: "rewritten" }
    : { ko: "짧은 글", en: "short" };
  const bits = distance === null ? "" : `, SimHash ${distance}`;
  return `(${note[lang]}${bits}) ${told}`.toWellFormed();
}

function filesText({ from, to }: NonNullable<NoticeChanges["attachments"]>): string {
  const key = ({ name, address }: { name: string; address: string }) => `${name} ${address}`;
  const [before, after] = [new Set(from.map(key)), new Set(to.map(key))];
  return [
    ...to.filter((file) => !before.has(key(file))).map(({ name }) => `+ ${name}`),
    ...from.filter((file) => !after.has(key(file))).map(({ name }) => `− ${name}`),
  ].join(", ");
}
