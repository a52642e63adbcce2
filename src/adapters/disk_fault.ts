/**
 * What a refusal of the operating system or the sandbox means to a person.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import type { Sentence } from "../refusal.ts";
import { StoreFault } from "../store_fault.ts";

/**
 * Returns the fault that says what to do about `error`, or `error` itself where there is nothing
 * to say; the caller throws it.
 */
export function diskFault(error: unknown, path: string): unknown {
  if (error instanceof Deno.errors.NotCapable) {
    return new ConfigurationError({
      ko: `"${path}" 경로를 사용할 수 없습니다: 이 프로그램은 시작한 폴더 안의 "data", ` +
        '"selectors", "dmf.json"만 다룰 수 있습니다. 이들이 있는 폴더에서 시작하십시오.',
      en: `Cannot use "${path}": this program may only touch "data", "selectors" and "dmf.json" ` +
        "in the folder it is started in; start it in the folder that holds them",
    }, { cause: error });
  }
  const advice = adviceFor(error);
  if (advice === null) return error;
  return new StoreFault({
    ko: `"${path}" 경로를 사용할 수 없습니다: ${advice.ko}`,
    en: `Cannot use "${path}": ${advice.en}`,
  }, { cause: error });
}

function adviceFor(error: unknown): Sentence | null {
  if (!(error instanceof Error)) return null;
  // Deno names the codes it knows; of a full quota it tells the number only.
  const code = "code" in error ? String(error.code) : /\(os error \d+\)/.exec(error.message)?.[0];
  return code === undefined ? null : ADVICE.get(code) ?? null;
}

const FULL: Sentence = {
  ko: "디스크가 가득 찼습니다. 공간을 비우고 다시 실행하십시오. 이미 기록된 것은 그대로입니다.",
  en: "the disk is full; free some space and run again, nothing recorded is lost",
};
const READ_ONLY: Sentence = {
  ko:
    '읽기 전용 디스크입니다. "--data" 옵션으로 다른 폴더를 지정하거나 쓰기 가능하게 마운트하십시오.',
  en: 'the disk is read-only; choose another folder with "--data" or mount it writable',
};
const FORBIDDEN: Sentence = {
  ko: "이 계정에 권한이 없습니다. 그곳을 읽고 쓸 권한을 주십시오.",
  en: "this account may not; give it the right to read and write there",
};
const IN_THE_WAY: Sentence = {
  ko: "파일이 있을 곳에 폴더가, 또는 폴더가 있을 곳에 파일이 있습니다. 옮기거나 다른 폴더를 " +
    "지정하십시오.",
  en: "a file and a folder are in each other's place; move it away or choose another folder",
};
const TOO_MANY_OPEN: Sentence = {
  ko: "이 컴퓨터에 열린 파일이 너무 많습니다. 프로그램을 몇 개 닫고 다시 실행하십시오.",
  en: "too many files are open on this machine; close some programs and run again",
};
const LOOP: Sentence = {
  ko: "링크가 자기 자신으로 되돌아옵니다. 링크를 고치거나 다른 경로를 지정하십시오.",
  en: "it is a link that leads back to itself; mend the link or name another path",
};
const TOO_LONG: Sentence = {
  ko: "경로가 이 시스템에서 쓸 수 있는 것보다 깁니다. 더 짧은 이름을 쓰십시오.",
  en: "the path is longer than this system allows; use a shorter name",
};
const BROKEN: Sentence = {
  ko: "디스크에서 입출력 오류가 났습니다. 여유 공간과 디스크 상태를 점검한 뒤 다시 실행하십시오. " +
    "이미 기록된 것은 그대로입니다.",
  en: "the disk reports an error; check its free space and its health before running again, " +
    "nothing recorded is lost",
};

/** By the error codes of POSIX. */
const ADVICE: ReadonlyMap<string, Sentence> = new Map([
  ["ENOSPC", FULL],
  ["EDQUOT", FULL],
  ["(os error 122)", FULL],
  ["EROFS", READ_ONLY],
  ["EACCES", FORBIDDEN],
  ["EPERM", FORBIDDEN],
  ["ENOTDIR", IN_THE_WAY],
  ["EEXIST", IN_THE_WAY],
  ["EISDIR", IN_THE_WAY],
  ["ELOOP", LOOP],
  ["ENAMETOOLONG", TOO_LONG],
  ["EMFILE", TOO_MANY_OPEN],
  ["ENFILE", TOO_MANY_OPEN],
  ["EIO", BROKEN],
]);
