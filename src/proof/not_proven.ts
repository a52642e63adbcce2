/**
 * What a person is told where the archive does not bear out what the log says.
 *
 * @module
 */

import type { Digest, FieldName, RunId } from "../model.ts";
import { FIELDS } from "../fields.ts";
import { ArchiveFault } from "../ports.ts";
import type { Sentence } from "../refusal.ts";

/** An archived page, as the sentences name it. */
export interface PageName {
  readonly run: RunId;
  readonly digest: Digest;
}

/** Where a body lies below the data folder. */
export function bodyPath({ run, digest }: PageName): string {
  return `raw/${run}/${digest}.gz`;
}

/** What does not hold; `why` goes on from "not proven by the page". */
export function notProven(page: PageName, why: Sentence): ArchiveFault {
  const path = bodyPath(page);
  return new ArchiveFault({
    ko: `보관 원문 "${path}" 파일로 증명되지 않습니다: ${why.ko}`,
    en: `Not proven by the archived page "${path}": ${why.en}`,
  });
}

/** Its bytes are not those that were archived. */
export const OTHER_BYTES: Sentence = {
  ko: "내용이 기록된 다이제스트와 맞지 않습니다.",
  en: "its bytes do not have the recorded digest",
};

/** Nobody can say any more what was asked, and when. */
export const NO_SIDECAR: Sentence = {
  ko: "요청한 주소와 시각을 적은 옆 파일(.json)이 없습니다.",
  en: "the sidecar (.json) that says what was asked, and when, is missing",
};

export const DAMAGED_SIDECAR: Sentence = {
  ko: "요청한 주소와 시각을 적은 옆 파일(.json)이 손상되었습니다.",
  en: "the sidecar (.json) that says what was asked, and when, is damaged",
};

/** The sidecar tells of another request than the event. */
export function otherRequest(url: string, observedAt: string): Sentence {
  return {
    ko: `옆 파일(.json)에 적힌 주소·시각이 기록과 다릅니다(기록: "${url}", ${observedAt}).`,
    en: `its sidecar (.json) does not tell of "${url}" at ${observedAt}, as the log does`,
  };
}

/** The spec of that run is not at hand. */
export function noSpec(source: string, version: number): Sentence {
  return {
    ko:
      `그 실행의 선택자 "${source}/${version}.json"이 이 프로그램에 없습니다. "selectors" 폴더에 ` +
      "그 파일을 두고 다시 실행하십시오.",
    en: `the selector spec of that run, "${source}/${version}.json", is not in this program; put ` +
      'it into the folder "selectors" and run again',
  };
}

/** The page reads differently today. */
export function unreadablePage(reason: Sentence): Sentence {
  return {
    ko: `그 실행의 선택자로 다시 읽을 수 없습니다. ${reason.ko}`,
    en: `it cannot be read again with the selector spec of that run: ${reason.en}`,
  };
}

export function noRow(row: number, rows: number): Sentence {
  return {
    ko: `${row + 1}행이라고 기록되었으나 그 화면에는 ${rows}행만 있습니다.`,
    en: `the log says row ${row + 1}, but the page has ${rows} rows`,
  };
}

export function otherRecord(row: number, field: FieldName): Sentence {
  return {
    ko: `${row + 1}행은 이 등록 건이 아닙니다("${FIELDS[field].ko}" 값이 다릅니다).`,
    en: `row ${row + 1} is not this record: "${field}" differs`,
  };
}

export function otherPlace(row: number, expected: string, found: string): Sentence {
  return {
    ko: `${row + 1}행의 위치가 기록과 다릅니다(기록: ${expected} 바이트, 실제: ${found}).`,
    en: `row ${row + 1} stands at other bytes than the log says: expected ${expected}, ` +
      `found ${found}`,
  };
}

export function otherValue(field: FieldName, expected: string, found: string): Sentence {
  return {
    ko: `"${FIELDS[field].ko}" 값이 기록과 다릅니다(기록: ${expected}, 원문: ${found}).`,
    en: `"${field}" reads ${found} there, and ${expected} in the record`,
  };
}

export function otherLookUp(found: string): Sentence {
  return {
    ko: `조회 화면이 "목록에 없음"을 보여 주지 않습니다(${found}).`,
    en: `the look-up page does not show that the record is gone: ${found}`,
  };
}

/** An entry that stands on no page, such as one that a person made. */
export function noPage(kind: string, seq: number): ArchiveFault {
  return new ArchiveFault({
    ko: `증명할 보관 원문이 없습니다: 이 값은 화면이 아니라 #${seq} 항목("${kind}")에서 왔습니다.`,
    en: `There is no archived page to prove it by: entry #${seq} ("${kind}") gave this value`,
  });
}
