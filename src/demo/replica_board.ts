/**
 * A small board of notices beside the register's replica, and what it says on each day of the demo.
 *
 * A reconstruction of the boards' markup from public descriptions. Paths and parameters are those of
 * the spec, so that nothing about the site stands in code.
 *
 * @module
 */

import type { BoardSpec } from "../notice/board_spec.ts";

/** A notice of the replica. */
export interface BoardNotice {
  readonly seq: number;
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly body: readonly string[];
  readonly files: readonly string[];
}

/** Notices that stand there before the demo begins. */
const ORDINARY = 12;
const FIRST_SEQ = 15_101;

const RULE: BoardNotice = {
  seq: 15_120,
  title: "「원료의약품 등록에 관한 규정」 일부개정고시(안) 행정예고",
  date: "2026-11-03",
  body: [
    "「원료의약품 등록에 관한 규정」을 개정함에 있어 그 취지와 주요 내용을 미리 알립니다.",
    "주요 내용: 등록 대상 원료의약품을 추가하고 연계심사 절차를 정비합니다.",
    "의견은 2026년 12월 15일까지 의약품허가총괄과로 제출하여 주시기 바랍니다.",
  ],
  files: ["개정고시(안).hwpx", "신구조문대비표.pdf"],
};

const OTHER: BoardNotice = {
  seq: 15_121,
  title: "의약외품 표시 기준 안내",
  date: "2026-11-04",
  body: ["의약외품의 표시 기준을 안내합니다."],
  files: [],
};

/** What the board has on a day, the newest first. */
export function boardOn(date: string): readonly BoardNotice[] {
  const end = Temporal.PlainDate.from("2026-10-30");
  const ordinary = Array.from({ length: ORDINARY }, (_, index): BoardNotice => ({
    seq: FIRST_SEQ + ORDINARY - index,
    title: `의약품 안전관리 업무 안내(${ORDINARY - index})`,
    date: end.subtract({ days: 2 * index }).toString(),
    body: ["관련 업체에서는 업무에 참고하여 주시기 바랍니다."],
    files: [],
  }));
  const extended = RULE.body.map((text) => text.replace("12월 15일", "12월 31일"));
  const rule = date >= "2026-11-05" ? { ...RULE, body: extended } : RULE;
  return [OTHER, rule, ...ordinary].filter((notice) => notice.date <= date);
}

/** Events of a day as the demo must show them: kind and number. */
export function boardEvents(date: string): readonly string[] {
  const events: Readonly<Record<string, readonly string[]>> = {
    "2026-11-03": [`registered ${RULE.seq}`],
    "2026-11-04": [`registered ${OTHER.seq}`],
    "2026-11-05": [`amended ${RULE.seq}`],
  };
  return events[date] ?? [];
}

/** Answers for the first board of the spec; `null` for what is none of it. */
export function boardReplica(
  { boards: [board], list, view }: BoardSpec,
  today: () => readonly BoardNotice[],
): (request: Request) => Response | null {
  return ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (board === undefined) return null;
    if (pathname === board.list) {
      const page = Number(searchParams.get(list.pageParameter) ?? list.firstPage) - list.firstPage;
      const from = page * list.pageSize;
      return html(listPage(today(), today().slice(from, from + list.pageSize), view.seqParameter));
    }
    if (pathname !== board.view) return null;
    const notice = today().find(({ seq }) => `${seq}` === searchParams.get(view.seqParameter));
    return notice ? html(noticePage(notice)) : html(page("<p>없는 글입니다.</p>"), 404);
  };
}

function html(body: string, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

function page(content: string): string {
  return `<!DOCTYPE html><html lang="ko"><head><meta charset="utf-8"><title>공지</title></head>` +
    `<body><h2>공지</h2>${content}</body></html>`;
}

function listPage(
  all: readonly BoardNotice[],
  shown: readonly BoardNotice[],
  parameter: string,
): string {
  const rows = shown.map(({ seq, title, date }) =>
    `<li><div class="center_column"><a class="title" href="./view.do?${parameter}=${seq}">` +
    `${title}</a></div><div class="right_column">${date}</div></li>`
  );
  return page(
    `<div class="bbs_data_info">전체 ${all.length}건</div>` +
      `<div class="bbs_list01"><ul>${rows.join("")}</ul></div>`,
  );
}

function noticePage({ seq, title, body, files }: BoardNotice): string {
  const items = files.map((name, index) =>
    `<li><strong>${name}</strong><a href="./down.do?seq=${seq}&amp;file_seq=${index}">받기</a></li>`
  );
  return page(
    `<div class="bbs_view01"><h3>${title}</h3><div class="bv_cont">` +
      `${body.map((text) => `<p>${text}</p>`).join("")}<p>조회수 ${seq % 97}</p></div>` +
      `<ul class="bbs_file_view_list">${items.join("")}</ul></div>`,
  );
}
