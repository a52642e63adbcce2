/**
 * What `--help` says of every command; the compiler asks for each.
 *
 * @module
 */

import { CARE_HELP } from "./care_help.ts";
import type { CommandHelp } from "./option_help.ts";
import type { CommandName } from "./options.ts";
import { QUESTION_HELP } from "./question_help.ts";
import { TEXT_HELP } from "./text_help.ts";

export const COMMANDS: Readonly<Record<CommandName, CommandHelp>> = {
  ...QUESTION_HELP,
  ...CARE_HELP,
  ...TEXT_HELP,
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
