/**
 * What `dmf corpus …` asks for: one of its five words, and the options that belong to it.
 *
 * @module
 */

import { commandWord, type WordOptions } from "./command_word.ts";
import { ConfigurationError } from "./configuration_error.ts";
import type { Operands } from "./operands.ts";
import type { Given } from "./options.ts";

/** What is to be done with a corpus. */
export type CorpusAction =
  & { readonly kind: "corpus"; readonly name: string }
  & (
    | {
      readonly what: "add";
      /** Files and folders; `-` is standard input. */
      readonly paths: readonly string[];
      /** `paper`, `ours`, or a file. */
      readonly policy: string | null;
    }
    | {
      readonly what: "scan";
      /** Everything that was ever added, where none is named. */
      readonly paths: readonly string[];
      readonly policy: string | null;
      /** Index all anew, under the policy given. */
      readonly again: boolean;
    }
    | { readonly what: "report" }
    /** A number of a document, or its URL, path or id. */
    | { readonly what: "explain"; readonly document: string }
    | {
      readonly what: "export";
      readonly out: string | null;
      /** Headers for the next visit in place of texts. */
      readonly validators: boolean;
      /** Also what can no longer be trusted, and copies. */
      readonly all: boolean;
    }
  );

/** Options of each word, besides `--corpus`. */
const OWN = {
  add: ["policy"],
  scan: ["policy", "again"],
  report: [],
  explain: [],
  export: ["out", "validators", "all"],
} as const satisfies WordOptions<CorpusAction["what"]>;

const PATH = { ko: "파일이나 폴더가", en: "a file or a folder" };
const DOCUMENT = { ko: "문서 번호나 URL이", en: "the number of a document or its URL" };

/**
 * Reads the words and options after `corpus`.
 *
 * @throws {ConfigurationError} naming what cannot be used, and the nearest that can.
 */
export function corpusAction(given: Given, operands: Operands): CorpusAction {
  const what = commandWord("corpus", OWN, given, operands);
  const base = { kind: "corpus", name: nameOf(given.values.get("corpus") ?? "main") } as const;
  const policy = given.values.get("policy") ?? null;
  switch (what) {
    case "add":
      return { ...base, what, paths: [operands.next(PATH), ...operands.rest()], policy };
    case "scan":
      return {
        ...base,
        what,
        paths: operands.rest(),
        policy,
        again: given.values.has("again"),
      };
    case "report":
      return { ...base, what };
    case "explain":
      return { ...base, what, document: operands.next(DOCUMENT) };
    case "export":
      return {
        ...base,
        what,
        out: outOf(given.values.get("out") ?? null),
        validators: given.values.has("validators"),
        all: given.values.has("all"),
      };
  }
}

/** A file of another name may be the corpus itself, or the store. */
function outOf(file: string | null): string | null {
  if (file === null || /\.(?:jsonl|ndjson)$/i.test(file)) return file;
  throw new ConfigurationError({
    ko: `"--out" 파일 이름은 ".jsonl" 또는 ".ndjson"으로 끝나야 합니다(입력: "${file}").`,
    en: `"--out" must end in ".jsonl" or ".ndjson", found "${file}"`,
  });
}

/** Names that Windows keeps for devices. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

function nameOf(name: string): string {
  if (/^[a-z0-9가-힣][a-z0-9가-힣_-]{0,62}$/.test(name) && !DEVICES.test(name)) return name;
  throw new ConfigurationError({
    ko: `"--corpus" 값은 소문자, 한글, 숫자, "-", "_"로 된 63자 이하의 이름이어야 합니다` +
      `(입력: "${name}").`,
    en: `"--corpus" must be a name of up to 63 small letters, Hangul syllables, digits, "-" and ` +
      `"_", found "${name}"`,
  });
}
