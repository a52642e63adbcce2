/**
 * What `--help` says of questions to the register and its past.
 *
 * @module
 */

import type { CommandHelp } from "./option_help.ts";

export const QUESTION_HELP = {
  changes: {
    usage: "changes [--since D] [--until D]",
    summary: {
      ko: "기록된 변동을 보여 줍니다: 신규, 변경, 취하·취소 등",
      en: "Show recorded changes: registered, amended, withdrawn, …",
    },
    more: {
      ko: "두 날짜를 포함합니다. 없으면 처음부터 끝까지입니다.\n" +
        "조건을 여럿 적으면 모두 맞는 것만 보여 줍니다. 띄어쓰기, 전각, ㈜, 대소문자는 가리지 않으며,\n" +
        "`*`는 아무 글자나 뜻합니다. 변경 전 값과 변경 후 값을 모두 찾습니다.",
      en: "Both days are included; without them everything is shown.\n" +
        "Several filters must all hold. White space, width, company forms and letter case do not\n" +
        "matter, `*` stands for any text, and old and new values are both looked at.",
    },
    examples: [
      "dmf changes --since 2026-12-01",
      "dmf changes --kind registered,withdrawn --number 20241015",
      'dmf changes --ingredient "*statin" --format xlsx --out data/changes.xlsx',
      "dmf changes --json",
    ],
  },
  notices: {
    usage: "notices [--since D] [--all]",
    summary: {
      ko: "게시판의 공지를 보여 줍니다(원료의약품 등록 관련 먼저)",
      en: "Show notices of the boards, those about the register first",
    },
    more: {
      ko: 'dmf.json에 "sources": {"mfds-notice": {}} 항목이 있으면 매일 게시판도 읽습니다.\n' +
        "--all은 관련 없는 공지도 보여 줍니다. 첫 실행에 이미 있던 글은 변동이 아닙니다.",
      en: 'Boards are read every morning once dmf.json has "sources": {"mfds-notice": {}}.\n' +
        "--all shows all other notices too. What was there at the first run is no event.",
    },
    examples: ["dmf notices", "dmf notices --since 2026-11-01 --all --json"],
  },
  diff: {
    usage: "diff D1 D2",
    summary: {
      ko: "두 날짜의 목록이 어떻게 다른지 보여 줍니다",
      en: "Show how the lists of two days differ",
    },
    more: {
      ko: "레코드마다 한 번씩 보여 주며, 그 사이에 되돌려진 것은 빠집니다.",
      en: "Each record once; what was taken back in between is left out.",
    },
    examples: ["dmf diff 2026-12-01 2026-12-08", "dmf diff 2026-12-01 2026-12-08 --format csv"],
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
  why: {
    usage: "why RECORD [FIELD] [--open]",
    summary: {
      ko: "값이 어디에서 왔는지 보관 원문의 바이트까지 증명합니다",
      en: "Prove where a value comes from, down to the archived bytes",
    },
    more: {
      ko:
        "FIELD는 항목 이름(신청인, applicant 등)이며, 없으면 모든 항목입니다. 서버에 묻지 않습니다.\n" +
        "증명되지 않는 것이 있으면 종료 코드 4입니다.",
      en:
        "FIELD is a name such as applicant, or a label of the site; without it all are proven.\n" +
        "Asks nothing of the server. Ends with 4 where something cannot be proven.",
    },
    examples: [
      'dmf why "20241015-209-J-1903(1)" applicant',
      "dmf why 163-1-ND sites --open",
      "dmf why 163-1-ND --date 2026-12-01 --json",
    ],
  },
  "as-of": {
    usage: "as-of D [--field F]",
    summary: {
      ko: "그날의 목록 전체를 보여 줍니다",
      en: "Show the whole list as it was on a day",
    },
    examples: [
      "dmf as-of 2026-12-01 --json",
      "dmf as-of 2026-12-01 --field applicant,sites --format csv --out data/list.csv",
    ],
  },
  stats: {
    usage: "stats [--by WHAT] [--date D]",
    summary: {
      ko: "등록 현황을 국가·제조소·신청인·성분 등으로 셉니다",
      en: "Count the register: by country, site, …; single sources",
    },
    more: {
      ko: "WHAT: country, site, applicant, ingredient, ingredient-base, status, year, category,\n" +
        "kind-of-number. 없으면 요약입니다. 공급원은 정상 등록 건이 잇는 제조소의 묶음입니다.",
      en: "WHAT: country, site, applicant, ingredient, ingredient-base, status, year, category,\n" +
        "kind-of-number; none for an overview. A source is a set of sites that active records connect.",
    },
    examples: ["dmf stats", "dmf stats --by country --top 10", "dmf stats --by site --format csv"],
  },
  "watch-list": {
    usage: "watch-list [--test PATTERN]",
    summary: {
      ko: "관심 목록에 해당하는 등록과 최근 변동을 보여 줍니다",
      en: "Show what each entry of the watch list finds, now and lately",
    },
    more: {
      ko: "항목은 dmf.json의 watch에 적습니다. PATTERN은 찾을 말(*는 아무 글자, 초성 가능)이나\n" +
        '{"country": "인도"} 같은 항목입니다.',
      en:
        "Entries stand in dmf.json under watch. PATTERN is a text (* is anything, ㄱ any syllable\n" +
        'that begins with it) or an entry such as {"number": "20241015*"}.',
    },
    examples: ["dmf watch-list", "dmf watch-list --test ㅁㅌㅍㄹㅁ"],
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
    examples: ["dmf report --date 2026-12-01", "dmf report --source mfds-excel"],
  },
} satisfies Readonly<Record<string, CommandHelp>>;
