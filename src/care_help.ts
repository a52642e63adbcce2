/**
 * What `--help` says of commands by which a person decides on runs and looks after the data folder.
 *
 * @module
 */

import type { CommandHelp } from "./option_help.ts";

export const CARE_HELP = {
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
} satisfies Readonly<Record<string, CommandHelp>>;
