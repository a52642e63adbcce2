/**
 * The RSS of a board, from text to the notices it names.
 *
 * A feed is a second opinion only: what it lacks says nothing, and one that cannot be read is told
 * and does no harm.
 *
 * @module
 */

import { clean } from "../normalize.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import { parseXml, type XmlValue } from "../xml.ts";
import { dateOf, type Listed } from "./read_list.ts";

/** Reads a feed; `null` for what is no RSS, or names a notice that cannot be read. */
export function readFeed(text: string, { list }: BoardSpec): readonly Listed[] | null {
  const document = parseXml(text);
  if (document?.name !== "rss") return null;
  const channel = child(document.root, "channel");
  if (channel === null) return null;
  const items = listOf(child(channel, "item")).map((item) => readItem(item, list));
  return items.every((item) => item !== null) ? items : null;
}

function readItem(item: XmlValue, list: BoardSpec["list"]): Listed | null {
  const link = textOf(child(item, "link")) || textOf(child(item, "guid"));
  const seq = new RegExp(list.link, "u").exec(link)?.[1];
  const title = clean(textOf(child(item, "title")));
  const date = textOf(child(item, "pubDate")) || textOf(child(item, "date"));
  const postedOn = feedDate(date, list.date);
  return seq && title && postedOn ? { seq, title, postedOn, pinned: false } : null;
}

/** Days of a feed are written as RFC 822 wants it, or as on the list. */
function feedDate(text: string, pattern: string): string | null {
  const plain = new RegExp(pattern, "u").exec(text);
  if (plain) return dateOf(plain);
  const [, day, name = "", year, time, zone = ""] = RFC_822.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  const date = dateOf(["", year, String(month), day]);
  const offset = ZONES[zone] ?? zone;
  if (date === null || !/^[+-]\d{4}$/.test(offset)) return null;
  const instant = Temporal.Instant.from(`${date}T${time}${offset}`);
  return instant.toZonedDateTimeISO("Asia/Seoul").toPlainDate().toString();
}

const RFC_822 =
  /\b(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4}) ([01]\d:[0-5]\d|2[0-3]:[0-5]\d)(?::[0-5]\d)? ([A-Z]+|[+-]\d{4})/;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const ZONES: Readonly<Record<string, string>> = {
  GMT: "+0000",
  UT: "+0000",
  UTC: "+0000",
  KST: "+0900",
};

function child(value: XmlValue, name: string): XmlValue {
  if (value === null || typeof value === "string" || Array.isArray(value)) return null;
  return (value as { readonly [name: string]: XmlValue })[name] ?? null;
}

function listOf(value: XmlValue): readonly XmlValue[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function textOf(value: XmlValue): string {
  return typeof value === "string" ? value : "";
}
