/**
 * What the command line asks for, as a value.
 *
 * Pure: nothing is opened, printed or ended here, and nothing heavy is imported, so that `--version`
 * starts fast. Which options there are is in `options.ts`, what help says of them in `help.ts`.
 *
 * @module
 */

import { type ArchiveAction, archiveAction } from "./archive_action.ts";
import { ConfigurationError } from "./configuration_error.ts";
import { type Dimension, DIMENSION_NAMES } from "./dimension.ts";
import type { RunId } from "./model.ts";
import { byOf, dateOf, oneOf, reasonOf, spanOf, toDate, versionOf } from "./option_values.ts";
import { Operands, toCommand } from "./operands.ts";
import { countOf } from "./option_values.ts";
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
  /** `record` as above; `field` as typed; `open` is `null`, "", or the file to write. */
  | {
    readonly kind: "why";
    readonly record: string;
    readonly field: string | null;
    readonly date: RunId | null;
    readonly source: string | null;
    readonly open: string | null;
  }
  | { readonly kind: "asOf"; readonly date: RunId }
  | {
    readonly kind: "stats";
    readonly by: Dimension | null;
    readonly date: RunId | null;
    readonly source: string | null;
    readonly top: number | null;
    readonly format: "text" | "csv";
  }
  /** `test` is an entry to try, as dmf.json would have it. */
  | { readonly kind: "watch-list"; readonly test: string | null; readonly source: string | null }
  | { readonly kind: "report"; readonly date: RunId | null }
  | {
    readonly kind: "accept" | "reject";
    readonly run: RunId;
    readonly reason: string;
    readonly by: string | null;
    readonly source: string | null;
  }
  | {
    readonly kind: "revoke";
    readonly run: RunId;
    readonly reason: string;
    readonly by: string | null;
    readonly source: string | null;
    /** Whether runs after it may be revoked as well. */
    readonly withLater: boolean;
  }
  | {
    readonly kind: "reextract";
    /** A version of the source's selector spec; the newest if left out. */
    readonly spec: number | null;
    readonly from: RunId | null;
    /** Present where what differs is to be sealed. */
    readonly confirmed: { readonly reason: string; readonly by: string | null } | null;
    readonly source: string | null;
  }
  | { readonly kind: "notify"; readonly test: boolean }
  | { readonly kind: "fsck"; readonly rebuild: boolean }
  | ArchiveAction
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
    case "why":
      return {
        kind: name,
        record: operands.next(RECORD),
        field: operands.maybe(),
        date: dateOf(given, "date"),
        source: given.values.get("source") ?? null,
        open: given.values.get("open") ?? null,
      };
    case "as-of":
      return { kind: "asOf", date: toDate(operands.next(DATE), "as-of") };
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
    case "accept":
    case "reject":
      return {
        kind: name,
        run: toDate(operands.next(DATE), name),
        reason: reasonOf(given, name),
        by: byOf(given),
        source: given.values.get("source") ?? null,
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
