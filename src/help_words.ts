/**
 * The words of `--help` for every command and option; the compiler asks for them.
 *
 * @module
 */

import type { CommandName, OptionName } from "./options.ts";

export type Lang = "ko" | "en";
export type Words = Readonly<Record<Lang, string>>;

interface CommandHelp {
  /** As typed after `dmf`. */
  readonly usage: string;
  readonly summary: Words;
  /** What a person needs to know beyond the summary. */
  readonly more?: Words;
  readonly examples: readonly string[];
}

export const COMMANDS: Readonly<Record<CommandName, CommandHelp>> = {
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
  crosscheck: {
    usage: "crosscheck [--lag N]",
    summary: {
      ko: "등록 목록을 둘째 출처(오픈API, 엑셀)와 견줍니다",
      en: "Compare the list with a second view: OpenAPI or workbook",
    },
    more: {
      ko: "채택된 두 목록을 견줄 뿐, 서버에 묻지 않고 아무것도 쓰지 않습니다.",
      en: "Compares two accepted lists; asks nothing of a server and writes nothing.",
    },
    examples: ["dmf crosscheck", "dmf crosscheck --source mfds-openapi --lag 14 --json"],
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
  accept: {
    usage: "accept RUN --reason TEXT",
    summary: {
      ko: "격리된 수집을 사람이 확인하고 채택합니다",
      en: "Release a refused run: a person has checked that it is true",
    },
    more: {
      ko: "보관된 화면을 다시 읽으며 서버에 묻지 않습니다. 이유는 기록에 남습니다.",
      en: "Reads the archived pages again, asks nothing of the server; the reason is recorded.",
    },
    examples: ["dmf accept 2026-12-01 --reason notice-2026-12 --by kim"],
  },
  reject: {
    usage: "reject RUN --reason TEXT",
    summary: {
      ko: "격리된 수집을 버리고, 마지막 정상 자료를 유지합니다",
      en: "Drop a refused run; the last good data stay in force",
    },
    examples: ["dmf reject 2026-12-01 --reason maintenance"],
  },
  notify: {
    usage: "notify [--test]",
    summary: {
      ko: "알림을 넘기고 채널별 전달 상태를 보여 줍니다",
      en: "Hand alerts on, and show where each channel stands",
    },
    more: {
      ko: "data/outbox 폴더에 넘깁니다. 전달은 dmf-notify 프로그램이 합니다.",
      en: "They go to the folder data/outbox; it is the program dmf-notify that delivers.",
    },
    examples: ["dmf notify", "dmf notify --test", "dmf notify --json"],
  },
  fsck: {
    usage: "fsck",
    summary: {
      ko: "저장소와 보관 파일을 이력에서 다시 계산해 손상을 모두 찾습니다",
      en: "Recompute store and archive from the log, and tell all damage",
    },
    more: {
      ko: "아무것도 쓰지 않습니다. 손상이 있으면 종료 코드 4입니다.",
      en: "Writes nothing. Ends with 4 where there is damage.",
    },
    examples: ["dmf fsck", "dmf fsck --json"],
  },
  backup: {
    usage: "backup FILE [--without-archive]",
    summary: {
      ko: "모든 자료를 파일 하나로 백업합니다. 수집 중에도 됩니다",
      en: "Copy everything into one file, also beside a running crawl",
    },
    more: {
      ko: "있는 파일은 덮어쓰지 않습니다. 손상된 저장소는 백업하지 않습니다.",
      en: "Never writes over a file, and backs up no damaged store.",
    },
    examples: ["dmf backup data/backup-2026-12-01.db"],
  },
  restore: {
    usage: "restore FILE [--replace]",
    summary: {
      ko: "백업을 검증한 뒤 되돌립니다",
      en: "Prove a backup, then put it in force",
    },
    more: {
      ko: "중간에 끊기면 다시 실행하십시오. 지금 있는 파일은 지우지 않고 옮겨 둡니다.",
      en: "Cut off halfway, run it again. The present files are moved aside, none is deleted.",
    },
    examples: [
      "dmf restore data/backup-2026-12-01.db",
      "dmf restore data/backup-2026-12-01.db --replace",
    ],
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

export const OPTION_WORDS: Readonly<Record<OptionName, Words & { readonly value?: string }>> = {
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
  reason: {
    value: "TEXT",
    ko: "그렇게 결정한 이유(기록에 남음)",
    en: "Why it was decided so; recorded",
  },
  by: { value: "NAME", ko: "결정한 사람(기록에 남음)", en: "Who decided; recorded" },
  since: { value: "D", ko: "이 날짜부터", en: "From this day on" },
  until: { value: "D", ko: "이 날짜까지", en: "Up to this day" },
  lag: {
    value: "N",
    ko: "이 일수 안의 차이는 반영 전일 수 있음으로 따로 보입니다(기본: 7)",
    en: "Days that a view may be behind; what is younger is told apart (default: 7)",
  },
  test: { ko: "시험 알림도 하나 넣습니다", en: "Add a test alert as well" },
  "without-archive": {
    ko: "보관한 원본(data/raw) 없이 백업합니다",
    en: "Back up without the archived pages in data/raw",
  },
  replace: {
    ko: "백업보다 최신이거나 읽을 수 없는 자료가 있어도 옮겨 두고 복원합니다",
    en: "Restore although the present data are further on, or unreadable",
  },
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
