/**
 * What the verdict of a run is called, what it means, and what a person does about a refusal.
 *
 * @module
 */

import { EVENT_LABELS } from "../fields.ts";
import { EVENT_KINDS } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import type { Report } from "./report.ts";
import type { Lang } from "./words.ts";

/** Names of the verdicts, the founding of the baseline among them. */
export const VERDICTS = {
  accepted: { ko: "채택", en: "Accepted" },
  quarantined: { ko: "격리", en: "Quarantined" },
  baseline: { ko: "기준선 수립", en: "Baseline founded" },
} as const satisfies Readonly<Record<string, Sentence>>;

/** The verdict of a run as a key of {@linkcode VERDICTS}. */
export function verdictOf({ run }: Report): keyof typeof VERDICTS {
  return run.verdict === "accepted" && run.baseline ? "baseline" : run.verdict;
}

/** What the verdict means, in one or two sentences; the first the user reads. */
export function verdictSentence(report: Report): Sentence {
  const { run, counts, recordCount } = report;
  const records = recordCount.toLocaleString("en-US");
  if (run.verdict === "quarantined") return refused(report);
  if (run.baseline) {
    return {
      ko: `첫 기준선으로 ${records}건을 기록했습니다. 다음 실행부터 달라진 것을 알려 드립니다.`,
      en: `${records} records were taken down as the baseline; changes are told from the next run.`,
    };
  }
  const happened = EVENT_KINDS.filter((kind) => counts[kind] > 0);
  if (happened.length === 0) {
    return {
      ko: `목록 전체(${records}건)를 확인했고, 달라진 것이 없습니다.`,
      en: `The whole list (${records} records) was checked; nothing changed.`,
    };
  }
  const said = (lang: Lang, unit: string) =>
    happened.map((kind) =>
      `${EVENT_LABELS[kind][lang]} ${counts[kind].toLocaleString("en-US")}${unit}`
    ).join(", ");
  return { ko: `${said("ko", "건")}이 있습니다.`, en: `There are changes: ${said("en", "")}.` };
}

function refused({ run, lastGood }: Report): Sentence {
  const { ko, en } = lastGood === null
    ? { ko: "아직 채택된 자료가 없습니다.", en: "No data have been accepted yet." }
    : { ko: "마지막 정상 자료가 유효합니다.", en: "The last good data stay in force." };
  return {
    ko: [run.reason?.ko, "오늘 읽은 목록은 쓰지 않았습니다.", ko].filter(Boolean).join(" "),
    en: [run.reason?.en, "Today's list was not used.", en].filter(Boolean).join(" "),
  };
}

/** What to do about a refused run: each step's short title and its sentence. */
export function stepsAfterRefusal({ listUrl, run }: Report): (readonly [Sentence, Sentence])[] {
  return [
    [{ ko: "1. 사이트 확인", en: "1. Open the list" }, {
      ko: `목록(${listUrl})을 열어 위 사유가 사실인지, 점검 중인지 봅니다.`,
      en: `Open ${listUrl}: does the reason hold, or is the site under maintenance?`,
    }],
    [{ ko: "2. 일시 장애이면", en: "2. If it is passing" }, {
      ko: "할 일이 없습니다. 다음 실행이 빠진 변동까지 모두 찾아냅니다.",
      en: "Nothing to do: the next run finds everything that this one could not.",
    }],
    [
      { ko: "3. 실제 변동이면", en: "3. If it is real" },
      run.releasable
        ? {
          ko: `담당자가 확인한 뒤 dmf accept ${run.run} --reason "확인한 내용"으로 채택합니다.`,
          en: `Someone confirms it and accepts: dmf accept ${run.run} --reason "how it is known".`,
        }
        : {
          ko: "온전하지 않은 목록은 채택할 수 없습니다. 온전히 읽힌 다음 실행이 찾아냅니다.",
          en: "A list that is not whole cannot be accepted; the next whole one tells it.",
        },
    ],
    [{ ko: "4. 화면이 바뀌었으면", en: "4. If the page changed" }, {
      ko: "담당자가 보관된 원문을 보고 선택자 파일의 새 버전을 만들어야 합니다.",
      en: "Someone must look at the archived page and write the next selector file.",
    }],
  ];
}
