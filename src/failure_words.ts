/**
 * A fetch failure in one sentence per language: what happened where, and what to do about it.
 *
 * Who is told, and with which exit code, is decided elsewhere.
 *
 * @module
 */

import type { Failure } from "./outcome.ts";
import type { Sentence } from "./refusal.ts";
import { describeService } from "./service_words.ts";

/** Puts a failure into words for the person who looks after the box. */
export function describeFailure(failure: Failure): Sentence {
  const { url } = failure;
  switch (failure.kind) {
    case "dns":
      return {
        ko:
          `"${url}"의 호스트 이름을 찾을 수 없습니다. 네트워크와 DNS, 프록시 설정을 확인하십시오.`,
        en: `Cannot resolve the host name of "${url}"; check the network, DNS and proxy settings.`,
      };
    case "refused":
      return {
        ko:
          `"${url}"에 연결하지 못했습니다(${failure.detail}). 사이트가 열리는지, 방화벽과 프록시가 막지 않는지 확인하십시오.`,
        en:
          `Cannot connect to "${url}" (${failure.detail}); check that the site is up and that no firewall or proxy blocks it.`,
      };
    case "tls":
      if (/expired|not ?valid ?yet/i.test(failure.detail)) return describeUntimely(failure);
      return {
        ko:
          `"${url}"의 인증서를 확인할 수 없습니다(${failure.detail}). 기관이나 회사 프록시의 CA 인증서(PEM) 파일을 지정하십시오. 인증서 확인은 끄지 않습니다.`,
        en:
          `Cannot verify the certificate of "${url}" (${failure.detail}); name the CA certificate file (PEM) of the authority or company proxy, verification is never switched off.`,
      };
    case "time-out":
      return describeTimeOut(failure);
    case "cut":
      return {
        ko:
          `"${url}"의 응답이 ${failure.receivedBytes}바이트에서 끊겼습니다(${failure.detail}). 잠시 뒤 다시 실행하십시오.`,
        en:
          `The answer of "${url}" broke off after ${failure.receivedBytes} bytes (${failure.detail}); run again later.`,
      };
    case "status":
      return describeStatus(failure);
    case "wrong-type":
      return {
        ko: `"${url}"의 콘텐츠 형식이 예상과 다릅니다: "${
          failure.contentType ?? "없음"
        }". 브라우저로 열어 점검 안내나 차단 화면인지 확인하십시오.`,
        en: `"${url}" answered with an unexpected content type, "${
          failure.contentType ?? "none"
        }"; open it in a browser and look for a maintenance or block page.`,
      };
    case "wrong-coding":
      return {
        ko:
          `"${url}"의 응답이 요청하지 않은 압축 방식 "${failure.coding}"(으)로 왔습니다. 중간 프록시가 응답을 바꾸는지 확인하십시오.`,
        en:
          `"${url}" answered with the coding "${failure.coding}", which was not asked for; check whether a proxy rewrites answers.`,
      };
    case "too-large":
      return {
        ko:
          `"${url}"의 응답이 상한 ${failure.limitBytes}바이트를 넘었습니다. 맞는 페이지인지 확인한 뒤 선택자 명세의 상한을 조정하십시오.`,
        en:
          `The answer of "${url}" exceeds the limit of ${failure.limitBytes} bytes; check that it is the right page before raising the limit in the selector spec.`,
      };
    case "redirect-off-host":
      return {
        ko:
          `"${url}"이(가) 다른 주소 "${failure.to}"(으)로 이동시켜 따라가지 않았습니다. 사이트가 옮겨 갔는지 확인하십시오.`,
        en:
          `"${url}" redirects to another origin, "${failure.to}", which was not followed; check whether the site has moved.`,
      };
    case "redirect-loop":
      return {
        ko:
          `"${url}"의 리디렉션이 ${failure.redirects}번 이어져도 끝나지 않습니다. 브라우저로 열어 주소를 확인하십시오.`,
        en:
          `"${url}" still redirects after ${failure.redirects} redirects; open it in a browser and check the address.`,
      };
    case "service":
      return describeService(failure);
    case "not-permitted":
      return {
        ko:
          `이 프로그램의 권한으로는 "${url}"에 접속할 수 없습니다. 선택자 명세에 적힌 호스트만 허용됩니다.`,
        en:
          `The sandbox does not allow "${url}": only the host named in the selector spec may be asked; use that origin.`,
      };
  }
}

/** A certificate out of its time nearly always means a clock that is. */
function describeUntimely({ url, detail }: Failure & { kind: "tls" }): Sentence {
  return {
    ko: `"${url}"의 인증서가 지금 유효하지 않습니다(${detail}). 먼저 이 컴퓨터의 날짜와 시각을 ` +
      "확인하십시오. 시계가 맞다면 사이트가 인증서를 갱신해야 하며, 인증서 확인은 끄지 않습니다.",
    en: `The certificate of "${url}" is not valid now (${detail}); check the date and time of ` +
      "this machine first; if they are right, the site has to renew its certificate, verification " +
      "is never switched off.",
  };
}

function describeTimeOut({ url, phase, limitMs }: Failure & { kind: "time-out" }): Sentence {
  const seconds = limitMs / 1000;
  return phase === "header"
    ? {
      ko:
        `"${url}"이(가) ${seconds}초 안에 응답하지 않았습니다. 네트워크를 확인하거나 잠시 뒤 다시 실행하십시오.`,
      en: `"${url}" did not answer within ${seconds} s; check the network or run again later.`,
    }
    : {
      ko:
        `"${url}"의 응답을 ${seconds}초 안에 다 받지 못했습니다. 네트워크를 확인하거나 잠시 뒤 다시 실행하십시오.`,
      en:
        `The answer of "${url}" was not complete within ${seconds} s; check the network or run again later.`,
    };
}

function describeStatus({ url, status, retryAfter }: Failure & { kind: "status" }): Sentence {
  if (retryAfter !== null) {
    return {
      ko:
        `"${url}"이(가) 상태 ${status}(으)로 응답하며 나중에 다시 요청하라고 합니다(Retry-After: ${retryAfter}). 그때 다시 실행하십시오.`,
      en:
        `"${url}" answered with status ${status} and asks to come back later (Retry-After: ${retryAfter}); run again then.`,
    };
  }
  return status >= 500 || status === 408 || status === 429
    ? {
      ko:
        `"${url}"이(가) 상태 ${status}(으)로 응답했습니다. 서버가 지금 처리하지 못하니 잠시 뒤 다시 실행하십시오.`,
      en: `"${url}" answered with status ${status}: the server cannot serve now, run again later.`,
    }
    : {
      ko:
        `"${url}"이(가) 상태 ${status}(으)로 응답했습니다. 브라우저로 열어 주소가 맞는지, 접속이 차단되지 않았는지 확인하십시오.`,
      en:
        `"${url}" answered with status ${status}; open it in a browser and check that the address is right and access not blocked.`,
    };
}
