/**
 * What is said of validators: why a request had no condition, why a 304 is not believed, and why a
 * validator is not trusted any more.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import { counted, inARow, times } from "./count_words.ts";
import type { Evidence, Standing } from "./validator_evidence.ts";

type Named = "etag" | "lastModified";

const FIELD: Readonly<Record<Named, string>> = { etag: "ETag", lastModified: "Last-Modified" };

/** Why a request is as it is, and what an answer that says nothing is. */
export const REQUEST_WORDS = {
  first: {
    ko: "처음 보는 주소이므로 조건 없이 요청합니다.",
    en: "Nothing is known of this address yet: asked without a condition",
  },
  conditional: {
    ko: "지난번 검증자를 조건으로 요청합니다.",
    en: "Asked on condition that the validators of the last visit have changed",
  },
  control: {
    ko: "304 응답이 거듭되었거나 본문을 본 지 오래되어, 조건 없이 본문을 확인합니다.",
    en:
      "Many answers of 304, or no body for long: asked without a condition, to see the body itself",
  },
  "no-validator": {
    ko: "서버가 ETag나 Last-Modified를 보내지 않아 조건 없이 요청합니다.",
    en: "The server sends no ETag and no Last-Modified: asked without a condition",
  },
  distrusted: {
    ko: "서버의 검증자를 믿을 수 없어 조건 없이 요청합니다.",
    en: "The validators of the server cannot be relied on: asked without a condition",
  },
  unanswered: {
    ko: "본문이 없는 응답이므로 알게 된 것이 없습니다.",
    en: "An answer without a body that counts: nothing is learned from it",
  },
} as const satisfies Readonly<Record<string, Sentence>>;

/** A 304 to a request that set no condition. */
export const UNASKED_304: Sentence = {
  ko: "조건 없이 요청했는데 서버가 304로 답했습니다.",
  en: "The server answers 304 to a request without a condition",
};

/** A 304 that names another version than the one asked about. */
export function unbelievable(by: Named): Sentence {
  return {
    ko: `304 응답의 ${FIELD[by]} 값이 요청한 것과 다르므로, 조건 없이 다시 요청합니다.`,
    en: `The answer of 304 bears another ${FIELD[by]} than was asked about: asked again at once`,
  };
}

/** How far a validator is trusted, with the counts behind it. */
export function standingWords(validator: Named, standing: Standing, evidence: Evidence): Sentence {
  const field = FIELD[validator];
  const { kept, together, noise, ignored, missed, hidden } = evidence;
  switch (standing) {
    case "absent":
      return { ko: `${field}: 서버가 보내지 않습니다.`, en: `${field}: the server sends none` };
    case "untried":
      return {
        ko: `${field}: 아직 확인된 적이 없습니다.`,
        en: `${field}: not yet put to the test`,
      };
    case "trusted":
      return {
        ko: `${field}: 내용과 함께 ${kept}번 그대로였고 ${together}번 바뀌었습니다.`,
        en: `${field}: stayed with the content ${times(kept)} and changed with it ${
          times(together)
        }`,
      };
    case "useless":
      return noise >= ignored
        ? {
          ko: `${field}: 내용이 같은데 ${noise}번 잇달아 바뀌어 쓸모가 없습니다.`,
          en: `${field}: changed ${inARow(noise)} while the content stayed, which is of no use`,
        }
        : {
          ko: `${field}: 조건으로 보냈으나 서버가 ${ignored}번 잇달아 무시했습니다.`,
          en: `${field}: sent as a condition, and ignored by the server ${inARow(ignored)}`,
        };
    case "lying":
      return missed > 0
        ? {
          ko: `${field}: 내용이 바뀌었는데 ${missed}번 그대로여서 믿지 않습니다.`,
          en: `${field}: stayed ${times(missed)} while the content changed, so it is not believed`,
        }
        : {
          ko: `${field}: 304 응답 뒤에 숨은 변경이 ${hidden}번 드러나 믿지 않습니다.`,
          en: `${field}: ${
            counted(hidden, "change was", "changes were")
          } found behind answers of 304, so it is not believed`,
        };
  }
}

/** What to note where trust was lost or won back, `null` where it was not. */
export function noteOn(
  validator: Named,
  before: Standing,
  after: Standing,
  evidence: Evidence,
): Sentence | null {
  const [was, is] = [isDistrust(before), isDistrust(after)];
  if (before === after || was === is && !is) return null;
  return standingWords(validator, after, evidence);
}

function isDistrust(standing: Standing): boolean {
  return standing === "lying" || standing === "useless";
}
