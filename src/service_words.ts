/**
 * Why a service of data.go.kr will not hand out its list, in one sentence per language.
 *
 * @module
 */

import type { Failure } from "./outcome.ts";
import type { Sentence } from "./refusal.ts";

type ServiceFailure = Failure & { readonly kind: "service" };

/** Whether only a person can put it right, in dmf.json or with another build. */
export function isMisconfigured(failure: Failure): boolean {
  return failure.kind === "service" && failure.meaning !== "quota" && failure.meaning !== "busy";
}

/** Puts the answer of a service into words for the person who looks after the box. */
export function describeService(failure: ServiceFailure): Sentence {
  const { setting } = failure;
  const said = failure.message === "" ? failure.code : `${failure.code} ${failure.message}`;
  switch (failure.meaning) {
    case "quota":
      return {
        ko: `오늘 쓸 수 있는 API 요청을 다 썼습니다(${said}). 이미 받은 쪽은 보관했고, ` +
          "한도가 풀린 뒤 다시 실행하면 이어 받습니다.",
        en: `The day's requests to the API are used up (${said}); the pages read so far are ` +
          "kept, and a run after the limit is lifted goes on from there.",
      };
    case "busy":
      return {
        ko: `API가 지금 처리하지 못합니다(${said}). 잠시 뒤 다시 실행하십시오.`,
        en: `The API cannot serve now (${said}); run again later.`,
      };
    case "key":
      return {
        ko: `API가 인증키를 받아들이지 않습니다(${said}). dmf.json의 "${setting}.key" 값과 ` +
          "data.go.kr의 활용신청 상태, 기간을 확인하십시오. 새 키는 한 시간쯤 뒤에 통합니다.",
        en: `The API does not accept the key (${said}): check "${setting}.key" in dmf.json, and ` +
          "the approval and its term at data.go.kr; a new key takes about an hour to work.",
      };
    case "retired":
      return retired(failure, said);
    case "build":
      return {
        ko: `이 프로그램에는 "${new URL(failure.url).host}" 접속 권한이 없습니다. ` +
          '"deno task compile --openapi"로 만든 프로그램을 쓰십시오.',
        en: `This build may not reach "${new URL(failure.url).host}": use one made with ` +
          '"deno task compile --openapi".',
      };
  }
}

function retired({ url, setting, otherPath }: ServiceFailure, said: string): Sentence {
  const { pathname } = new URL(url);
  const instead = otherPath ?? "/…";
  return {
    ko: `"${pathname}" 주소의 API가 중지되었거나 없습니다(${said}). dmf.json에 ` +
      `"${setting}.path": "${instead}"처럼 새 주소를 적으십시오.`,
    en: `The API at "${pathname}" has been retired or does not exist (${said}): set ` +
      `"${setting}.path" in dmf.json to the new path, such as "${instead}".`,
  };
}
