/**
 * What `--help` says, in both languages of the product.
 *
 * Commands and options come from `options.ts`, their words from `command_help.ts` and `option_help.ts`. Where help is
 * printed, and the exit code, is decided in `main.ts`.
 *
 * @module
 */

import {
  COMMAND_NAMES,
  type CommandName,
  COMMON_OPTIONS,
  type OptionName,
  OPTIONS,
  OWN_OPTIONS,
} from "./options.ts";
import { COMMANDS } from "./command_help.ts";
import { type Lang, OPTION_WORDS, type Words } from "./option_help.ts";

/** Help on one command, or on everything where `topic` is `null`; ends with a line break. */
export function help(topic: CommandName | null, lang: Lang): string {
  return topic === null ? overview(lang) : onCommand(topic, lang);
}

const EXIT_CODES: readonly (readonly [string, Words])[] = [
  ["0", { ko: "끝남", en: "done" }],
  ["1", {
    ko: "사이트에 닿지 않거나 시계가 틀렸거나 다른 dmf가 실행 중: 나중에 다시",
    en: "source unreachable, clock wrong, or another dmf busy: try later",
  }],
  ["2", { ko: "명령 또는 설정이 잘못됨", en: "wrong usage or configuration" }],
  ["3", {
    ko: "거부됨: 수집을 믿을 수 없거나 robots.txt가 금지함, 사람이 보아야 함",
    en: "refused: the crawl is doubtful, or robots.txt forbids it; a person must look",
  }],
  ["4", { ko: "저장소 또는 디스크 고장", en: "store or disk fault" }],
  ["10", {
    ko: "--exit-code를 주었고 받아들인 변동이 있음",
    en: "--exit-code was given and changes were accepted",
  }],
];

const HEADINGS = {
  intro: {
    ko: "dmf: 식약처 원료의약품등록(DMF) 공고를 매일 확인해 바뀐 것을 증거와 함께 알려 줍니다",
    en: "dmf: checks the MFDS register of drug master files every day and proves what changed",
  },
  usage: { ko: "사용법", en: "Usage" },
  commands: { ko: "명령", en: "Commands" },
  options: { ko: "옵션", en: "Options" },
  common: { ko: "공통 옵션", en: "Common options" },
  exitCodes: { ko: "종료 코드", en: "Exit codes" },
  examples: { ko: "예", en: "Examples" },
  more: {
    ko: "명령마다 더 보기: dmf COMMAND --help · English: dmf --help --lang en",
    en: "More on a command: dmf COMMAND --help · 한국어: dmf --help",
  },
} as const satisfies Readonly<Record<string, Words>>;

function overview(lang: Lang): string {
  const own = COMMAND_NAMES.flatMap((name) => OWN_OPTIONS[name]);
  return sections(
    HEADINGS.intro[lang],
    section(HEADINGS.usage[lang], ["dmf COMMAND [OPTION]…"]),
    section(
      HEADINGS.commands[lang],
      table(COMMAND_NAMES.map((name) => [COMMANDS[name].usage, COMMANDS[name].summary[lang]])),
    ),
    section(HEADINGS.options[lang], optionTable([...new Set([...own, ...COMMON_OPTIONS])], lang)),
    section(
      HEADINGS.exitCodes[lang],
      table(EXIT_CODES.map(([code, words]) => [code, words[lang]])),
    ),
    section(
      HEADINGS.examples[lang],
      ["dmf demo", "dmf check", "dmf --once --contact ra@example.kr", "dmf changes --json"],
    ),
    HEADINGS.more[lang],
  );
}

function onCommand(name: CommandName, lang: Lang): string {
  const { usage, summary, more, examples } = COMMANDS[name];
  const own = OWN_OPTIONS[name];
  return sections(
    `dmf ${usage}`,
    more ? `${summary[lang]}\n${more[lang]}` : summary[lang],
    ...(own.length > 0 ? [section(HEADINGS.options[lang], optionTable(own, lang))] : []),
    section(HEADINGS.common[lang], optionTable(COMMON_OPTIONS, lang)),
    section(HEADINGS.examples[lang], examples),
  );
}

function optionTable(names: readonly OptionName[], lang: Lang): readonly string[] {
  return table(names.map((name) => {
    const option = OPTIONS[name];
    const { value } = OPTION_WORDS[name];
    const short = "short" in option ? `-${option.short}, ` : "    ";
    return [`${short}--${name}${value ? ` ${value}` : ""}`, OPTION_WORDS[name][lang]];
  }));
}

/** Two columns; the left one is ASCII, so its width is its length. */
function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

function section(heading: string, lines: readonly string[]): string {
  return [`${heading}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}

function sections(...parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}
