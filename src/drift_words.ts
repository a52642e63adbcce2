/**
 * What each statistic is called in a sentence.
 *
 * @module
 */

import type { Drift } from "./drift.ts";
import type { CountedKind } from "./learned.ts";
import type { Statistic } from "./observation.ts";
import type { Sentence } from "./refusal.ts";
import { columnLabels, type Level } from "./value_column.ts";

/** How improbable a list was, and what carries it, in one sentence. */
export function driftSentence({ joint, carriers: [carrier] }: Drift): Sentence {
  if (!carrier) return { ko: "값의 분포는 평소와 같습니다.", en: "values as usual." };
  const { column, statistic, expected, found } = carrier;
  const words = statisticWords(statistic);
  const { ko, en } = columnLabels(column);
  const [usual, now] = [expected, found].map((value) =>
    value.toLocaleString("en-US", { maximumFractionDigits: 2 })
  );
  const odd = {
    ko: `가장 특이한 것은 ${ko}: ${words.ko} ${now}(평소 ${usual}).`,
    en: `the oddest is ${en}: ${words.en} ${now} (usually ${usual}).`,
  };
  const exponent = joint.toFixed(1);
  if (exponent === "0.0") {
    return { ko: `평소에도 나오는 값입니다. ${odd.ko}`, en: `as on other days, ${odd.en}` };
  }
  return {
    ko: `우연일 확률 10^-${exponent}, ${odd.ko}`,
    en: `by chance with probability 10^-${exponent}, ${odd.en}`,
  };
}

/** Names a statistic; Korean and English fit after "the" or before "of a column". */
export function statisticWords(statistic: Statistic): Sentence {
  switch (statistic.of) {
    case "causes":
      return CAUSES[statistic.kind];
    case "values": {
      const { ko, en } = LEVEL_WORDS[statistic.feature];
      const group = GROUPS[statistic.group];
      return { ko: `${group.ko} 값의 ${ko}`, en: `${en} of ${group.en} values` };
    }
    case "words": {
      const group = GROUPS[statistic.group];
      return {
        ko: `${group.ko} 값 중 처음 보는 값의 비율`,
        en: `share of words never seen before among ${group.en} values`,
      };
    }
    case "copies": {
      const group = GROUPS[statistic.group];
      return {
        ko: `${group.ko} 값 중 다른 행에도 있는 값의 비율`,
        en: `share of ${group.en} values that another row has too`,
      };
    }
    case "echoes": {
      const group = GROUPS[statistic.group];
      return {
        ko: `${group.ko} 값 중 바로 위 행과 같은 값의 비율`,
        en: `share of ${group.en} values that repeat the row above`,
      };
    }
    case "future":
      return {
        ko: "새 행 중 앞날의 날짜를 가진 비율",
        en: "share of new rows dated in the future",
      };
    case "age":
      return { ko: "새 행 중 오래된 행의 비율", en: "share of old rows among the new ones" };
    case "level": {
      const { ko, en } = LEVEL_WORDS[statistic.level];
      return { ko: `목록 전체의 ${ko}`, en: `${en} in the whole list` };
    }
  }
}

const CAUSES: Readonly<Record<CountedKind, Sentence>> = {
  renewed: {
    ko: "값이 날짜와 함께 바뀐 신청인 수",
    en: "number of applicants whose value changed with its date",
  },
  changed: { ko: "값이 바뀐 신청인 수", en: "number of applicants whose value changed" },
  completed: { ko: "빈칸이 채워진 신청인 수", en: "number of applicants whose blank was filled" },
  blanked: { ko: "값이 비게 된 신청인 수", en: "number of applicants whose value became blank" },
};

const GROUPS: Readonly<Record<"new" | "moved", Sentence>> = {
  new: { ko: "새 행", en: "new rows'" },
  moved: { ko: "바뀐", en: "changed" },
};

/** Names of the statistics of a whole list. */
export const LEVEL_WORDS: Readonly<Record<Level, Sentence>> = {
  filled: { ko: "채워진 칸 비율", en: "share of filled cells" },
  distinct: { ko: "서로 다른 값 비율", en: "share of different values" },
  length: { ko: "평균 글자 수", en: "mean length" },
  words: { ko: "평균 단어 수", en: "mean number of words" },
  digits: { ko: "숫자 비율", en: "share of digits" },
  latin: { ko: "영문자 비율", en: "share of Latin letters" },
  hangul: { ko: "한글 비율", en: "share of Hangul" },
  punctuation: { ko: "문장 부호 비율", en: "share of punctuation" },
  other: { ko: "그 밖의 문자 비율", en: "share of other characters" },
  pattern: { ko: "형식에 맞는 값 비율", en: "share of values that fit their pattern" },
};
