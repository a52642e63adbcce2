/**
 * A loopback site with boards of notices as site.md describes them: RSS, lists in pages, notices with
 * attached files, pinned notices on every page; it misbehaves where it is told to.
 *
 * @module
 */

import { encodeEucKr } from "./fixture_euc_kr.ts";

/** A notice as the site has it. */
export interface FixtureNotice {
  readonly seq: number;
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Paragraphs. */
  readonly body: readonly string[];
  readonly files?: readonly string[];
  readonly pinned?: true;
}

/** One board: paths of its list, its notices and its feed. */
export interface FixturePaths {
  readonly list: string;
  readonly view: string;
  readonly feed?: string | undefined;
}

const PAGE_SIZE = 10;

/** The site; close it, or declare it with `await using`. */
export class FixtureBoard implements AsyncDisposable {
  /** Notices by the path of their list, the newest first. */
  readonly notices = new Map<string, readonly FixtureNotice[]>();
  /** Numbers whose pages are gone although a list may name them. */
  readonly gone = new Set<number>();
  /** Numbers that lists leave out although their pages are there. */
  readonly unlisted = new Set<number>();
  charset: "utf-8" | "euc-kr" = "utf-8";
  robots = "User-agent: *\nAllow: /\n";
  /** Whether pages of notices carry an `ETag`, and conditions are answered with 304. */
  validators = true;
  /** Takes an answer's place; `null` leaves it. */
  intercept: (url: URL, html: string | null) => Response | string | null = () => null;
  /** Markup behind the body of every notice: counters, neighbours. */
  footer: (notice: FixtureNotice) => string = ({ seq }) => `<p>조회수 ${seq * 7}</p>`;
  /** What answers are dated by; the machine's clock unless a test has its own. */
  clock: (() => Temporal.Instant) | null = null;
  /** Paths as they were asked for, with their query. */
  readonly asked: string[] = [];
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => this.#dated(this.#answer(request)),
  );

  constructor(private readonly boards: readonly FixturePaths[]) {
    for (const { list } of boards) this.notices.set(list, []);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Puts notices on the first board, or another; the list shows the newest first. */
  post(notices: readonly FixtureNotice[], board = 0): void {
    const { list } = this.boards[board] as FixturePaths;
    const inOrder = notices.toSorted((a, b) =>
      a.date === b.date ? b.seq - a.seq : a.date < b.date ? 1 : -1
    );
    this.notices.set(list, inOrder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  #dated(response: Response): Response {
    const now = this.clock?.();
    if (now) response.headers.set("date", new Date(now.epochMilliseconds).toUTCString());
    return response;
  }

  #answer(request: Request): Response {
    const url = new URL(request.url);
    this.asked.push(url.pathname + url.search);
    if (url.pathname === "/robots.txt") return new Response(this.robots);
    const page = this.#page(url);
    const taken = this.intercept(url, page);
    if (taken instanceof Response) return taken;
    const html = taken ?? page;
    if (html === null) return this.#send(document("오류", "<p>없는 화면</p>"), 404);
    const isFeed = html.startsWith("<?xml");
    const tag = `"${[...html].reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) >>> 0, 7)}"`;
    const isView = this.validators && this.boards.some(({ view }) => view === url.pathname);
    if (isView && request.headers.get("if-none-match") === tag) {
      return new Response(null, { status: 304, headers: { etag: tag } });
    }
    return this.#send(html, 200, isFeed ? "application/xml" : "text/html", isView ? tag : null);
  }

  #send(html: string, status: number, type = "text/html", tag: string | null = null): Response {
    const charset = type === "text/html" ? this.charset : "utf-8";
    const text = html.replace("CHARSET", charset);
    const bytes = charset === "euc-kr" ? encodeEucKr(text) : new TextEncoder().encode(text);
    const headers = {
      "content-type": `${type}; charset=${charset}`,
      ...(tag ? { etag: tag } : {}),
    };
    return new Response(bytes as BodyInit, { status, headers });
  }

  #page(url: URL): string | null {
    for (const { list, view, feed } of this.boards) {
      const notices = this.notices.get(list) ?? [];
      const listed = notices.filter(({ seq }) => !this.unlisted.has(seq));
      if (url.pathname === list) return listHtml(listed, Number(url.searchParams.get("page")));
      if (url.pathname === view) return this.#view(notices, Number(url.searchParams.get("seq")));
      if (feed === url.pathname + url.search) return feedXml(notices, this.origin + view);
    }
    return null;
  }

  #view(notices: readonly FixtureNotice[], seq: number): string | null {
    const notice = notices.find((one) => one.seq === seq);
    if (notice === undefined || this.gone.has(seq)) return null;
    return viewHtml(notice, this.footer(notice));
  }
}

function document(title: string, content: string): string {
  return `<!DOCTYPE html><html lang="ko"><head><meta charset="CHARSET"><title>${title}</title>` +
    `</head><body><div id="header"><ul><li><a href="/">식품의약품안전처</a></li></ul></div>` +
    `${content}<div id="footer">충청북도 청주시</div></body></html>`;
}

function listHtml(notices: readonly FixtureNotice[], page: number): string {
  const pinned = notices.filter(({ pinned }) => pinned);
  const from = (page - 1) * PAGE_SIZE;
  const rows = notices.slice(from, from + PAGE_SIZE);
  const item = (notice: FixtureNotice, isPinned: boolean) =>
    `<li${isPinned ? ' class="notice_row"' : ""}><div class="center_column">` +
    `<a href="./view.do?seq=${notice.seq}&amp;srchFr=&amp;page=${page}" class="title">` +
    `${escaped(notice.title)}</a>` +
    `<ul class="bbs_file_list"><li><span>첨부 ${
      (notice.files ?? []).length
    }</span></li></ul></div>` +
    `<div class="right_column">${notice.date}</div></li>`;
  return document(
    "공지 | 식품의약품안전처",
    `<div class="bbs_data_info">전체 ${notices.length.toLocaleString("en-US")}건, 현재페이지 ` +
      `${page}</div><div class="bbs_list01"><ul>` +
      pinned.map((one) => item(one, true)).join("") + rows.map((one) => item(one, false)).join("") +
      "</ul></div>",
  );
}

function viewHtml({ seq, title, date, body, files = [] }: FixtureNotice, footer: string): string {
  const file = (name: string, index: number) =>
    `<li><div class="bbs_file_cont"><strong>${escaped(name)}</strong>` +
    `<a class="bbs_icon_filedown" href="./down.do?brd_id=ntc0003&amp;seq=${seq}&amp;file_seq=` +
    `${index + 1}">다운받기</a></div></li>`;
  return document(
    `${escaped(title)} | 식품의약품안전처`,
    `<div class="bbs_view01"><h3>${
      escaped(title)
    }</h3><ul><li><span>등록일</span> ${date}</li></ul>` +
      `<div class="bv_cont">${
        body.map((text) => `<p>${escaped(text)}</p>`).join("")
      }${footer}</div>` +
      `<div class="bv_file_box"><ul class="bbs_file_view_list">${
        files.map(file).join("")
      }</ul></div>` +
      "</div>",
  );
}

function feedXml(notices: readonly FixtureNotice[], view: string): string {
  const items = notices.slice(0, 20).map(({ seq, title, date }) =>
    `<item><title><![CDATA[${title}]]></title><link>${view}?seq=${seq}</link>` +
    `<pubDate>${new Date(`${date}T09:00:00+09:00`).toUTCString()}</pubDate></item>`
  );
  return '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>공지</title>' +
    `${items.join("")}</channel></rss>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Notices of `count` days up to `last`, one a day; the same number is always the same notice. */
export function notices(count: number, last = "2026-11-01", from = 1000): FixtureNotice[] {
  const end = Temporal.PlainDate.from(last);
  return Array.from({ length: count }, (_, index) => ({
    seq: from + count - index,
    title: `의약품 안전관리 안내 ${from + count - index}호`,
    date: end.subtract({ days: index }).toString(),
    body: [
      `식품의약품안전처에서 ${from + count - index}번째 안내를 드립니다.`,
      "관련 업체에서는 업무에 참고하여 주시기 바라며, 문의 사항은 담당 부서로 연락하시기 바랍니다.",
    ],
    files: [`안내문 ${from + count - index}.hwpx`],
  }));
}
