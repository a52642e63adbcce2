/**
 * What the command line of `dmf-notify` asks for, and its help.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { ConfigurationError } from "../configuration_error.ts";
import { nearest } from "../nearest.ts";

/** Long options of `dmf-notify`. */
export const NOTIFY_OPTIONS = {
  once: { type: "boolean" },
  watch: { type: "boolean" },
  test: { type: "boolean" },
  data: { type: "string" },
  config: { type: "string" },
  lang: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/** What is to be done, and where. */
export interface NotifyCommand {
  readonly mode: "once" | "watch" | "test" | "help" | "version";
  readonly data: string;
  readonly config: string;
  readonly lang: "ko" | "en";
}

/**
 * Parses the arguments after the program's name.
 *
 * @throws {ConfigurationError} naming the word that cannot be used.
 */
export function parseNotifyArguments(argv: readonly string[]): NotifyCommand {
  const { tokens } = parseArgs({
    args: [...argv],
    options: NOTIFY_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") throw unknown(token.value);
    if (!Object.hasOwn(NOTIFY_OPTIONS, token.name)) throw unknown(token.rawName);
    values.set(token.name, valueOf(token.name as keyof typeof NOTIFY_OPTIONS, token.value));
  }
  const modes = (["help", "version", "test", "watch", "once"] as const)
    .filter((mode) => values.has(mode));
  if (modes.length > 1 && !values.has("help")) throw together(modes);
  return {
    mode: modes[0] ?? "once",
    data: values.get("data") ?? "./data",
    config: values.get("config") ?? "./dmf.json",
    lang: languageIn(values.get("lang") ?? "ko"),
  };
}

function valueOf(name: keyof typeof NOTIFY_OPTIONS, value: string | undefined): string {
  const wanted = NOTIFY_OPTIONS[name].type === "string";
  if (wanted === (value !== undefined && value !== "")) return value ?? "";
  throw new ConfigurationError(
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

function languageIn(text: string): "ko" | "en" {
  if (text === "ko" || text === "en") return text;
  throw new ConfigurationError({
    ko: `"--lang" 값은 "ko", "en" 중 하나여야 합니다(입력: "${text}").`,
    en: `"--lang" must be "ko" or "en", found "${text}"`,
  });
}

function unknown(word: string): ConfigurationError {
  const near = nearest(word.replace(/^-+/, ""), Object.keys(NOTIFY_OPTIONS));
  return new ConfigurationError({
    ko: `"${word}" 옵션은 없습니다. ${
      near === null
        ? '모든 옵션은 "dmf-notify --help"로 볼 수 있습니다.'
        : `가장 가까운 옵션은 "--${near}"입니다.`
    }`,
    en: `"${word}" is not a known option, ${
      near === null ? '"dmf-notify --help" lists them' : `nearest is "--${near}"`
    }`,
  });
}

function together(modes: readonly string[]): ConfigurationError {
  const all = modes.map((mode) => `"--${mode}"`).join(", ");
  return new ConfigurationError({
    ko: `${all} 옵션은 함께 쓸 수 없습니다. 하나만 적으십시오.`,
    en: `${all} cannot stand together; name one of them`,
  });
}

/** Help in one language. */
export function notifyHelp(lang: "ko" | "en"): string {
  return lang === "ko" ? KOREAN : ENGLISH;
}

const KOREAN = `\
dmf-notify: dmf가 남긴 알림을 dmf.json의 "notify"에 적은 채널로 전달합니다

사용법:
  dmf-notify [--once | --watch | --test] [OPTION]…

옵션:
  --once         보낼 때가 된 알림을 보내고 끝냅니다(기본)
  --watch        계속 켜 두고 1분마다 살핍니다. 수집기가 멈추면 알립니다
  --test         모든 채널로 시험 알림을 지금 보내고 결과를 한 줄씩 보여 줍니다
  --data DIR     자료 폴더(기본: ./data)
  --config FILE  설정 파일(기본: ./dmf.json)
  --lang ko|en   표시 언어(기본: ko)
  -h, --help     도움말
  -V, --version  버전

종료 코드:
  0  모두 전달됨
  1  기다리거나 포기한 알림이 있음, 또는 다른 dmf-notify가 실행 중
  2  명령 또는 설정이 잘못됨
  4  디스크 고장
`;

const ENGLISH = `\
dmf-notify: delivers the alerts that dmf left to the channels that dmf.json names under "notify"

Usage:
  dmf-notify [--once | --watch | --test] [OPTION]…

Options:
  --once         Deliver what is due and exit (default)
  --watch        Stay and look every minute; tells when the crawler falls silent
  --test         Send a test alert to every channel now, and tell in a line each how it went
  --data DIR     Data folder (default: ./data)
  --config FILE  Configuration file (default: ./dmf.json)
  --lang ko|en   Language (default: ko)
  -h, --help     Help
  -V, --version  Version

Exit codes:
  0  all delivered
  1  an alert waits or was given up, or another dmf-notify is at work
  2  wrong usage or configuration
  4  disk fault
`;
