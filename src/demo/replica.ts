/**
 * The register's board as it answers over HTTP: list, paging, look-up, robots.txt, terms.
 *
 * A reconstruction of the site's markup, kept close to what is known of it: labels repeated inside
 * every cell, sites in nested tables, `총 N건`, an error text hidden in every page. Which rows there
 * are is decided by whoever passes `today`; nothing here knows of days.
 *
 * @module
 */

import { listPage, noSuchPage, type Question, termsPage } from "./replica_page.ts";
import type { RegisterRow } from "./register.ts";

const LIST_PATHS: readonly string[] = ["/pbp/CCBAC03/getList", "/pbp/CCBAC03"];
const ROBOTS = "User-agent: *\nDisallow: /mypage/\nDisallow: /login\nAllow: /\n";
const DEFAULT_SIZE = 10;

/** Returns a handler that serves the rows that `today` returns at the moment of each request. */
export function replica(
  today: () => readonly RegisterRow[],
): (request: Request) => Response {
  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const url = new URL(request.url);
    if (url.pathname === "/robots.txt") return text(ROBOTS, { type: "text/plain" });
    if (url.pathname === "/cntnts/5") return text(termsPage());
    if (LIST_PATHS.includes(url.pathname)) return text(list(url.searchParams, today()));
    return text(noSuchPage(), { status: 404 });
  };
}

function text(
  body: string,
  { type = "text/html", status = 200 }: { type?: string; status?: number } = {},
): Response {
  return new Response(body, { status, headers: { "content-type": `${type};charset=UTF-8` } });
}

/** Unknown parameters are ignored in silence, as the site ignores them. */
function list(parameters: URLSearchParams, rows: readonly RegisterRow[]): string {
  const question = readQuestion(parameters);
  const found = rows.filter((row) => answers(row, question));
  const from = (question.page - 1) * question.limit;
  return listPage({
    question,
    total: found.length,
    from,
    rows: found.slice(from, from + question.limit),
  });
}

function readQuestion(parameters: URLSearchParams): Question {
  const text = (name: string) => parameters.get(name)?.trim() ?? "";
  return {
    page: positive(parameters.get("page")) ?? 1,
    limit: positive(parameters.get("limit")) ?? DEFAULT_SIZE,
    searchDmfPermitNo: text("searchDmfPermitNo"),
    searchIngrKorName: text("searchIngrKorName"),
  };
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function answers(row: RegisterRow, question: Question): boolean {
  return row.registrationNumber.includes(question.searchDmfPermitNo) &&
    row.ingredient.includes(question.searchIngrKorName);
}
