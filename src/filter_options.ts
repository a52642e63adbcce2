/**
 * Filters, fields and file formats as they are typed: from option values to what they mean.
 *
 * @module
 */

import type { ChangeFilter } from "./change_filter.ts";
import { ConfigurationError } from "./configuration_error.ts";
import { EVENT_LABELS, FIELD_NAMES, type FieldLabels, FIELDS, SITE_PARTS } from "./fields.ts";
import { EVENT_KINDS, type EventKind, type FieldName } from "./model.ts";
import { nearest } from "./nearest.ts";
import { fold } from "./normalize.ts";
import type { Given, OptionName } from "./options.ts";

/** Where a table goes that is not printed for people or as JSON. */
export type TableFile =
  | { readonly format: "csv"; /** stdout where `null`. */ readonly file: string | null }
  | { readonly format: "xlsx"; readonly file: string };

/** Of which source an answer is wanted, and where to if not on the screen. */
export interface Answer {
  readonly source: string | null;
  readonly table: TableFile | null;
}

/** The answer that the options ask for. */
export function answerOf(given: Given): Answer {
  return { source: given.values.get("source") ?? null, table: tableFileOf(given) };
}

/** The filter that the options amount to. */
export function filterOf(given: Given): ChangeFilter {
  const kinds = given.values.get("kind");
  return {
    kinds: kinds === undefined ? null : wordsIn(kinds, "kind", KINDS),
    number: patternOf(given, "number"),
    ingredient: patternOf(given, "ingredient"),
    applicant: patternOf(given, "applicant"),
    site: patternOf(given, "site"),
    country: patternOf(given, "country"),
    text: patternOf(given, "text"),
  };
}

/** The fields that are asked for, in the register's order; all where none is named. */
export function fieldsOf({ values }: Given): readonly FieldName[] {
  const text = values.get("field");
  if (text === undefined) return FIELD_NAMES;
  const asked = wordsIn(text, "field", FIELD_WORDS);
  return FIELD_NAMES.filter((name) => asked.includes(name));
}

/** Where the answer goes as a table; `null` where it is printed. */
function tableFileOf({ values }: Given): TableFile | null {
  const [format, file] = [values.get("format"), values.get("out") ?? null];
  if (format === undefined && file === null) return null;
  if (values.has("json")) throw jsonToo(format === undefined ? "out" : "format");
  const ending = /\.(csv|xlsx)$/i.exec(file ?? "")?.[1]?.toLowerCase();
  const meant = format ?? ending;
  if (meant !== "csv" && meant !== "xlsx") {
    throw format === undefined ? noEnding(file ?? "") : noFormat(format);
  }
  // A file of another name may be the store itself.
  if (file !== null && ending !== meant) throw wrongEnding(file, meant);
  if (meant === "csv") return { format: meant, file };
  if (file === null) throw noFile();
  return { format: meant, file };
}

type Words<T extends string> = ReadonlyMap<string, T>;

function wordsOf<T extends string>(labels: Readonly<Record<T, FieldLabels>>): [string, T][] {
  const names = Object.keys(labels) as T[];
  return names.flatMap((name): [string, T][] => [
    [name, name],
    [labels[name].ko, name],
  ]);
}

const KINDS: Words<EventKind> = new Map(wordsOf(EVENT_LABELS));
const FIELD_WORDS: Words<FieldName> = new Map([
  ...wordsOf(FIELDS),
  ...Object.values(SITE_PARTS).map(({ ko }): [string, FieldName] => [ko, "sites"]),
]);

/** Reads a list with commas; each word is a name or a label, however it is spaced. */
function wordsIn<T extends string>(text: string, option: OptionName, words: Words<T>): T[] {
  const known = new Map([...words].map(([word, name]) => [fold(word).toLowerCase(), name]));
  const found = text.split(",").filter((word) => fold(word) !== "").map((word) => {
    const name = known.get(fold(word).toLowerCase());
    if (name === undefined) throw unknownWord(option, word.trim(), [...words.keys()]);
    return name;
  });
  if (found.length === 0) throw unknownWord(option, text.trim(), [...words.keys()]);
  return [...new Set(found)];
}

function patternOf({ values }: Given, option: OptionName): string | null {
  const text = values.get(option);
  if (text === undefined) return null;
  if (fold(text) !== "") return text.normalize("NFC");
  throw new ConfigurationError({
    ko: `"--${option}" 옵션에는 찾을 말을 적어야 합니다.`,
    en: `"--${option}" needs a text to look for`,
  });
}

function unknownWord(option: OptionName, word: string, words: readonly string[]) {
  const near = nearest(word, words);
  const labels: Readonly<Record<string, FieldLabels>> = option === "kind" ? EVENT_LABELS : FIELDS;
  const names = option === "kind" ? EVENT_KINDS : FIELD_NAMES;
  const inKorean = names.map((name) => `${name}(${labels[name]?.ko})`).join(", ");
  return new ConfigurationError({
    ko: `"--${option}" 값 "${word}" 단어는 없습니다. ${
      near === null ? `쓸 수 있는 값: ${inKorean}.` : `가장 가까운 값은 "${near}"입니다.`
    }`,
    en: `"--${option}" does not know "${word}", ${
      near === null ? `known are ${names.join(", ")}` : `nearest is "${near}"`
    }`,
  });
}

function jsonToo(option: OptionName): ConfigurationError {
  return new ConfigurationError({
    ko: `"--json" 옵션과 "--${option}" 옵션은 함께 쓸 수 없습니다.`,
    en: `"--json" and "--${option}" exclude each other`,
  });
}

function noFormat(format: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"--format" 값은 "csv", "xlsx" 중 하나여야 합니다(입력: "${format}").`,
    en: `"--format" must be "csv" or "xlsx", found "${format}"`,
  });
}

function noEnding(file: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"--out" 파일 이름은 ".csv" 또는 ".xlsx" 확장자로 끝나야 합니다(입력: "${file}").`,
    en: `"--out" must end in ".csv" or ".xlsx", found "${file}"`,
  });
}

function wrongEnding(file: string, format: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"--out" 파일 이름은 ".${format}" 확장자로 끝나야 합니다(입력: "${file}").`,
    en: `"--out" must end in ".${format}", found "${file}"`,
  });
}

function noFile(): ConfigurationError {
  return new ConfigurationError({
    ko:
      '엑셀 파일은 화면에 쓸 수 없습니다. "--out data/changes.xlsx" 옵션으로 파일을 지정하십시오.',
    en: 'A workbook cannot be printed: name its file, as in "--out data/changes.xlsx"',
  });
}
