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
import { nearest } from "./nearest.ts";
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
  | { readonly kind: "report"; readonly date: RunId | null }
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
    case "changes":
      return { kind: name, ...spanOf(given) };
    case "history":
      return { kind: name, record: operands.next("a registration number or record id") };
    case "as-of":
      return { kind: "asOf", date: toDate(operands.next("a date YYYY-MM-DD"), "as-of") };
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

/** The words after the command, taken one by one. */
class Operands {
  readonly #command: CommandName;
  readonly #words: string[];

  constructor(command: CommandName, words: readonly string[]) {
    this.#command = command;
    this.#words = [...words];
  }

  next(what: string): string {
    const word = this.#words.shift()?.trim().normalize("NFC");
    if (word) return word;
    throw new ConfigurationError(
      `"${this.#command}" needs ${what}; "dmf ${this.#command} --help" shows how`,
    );
  }

  maybeCommand(): CommandName | null {
    const word = this.#words.shift();
    return word === undefined ? null : toCommand(word);
  }

  end(): void {
    const extra = this.#words[0];
    if (extra === undefined) return;
    throw new ConfigurationError(`"${this.#command}" takes no further word, found "${extra}"`);
  }
}

function commandOf(given: Given): CommandName {
  const word = given.words[0];
  const flag = onceOf(given);
  if (flag !== null && word !== undefined && word !== flag) {
    throw new ConfigurationError(`"--once" is a command by itself, found "${word}" beside it`);
  }
  if (flag !== null) return flag;
  if (word !== undefined) return toCommand(word);
  throw new ConfigurationError('Name a command, such as "dmf --once"; "dmf --help" lists them');
}

function onceOf(given: Given): "once" | null {
  return given.values.has("once") ? "once" : null;
}

function toCommand(word: string): CommandName {
  if (Object.hasOwn(OWN_OPTIONS, word)) return word as CommandName;
  const near = nearest(word, COMMAND_NAMES);
  throw new ConfigurationError(
    `"${word}" is not a known command, ${
      near === null ? '"dmf --help" lists them' : `nearest is "${near}"`
    }`,
  );
}

function refuseForeign(given: Given, command: CommandName): void {
  const own: readonly OptionName[] = OWN_OPTIONS[command];
  for (const name of given.values.keys()) {
    if (own.includes(name) || COMMON_OPTIONS.includes(name)) continue;
    const owners = COMMAND_NAMES.filter((other) =>
      (OWN_OPTIONS[other] as readonly OptionName[]).includes(name)
    );
    throw new ConfigurationError(
      `"${command}" does not take "--${name}", only ${
        owners.map((owner) => `"${owner}"`).join(" and ")
      } does`,
    );
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
  throw new ConfigurationError(
    `"--${option}" must be ${allowed.map((word) => `"${word}"`).join(" or ")}, found "${value}"`,
  );
}

function spanOf(given: Given): { readonly since: RunId | null; readonly until: RunId | null } {
  const since = dateOf(given, "since");
  const until = dateOf(given, "until");
  if (since !== null && until !== null && since > until) {
    throw new ConfigurationError(`"--since ${since}" must not be later than "--until ${until}"`);
  }
  return { since, until };
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
  throw new ConfigurationError(
    `"${where}" must be a day of the calendar as YYYY-MM-DD, found "${text}"`,
  );
}
