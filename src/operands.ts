/**
 * The words of a command line that are no options: the command, and what it is about.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import { nearest } from "./nearest.ts";
import { COMMAND_NAMES, type CommandName, OWN_OPTIONS } from "./options.ts";
import type { Sentence } from "./refusal.ts";

/** The words after the command, taken one by one. */
export class Operands {
  readonly #command: CommandName;
  readonly #words: string[];

  constructor(command: CommandName, words: readonly string[]) {
    this.#command = command;
    this.#words = [...words];
  }

  /** `what` names the word that must come; its Korean carries the particle. */
  next(what: Sentence): string {
    const word = this.#words.shift()?.trim().normalize("NFC");
    if (word) return word;
    const help = `"dmf ${this.#command} --help"`;
    throw new ConfigurationError({
      ko: `"${this.#command}" 명령에는 ${what.ko} 필요합니다. 쓰는 법은 ${help}로 볼 수 있습니다.`,
      en: `"${this.#command}" needs ${what.en}; ${help} shows how`,
    });
  }

  /** A word that may come, or `null`. */
  maybe(): string | null {
    return this.#words.shift()?.trim().normalize("NFC") || null;
  }

  /** All words that are left. */
  rest(): string[] {
    return this.#words.splice(0).map((word) => word.normalize("NFC"));
  }

  maybeCommand(): CommandName | null {
    const word = this.#words.shift();
    return word === undefined ? null : toCommand(word);
  }

  end(): void {
    const extra = this.#words[0];
    if (extra === undefined) return;
    throw new ConfigurationError({
      ko: `"${this.#command}" 명령에는 다른 말을 덧붙일 수 없습니다(입력: "${extra}").`,
      en: `"${this.#command}" takes no further word, found "${extra}"`,
    });
  }
}

/** Reads a word as a command, or names the nearest there is. */
export function toCommand(word: string): CommandName {
  if (Object.hasOwn(OWN_OPTIONS, word)) return word as CommandName;
  const near = nearest(word, COMMAND_NAMES);
  throw new ConfigurationError({
    ko: `"${word}" 명령은 없습니다. ${
      near === null
        ? '모든 명령은 "dmf --help"로 볼 수 있습니다.'
        : `가장 가까운 명령은 "${near}"입니다.`
    }`,
    en: `"${word}" is not a known command, ${
      near === null ? '"dmf --help" lists them' : `nearest is "${near}"`
    }`,
  });
}
