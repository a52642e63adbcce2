/**
 * What the command line of `dmf-browser` asks for; its help is in `browser_help.ts`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { ConfigurationError } from "../configuration_error.ts";
import type { Category } from "../content/page_node.ts";
import type { ExtractForm } from "../extract_action.ts";
import { tableName } from "../label_action.ts";
import { nearest } from "../nearest.ts";

/** Long options. */
export const BROWSER_OPTIONS = {
  category: { type: "string" },
  json: { type: "boolean" },
  md: { type: "boolean" },
  html: { type: "boolean" },
  overlay: { type: "string" },
  url: { type: "string" },
  online: { type: "boolean" },
  timeout: { type: "string" },
  out: { type: "string" },
  serve: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  lang: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

type OptionName = keyof typeof BROWSER_OPTIONS;

/** What is to be done, and in which language it is told. */
export type BrowserCommand =
  & { readonly lang: "ko" | "en"; readonly quiet: boolean }
  & (
    | { readonly mode: "help" | "version" }
    | Reading & {
      readonly mode: "extract";
      readonly page: string;
      /** The address that a file was saved from. */
      readonly url: string | null;
      readonly category: Category | null;
      readonly form: ExtractForm;
      readonly overlay: string | null;
    }
    | Reading & {
      readonly mode: "label";
      readonly pages: readonly string[];
      readonly out: string | null;
      readonly serve: boolean;
      readonly json: boolean;
    }
  );

/** How pages are to be read. */
export interface Reading {
  /** Whether files may fetch their pictures and styles. */
  readonly online: boolean;
  readonly seconds: number;
}

const OWN: Readonly<Record<"extract" | "label", readonly OptionName[]>> = {
  extract: ["category", "json", "md", "html", "overlay", "url", "online", "timeout"],
  label: ["out", "serve", "json", "online", "timeout"],
};
const COMMON: readonly OptionName[] = ["quiet", "lang", "help", "version"];
const FORMS = ["json", "md", "html"] as const;
const CATEGORIES = ["news", "blog", "shop"] as const;

/**
 * Parses the arguments after the program's name.
 *
 * @throws {ConfigurationError} naming what cannot be used, and the nearest that can.
 */
export function parseBrowserArguments(argv: readonly string[]): BrowserCommand {
  const { values, words } = given(argv);
  const lang = oneOf("lang", values.get("lang") ?? "ko", ["ko", "en"] as const);
  const common = { lang, quiet: values.has("quiet") };
  if (values.has("help")) return { ...common, mode: "help" };
  if (values.has("version")) return { ...common, mode: "version" };
  const mode = modeOf(words[0]);
  const foreign = [...values.keys()].find((name) => ![...OWN[mode], ...COMMON].includes(name));
  if (foreign !== undefined) throw notOf(mode, foreign);
  const pages = words.slice(1);
  const [page, second] = pages;
  if (page === undefined) throw noPage(mode);
  const reading = { online: values.has("online"), seconds: secondsIn(values.get("timeout")) };
  if (mode === "label") {
    const flags = { serve: values.has("serve"), json: values.has("json") };
    const out = tableName(values.get("out") ?? null);
    return { ...common, ...reading, ...flags, mode, pages: [...new Set(pages)], out };
  }
  if (second !== undefined) throw tooMany(second);
  const forms = FORMS.filter((name) => values.has(name));
  if (forms.length > 1) throw together(forms);
  const category = values.get("category");
  return {
    ...common,
    ...reading,
    mode,
    page,
    url: addressIn(values.get("url")),
    category: category === undefined ? null : oneOf("category", category, CATEGORIES),
    form: forms[0] ?? "text",
    overlay: overlayIn(values.get("overlay")),
  };
}

function given(argv: readonly string[]) {
  const { tokens } = parseArgs({
    args: [...argv],
    options: BROWSER_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<OptionName, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    if (!Object.hasOwn(BROWSER_OPTIONS, token.name)) throw unknown(token.rawName);
    const name = token.name as OptionName;
    const wanted = BROWSER_OPTIONS[name].type === "string";
    const value = token.value;
    const forgotten = value !== undefined && value.startsWith("-") && token.inlineValue !== true;
    if (wanted !== (value !== undefined && value !== "") || forgotten) throw valued(name, wanted);
    values.set(name, value ?? "");
  }
  return { values, words };
}

function modeOf(word: string | undefined): "extract" | "label" {
  if (word === "extract" || word === "label") return word;
  throw new ConfigurationError({
    ko: word === undefined
      ? '"dmf-browser extract URL|FILE"처럼 명령을 적으십시오. 도움말: "dmf-browser --help".'
      : `"${word}" 명령은 없습니다. extract와 label이 있습니다.`,
    en: word === undefined
      ? 'Name a command, such as "dmf-browser extract URL|FILE"; "dmf-browser --help" tells more'
      : `"${word}" is not a known command, there are extract and label`,
  });
}

function oneOf<T extends string>(name: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  const all = known.map((one) => `"${one}"`).join(", ");
  throw new ConfigurationError({
    ko: `"--${name}" 값은 ${all} 중 하나여야 합니다(입력: "${text}").`,
    en: `"--${name}" must be one of ${all}, found "${text}"`,
  });
}

function secondsIn(text: string | undefined): number {
  if (text === undefined) return 60;
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 600) return Number(text);
  throw new ConfigurationError({
    ko: `"--timeout" 값은 1부터 600까지의 초여야 합니다(입력: "${text}").`,
    en: `"--timeout" must be a number of seconds from 1 to 600, found "${text}"`,
  });
}

function addressIn(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new ConfigurationError({
    ko: `"--url" 값은 http 또는 https 주소여야 합니다(입력: "${text}").`,
    en: `"--url" must be an http or https address, found "${text}"`,
  });
}

function overlayIn(file: string | undefined): string | null {
  if (file === undefined || /\.(?:html|png)$/i.test(file)) return file ?? null;
  throw new ConfigurationError({
    ko: `"--overlay" 파일 이름은 ".html" 또는 ".png"로 끝나야 합니다(입력: "${file}").`,
    en: `"--overlay" must end in ".html" or ".png", found "${file}"`,
  });
}

function valued(name: string, wanted: boolean): ConfigurationError {
  return new ConfigurationError(
    wanted
      ? {
        ko: `"--${name}" 옵션에는 "--${name}=VALUE"처럼 값을 적어야 합니다.`,
        en: `"--${name}" needs a value, as in "--${name}=VALUE"`,
      }
      : {
        ko: `"--${name}" 옵션에는 값을 붙일 수 없습니다.`,
        en: `"--${name}" takes no value`,
      },
  );
}

function unknown(typed: string): ConfigurationError {
  const near = nearest(typed.replace(/^-+/, ""), Object.keys(BROWSER_OPTIONS));
  return new ConfigurationError({
    ko: `"${typed}" 옵션은 없습니다. ${
      near === null
        ? '모든 옵션은 "dmf-browser --help"로 볼 수 있습니다.'
        : `가장 가까운 옵션은 "--${near}"입니다.`
    }`,
    en: `"${typed}" is not a known option, ${
      near === null ? '"dmf-browser --help" lists them' : `nearest is "--${near}"`
    }`,
  });
}

function notOf(mode: string, name: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${mode}" 명령에는 "--${name}" 옵션을 쓸 수 없습니다.`,
    en: `"${mode}" does not take "--${name}"`,
  });
}

function noPage(mode: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${mode}" 명령에는 페이지의 주소나 파일이 필요합니다.`,
    en: `"${mode}" needs the address or the file of a page`,
  });
}

function tooMany(word: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"extract" 명령에는 페이지를 하나만 적으십시오(입력: "${word}").`,
    en: `"extract" takes one page, found "${word}" as well`,
  });
}

function together(forms: readonly string[]): ConfigurationError {
  const all = forms.map((name) => `"--${name}"`).join(", ");
  return new ConfigurationError({
    ko: `${all} 옵션은 함께 쓸 수 없습니다. 하나만 적으십시오.`,
    en: `${all} cannot stand together; name one of them`,
  });
}
