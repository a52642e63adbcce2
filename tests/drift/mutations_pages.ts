/**
 * Mutations of whole documents: pages that are not the list, not whole, or not in their charset.
 *
 * @module
 */

import { oneOf } from "../support/fixture_founding.ts";
import { FAULT_PAGES, type FaultPageKind } from "../support/fixture_misbehaviour.ts";
import { renderDocument } from "../support/fixture_page.ts";
import {
  type Case,
  CELLS,
  type Draw,
  fewest,
  type Mutation,
  NAMES_ROWS,
  naming,
  namingPage,
} from "./mutation.ts";

function pagesOf({ day }: Draw): number {
  return day.manner.paging?.kind === "one-page" ? 1 : Math.ceil(day.rows.length / 100);
}

/** Spoils one page or all of them; a refusal must name the first that is spoilt. */
function onPages(draw: Draw, spoil: (html: string) => string, names: readonly RegExp[] = []): Case {
  const only = draw.roll(2) === 0 ? null : 1 + draw.roll(pagesOf(draw));
  const page = namingPage(only ?? 1);
  return {
    html: (html, at) => only === null || only === at ? spoil(html) : html,
    names: [
      new RegExp(`^${[page, ...names].map(({ source }) => `(?=[^]*(?:${source}))`).join("")}`),
    ],
  };
}

/** Another page in place of the list, which comes with status 200. */
function otherPage(
  kind: string,
  about: string,
  pages: readonly string[],
  looksLike: RegExp,
): Mutation {
  return {
    kind,
    about,
    spoil: (draw) => {
      const other = oneOf(draw.roll, pages);
      return onPages(draw, () => other, [looksLike]);
    },
  };
}

function fault(kind: FaultPageKind): string {
  const { title, content } = FAULT_PAGES[kind];
  return renderDocument(title, content);
}

const CAPTCHA = renderDocument(
  "자동 접속 확인",
  '<form><img src="/captcha.png" alt=""><label>아래 문자를 입력하세요 <input name="code"></label></form>',
);
const BROWSER_CHECK =
  `<!doctype html><html><head><title>Just a moment...</title></head><body><noscript>Enable
JavaScript and cookies to continue</noscript><script>location.reload()</script></body></html>`;
const SHELL =
  `<!doctype html><html lang="ko"><head><title>의약품안전나라</title></head><body><div id="app">
</div><script src="/app.js"></script></body></html>`;
const ELSEWHERE = `<!doctype html><html><head><title>이동</title>
<meta http-equiv="refresh" content="0;url=/main"></head><body>이동합니다</body></html>`;
const DETAIL = renderDocument(
  "등록 상세",
  "<table><tr><th>등록번호</th><td>20200101-209-J-1</td></tr><tr><th>성분명</th><td>아스피린</td></tr>" +
    "</table>",
);
const MAINTENANCE = renderDocument("안내", "<p>서비스 점검 안내: 06:00 ~ 07:00</p>");

/** Bytes of a list in one charset under the name of another. */
function misnamed(draw: Draw): Case {
  const [encoding, claims] = oneOf(
    draw.roll,
    [
      ["utf-8", "euc-kr"],
      ["euc-kr", "utf-8"],
      ["utf-8", "iso-8859-1"],
      ["euc-kr", "windows-1252"],
      ["utf-8", "shift_jis"],
    ] as const,
  );
  return { manner: { encoding }, claims, names: [...naming(...CELLS), namingPage(1)] };
}

/** Cuts the rows of one page and closes the document, as a proxy does that repairs what it got. */
function cutAndClosed(draw: Draw): Case {
  const { roll } = draw;
  const only = 1 + roll(pagesOf(draw));
  const inRow = roll(2) === 0;
  const share = roll(900) / 1_000;
  return {
    html: (html, page) => {
      if (page !== only) return html;
      const rows = html.indexOf("<tbody>");
      const end = html.lastIndexOf("</tbody></table>\n");
      const at = rows + 20 + Math.floor((end - rows - 20) * share);
      const cut = inRow ? at : html.lastIndexOf("</tr>", at) + "</tr>".length;
      return `${html.slice(0, Math.max(cut, rows + "<tbody>".length))}</table></html>`;
    },
    names: [...NAMES_ROWS, namingPage(only)],
  };
}

/** Takes rows out of one page without a trace in its total. */
function commentedOut(draw: Draw): Case {
  const only = 1 + draw.roll(pagesOf(draw));
  const least = fewest(draw.day.rows.length);
  return {
    html: (html, page) => {
      if (page !== only) return html;
      const from = html.indexOf("</tr>\n<tr>") + "</tr>\n".length;
      let to = from;
      for (let left = least; left > 0; left--) {
        const next = html.indexOf("</tr>\n<tr>", to);
        if (next > 0) to = next + "</tr>\n".length;
      }
      return `${html.slice(0, from)}<!-- ${html.slice(from, to)} -->${html.slice(to)}`;
    },
    names: [...NAMES_ROWS, namingPage(only)],
  };
}

/** Mutations of documents. */
export const PAGE_MUTATIONS: readonly Mutation[] = [
  otherPage(
    "maintenance page",
    "a notice of maintenance with status 200",
    [fault("maintenance-page"), MAINTENANCE],
    /점검/,
  ),
  otherPage(
    "error page",
    "the site's error page with status 200",
    [fault("error-shell")],
    /오류 안내 화면/,
  ),
  otherPage("login page", "a form to log in", [fault("login-page")], /로그인/),
  otherPage(
    "challenge",
    "a captcha, a browser check or a firewall's refusal",
    [CAPTCHA, BROWSER_CHECK, fault("waf-page")],
    /방화벽|Just a moment|자동 접속 확인/,
  ),
  otherPage("empty shell", "a document that its scripts would fill", [SHELL, ELSEWHERE], /제목/),
  otherPage("another table", "the details of one record", [DETAIL], /등록 상세|열이 없습니다/),
  {
    kind: "JSON",
    about: "data for a script, or an error for one",
    spoil: (draw) => {
      const body = oneOf(draw.roll, [
        '{"result":"error","code":500}',
        '{"totalCount":9149,"list":[]}',
        "[]",
        "null",
      ]);
      return onPages(draw, () => body);
    },
  },
  {
    kind: "empty body",
    about: "nothing at all, or white space",
    spoil: (draw) => {
      const body = oneOf(draw.roll, ["", "\r\n", "<html></html>"]);
      return onPages(draw, () => body);
    },
  },
  {
    kind: "wrong charset",
    about: "header and document name a charset that the bytes are not in",
    spoil: misnamed,
  },
  {
    kind: "not text",
    about: "one page is bytes, such as a body that was compressed twice",
    spoil: (draw) => {
      const only = 1 + draw.roll(pagesOf(draw));
      const noise = Uint8Array.from({ length: 4_000 }, () => draw.roll(256));
      return { bytes: (bytes, page) => page === only ? noise : bytes, names: [namingPage(only)] };
    },
  },
  {
    kind: "cut",
    about: "one page ends at any byte",
    spoil: (draw) => {
      const only = 1 + draw.roll(pagesOf(draw));
      const share = draw.roll(995) / 1_000;
      return {
        bytes: (bytes, page) =>
          page === only ? bytes.subarray(0, Math.floor(bytes.length * share)) : bytes,
        names: [namingPage(only)],
      };
    },
  },
  {
    kind: "cut and closed",
    about: "one page ends anywhere in the table, and a proxy closed it with </table></html>",
    spoil: cutAndClosed,
  },
  {
    kind: "rows commented out",
    about: "one page hides rows in a comment",
    spoil: commentedOut,
  },
];
