/**
 * What people read of notices: names of events and fields.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import type { NoticeChanges, NoticeEventKind } from "./notice.ts";

/** Events in the order reports show them. */
export const NOTICE_EVENTS: Readonly<Record<NoticeEventKind, Sentence>> = {
  registered: { ko: "공지 신규", en: "new notice" },
  amended: { ko: "공지 변경", en: "notice changed" },
  relisted: { ko: "공지 재게시", en: "notice back" },
  delisted: { ko: "공지 삭제", en: "notice removed" },
};

/** Fields of a notice. */
export const NOTICE_FIELDS: Readonly<Record<keyof NoticeChanges, Sentence>> = {
  title: { ko: "제목", en: "Title" },
  postedOn: { ko: "게시일", en: "Posted on" },
  body: { ko: "본문", en: "Text" },
  attachments: { ko: "첨부", en: "Attachments" },
};
