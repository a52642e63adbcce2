/**
 * What the command line asks for, as a value.
 *
 * Pure: nothing is opened, printed or ended here, and nothing heavy is imported, so that `--version`
 * starts fast. Which options there are is in `options.ts`, what help says of them in `help.ts`.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import { type RunId, runId } from "./model.ts";
import { Operands, toCommand } from "./operands.ts";
import {
  COMMAND_NAMES,
  type CommandName,
  COMMON_OPTIONS,
  type Given,
  type OptionName,
  OWN_OPTIONS,
  readOptions,
} from "./options.ts";

/** Settings that every command takes. */
export interface Common {
  /** Data folder. */
  readonly data: string;
  /** Path of dmf.json; a missing file is fine where this is the default. */
  readonly config: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly lang: "ko" | "en";
  readonly log: "text" | "json";
  readonly contact: string | null;
  /** Accepted changes end with exit code 10. */
  readonly exitCode: boolean;
}

/** Where `Common.config` points when nothing is said. */
export const DEFAULT_CONFIG = "./dmf.json";

/** What is to be done. Dates are Seoul dates, as run ids are. */
export type Action =
  | { readonly kind: "once"; readonly date: RunId | null; readonly source: string | null }
  | { readonly kind: "watch" }
  | { readonly kind: "demo" }
  | { readonly kind: "status" }
  | { readonly kind: "changes"; readonly since: RunId | null; readonly until: RunId | null }
  /** `record` is a registration number or a record id. */
  | { readonly kind: "history"; readonly record: string }
  | { readonly kind: "asOf"; readonly date: RunId }
  | { readonly kind: "crosscheck"; readonly source: string | null; readonly lag: number }
  | { readonly kind: "report"; readonly date: RunId | null }
  | {
    readonly kind: "accept" | "reject";
    readonly run: RunId;
    readonly reason: string;
    readonly by: string | null;
    readonly source: string | null;
  }
  | { readonly kind: "notify"; readonly test: boolean }
  | { readonly kind: "fsck" }
  | { readonly kind: "backup"; readonly file: string; readonly archive: boolean }
  | { readonly kind: "restore"; readonly file: string; readonly replace: boolean }
  | { readonly kind: "check" }
  /** `asked` is false where nothing was said at all: help on stderr, exit code 2. */
  | { readonly kind: "help"; readonly topic: CommandName | null; readonly asked: boolean }
  | { readonly kind: "version" };

/** An action with the settings it is to be done under. */
export type Command = Action & { readonly common: Common };

/**
 * Parses the arguments after the program's name.
 *
 * @throws {ConfigurationError} naming the word that cannot be used, and the nearest that can.
 */
export function parseArguments(argv: readonly string[]): Command {
  const given = readOptions(argv);
  const common = commonOf(given);
  return { ...actionOf(given, argv.length > 0), common };
}

function actionOf(given: Given, asked: boolean): Action {
  if (given.values.has("help")) {
    return {
      kind: "help",
      topic: given.words.length > 0 ? commandOf(given) : onceOf(given),
      asked,
    };
  }
  if (given.values.has("version")) return { kind: "version" };
  if (!asked) return { kind: "help", topic: null, asked };
  const name = commandOf(given);
  refuseForeign(given, name);
  const words = given.words.slice(given.words[0] === name ? 1 : 0);
  const operands = new Operands(name, words);
  const action = toAction(name, given, operands);
  operands.end();
  return action;
}

function toAction(name: CommandName, given: Given, operands: Operands): Action {
  switch (name) {
    case "once":
      return {
        kind: name,
        date: dateOf(given, "date"),
        source: given.values.get("source") ?? null,
      };
    case "report":
      return { kind: name, date: dateOf(given, "date") };
    case "notify":
      return { kind: name, test: given.values.has("test") };
    case "changes":
      return { kind: name, ...spanOf(given) };
    case "history":
      return { kind: name, record: operands.next(RECORD) };
    case "as-of":
      return { kind: "asOf", date: toDate(operands.next(DATE), "as-of") };
    case "crosscheck":
      return { kind: name, source: given.values.get("source") ?? null, lag: lagOf(given) };
    case "accept":
    case "reject":
      return {
        kind: name,
        run: toDate(operands.next(DATE), name),
        reason: reasonOf(given, name),
        by: byOf(given),
        source: given.values.get("source") ?? null,
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
    case "fsck":
    case "check":
    case "version":
      return { kind: name };
  }
}

const RECORD = { ko: "등록번호 또는 레코드 ID가", en: "a registration number or record id" };
const FILE = { ko: "파일 이름이", en: "the name of a file" };
const DATE = { ko: "날짜(YYYY-MM-DD)가", en: "a date YYYY-MM-DD" };

function commandOf(given: Given): CommandName {
  const word = given.words[0];
  const flag = onceOf(given);
  if (flag !== null && word !== undefined && word !== flag) {
    throw new ConfigurationError({
      ko: `"--once" 옵션은 그 자체로 명령입니다. 다른 명령과 함께 쓸 수 없습니다(입력: "${word}").`,
      en: `"--once" is a command by itself, found "${word}" beside it`,
    });
  }
  if (flag !== null) return flag;
  if (word !== undefined) return toCommand(word);
  throw new ConfigurationError({
    ko: '"dmf --once"처럼 명령을 적으십시오. 모든 명령은 "dmf --help"로 볼 수 있습니다.',
    en: 'Name a command, such as "dmf --once"; "dmf --help" lists them',
  });
}

function onceOf(given: Given): "once" | null {
  return given.values.has("once") ? "once" : null;
}

function refuseForeign(given: Given, command: CommandName): void {
  const own: readonly OptionName[] = OWN_OPTIONS[command];
  for (const name of given.values.keys()) {
    if (own.includes(name) || COMMON_OPTIONS.includes(name)) continue;
    const owners = COMMAND_NAMES.filter((other) =>
      (OWN_OPTIONS[other] as readonly OptionName[]).includes(name)
    ).map((owner) => `"${owner}"`);
    throw new ConfigurationError({
      ko: `"${command}" 명령에는 "--${name}" 옵션을 쓸 수 없습니다. ` +
        `이 옵션을 쓰는 명령: ${owners.join(", ")}.`,
      en: `"${command}" does not take "--${name}", only ${owners.join(" and ")} does`,
    });
  }
}

function commonOf({ values }: Given): Common {
  return {
    data: values.get("data") ?? "./data",
    config: values.get("config") ?? DEFAULT_CONFIG,
    contact: values.get("contact") ?? null,
    lang: oneOf(values.get("lang") ?? "ko", "lang", ["ko", "en"]),
    log: oneOf(values.get("log") ?? "text", "log", ["text", "json"]),
    json: values.has("json"),
    quiet: values.has("quiet"),
    exitCode: values.has("exit-code"),
  };
}

function oneOf<T extends string>(value: string, option: OptionName, allowed: readonly T[]): T {
  const match = allowed.find((word) => word === value);
  if (match !== undefined) return match;
  const words = allowed.map((word) => `"${word}"`);
  throw new ConfigurationError({
    ko: `"--${option}" 값은 ${words.join(", ")} 중 하나여야 합니다(입력: "${value}").`,
    en: `"--${option}" must be ${words.join(" or ")}, found "${value}"`,
  });
}

/** Days that a second view may be behind; the views are published at other hours of other days. */
function lagOf({ values }: Given): number {
  const text = values.get("lag") ?? "7";
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new ConfigurationError({
    ko: `"--lag" 값은 0에서 999 사이의 일수여야 합니다(입력: "${text}").`,
    en: `"--lag" must be a number of days from 0 to 999, found "${text}"`,
  });
}

function spanOf(given: Given): { readonly since: RunId | null; readonly until: RunId | null } {
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

/** Why a person decided so: it goes into the record, and nobody can ask again in a year. */
function reasonOf({ values }: Given, command: CommandName): string {
  const reason = oneLine(values.get("reason") ?? "");
  if (reason !== "" && reason.length <= LONGEST_REASON) return reason;
  throw new ConfigurationError({
    ko: `"${command}" 명령에는 "--reason" 옵션으로 이유를 적어야 합니다(${LONGEST_REASON}자까지, ` +
      `예: dmf ${command} 2026-12-01 --reason notice-2026-12).`,
    en: `"${command}" needs "--reason" with up to ${LONGEST_REASON} characters, as in: ` +
      `dmf ${command} 2026-12-01 --reason notice-2026-12`,
  });
}

const LONGEST_REASON = 1000;

/** Who decided so, where that is said. */
function byOf({ values }: Given): string | null {
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

function dateOf({ values }: Given, option: OptionName): RunId | null {
  const text = values.get(option);
  return text === undefined ? null : toDate(text, `--${option}`);
}

function toDate(text: string, where: string): RunId {
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
