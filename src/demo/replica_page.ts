/**
 * The replica's pages as HTML.
 *
 * @module
 */

import type { RegisterRow, RegisterSite } from "./register.ts";

/** What a visitor asks of the list. */
export interface Question {
  readonly page: number;
  readonly limit: number;
  /** Part of a registration number; "" asks for all. */
  readonly searchDmfPermitNo: string;
  /** Part of an ingredient's Korean name; "" asks for all. */
  readonly searchIngrKorName: string;
}

/** One page of the list. */
export interface ListPage {
  readonly question: Question;
  /** Records that answer the question, on all pages together. */
  readonly total: number;
  /** Records before this page. */
  readonly from: number;
  readonly rows: readonly RegisterRow[];
}

const TITLE = "원료의약품등록(DMF) 공고";

const LABELS = [
  "순번",
  "대상의약품",
  "등록번호",
  "성분명",
  "신청인",
  "제조소명",
  "제조소소재지",
  "제조국가",
  "최초등록일자",
  "최종변경일자",
  "최종연차보고년도",
  "취소/취하구분",
  "취소/취하일자",
  "문서번호",
  "연계심사문서번호",
] as const;

type Label = (typeof LABELS)[number];

/** Returns one page of the list as a whole document. */
export function listPage(page: ListPage): string {
  const { question, total, from, rows } = page;
  const body = rows.length === 0
    ? `<tr><td colspan="${LABELS.length}">조회 결과가 없습니다</td></tr>`
    : rows.map((row, index) => rowOf(row, from + index + 1)).join("\n");
  return documentOf(
    TITLE,
    `${formOf(question)}
<p class="board_count">총 <strong>${total.toLocaleString("en-US")}</strong>건</p>
<table class="tb_list">
<caption>${TITLE} 목록: ${LABELS.join(", ")}</caption>
<thead><tr>${LABELS.map((label) => `<th scope="col">${label}</th>`).join("")}</tr></thead>
<tbody>
${body}
</tbody>
</table>
${paginationOf(question, total)}`,
  );
}

/** Returns the page of terms of use. */
export function termsPage(): string {
  return documentOf(
    "이용약관",
    `<article class="cont_view">
<p>이 화면은 <em>dmf demo</em>가 컴퓨터 안에서만 여는 모형 게시판의 이용약관입니다.</p>
<p>여기 실린 품목, 업체, 제조소는 모두 지어낸 것이며 실제 등록 현황과 관계가 없습니다.</p>
</article>`,
  );
}

/** Returns what the site shows where it has no page. */
export function noSuchPage(): string {
  return documentOf("오류 안내", "<p>해당 화면 혹은 기능을 찾을 수 없습니다.</p>");
}

function rowOf(row: RegisterRow, rowNumber: number): string {
  const cells = [
    cell("순번", String(rowNumber)),
    cell("대상의약품", row.noticeCategory),
    cell("등록번호", row.registrationNumber),
    cell("성분명", row.ingredient),
    cell("신청인", row.applicant),
    nested("제조소명", row.sites, "name"),
    nested("제조소소재지", row.sites, "address"),
    nested("제조국가", row.sites, "country"),
    cell("최초등록일자", row.firstRegisteredOn),
    cell("최종변경일자", row.lastChangedOn),
    cell("최종연차보고년도", row.lastAnnualReportYear),
    cell("취소/취하구분", row.status),
    cell("취소/취하일자", row.statusChangedOn),
    cell("문서번호", row.documentVersion),
    cell("연계심사문서번호", row.linkedReviewNumber),
  ];
  return `<tr>\n${cells.join("\n")}\n</tr>`;
}

function cell(label: Label, value: string): string {
  return `<td><span class="s-th">${label}</span><span>${escapeHtml(value)}</span></td>`;
}

function nested(label: Label, sites: readonly RegisterSite[], part: keyof RegisterSite): string {
  const rows = sites.map((site) => `<tr><td>${escapeHtml(site[part])}</td></tr>`).join("");
  return `<td><span class="s-th">${label}</span><table><tbody>${rows}</tbody></table></td>`;
}

function formOf(question: Question): string {
  const hidden = ["page", "limit"] as const;
  const searches = { searchDmfPermitNo: "등록번호", searchIngrKorName: "성분명" } as const;
  return `<form id="searchForm" action="/pbp/CCBAC03/getList" method="get">
${hidden.map((name) => `<input type="hidden" name="${name}" value="${question[name]}">`).join("\n")}
<input type="hidden" name="sort" value="">
<input type="hidden" name="sortOrder" value="false">
<input type="hidden" name="searchYn" value="true">
${
    (Object.keys(searches) as (keyof typeof searches)[]).map((name) =>
      `<label for="${name}">${searches[name]}</label> ` +
      `<input type="text" id="${name}" name="${name}" value="${escapeHtml(question[name])}">`
    ).join("\n")
  }
<button type="submit">검색</button>
</form>`;
}

/** Ten page links at a time; the site's links submit its form by script and carry no address. */
function paginationOf({ page, limit }: Question, total: number): string {
  const last = Math.max(1, Math.ceil(total / limit));
  const first = Math.floor((Math.min(page, last) - 1) / 10) * 10 + 1;
  const numbers = Array.from({ length: Math.min(10, last - first + 1) }, (_, at) => first + at);
  const links = numbers.map((number) =>
    number === page
      ? `<strong>${number}</strong>`
      : `<a href="#none" onclick="goPage(${number}); return false;">${number}</a>`
  );
  return `<div class="pagination">${links.join(" ")}</div>`;
}

function documentOf(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="ko">
<head>
<meta charset="UTF-8">
<title>${title} | 모형 의약품안전나라</title>
<script>function goPage(n){var f=document.getElementById("searchForm");f.page.value=n;f.submit();}</script>
</head>
<body>
<header id="header"><h1><a href="/">모형 의약품안전나라</a></h1></header>
<nav id="gnb"><ul>
<li><a href="/pbp/CCBAC03">${TITLE}</a></li>
<li><a href="/cntnts/5">이용약관</a></li>
</ul></nav>
<main id="content">
<h2>${title}</h2>
${content}
</main>
<div class="mpage_errwrap" style="display:none">오류가 발생하였습니다</div>
<footer id="footer"><address>dmf demo · 127.0.0.1</address></footer>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
