/**
 * What a run over a corpus came to, in lines that people read.
 *
 * @module
 */

import { counted } from "../corpus/count_words.ts";
import type { RunDone } from "../corpus/corpus_run.ts";

type Lang = "ko" | "en";

/** A run and what the corpus holds after it. */
export interface Taken extends RunDone {
  /** Documents in the kept set. */
  readonly kept: number;
  readonly policy: string;
}

/** The summary of `add` and `scan`. */
export function takenText(taken: Taken, lang: Lang): string {
  const { counts, bad, other, resumed, kept } = taken;
  const ko = lang === "ko";
  const head = ko
    ? `문서 ${n(counts.seen)}개를 보았습니다${resumed ? "(끊긴 곳에서 이어서)" : ""}.`
    : `${counted(counts.seen, "document was", "documents were")} looked at${
      resumed ? ", going on from a break" : ""
    }.`;
  const rows: readonly (readonly [number, string, string])[] = [
    [counts.kept + counts.update, "새로 남김", "newly kept"],
    [
      counts.update,
      "  그중 숫자만 다른 새 판(update)",
      "  of which differ in digits alone (update)",
    ],
    [counts.url, "사본: 같은 URL(url)", "left out: the same URL (url)"],
    [counts.exact, "사본: 같은 본문(exact)", "left out: the same text (exact)"],
    [counts.near, "사본: 거의 같은 본문(near)", "left out: nearly the same text (near)"],
    [counts.verified, "그대로임을 다시 확인", "verified: the same as before"],
    [counts.notModified, "304: 받지 않고 확인", "verified by 304, not downloaded"],
    [counts.changed, "본문이 바뀜", "with another text than before"],
    [
      counts.askAgain,
      "믿을 수 없는 304: 조건 없이 다시 물을 것",
      "not believed (304): to be asked again",
    ],
    [counts.older, "아는 것보다 오래된 판", "older than what is known"],
    [counts.lost, "더는 믿을 수 없거나 없어짐", "gone, or no longer to be trusted"],
    [counts.failed, "응답이 없거나 실패함", "without an answer"],
    [bad, "쓸 수 없는 입력", "could not be used"],
    [other, "문서가 아닌 파일", "passed over: files of other kinds"],
  ];
  const lines = rows.filter(([count]) => count > 0)
    .map(([count, korean, english]) => `  ${n(count).padStart(10)}  ${ko ? korean : english}`);
  const foot = ko ? `지금 남긴 문서: ${n(kept)}개` : `Kept documents now: ${n(kept)}`;
  return `${[head, ...lines, foot].join("\n")}\n`;
}

/** A number with separators. */
export function n(count: number): string {
  return count.toLocaleString("en-US");
}
