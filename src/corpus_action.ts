/**
 * What `dmf corpus …` asks for: one of its five words, and the options that belong to it.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import { nearest } from "./nearest.ts";
import type { Operands } from "./operands.ts";
import type { Given, OptionName } from "./options.ts";

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
} as const satisfies Readonly<Record<CorpusAction["what"], readonly OptionName[]>>;

const WHAT = {
  ko: "add, scan, report, explain, export 중 하나가",
  en: "one of add, scan, report, explain and export",
};
const PATH = { ko: "파일이나 폴더가", en: "a file or a folder" };
const DOCUMENT = { ko: "문서 번호나 URL이", en: "the number of a document or its URL" };

/**
 * Reads the words and options after `corpus`.
 *
 * @throws {ConfigurationError} naming what cannot be used, and the nearest that can.
 */
export function corpusAction(given: Given, operands: Operands): CorpusAction {
  const what = wordOf(operands.next(WHAT));
  const own: readonly OptionName[] = OWN[what];
  for (const name of Object.values(OWN).flat()) {
    if (given.values.has(name) && !own.includes(name)) throw foreign(what, name);
  }
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

function wordOf(word: string): CorpusAction["what"] {
  if (Object.hasOwn(OWN, word)) return word as CorpusAction["what"];
  const near = nearest(word, Object.keys(OWN));
  throw new ConfigurationError({
    ko: `"corpus ${word}" 명령은 없습니다. ${
      near === null
        ? "add, scan, report, explain, export가 있습니다."
        : `가장 가까운 것은 "corpus ${near}"입니다.`
    }`,
    en: `"corpus ${word}" is not known, ${
      near === null
        ? "there are add, scan, report, explain and export"
        : `nearest is "corpus ${near}"`
    }`,
  });
}

function foreign(what: string, name: OptionName): ConfigurationError {
  const owners = Object.entries(OWN)
    .filter(([, own]) => (own as readonly OptionName[]).includes(name))
    .map(([owner]) => `"corpus ${owner}"`);
  return new ConfigurationError({
    ko: `"corpus ${what}" 명령에는 "--${name}" 옵션을 쓸 수 없습니다. 이 옵션을 쓰는 명령: ${
      owners.join(", ")
    }.`,
    en: `"corpus ${what}" does not take "--${name}", only ${owners.join(" and ")} does`,
  });
}
