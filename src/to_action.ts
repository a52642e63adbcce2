/**
 * From a command with its options and words to what it asks for.
 *
 * @module
 */

import type { Action } from "./action.ts";
import { archiveAction } from "./archive_action.ts";
import { corpusAction } from "./corpus_action.ts";
import { extractAction } from "./extract_action.ts";
import { DIMENSION_NAMES } from "./dimension.ts";
import { labelAction } from "./label_action.ts";
import { answerOf, fieldsOf, filterOf } from "./filter_options.ts";
import {
  byOf,
  categoryOf,
  countOf,
  dateOf,
  lagOf,
  oneOf,
  pageOf,
  reasonOf,
  spanOf,
  toDate,
  versionOf,
} from "./option_values.ts";
import type { Operands } from "./operands.ts";
import type { CommandName, Given } from "./options.ts";

/** The action of a command; takes the words that it needs. */
export function toAction(name: CommandName, given: Given, operands: Operands): Action {
  const source = given.values.get("source") ?? null;
  switch (name) {
    case "once":
      return { kind: name, date: dateOf(given, "date"), source };
    case "report":
      return { kind: name, date: dateOf(given, "date"), source };
    case "notify":
      return { kind: name, test: given.values.has("test") };
    case "changes":
      return { kind: name, ...spanOf(given), filter: filterOf(given), ...answerOf(given) };
    case "notices":
      return { kind: name, ...spanOf(given), source, all: given.values.has("all") };
    case "diff": {
      const [from, to] = [operands.next(DATE), operands.next(SECOND_DATE)];
      return { kind: name, from: toDate(from, name), to: toDate(to, name), ...answerOf(given) };
    }
    case "history":
      return { kind: name, record: operands.next(RECORD), source };
    case "why":
      return {
        kind: name,
        record: operands.next(RECORD),
        field: operands.maybe(),
        date: dateOf(given, "date"),
        source: given.values.get("source") ?? null,
        open: pageOf(given),
      };
    case "as-of": {
      const date = toDate(operands.next(DATE), name);
      return { kind: "asOf", date, fields: fieldsOf(given), ...answerOf(given) };
    }
    case "stats":
      return {
        kind: name,
        by: given.values.has("by")
          ? oneOf(given.values.get("by") as string, "by", DIMENSION_NAMES)
          : null,
        date: dateOf(given, "date"),
        source: given.values.get("source") ?? null,
        top: countOf(given, "top"),
        format: oneOf(given.values.get("format") ?? "text", "format", ["text", "csv"]),
      };
    case "watch-list":
      return {
        kind: "watch-list",
        test: given.values.has("test") ? operands.next(PATTERN) : null,
        source: given.values.get("source") ?? null,
      };
    case "crosscheck":
      return { kind: name, source, lag: lagOf(given) };
    case "accept":
    case "reject":
      return {
        kind: name,
        run: toDate(operands.next(DATE), name),
        reason: reasonOf(given, name),
        by: byOf(given),
        source,
      };
    case "revoke":
      return {
        kind: name,
        run: toDate(operands.next(DATE), name),
        reason: reasonOf(given, name),
        by: byOf(given),
        source: given.values.get("source") ?? null,
        withLater: given.values.has("with-later"),
      };
    case "reextract":
      return {
        kind: name,
        spec: versionOf(given),
        from: dateOf(given, "from"),
        confirmed: given.values.has("confirm")
          ? { reason: reasonOf(given, name), by: byOf(given) }
          : null,
        source: given.values.get("source") ?? null,
      };
    case "fsck":
      return { kind: name, rebuild: given.values.has("rebuild") };
    case "archive":
      return archiveAction(given, operands, dateOf);
    case "extract":
      return extractAction(given, operands);
    case "corpus":
      return corpusAction(given, operands);
    case "label":
      return labelAction(given, operands);
    case "train":
      return {
        kind: name,
        file: operands.next(FILE),
        category: categoryOf(given),
        out: given.values.get("out") ?? null,
      };
    case "backup":
      return {
        kind: name,
        file: operands.next(FILE),
        archive: !given.values.has("without-archive"),
      };
    case "restore":
      return { kind: name, file: operands.next(FILE), replace: given.values.has("replace") };
    case "help":
      return { kind: name, topic: operands.maybeCommand(), asked: true };
    case "watch":
    case "demo":
    case "status":
    case "check":
    case "version":
      return { kind: name };
  }
}

const RECORD = { ko: "등록번호 또는 레코드 ID가", en: "a registration number or record id" };
const PATTERN = { ko: '"--test" 뒤에 찾을 말이', en: 'something to look for after "--test"' };
const FILE = { ko: "파일 이름이", en: "the name of a file" };
const DATE = { ko: "날짜(YYYY-MM-DD)가", en: "a date YYYY-MM-DD" };
const SECOND_DATE = { ko: "두 번째 날짜(YYYY-MM-DD)가", en: "a second date YYYY-MM-DD" };
