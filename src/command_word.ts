/**
 * The word after a command that has several, as in `archive list`, and the options that go with it.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import { nearest } from "./nearest.ts";
import type { Operands } from "./operands.ts";
import type { CommandName, Given, OptionName } from "./options.ts";

/** Options of each word, besides those of the command. */
export type WordOptions<Word extends string> = Readonly<Record<Word, readonly OptionName[]>>;

/**
 * Takes the word, and looks whether the options that were given are its own.
 *
 * @throws {ConfigurationError} naming what cannot be used, and the nearest that can.
 */
export function commandWord<Word extends string>(
  command: CommandName,
  options: WordOptions<Word>,
  given: Given,
  operands: Operands,
): Word {
  const words = Object.keys(options) as Word[];
  const [ko, en] = [words.join(", "), `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`];
  const typed = operands.next({ ko: `${ko} 중 하나가`, en: `one of ${en}` });
  const word = words.find((one) => one === typed);
  if (word === undefined) throw unknown(command, typed, words, { ko, en });
  const all: readonly OptionName[] = Object.values<readonly OptionName[]>(options).flat();
  for (const name of all) {
    if (given.values.has(name) && !options[word].includes(name)) {
      throw foreign(command, word, name, words.filter((one) => options[one].includes(name)));
    }
  }
  return word;
}

function unknown(
  command: CommandName,
  typed: string,
  words: readonly string[],
  all: { readonly ko: string; readonly en: string },
): ConfigurationError {
  const near = nearest(typed, words);
  return new ConfigurationError({
    ko: `"${command} ${typed}" 명령은 없습니다. ${
      near === null ? `${all.ko} 명령이 있습니다.` : `가장 가까운 것은 "${command} ${near}"입니다.`
    }`,
    en: `"${command} ${typed}" is not known, ${
      near === null ? `there are ${all.en}` : `nearest is "${command} ${near}"`
    }`,
  });
}

function foreign(
  command: CommandName,
  word: string,
  option: OptionName,
  owners: readonly string[],
): ConfigurationError {
  const named = owners.map((owner) => `"${command} ${owner}"`);
  return new ConfigurationError({
    ko: `"${command} ${word}" 명령에는 "--${option}" 옵션을 쓸 수 없습니다. 이 옵션을 쓰는 명령: ${
      named.join(", ")
    }.`,
    en: `"${command} ${word}" does not take "--${option}", only ${named.join(" and ")} ${
      named.length === 1 ? "does" : "do"
    }`,
  });
}
