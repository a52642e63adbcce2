/**
 * What the command line asks for, as a value.
 *
 * Pure: nothing is opened, printed or ended here, and nothing heavy is imported, so that `--version`
 * starts fast. Which options there are is in `options.ts`, what help says of them in `help.ts`.
 *
 * @module
 */

import { type Action, type Command, type Common, DEFAULT_CONFIG } from "./action.ts";
import { ConfigurationError } from "./configuration_error.ts";
import { oneOf } from "./option_values.ts";
import { toAction } from "./to_action.ts";
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
