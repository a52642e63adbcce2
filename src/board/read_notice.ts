/**
 * The page of one notice, from text to what it says.
 *
 * A page is only the notice's own where it shows the title that the list names: boards answer with
 * an error page, or their front page, and call it a success. The text is taken from the element that
 * the spec names, and found by content extraction where there is none.
 *
 * @module
 */

import { canonicalUrl } from "../corpus/canonical_url.ts";
import { STATED_POLICY } from "../corpus/url_policy.ts";
import { attribute, hasClass, parseHtml } from "../html.ts";
import { clean, fold } from "../normalize.ts";
import type { Board, BoardSpec } from "../notice/board_spec.ts";
import type { Attachment } from "../notice/notice.ts";
import { textIn } from "../visible_text.ts";
import type { ReadContent } from "./read_content.ts";
import { elementsIn } from "./read_list.ts";

/** What a page says of its notice. */
export interface NoticePage {
  readonly title: string;
  readonly body: string;
  readonly attachments: readonly Attachment[];
  /** What read the body. */
  readonly reader: string;
}

/** Longer texts are cut: a store is no place for a book. */
const LONGEST_BODY = 60_000;
const MOST_ATTACHMENTS = 100;

/** How a page is read: the spec, and what finds content where the spec's class is not there. */
export interface NoticeReader {
  readonly spec: BoardSpec;
  readonly content: ReadContent;
}

/**
 * Reads the page of a notice titled `title`; `null` where it does not show that title.
 *
 * `url` is the public address, against which files are resolved.
 */
export function readNoticePage(
  html: string,
  { url, title }: { readonly url: string; readonly title: string },
  { spec, content }: NoticeReader,
): NoticePage | null {
  const parsed = parseHtml(html);
  if (parsed === null) return null;
  const whole = fold(textIn(parsed.root));
  const begun = fold(title.replace(/\s*(?:…|\.{3})$/, ""));
  if (begun === "" || !whole.includes(begun)) return null;
  const { view } = spec;
  const bodyClass = view.body;
  const marked = bodyClass === undefined
    ? []
    : elementsIn(parsed.root, (element) => hasClass(element, bodyClass));
  const extracted = marked.length > 0 ? null : content(html, url);
  const lines = extracted?.lines ?? marked.flatMap((element) => textIn(element).split("\n"));
  const files = elementsIn(parsed.root, (element) => hasClass(element, view.attachments));
  return {
    title,
    body: bodyOf(lines, view.noise),
    attachments: files.flatMap((list) => attachmentsIn(list, url, view))
      .slice(0, MOST_ATTACHMENTS),
    reader: extracted?.reader ?? `class ${bodyClass}`,
  };
}

/** Address of a notice's page at an origin. */
export function viewUrl(spec: BoardSpec, board: Board, seq: string, origin: string): string {
  const url = new URL(board.view, origin);
  url.searchParams.set(spec.view.seqParameter, seq);
  return url.href;
}

/** Address of a notice for people: at the publisher, whatever replica it was read from. */
export function publicUrl(spec: BoardSpec, board: Board, seq: string): string {
  const url = viewUrl(spec, board, seq, spec.origin);
  const canonical = canonicalUrl(url, STATED_POLICY);
  return canonical.kind === "canonical" ? canonical.url : url;
}

function bodyOf(lines: readonly string[], noise: readonly string[]): string {
  const patterns = noise.map((pattern) => new RegExp(pattern, "gu"));
  const kept = lines
    .map((line) => clean(patterns.reduce((text, pattern) => text.replace(pattern, ""), line)))
    .filter((line) => line !== "");
  return kept.join("\n").slice(0, LONGEST_BODY).toWellFormed();
}

/** Files by the links to them; a name stands in the link, or beside it in the same item. */
function attachmentsIn(
  list: Parameters<typeof elementsIn>[0],
  url: string,
  { attachmentLink }: BoardSpec["view"],
): Attachment[] {
  const pattern = new RegExp(attachmentLink, "u");
  const items = elementsIn(list, ({ tagName }) => tagName === "li" || tagName === "tr");
  const found: Attachment[] = [];
  for (const item of items.length > 0 ? items : [list]) {
    for (const link of elementsIn(item, ({ tagName }) => tagName === "a")) {
      const address = URL.parse(attribute(link, "href") ?? "", url);
      if (address === null || !pattern.test(address.href)) continue;
      const named = elementsIn(item, ({ tagName }) => tagName === "strong")[0] ?? link;
      const name = clean(textIn(named)) || clean(attribute(link, "title") ?? "");
      found.push({ name: name.slice(0, 300).toWellFormed(), address: address.href });
      if (items.length > 0) break;
    }
  }
  return found;
}
