/**
 * Pages of boards as they are read: lists, feeds, notices, the spec.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { originalOf } from "../src/board/copies.ts";
import { isChanged, noticeChanges } from "../src/board/notice_diff.ts";
import { DEFAULT_MODEL } from "../src/content/default_model.ts";
import { NOTICE_CONTENT } from "../src/commands/board_source.ts";
import { readFeed } from "../src/board/read_feed.ts";
import { readListPage } from "../src/board/read_list.ts";
import { publicUrl, readNoticePage } from "../src/board/read_notice.ts";
import type { RecordId } from "../src/model.ts";
import { type Board, type BoardSpec, parseBoardSpec } from "../src/notice/board_spec.ts";
import { selectBoard } from "../src/notice/boards.ts";
import type { Notice } from "../src/notice/notice.ts";
import { relevantWords } from "../src/notice/relevance.ts";

const spec = selectBoard("mfds-notice") as BoardSpec;
const board = spec.boards[0] as Board;
const at = { spec, board, page: 1 };

function golden(name: string): string {
  return Deno.readTextFileSync(new URL(`golden/mfds-notice/${name}`, import.meta.url));
}

Deno.test("readListPage() reads the golden list, its pinned notice and its cut title", () => {
  const read = readListPage(golden("list.html"), at);
  assert.deepEqual(read, {
    kind: "page",
    statedTotal: 2314,
    rows: JSON.parse(golden("list.json")),
  });
});

Deno.test("readNoticePage() reads text and files of the golden notice, and no counter", () => {
  const title = "「원료의약품 등록에 관한 규정」 일부개정고시(안) 행정예고";
  const url = publicUrl(spec, board, "15182");
  const read = readNoticePage(golden("view.html"), { url, title }, {
    spec,
    content: NOTICE_CONTENT,
  });
  assert.deepEqual(read, JSON.parse(golden("view.json")));
});

Deno.test("readNoticePage() takes no page for a notice that does not show its title", () => {
  const url = publicUrl(spec, board, "1");
  const asked = { url, title: "다른 공지" };
  assert.equal(readNoticePage(golden("view.html"), asked, { spec, content: NOTICE_CONTENT }), null);
});

Deno.test("readNoticePage() finds the text by extraction where the spec's class is gone", () => {
  const title = "「원료의약품 등록에 관한 규정」 일부개정고시(안) 행정예고";
  const html = golden("view.html").replace('class="bv_cont"', 'class="view_body"');
  const url = publicUrl(spec, board, "15182");
  const read = readNoticePage(html, { url, title }, { spec, content: NOTICE_CONTENT });
  assert.equal(read?.reader, DEFAULT_MODEL.name);
  assert.match(read?.body ?? "", /등록 대상 성분을 추가하고/);
});

Deno.test.each([
  ["RFC 822 with a zone", "Mon, 02 Nov 2026 23:30:00 GMT", "2026-11-03"],
  ["RFC 822 with an offset", "Tue, 3 Nov 2026 00:30:00 +0900", "2026-11-03"],
  ["the list's own form", "2026-11-03 09:00:00", "2026-11-03"],
])("readFeed() reads a day written as $0", (_, text, day) => {
  const xml = `<?xml version="1.0"?><rss version="2.0"><channel><item><title>공지</title>` +
    `<link>https://www.mfds.go.kr/brd/m_74/view.do?seq=12</link><pubDate>${text}</pubDate>` +
    "</item></channel></rss>";
  assert.deepEqual(readFeed(xml, spec), [
    { seq: "12", title: "공지", postedOn: day, pinned: false },
  ]);
});

Deno.test("readFeed() reads nothing from what is no RSS, and never throws", () => {
  assert.equal(readFeed("<html><body>점검 중</body></html>", spec), null);
  assert.equal(readFeed("<rss><channel><item><title>x</title></item></channel></rss>", spec), null);
  fc.assert(fc.property(fc.string(), (text) => {
    readFeed(text, spec);
    readListPage(text, at);
  }));
});

Deno.test("noticeChanges() sees no change in notation, and every other change", () => {
  const text = fc.string({ minLength: 1, maxLength: 40 });
  const of = (title: string, body: string) => ({
    title,
    body,
    postedOn: "2026-11-02",
    attachments: [],
  });
  fc.assert(fc.property(text, text, (title, body) => {
    const before = of(title, body);
    assert.equal(noticeChanges(before, of(` ${title} `, `${body}\r\n`)), null);
    const fields = noticeChanges(before, of(title, `${body}가`));
    assert.deepEqual(Object.keys(fields ?? {}), ["body"]);
  }));
});

Deno.test("isChanged() takes a title that is cut for the same", () => {
  assert.equal(isChanged("원료의약품 등록에 관한 규정", "원료의약품 등록에…"), false);
  assert.equal(isChanged("원료의약품 등록에…", "원료의약품 등록에 관한 규정"), false);
  assert.equal(isChanged("원료의약품 등록", "원료의약품 등록(정정)"), true);
});

Deno.test("originalOf() finds the same text on another board, not on its own, not after months", () => {
  const body = "원료의약품 등록 대상이 바뀝니다.";
  const one = { board: "data0008", title: "알림", body, postedOn: "2026-11-02" };
  const known = (change: Partial<Notice>) => [{
    record: "ntc0003-1" as RecordId,
    notice: { ...one, board: "ntc0003", copyOf: null, ...change } as Notice,
  }];
  assert.equal(originalOf(one, known({})), "ntc0003-1");
  assert.equal(originalOf(one, known({ board: "data0008" })), null);
  assert.equal(originalOf(one, known({ postedOn: "2026-05-02" })), null);
  assert.equal(originalOf(one, known({ body: "전혀 다른 글입니다." })), null);
});

Deno.test("relevantWords() finds words of the spec in any notation, some in titles only", () => {
  const about = (title: string, body: string, name = "붙임.hwpx") =>
    relevantWords({ title, body, attachments: [{ name, address: "https://a.kr/" }] }, spec);
  assert.deepEqual(about("안내", "dmf 자료 제출"), ["DMF"]);
  assert.deepEqual(about("원료 의약품 등록에 관한 규정", ""), [
    "원료의약품 등록",
    "원료의약품등록",
    "등록에 관한 규정",
    "원료의약품",
  ]);
  assert.deepEqual(about("안내", "제조소 방문"), []);
  assert.deepEqual(about("안내", "", "제조소 목록.xlsx"), ["제조소"]);
});

Deno.test.each<[string, (spec: Record<string, unknown>) => unknown, string]>([
  ["an unknown key", (one) => ({ ...one, seeds: [] }), '"seeds"'],
  ["another folder", (one) => ({ ...one, source: "fda" }), '"source" and "version" must equal'],
  ["a pattern without its group", (one) => ({
    ...one,
    list: { ...spec.list, link: "view" },
  }), '"list.link" must be a regular expression with at least 1 groups'],
  ["a board twice", (one) => ({ ...one, boards: [board, board] }), '"boards" has "ntc0003" twice'],
])("parseBoardSpec() refuses $0", (_, change, why) => {
  const text = JSON.stringify(change({ ...spec }));
  assert.throws(
    () => parseBoardSpec(text, "selectors/mfds-notice/1.json"),
    (error: Error) => error.name === "ConfigurationError" && error.message.includes(why),
  );
});
