/**
 * What `dmf archive …` asks for: one of its three words, and the options that belong to it.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import type { RunId } from "./model.ts";
import { nearest } from "./nearest.ts";
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
} as const satisfies Readonly<Record<ArchiveAction["what"], readonly OptionName[]>>;

const WHAT = { ko: "list, prune, export 중 하나가", en: "one of list, prune and export" };
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
  const what = wordOf(operands.next(WHAT));
  const own: readonly OptionName[] = OWN[what];
  for (const name of Object.values(OWN).flat()) {
    if (given.values.has(name) && !own.includes(name)) throw foreign(what, name);
  }
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

function wordOf(word: string): ArchiveAction["what"] {
  if (Object.hasOwn(OWN, word)) return word as ArchiveAction["what"];
  const near = nearest(word, Object.keys(OWN));
  throw new ConfigurationError({
    ko: `"archive ${word}" 명령은 없습니다. ${
      near === null
        ? "list, prune, export가 있습니다."
        : `가장 가까운 것은 "archive ${near}"입니다.`
    }`,
    en: `"archive ${word}" is not known, ${
      near === null ? "there are list, prune and export" : `nearest is "archive ${near}"`
    }`,
  });
}

function fileOf(file: string): string {
  if (/[^/\\]\.warc(?:\.gz)?$/.test(file)) return file;
  throw new ConfigurationError({
    ko: `내보낼 파일 이름은 ".warc" 또는 ".warc.gz"로 끝나야 합니다(입력: "${file}").`,
    en: `The file of an export must end in ".warc" or ".warc.gz", found "${file}"`,
  });
}

function foreign(what: string, name: OptionName): ConfigurationError {
  const owner = Object.entries(OWN).find(([, own]) => (own as readonly OptionName[]).includes(name))
    ?.[0];
  return new ConfigurationError({
    ko:
      `"archive ${what}" 명령에는 "--${name}" 옵션을 쓸 수 없습니다. "archive ${owner}"에만 씁니다.`,
    en: `"archive ${what}" does not take "--${name}", only "archive ${owner}" does`,
  });
}

function backwards(from: RunId, to: RunId): ConfigurationError {
  return new ConfigurationError({
    ko: `"--from ${from}" 날짜는 "--to ${to}" 날짜보다 늦을 수 없습니다.`,
    en: `"--from ${from}" must not be later than "--to ${to}"`,
  });
}
