/**
 * What `--help` says of every command; the compiler asks for each.
 *
 * Longer than 300 lines because every command has its words and examples in both languages.
 *
 * @module
 */

import type { CommandName } from "./options.ts";
import type { Words } from "./option_help.ts";

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
  revoke: {
    usage: "revoke RUN --reason TEXT",
    summary: {
      ko: "확정된 수집이 틀렸을 때 철회하고 그 전의 목록으로 돌아갑니다",
      en: "Revoke a sealed run that was wrong; back to the list before it",
    },
    more: {
      ko: "아무것도 지우지 않고 정정을 덧붙입니다. 그 뒤의 수집도 함께 철회하려면 --with-later.",
      en: "Deletes nothing, a correction is appended. Runs after it go too, with --with-later.",
    },
    examples: ["dmf revoke 2026-12-01 --reason wrong-list --by kim"],
  },
  reextract: {
    usage: "reextract [--spec N]",
    summary: {
      ko: "보관된 화면을 다른 선택자 버전으로 다시 읽습니다",
      en: "Read the archive again with another selector spec",
    },
    more: {
      ko: "서버에 묻지 않습니다. --confirm이면 달라진 것을 정정으로 덧붙입니다.",
      en:
        "Asks nothing of the server. With --confirm the differences are appended as a correction.",
    },
    examples: [
      "dmf reextract --spec 3",
      "dmf reextract --spec 3 --from 2026-12-01 --confirm --reason address-column",
    ],
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
    usage: "fsck [--rebuild]",
    summary: {
      ko: "저장소와 보관 파일을 이력에서 다시 계산해 손상을 모두 찾습니다",
      en: "Recompute store and archive from the log, and tell all damage",
    },
    more: {
      ko: "아무것도 쓰지 않습니다. --rebuild는 현황을 버리고 이력에서 다시 만듭니다.",
      en: "Writes nothing; --rebuild throws the projections away and makes them anew from the log.",
    },
    examples: ["dmf fsck", "dmf fsck --json", "dmf fsck --rebuild"],
  },
  archive: {
    usage: "archive list|prune|export FILE",
    summary: {
      ko: "보관한 원본을 보여 주거나 지우거나 WARC로 내보냅니다",
      en: "List the archived pages, drop old ones, export them as WARC",
    },
    more: {
      ko: "prune은 dmf.json의 archive 설정을 따르며 이력이 가리키는 것은 지우지 않습니다.\n" +
        "export는 .warc 또는 .warc.gz 파일을 새로 씁니다. prune만 --dry-run을, export만 나머지를 씁니다.",
      en: 'prune follows "archive" in dmf.json and never drops what the log points to.\n' +
        "export writes a new .warc or .warc.gz. Only prune takes --dry-run, only export the rest.",
    },
    examples: [
      "dmf archive list",
      "dmf archive prune --dry-run",
      "dmf archive export data/2026.warc.gz --from 2026-01-01 --to 2026-12-31",
    ],
  },
  extract: {
    usage: "extract FILE|-|URL [--md]",
    summary: {
      ko: "아무 화면에서나 제목과 본문, 그림을 뽑아냅니다",
      en: "Take title, text and images out of any page",
    },
    more: {
      ko:
        "FILE은 저장한 HTML 파일(data 폴더 안), -는 stdin입니다. URL은 수집하는 사이트의 것만 되며\n" +
        "robots.txt와 간격을 지킵니다. 본문이 없으면 까닭을 알리고 종료 코드 3으로 끝납니다.",
      en:
        "FILE is a saved HTML page below data, - is standard input. A URL must belong to a site that\n" +
        "is crawled; robots.txt and pauses hold. Without content the reason is told, and it ends with 3.",
    },
    examples: [
      "dmf extract data/notice.html",
      "dmf extract data/notice.html --md",
      "dmf extract - --json",
      "dmf extract data/post.html --category blog --html",
      "dmf extract data/story.html --model data/models/news.model.json",
    ],
  },
  corpus: {
    usage: "corpus add|scan|report|…",
    summary: {
      ko: "문서를 모으되 사본은 한 번만 두고, 낡은 것을 알려 줍니다",
      en: "Keep a recurring collection free of its own copies",
    },
    more: {
      ko: "add FILE|FOLDER…  JSON Lines({url, text, …}), 폴더(.txt .md .html .json), -(stdin)\n" +
        "scan [FOLDER…]    더했던 것을 다시 읽어 새것, 바뀐 것, 없어진 것을 반영합니다\n" +
        "report            계층별 수, 사본, 더는 믿을 수 없는 것, 304로 아낀 요청\n" +
        "explain DOC       왜 남겼는지, 뺐는지(문서 번호, URL, 파일)\n" +
        "export            남긴 문서를 JSON Lines로; --validators는 다음 방문의 헤더\n" +
        "쓸 수 없는 줄이 있으면 나머지를 넣고 종료 코드 3으로 끝납니다.",
      en:
        "add FILE|FOLDER…  JSON Lines {url, text, …}, folders (.txt .md .html .json), - (stdin)\n" +
        "scan [FOLDER…]    read again what was added: new, changed and vanished documents\n" +
        "report            counts per tier, copies, what can no longer be trusted, 304s\n" +
        "explain DOC       why it was kept or left out (number, URL, file)\n" +
        "export            the kept documents as JSON Lines; --validators: the next visit's headers\n" +
        "Where a line cannot be used the rest is taken in, and the exit code is 3.",
    },
    examples: [
      "dmf corpus add data/reviews.jsonl",
      "dmf corpus scan data/notices --corpus notices",
      "dmf corpus explain https://example.kr/review/7",
      "dmf corpus export --out data/kept.jsonl",
      "dmf corpus export --validators",
    ],
  },
  label: {
    usage: "label FILE… [--serve]",
    summary: {
      ko: "웹 페이지 파일의 블록을 표(CSV)로 쓰고, 클릭해 라벨을 붙입니다",
      en: "Write the blocks of saved pages as a table (CSV), and label them",
    },
    more: {
      ko: "CSV의 라벨 열(isContent, isTitle)은 비어 있습니다. 같은 CSV에 이미 있는 라벨과 다른\n" +
        "페이지의 행은 지우지 않습니다. --serve는 이 컴퓨터에서만 열리는 주소를 보여 주고, 라벨을\n" +
        "붙일 때마다 CSV를 저장합니다(기본: data/blocks.csv). 페이지의 내용은 글자로만 그려지며\n" +
        "실행되지 않습니다. 끝내려면 화면의 끝내기나 Ctrl+C를 누르십시오.",
      en:
        "The label columns of the CSV (isContent, isTitle) are empty. Labels that the same CSV holds\n" +
        "already are kept, and so are rows of other pages. --serve prints an address that opens on\n" +
        "this machine alone, and saves the CSV at every mark (default: data/blocks.csv). What a page\n" +
        "holds is drawn as text and never run. Finish on the page, or press Ctrl+C.",
    },
    examples: [
      "dmf label data/pages/notice.html --out data/blocks.csv",
      "dmf label --serve data/pages/1.html data/pages/2.html",
    ],
  },
  train: {
    usage: "train FILE.csv [--category C]",
    summary: {
      ko: "표시한 블록으로 본문·제목 분류 모델을 학습하고 검증합니다",
      en: "Train the two-stage SVM of a category on labelled blocks",
    },
    more: {
      ko:
        "FILE은 dmf label이 쓰는 CSV입니다(page, kind, content, x, y, width, height, fontSize,\n" +
        "isContent, isTitle). 5겹 교차 검증(사이트별), 정확도, 정밀도, 재현율, F1, 혼동 행렬을 보이고,\n" +
        "모델 JSON과 SVG 그림을 폴더에 씁니다. 쓸 수 없는 줄이 있으면 종료 코드 3입니다.",
      en:
        "FILE is the CSV of dmf label: page, kind, content, x, y, width, height, fontSize, isContent,\n" +
        "isTitle. Shows accuracy, precision, recall, F1 and confusion matrix of 5 folds (by site), and\n" +
        "writes the model as JSON and plots as SVG. Ends with 3 where a line cannot be used.",
    },
    examples: [
      "dmf train data/news.csv --category news",
      "dmf train data/shop.csv --category shop --out data/models --json",
    ],
  },
  backup: {
    usage: "backup FILE [--without-archive]",
    summary: {
      ko: "등록 자료를 파일 하나로 백업합니다. 수집 중에도 됩니다",
      en: "Copy the register into one file, also beside a running crawl",
    },
    more: {
      ko:
        "있는 파일은 덮어쓰지 않습니다. 손상된 저장소는 백업하지 않습니다. 말뭉치는 들어 있지 않습니다.",
      en: "Never writes over a file, and backs up no damaged store. Corpora are not in it.",
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
