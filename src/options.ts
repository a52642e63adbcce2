/**
 * The options and commands there are, and which options stand in a command line.
 *
 * What a command line as a whole means is decided in `arguments.ts`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { ConfigurationError } from "./configuration_error.ts";
import { nearest } from "./nearest.ts";
import type { Sentence } from "./refusal.ts";

/** Commands as they are typed. */
export type CommandName = keyof typeof OWN_OPTIONS;
/** Long options without their dashes. */
export type OptionName = keyof typeof OPTIONS;

/** Every long option; a short form is one letter after one dash. */
export const OPTIONS = {
  date: { type: "string" },
  source: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  kind: { type: "string" },
  number: { type: "string" },
  ingredient: { type: "string" },
  applicant: { type: "string" },
  site: { type: "string" },
  country: { type: "string" },
  text: { type: "string" },
  field: { type: "string" },
  format: { type: "string" },
  out: { type: "string" },
  lag: { type: "string" },
  data: { type: "string" },
  config: { type: "string" },
  contact: { type: "string" },
  reason: { type: "string" },
  by: { type: "string" },
  top: { type: "string" },
  lang: { type: "string" },
  log: { type: "string" },
  json: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  "exit-code": { type: "boolean" },
  open: { type: "boolean" },
  once: { type: "boolean" },
  test: { type: "boolean" },
  "dry-run": { type: "boolean" },
  "without-archive": { type: "boolean" },
  replace: { type: "boolean" },
  rebuild: { type: "boolean" },
  "with-later": { type: "boolean" },
  spec: { type: "string" },
  confirm: { type: "boolean" },
  corpus: { type: "string" },
  policy: { type: "string" },
  again: { type: "boolean" },
  validators: { type: "boolean" },
  all: { type: "boolean" },
  serve: { type: "boolean" },
  md: { type: "boolean" },
  html: { type: "boolean" },
  browser: { type: "boolean" },
  category: { type: "string" },
  model: { type: "string" },
  rules: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/** Options that every command takes. */
export const COMMON_OPTIONS: readonly OptionName[] = [
  "data",
  "config",
  "contact",
  "lang",
  "log",
  "json",
  "quiet",
  "exit-code",
  "help",
  "version",
];

/** Options that belong to one command, in the order that help lists the commands. */
export const OWN_OPTIONS = {
  once: ["once", "date", "source"],
  watch: [],
  demo: [],
  status: [],
  changes: [
    "since",
    "until",
    "kind",
    "number",
    "ingredient",
    "applicant",
    "site",
    "country",
    "text",
    "source",
    "format",
    "out",
  ],
  notices: ["since", "until", "source", "all"],
  diff: ["source", "format", "out"],
  history: ["source"],
  why: ["date", "source", "open"],
  "as-of": ["field", "source", "format", "out"],
  stats: ["by", "date", "source", "top", "format"],
  "watch-list": ["test", "source"],
  crosscheck: ["source", "lag"],
  report: ["date", "source"],
  accept: ["reason", "by", "source"],
  reject: ["reason", "by", "source"],
  revoke: ["reason", "by", "source", "with-later"],
  reextract: ["spec", "from", "confirm", "reason", "by", "source"],
  notify: ["test"],
  fsck: ["rebuild"],
  archive: ["from", "to", "source", "dry-run"],
  extract: ["category", "model", "rules", "md", "html", "browser"],
  corpus: ["corpus", "policy", "again", "out", "validators", "all"],
  label: ["out", "serve"],
  train: ["category", "out"],
  backup: ["without-archive"],
  restore: ["replace"],
  check: [],
  help: [],
  version: [],
} as const satisfies Readonly<Record<string, readonly OptionName[]>>;

/** Commands in the order that help lists them. */
export const COMMAND_NAMES = Object.keys(OWN_OPTIONS) as readonly CommandName[];

/** What each option was given, and the words between the options. */
export interface Given {
  readonly values: ReadonlyMap<OptionName, string>;
  readonly words: readonly string[];
}

/**
 * Tells options from words.
 *
 * @throws {ConfigurationError} on an unknown or repeated option, or one with or without a value
 * against its kind.
 */
export function readOptions(argv: readonly string[]): Given {
  const { tokens } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<OptionName, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const name = toOption(token.name, token.rawName);
    if (values.has(name)) throw twice(name);
    values.set(name, valueOf(name, token.value, token.inlineValue === true));
  }
  return { values, words };
}

/**
 * The language that a command line asks for, also where the rest of it cannot be understood.
 *
 * Of every command line that can be, it says what `readOptions()` says.
 */
export function languageOf(argv: readonly string[]): keyof Sentence {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  const english = options.some((word, i) =>
    word === "--lang=en" || (word === "--lang" && options[i + 1] === "en")
  );
  return english ? "en" : "ko";
}

function twice(name: OptionName): ConfigurationError {
  return new ConfigurationError({
    ko: `"--${name}" 옵션을 두 번 적었습니다. 한 번만 적으십시오.`,
    en: `"--${name}" stands there twice`,
  });
}

function toOption(name: string, typed: string): OptionName {
  if (Object.hasOwn(OPTIONS, name)) return name as OptionName;
  const near = typed.startsWith("--") ? nearest(name, Object.keys(OPTIONS)) : null;
  throw new ConfigurationError({
    ko: `"${typed}" 옵션은 없습니다. ${
      near === null
        ? '모든 옵션은 "dmf --help"로 볼 수 있습니다.'
        : `가장 가까운 옵션은 "--${near}"입니다.`
    }`,
    en: `"${typed}" is not a known option, ${
      near === null ? '"dmf --help" lists them' : `nearest is "--${near}"`
    }`,
  });
}

/** Options that may be given a value behind "=", and need none. */
const WITH_OR_WITHOUT: ReadonlySet<OptionName> = new Set(["open"]);

function valueOf(name: OptionName, value: string | undefined, inline: boolean): string {
  if (OPTIONS[name].type === "boolean") {
    if (value === undefined || WITH_OR_WITHOUT.has(name)) return value ?? "";
    throw new ConfigurationError({
      ko: `"--${name}" 옵션에는 값을 붙일 수 없습니다(입력: "${value}").`,
      en: `"--${name}" takes no value, found "${value}"`,
    });
  }
  // In `--date --json` the value was forgotten; one that begins with a dash is written with "=".
  if (value === undefined || value === "" || (!inline && value.startsWith("-"))) {
    throw new ConfigurationError({
      ko: `"--${name}" 옵션에는 "--${name}=VALUE"처럼 값을 적어야 합니다.`,
      en: `"--${name}" needs a value, as in "--${name}=VALUE"`,
    });
  }
  return value;
}
