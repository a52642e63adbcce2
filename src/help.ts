/**
 * What `--help` says, in both languages of the product.
 *
 * Commands and options come from `options.ts`; the compiler asks for words for each of them. Where
 * help is printed, and the exit code, is decided in `main.ts`.
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

type Lang = "ko" | "en";
type Words = Readonly<Record<Lang, string>>;

interface CommandHelp {
  /** As typed after `dmf`. */
  readonly usage: string;
  readonly summary: Words;
  /** What a person needs to know beyond the summary. */
  readonly more?: Words;
  readonly examples: readonly string[];
}

/** Help on one command, or on everything where `topic` is `null`; ends with a line break. */
export function help(topic: CommandName | null, lang: Lang): string {
  return topic === null ? overview(lang) : onCommand(topic, lang);
}

const COMMANDS: Readonly<Record<CommandName, CommandHelp>> = {
  once: {
    usage: "--once [--date D] [--source ID]",
    summary: {
      ko: "지금 한 번 수집하고, 바뀐 것을 기록하고, 보고서를 쓰고 끝냅니다",
      en: "Crawl now, record what changed, write the reports, and exit",
    },
    more: {
      ko: "같은 날 다시 실행하면 이미 보관한 쪽은 서버에 다시 묻지 않습니다.",
      en: "Run again on the same day, it does not ask the server for pages it has archived.",
    },
    examples: ["dmf --once", "dmf --once --date 2026-12-01 --exit-code"],
  },
  watch: {
    usage: "watch",
    summary: {
      ko: "계속 켜 두고 매일 06:00(서울)에 수집합니다",
      en: "Stay, and crawl every day at 06:00 in Seoul",
    },
    more: {
      ko: "시작할 때 놓친 수집이 있으면 한 번 따라잡습니다. Ctrl+C로 멈춥니다.",
      en: "Catches up once at start when a run was missed. Ctrl+C stops it.",
    },
    examples: ["dmf watch --log json"],
  },
  demo: {
    usage: "demo",
    summary: {
      ko: "인터넷 없이, 내장된 모의 사이트로 며칠을 몇 초 만에 보여 줍니다",
      en: "Show several days of a built-in replica, offline, in seconds",
    },
    examples: ["dmf demo"],
  },
  status: {
    usage: "status",
    summary: {
      ko: "출처별 마지막 수집, 판정, 자료 경과 시간을 보여 줍니다",
      en: "Show each source's last run, its verdict, and the age of the data",
    },
    examples: ["dmf status", "dmf status --json"],
  },
  changes: {
    usage: "changes [--since D] [--until D]",
    summary: {
      ko: "기록된 변동을 보여 줍니다: 신규, 변경, 취하·취소 등",
      en: "Show recorded changes: registered, amended, withdrawn, …",
    },
    more: {
      ko: "두 날짜를 포함합니다. 없으면 처음부터 끝까지입니다.",
      en: "Both days are included; without them everything is shown.",
    },
    examples: ["dmf changes --since 2026-12-01", "dmf changes --json"],
  },
  history: {
    usage: "history RECORD",
    summary: {
      ko: "한 등록 건의 모든 이력을 보여 줍니다",
      en: "Show every version of one record",
    },
    more: {
      ko: "RECORD는 등록번호 또는 레코드 ID입니다.",
      en: "RECORD is a registration number or a record id.",
    },
    examples: ['dmf history "20241015-209-J-1903(1)"'],
  },
  "as-of": {
    usage: "as-of D",
    summary: {
      ko: "그날의 목록 전체를 보여 줍니다",
      en: "Show the whole list as it was on a day",
    },
    examples: ["dmf as-of 2026-12-01 --json"],
  },
  report: {
    usage: "report [--date D]",
    summary: {
      ko: "그날의 보고서(xlsx, csv, jsonl)를 다시 씁니다",
      en: "Write a day's reports again: xlsx, csv, jsonl",
    },
    more: {
      ko: "날짜가 없으면 마지막 수집의 보고서입니다. 서버에 묻지 않습니다.",
      en: "Without a date, the last run's. Nothing is asked of the server.",
    },
    examples: ["dmf report --date 2026-12-01"],
  },
  check: {
    usage: "check",
    summary: {
      ko: "이 컴퓨터에서 쓸 수 있는지 한 화면으로 알려 줍니다",
      en: "Tell on one page whether this machine can work",
    },
    more: {
      ko: "권한, 시계와 시간대, 디스크, 저장소, 선택자, robots.txt, 연결을 봅니다.",
      en: "Looks at permissions, clock and zone, disk, store, selectors, robots.txt, reachability.",
    },
    examples: ["dmf check"],
  },
  help: {
    usage: "help [COMMAND]",
    summary: { ko: "도움말을 보여 줍니다", en: "Show help" },
    examples: ["dmf help changes", "dmf help --lang en"],
  },
  version: {
    usage: "version",
    summary: { ko: "버전을 보여 줍니다", en: "Show the version" },
    examples: ["dmf --version"],
  },
};

const OPTION_WORDS: Readonly<Record<OptionName, Words & { readonly value?: string }>> = {
  once: { ko: "지금 한 번 수집합니다(= dmf once)", en: "Crawl now, once (= dmf once)" },
  date: {
    value: "D",
    ko: "서울 날짜 YYYY-MM-DD(기본: 오늘, report는 마지막 수집)",
    en: "Seoul date YYYY-MM-DD (default: today; for report, the last run)",
  },
  source: {
    value: "ID",
    ko: "이 출처만, 예: mfds-dmf(기본: 모든 출처)",
    en: "This source alone, such as mfds-dmf (default: all)",
  },
  since: { value: "D", ko: "이 날짜부터", en: "From this day on" },
  until: { value: "D", ko: "이 날짜까지", en: "Up to this day" },
  data: { value: "DIR", ko: "자료 폴더(기본: ./data)", en: "Data folder (default: ./data)" },
  config: {
    value: "FILE",
    ko: "설정 파일(기본: ./dmf.json)",
    en: "Configuration file (default: ./dmf.json)",
  },
  contact: {
    value: "WHO",
    ko: "사이트 운영자가 연락할 전자우편 또는 https 주소(여기나 설정 파일에 꼭 필요)",
    en: "E-mail or https URL for the site's operator; needed here or in FILE",
  },
  lang: { value: "ko|en", ko: "표시 언어(기본: ko)", en: "Language (default: ko)" },
  log: {
    value: "text|json",
    ko: "stderr에 쓰는 형식(기본: text)",
    en: "Form of what stderr says (default: text)",
  },
  json: { ko: "stdout에 JSON으로 씁니다", en: "Write JSON to stdout" },
  quiet: { ko: "진행 상황을 표시하지 않습니다", en: "Show no progress" },
  "exit-code": {
    ko: "받아들인 변동이 있으면 종료 코드 10",
    en: "Exit with 10 when changes were accepted",
  },
  help: { ko: "도움말", en: "Help" },
  version: { ko: "버전", en: "Version" },
};

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
