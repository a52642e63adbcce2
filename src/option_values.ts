/**
 * What options were given: dates, reasons, names, versions, each checked before it is believed.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import { type RunId, runId } from "./model.ts";
import type { CommandName, Given, OptionName } from "./options.ts";

/** One of a few words. */
export function oneOf<T extends string>(
  value: string,
  option: OptionName,
  allowed: readonly T[],
): T {
  const match = allowed.find((word) => word === value);
  if (match !== undefined) return match;
  const words = allowed.map((word) => `"${word}"`);
  throw new ConfigurationError({
    ko: `"--${option}" 값은 ${words.join(", ")} 중 하나여야 합니다(입력: "${value}").`,
    en: `"--${option}" must be ${words.join(" or ")}, found "${value}"`,
  });
}

/** The category of pages; `null` where none is named. */
export function categoryOf({ values }: Given): "news" | "blog" | "shop" | null {
  const word = values.get("category");
  return word === undefined
    ? null
    : oneOf<"news" | "blog" | "shop">(word, "category", ["news", "blog", "shop"]);
}

/** The span that `--since` and `--until` name. */
export function spanOf(
  given: Given,
): { readonly since: RunId | null; readonly until: RunId | null } {
  const since = dateOf(given, "since");
  const until = dateOf(given, "until");
  if (since !== null && until !== null && since > until) {
    throw new ConfigurationError({
      ko: `"--since ${since}" 날짜는 "--until ${until}" 날짜보다 늦을 수 없습니다.`,
      en: `"--since ${since}" must not be later than "--until ${until}"`,
    });
  }
  return { since, until };
}

/** A version of a selector spec: what stands in its file name. */
export function versionOf({ values }: Given): number | null {
  const text = values.get("spec");
  if (text === undefined) return null;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new ConfigurationError({
    ko: `"--spec" 값은 선택자 파일의 버전 번호여야 합니다(예: --spec 3, 입력: "${text}").`,
    en: `"--spec" must be the version of a selector file, such as --spec 3, found "${text}"`,
  });
}

/** Why a person decided so: it goes into the record, and nobody can ask again in a year. */
export function reasonOf({ values }: Given, command: CommandName): string {
  const reason = oneLine(values.get("reason") ?? "");
  if (reason !== "" && reason.length <= LONGEST_REASON) return reason;
  if (reason !== "") {
    throw new ConfigurationError({
      ko: `"--reason" 값은 ${LONGEST_REASON}자까지 적을 수 있습니다(입력: ${reason.length}자).`,
      en: `"--reason" takes up to ${LONGEST_REASON} characters, found ${reason.length}`,
    });
  }
  const example =
    `dmf ${command === "reextract" ? "reextract --confirm" : `${command} 2026-12-01`}` +
    " --reason notice-2026-12";
  throw new ConfigurationError({
    ko: `"${command}" 명령에는 "--reason" 옵션으로 이유를 적어야 합니다(${LONGEST_REASON}자까지, ` +
      `예: ${example}).`,
    en: `"${command}" needs "--reason" with up to ${LONGEST_REASON} characters, as in: ${example}`,
  });
}

const LONGEST_REASON = 1000;

/** Who decided so, where that is said. */
export function byOf({ values }: Given): string | null {
  const by = oneLine(values.get("by") ?? "");
  if (by.length <= LONGEST_NAME) return by === "" ? null : by;
  throw new ConfigurationError({
    ko: `"--by" 옵션에는 이름을 ${LONGEST_NAME}자까지 적습니다.`,
    en: `"--by" takes a name of up to ${LONGEST_NAME} characters`,
  });
}

const LONGEST_NAME = 100;

/** A person's words as one line, so that they cannot pass for lines of the program's own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().normalize("NFC");
}

/** The day that an option names, `null` where it was not given. */
export function dateOf({ values }: Given, option: OptionName): RunId | null {
  const text = values.get(option);
  return text === undefined ? null : toDate(text, `--${option}`);
}

/** Reads a day; `where` is the option or the command that it stands beside. */
export function toDate(text: string, where: string): RunId {
  try {
    // Temporal also reads years of six digits.
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return runId(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new ConfigurationError({
    ko: `"${where}" 값은 달력에 있는 날짜(YYYY-MM-DD)여야 합니다(입력: "${text}").`,
    en: `"${where}" must be a day of the calendar as YYYY-MM-DD, found "${text}"`,
  });
}

/** The page of `--open`, `""` for the usual one; a file of another name may be the store itself. */
export function pageOf({ values }: Given): string | null {
  const file = values.get("open");
  if (file === undefined || file === "") return file ?? null;
  if (/[^/\\]\.html?$/i.test(file)) return file;
  throw new ConfigurationError({
    ko: `"--open" 파일 이름은 ".html" 또는 ".htm"으로 끝나야 합니다(입력: "${file}").`,
    en: `"--open" must end in ".html" or ".htm", found "${file}"`,
  });
}

/** Days that a second view may be behind; the views are published at other hours of other days. */
export function lagOf({ values }: Given): number {
  const text = values.get("lag") ?? "7";
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new ConfigurationError({
    ko: `"--lag" 값은 0에서 999 사이의 일수여야 합니다(입력: "${text}").`,
    en: `"--lag" must be a number of days from 0 to 999, found "${text}"`,
  });
}

/** How many: a whole number from 1 on; `null` where the option is not given. */
export function countOf({ values }: Given, option: OptionName): number | null {
  const text = values.get(option);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new ConfigurationError({
    ko: `"--${option}" 값은 1 이상의 정수여야 합니다(입력: "${text}").`,
    en: `"--${option}" must be a whole number from 1 on, found "${text}"`,
  });
}
