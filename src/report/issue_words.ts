/**
 * Every kind of issue as a name and one sentence for people.
 *
 * @module
 */

import { FIELDS } from "../fields.ts";
import type { Issue } from "../model.ts";
import type { Sentence } from "../refusal.ts";

/** Says what a person should look at, and where; pages and rows as the issue counts them, from 1. */
export function describeIssue(issue: Issue): Sentence {
  const where = place(issue);
  const { ko, en } = said(issue, found(issue));
  return { ko: `${where.ko}${ko}`, en: `${where.en}${en}` };
}

function place({ page, row }: Issue): Sentence {
  if (page === undefined) return { ko: "", en: "" };
  if (row === undefined) return { ko: `${page}쪽: `, en: `Page ${page}: ` };
  return { ko: `${page}쪽 ${row}번째 행: `, en: `Page ${page}, row ${row}: ` };
}

function found({ found }: Issue): Sentence {
  if (found === undefined) return { ko: "", en: "" };
  return found === ""
    ? { ko: "(빈칸)", en: " (blank)" }
    : { ko: `("${found}")`, en: ` ("${found}")` };
}

function said(issue: Issue, seen: Sentence): Sentence {
  const label = issue.field === undefined ? { ko: "값", en: "a value" } : FIELDS[issue.field];
  switch (issue.kind) {
    case "duplicate-number":
      return {
        ko: `등록번호가 같은 행이 둘 이상입니다${seen.ko}. 모두 따로 관리합니다.`,
        en: `Several rows share one registration number${seen.en}; all are kept.`,
      };
    case "malformed-number":
      if (issue.registrationNumber === null) {
        return {
          ko: "등록번호가 아직 없습니다. 나중에 부여될 수 있습니다.",
          en: "There is no registration number yet; it may be given later.",
        };
      }
      return {
        ko: `등록번호가 알려진 형식이 아닙니다${seen.ko}. 나중에 정정될 수 있습니다.`,
        en: `The registration number has no known form${seen.en}; it may be corrected later.`,
      };
    case "ambiguous-identity":
      return {
        ko: `어느 품목의 행인지 하나로 정할 수 없습니다${seen.ko}. 원문을 확인하십시오.`,
        en: `The row fits more than one record${seen.en}; look at the archived page.`,
      };
    case "number-reused":
      return {
        ko: `다른 품목이 쓰던 등록번호가 다시 쓰였습니다${seen.ko}.`,
        en: `A registration number that another record had is in use again${seen.en}.`,
      };
    case "unparsed-value":
      return {
        ko: `${label.ko}을(를) 형식대로 읽을 수 없어 적힌 그대로 둡니다${seen.ko}.`,
        en: `${label.en} does not have its usual form and is kept as written${seen.en}.`,
      };
    case "uneven-sites":
      return {
        ko: `제조소명·소재지·국가의 개수가 서로 다릅니다${seen.ko}.`,
        en: `Names, addresses and countries of the sites differ in number${seen.en}.`,
      };
    case "joined-sites":
      return {
        ko:
          `여러 제조소가 한 칸에 이어져 있고 나눌 곳이 확실하지 않아 적힌 그대로 둡니다${seen.ko}.`,
        en:
          `Several sites are joined in one text without certain borders, kept as written${seen.en}.`,
      };
    case "unknown-column":
      return {
        ko: `목록에 새로운 열이 있습니다${seen.ko}. 보관만 하고 비교하지 않습니다.`,
        en: `The list has a column that is not known${seen.en}; it is kept, not compared.`,
      };
    case "missing":
      return {
        ko: "목록에 보이지 않습니다. 다른 날에도 없고 조회되지 않을 때만 삭제로 봅니다.",
        en: "Not on the list; believed gone only if another day and a look-up confirm it.",
      };
    case "look-up-found":
      return {
        ko: `목록에는 없으나 번호로 조회하면 있습니다${seen.ko}. 목록 오류로 보고 유지합니다.`,
        en: `Not on the list, but found by its number${seen.en}; it stays in force.`,
      };
    case "look-up-inconclusive":
      return {
        ko: `목록에 없어 조회했으나 있는지 없는지 확인하지 못했습니다${seen.ko}.`,
        en: `Not on the list, and the look-up did not settle whether it exists${seen.en}.`,
      };
    case "terms-changed":
      return {
        ko: `이용약관이 바뀌었습니다${seen.ko}. 담당자가 읽어 보아야 합니다.`,
        en: `The terms of use changed${seen.en}; a person must read them.`,
      };
    case "terms-absent":
      return {
        ko: `이용약관 화면을 찾지 못했습니다${seen.ko}.`,
        en: `The page with the terms of use was not found${seen.en}.`,
      };
    case "board-note":
      return {
        ko: `게시판을 읽었으나 확인이 덜 된 것이 있습니다${seen.ko}.`,
        en: `The board was read, with less confirmed than usual${seen.en}.`,
      };
  }
}
