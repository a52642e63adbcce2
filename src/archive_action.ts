/**
 * What `dmf archive …` asks for: one of its three words, and the options that belong to it.
 *
 * @module
 */

import { commandWord, type WordOptions } from "./command_word.ts";
import { ConfigurationError } from "./configuration_error.ts";
import type { RunId } from "./model.ts";
import type { Operands } from "./operands.ts";
import type { Given, OptionName } from "./options.ts";

/** What is to be done with the archive. */
export type ArchiveAction =
  | { readonly kind: "archive"; readonly what: "list" }
  | { readonly kind: "archive"; readonly what: "prune"; readonly dryRun: boolean }
  | {
    readonly kind: "archive";
    readonly what: "export";
    readonly file: string;
    readonly from: RunId | null;
    readonly to: RunId | null;
    readonly source: string | null;
  };

/** Options of each word. */
const OWN = {
  list: [],
  prune: ["dry-run"],
  export: ["from", "to", "source"],
} as const satisfies WordOptions<ArchiveAction["what"]>;

const FILE = { ko: "파일 이름이", en: "the name of a file" };

/**
 * Reads the words and options after `archive`; `dateOf` reads the date of an option.
 *
 * @throws {ConfigurationError} naming what cannot be used, and the nearest that can.
 */
export function archiveAction(
  given: Given,
  operands: Operands,
  dateOf: (given: Given, option: OptionName) => RunId | null,
): ArchiveAction {
  const what = commandWord("archive", OWN, given, operands);
  switch (what) {
    case "list":
      return { kind: "archive", what };
    case "prune":
      return { kind: "archive", what, dryRun: given.values.has("dry-run") };
    case "export": {
      const file = fileOf(operands.next(FILE));
      const [from, to] = [dateOf(given, "from"), dateOf(given, "to")];
      if (from !== null && to !== null && from > to) throw backwards(from, to);
      return { kind: "archive", what, file, from, to, source: given.values.get("source") ?? null };
    }
  }
}

function fileOf(file: string): string {
  if (/[^/\\]\.warc(?:\.gz)?$/.test(file)) return file;
  throw new ConfigurationError({
    ko: `내보낼 파일 이름은 ".warc" 또는 ".warc.gz"로 끝나야 합니다(입력: "${file}").`,
    en: `The file of an export must end in ".warc" or ".warc.gz", found "${file}"`,
  });
}

function backwards(from: RunId, to: RunId): ConfigurationError {
  return new ConfigurationError({
    ko: `"--from ${from}" 날짜는 "--to ${to}" 날짜보다 늦을 수 없습니다.`,
    en: `"--from ${from}" must not be later than "--to ${to}"`,
  });
}
