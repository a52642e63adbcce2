/**
 * The fault of a browser, or of a page in it: gone, silent, forbidden, or not what was asked for.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";

/** What kept a page from being read in the browser. */
export class BrowserFault extends Error {
  override readonly name = "BrowserFault";

  constructor(
    readonly sentence: Sentence,
    /** What the program ends with: 1 where it may be tried again, 3 where a person must look. */
    readonly exitCode: 1 | 3 = 1,
    /** The server's HTTP status, where that is what is wrong. */
    readonly status: number | null = null,
  ) {
    super(sentence.en);
  }
}

/** The browser did not start; `said` is the last it told. */
export function notStarted(program: string, said: string): BrowserFault {
  const quoted = said === "" ? null : `"${said.replaceAll('"', "'")}"`;
  return new BrowserFault({
    ko: `브라우저 "${program}" 프로그램이 시작하지 못하고 끝났습니다${
      quoted === null ? "." : `: ${quoted}.`
    } 터미널에서 그 프로그램을 직접 실행해 보십시오.`,
    en: `The browser "${program}" ended before it was ready${
      quoted === null ? "" : `: ${quoted}`
    }; try to start it by hand`,
  });
}

/** The browser ended in the middle of its work. */
export function died(): BrowserFault {
  return new BrowserFault({
    ko: "브라우저가 도중에 꺼졌습니다. 메모리가 충분한지 보고 다시 실행하십시오.",
    en: "The browser died on the way; see that there is memory enough, and run again",
  });
}

/** What came from the browser is not its protocol. */
export function garbled(what: string): BrowserFault {
  return new BrowserFault({
    ko: `브라우저의 답(${what})을 이해할 수 없습니다. 크로미움 120 이상을 쓰십시오.`,
    en: `Cannot understand the browser's answer (${what}); use Chromium 120 or later`,
  });
}

/** The browser says no to a command of its protocol. */
export function declined(method: string, why: string): BrowserFault {
  return new BrowserFault({
    ko: `브라우저가 "${method}" 명령을 거절했습니다: "${why.replaceAll('"', "'")}".`,
    en: `The browser declined "${method}": "${why.replaceAll('"', "'")}"`,
  });
}

/** The time is over. */
export function tookTooLong(page: string, seconds: number): BrowserFault {
  return new BrowserFault({
    ko:
      `"${page}" 페이지를 ${seconds}초 안에 읽지 못해 브라우저를 껐습니다. "--timeout" 값을 늘려 ` +
      "다시 실행할 수 있습니다.",
    en:
      `Could not read "${page}" within ${seconds} s, the browser was ended; a larger "--timeout" ` +
      "gives it longer",
  });
}

/** The page cannot be had. */
export function notReached(page: string, why: string): BrowserFault {
  return new BrowserFault({
    ko:
      `"${page}" 페이지를 열 수 없습니다(${why}). 주소와 연결을 확인하고 나중에 다시 실행하십시오.`,
    en: `Cannot open "${page}" (${why}); check the address and the connection, and try later`,
  });
}

/** The server answers with an error, which is no content. */
export function answeredWith(page: string, status: number): BrowserFault {
  return new BrowserFault(
    {
      ko:
        `"${page}" 주소의 서버가 HTTP ${status} 오류로 답했습니다. 오류 페이지는 추출하지 않습니다.`,
      en: `The server of "${page}" answered with HTTP ${status}; a page of errors is not extracted`,
    },
    1,
    status,
  );
}

/** A file to save, or a document of another kind. */
export function noPage(page: string, type: string): BrowserFault {
  return new BrowserFault({
    ko: `"${page}" 주소에는 웹 페이지가 아니라 다른 파일(${type})이 있습니다. 내려받지 않았습니다.`,
    en: `There is no web page at "${page}" but another file (${type}); it was not downloaded`,
  });
}

/** robots.txt forbids it; `line` is the one that does. */
export function forbidden(page: string, line: string): BrowserFault {
  return new BrowserFault({
    ko:
      `robots.txt가 "${page}" 페이지를 금지합니다("${line}"). 브라우저로 직접 열어 저장한 파일을 주십시오.`,
    en:
      `robots.txt forbids "${page}" ("${line}"); open it in a browser yourself, save it, and give ` +
      "the file",
  }, 3);
}

/** Whether the page may be asked for is not to be known now. */
export function robotsUnknown(robots: string, fault: BrowserFault): BrowserFault {
  return new BrowserFault({
    ko: `"${robots}" 파일을 읽을 수 없어 페이지를 열지 않았습니다: ${fault.sentence.ko}`,
    en: `"${robots}" cannot be read, so the page was not opened: ${fault.sentence.en}`,
  });
}
