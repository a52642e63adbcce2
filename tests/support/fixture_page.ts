/**
 * The fixture site's list as HTML, in every markup that a site of this kind might use.
 *
 * @module
 */

import type { FixtureRow } from "./fixture_row.ts";

/** How a page is written; everything left out is as site.md reconstructs it. */
export interface Markup {
  readonly total?: "strong" | "title" | "plain" | "absent";
  /** False leaves the label out of every cell. */
  readonly cellLabels?: boolean;
  /** Class of that label, `s-th` if left out. */
  readonly labelClass?: string;
  /** Put before every other class name. */
  readonly classPrefix?: string;
  /** Two labels whose columns stand in each other's place, header and cells alike. */
  readonly swappedColumns?: readonly [string, string];
  /** A column that the spec does not know, before the column `before` or last. */
  readonly additionalColumn?: {
    readonly label: string;
    readonly value: string;
    readonly before?: string;
  };
  /** A cell that the site's authors commented out and left in every row. */
  readonly commentedCell?: boolean;
  /** Texts longer than this many characters are cut, with the whole in `title`. */
  readonly truncateAt?: number;
  /** Values stand directly in the cell, without a span. */
  readonly bareText?: boolean;
  /** The rows once more for small screens, as a second table or as a definition list. */
  readonly mobile?: "table" | "list";
  readonly layoutTables?: boolean;
  /** A small table about something else before the list. */
  readonly decoyTable?: boolean;
  readonly tableFoot?: boolean;
  readonly rowNumbers?: "ascending" | "descending";
  /** A row with one site shows it without a nested table. */
  readonly loneSiteFlat?: boolean;
  /** Value of `<meta charset>`; `null` leaves it out. */
  readonly metaCharset?: string | null;
}

/** One column: its header, the label in its cells, and its text; a list is nested. */
export interface Column {
  readonly header: string;
  readonly label: string;
  readonly text: (row: FixtureRow, rowNumber: number) => string | readonly string[];
}

/** What one page shows. */
export interface PageView {
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly row: FixtureRow; readonly rowNumber: number }[];
  /** As the page claims. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

const BASE_COLUMNS: readonly Column[] = ([
  ["순번", (_row, rowNumber) => String(rowNumber)],
  ["대상의약품", (row) => row.category],
  ["등록번호", (row) => row.number],
  ["성분명", (row) => row.ingredient],
  ["신청인", (row) => row.applicant],
  ["제조소명", (row) => row.siteNames],
  ["제조소소재지", (row) => row.siteAddresses],
  ["제조국가", (row) => row.siteCountries],
  ["최초등록일자", (row) => row.firstOn],
  ["최종변경일자", (row) => row.changedOn],
  ["최종연차보고년도", (row) => row.reportYear],
  ["취소/취하구분", (row) => row.status],
  ["취소/취하일자", (row) => row.statusOn],
  ["문서번호", (row) => row.version],
  ["연계심사문서번호", (row) => row.review],
] as const satisfies readonly (readonly [string, Column["text"]])[])
  .map(([label, text]) => ({ header: label, label, text }));

/** Returns the columns that `markup` asks for, in their order on the page. */
export function columnsOf(markup: Markup): readonly Column[] {
  const columns = [...BASE_COLUMNS];
  if (markup.swappedColumns) {
    const [one, other] = markup.swappedColumns.map((label) => positionOf(columns, label));
    [columns[one as number], columns[other as number]] = [
      columns[other as number] as Column,
      columns[one as number] as Column,
    ];
  }
  if (markup.additionalColumn) {
    const { label, value, before } = markup.additionalColumn;
    const at = before === undefined ? columns.length : positionOf(columns, before);
    columns.splice(at, 0, { header: label, label, text: () => value });
  }
  return columns;
}

/** Returns the position of the column labelled `label`; throws `RangeError` where there is none. */
export function positionOf(columns: readonly Column[], label: string): number {
  const at = columns.findIndex((column) => column.label === label);
  if (at < 0) throw new RangeError(`Cannot find a column labelled "${label}"`);
  return at;
}

/** Returns one page of the list as a whole document. */
export function renderList(view: PageView, markup: Markup): string {
  const list = `${totalOf(view.total, markup)}
${tableOf(view, markup)}
${mobileOf(view, markup)}
<div class="${cls(markup, "paging")}">${pagingOf(view)}</div>`;
  const content = `${markup.decoyTable ? DECOY : ""}
${markup.layoutTables ? inLayoutTables(list) : list}`;
  return renderDocument("원료의약품등록(DMF) 공고", content, markup.metaCharset);
}

/** Returns a whole document around `content`. */
export function renderDocument(
  title: string,
  content: string,
  metaCharset: string | null = "utf-8",
): string {
  return `<!doctype html>
<html lang="ko"><head>
${metaCharset === null ? "" : `<meta charset="${metaCharset}">`}
<title>${title}</title>
</head><body>
<div id="wrap">
<ul class="gnb"><li><a href="/pbp/CCBAC03">원료의약품등록(DMF) 공고</a></li><li>의약품 정보</li></ul>
${content}
<div class="mpage_errwrap" hidden><p>오류가 발생하였습니다</p></div>
<div id="foot">고객지원 1577-0000</div>
</div>
</body></html>`;
}

const DECOY = `<table class="guide"><caption>검색 안내</caption>
<tr><th>등록번호</th><th>성분명</th></tr>
<tr><td>예: 20200101-209-J-1</td><td>예: 아스피린</td></tr></table>`;

function inLayoutTables(list: string): string {
  return `<table width="100%"><tr><td>&nbsp;</td><td><table><tr><td>
${list}
</td></tr></table></td><td>&nbsp;</td></tr></table>`;
}

function totalOf(total: number, { total: style = "strong" }: Markup): string {
  switch (style) {
    case "strong":
      return `<p>총 <strong>${grouped(total)}</strong> 건</p>`;
    case "title":
      return `<p><span title="총 ${grouped(total)} 건">${grouped(total)}</span></p>`;
    case "plain":
      return `<p>총 ${total}건</p>`;
    case "absent":
      return "";
  }
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function tableOf(view: PageView, markup: Markup): string {
  const { columns, rows } = view;
  const heads = columns.map(({ header }) => `<th scope="col">${header}</th>`).join("");
  const body = rows.length === 0
    ? `<tr><td colspan="${columns.length}" class="${
      cls(markup, "none")
    }">조회 결과가 없습니다</td></tr>`
    : rows.map((entry) => rowOf(entry, columns, markup)).join("\n");
  const foot = `<tfoot><tr><td colspan="${columns.length}">자료: 등록 공고</td></tr></tfoot>`;
  return `<table class="${cls(markup, "tb_list")}">
<thead><tr>${heads}</tr></thead>
${markup.tableFoot ? foot : ""}<tbody>
${body}
</tbody></table>`;
}

function rowOf(
  { row, rowNumber }: PageView["rows"][number],
  columns: readonly Column[],
  markup: Markup,
): string {
  const cells = columns.map((column) => cellOf(column.label, column.text(row, rowNumber), markup));
  if (markup.commentedCell) cells.splice(3, 0, "<!-- <td><span>비고</span><span>-</span></td> -->");
  return `<tr>${cells.join("")}</tr>`;
}

function cellOf(label: string, text: string | readonly string[], markup: Markup): string {
  const head = markup.cellLabels === false
    ? ""
    : `<span class="${markup.labelClass ?? "s-th"}">${label}</span>`;
  const lone = typeof text === "string"
    ? text
    : markup.loneSiteFlat && text.length === 1
    ? text[0] as string
    : null;
  if (lone !== null) return `<td>${head}${valueOf(lone, markup)}</td>`;
  const inner = (text as readonly string[]).map((part) =>
    `<tr><td>${
      part.length > (markup.truncateAt ?? Infinity) ? valueOf(part, markup) : escape(part)
    }</td></tr>`
  ).join("");
  return `<td>${head}<table><tbody>${inner}</tbody></table></td>`;
}

function valueOf(text: string, { truncateAt = Infinity, bareText }: Markup): string {
  if (text.length > truncateAt) {
    return `<span title="${escape(text)}">${escape(text.slice(0, truncateAt))}...</span>`;
  }
  return bareText ? escape(text) : `<span>${escape(text)}</span>`;
}

function mobileOf(view: PageView, markup: Markup): string {
  if (markup.mobile === undefined) return "";
  if (markup.mobile === "table") return `<div class="m_only">${tableOf(view, markup)}</div>`;
  const entries = view.rows.map(({ row, rowNumber }) =>
    view.columns.map(({ label, text }) =>
      `<dt>${label}</dt><dd>${escape([text(row, rowNumber)].flat().join(", "))}</dd>`
    ).join("")
  );
  return `<dl class="m_only">${entries.join("\n")}</dl>`;
}

function pagingOf({ page, pages }: PageView): string {
  return [page - 1, page, page + 1].filter((number) => number >= 1 && number <= pages)
    .map((number) => `<a href="javascript:void(0)" data-page="${number}">${number}</a>`).join("");
}

function cls(markup: Markup, name: string): string {
  return `${markup.classPrefix ?? ""}${name}`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
