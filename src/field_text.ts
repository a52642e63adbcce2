/**
 * A field's value in one line of text, for terminals and messages.
 *
 * @module
 */

import { STATUS_LABELS } from "./fields.ts";
import type { FieldName, RegisterRecord, Site, Status } from "./model.ts";

/** Text of a value; nothing is "–". */
export function fieldText(
  name: FieldName,
  value: RegisterRecord[FieldName],
  lang: "ko" | "en",
): string {
  if (value === null) return "–";
  if (name === "status") return STATUS_LABELS[value as Status][lang];
  if (name === "sites") return (value as readonly Site[]).map(siteText).join(" / ") || "–";
  return printable(String(value));
}

function siteText({ name, address, country }: Site): string {
  return printable([name, address, country].map((part) => part ?? "–").join(", "));
}

/** Crawled text may hold anything; what steers a terminal is shown, not sent. */
export function printable(text: string): string {
  return printableLines(text).replace(/[\t\n]/g, "\ufffd");
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.replace(STEERING, "\ufffd");
}

/** Control characters but tab and line feed, and those that turn the direction of writing. */
const STEERING =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
