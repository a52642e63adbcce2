/**
 * The one sentence for people that each refusal is: what was expected, what was found, and where.
 *
 * @module
 */

import type { Refusal, Sentence } from "./refusal.ts";

const n = (value: number) => value.toLocaleString("en-US");

/** Puts a refusal into one sentence per language. */
export function sentence(refusal: Refusal): Sentence {
  const r = refusal;
  switch (r.kind) {
    case "undecodable":
      return {
        ko: `${r.page}쪽의 문자 인코딩을 알 수 없습니다(시도: ${r.tried.join(", ")}).`,
        en: `Page ${r.page} is not valid text in any of ${r.tried.join(", ")}.`,
      };
    case "cut-document":
      return {
        ko: `${r.page}쪽이 중간에 끊겼습니다: ${
          r.end ?? "</html>"
        }로 끝나야 하는데 "${r.tail}"(으)로 끝납니다.`,
        en: `Page ${r.page} is cut off: expected it to end with ${
          r.end ?? "</html>"
        }, found "${r.tail}".`,
      };
    case "not-the-list":
      return {
        ko: `${r.page}쪽에 등록 목록 표가 없습니다${
          r.looksLike ? `: ${r.looksLike.ko}(으)로 보입니다` : r.title ? `: 제목 "${r.title}"` : ""
        }.`,
        en: `Page ${r.page} has no table with the register's headers${
          r.looksLike
            ? `: it looks like ${r.looksLike.en}`
            : r.title
            ? `: its title is "${r.title}"`
            : ""
        }.`,
      };
    case "service-code":
      return {
        ko: `${r.page}쪽 요청에 서비스가 알 수 없는 코드 "${r.code}"(으)로 답했습니다` +
          `(${r.message || "설명 없음"}).`,
        en: `The service answered page ${r.page} with the unknown code "${r.code}" ` +
          `(${r.message || "no message"}).`,
      };
    case "unreadable-workbook":
      return {
        ko: `엑셀 파일을 읽을 수 없습니다: ${r.why.ko}.`,
        en: `The workbook cannot be read: ${r.why.en}.`,
      };
    case "board":
      return r.why;
    case "two-tables":
      return {
        ko:
          `${r.page}쪽에 등록 목록으로 보이는 표가 ${r.found}개이고 내용이 서로 다릅니다(1개여야 함).`,
        en:
          `Page ${r.page} has ${r.found} tables with the register's headers and different rows, expected 1.`,
      };
    case "missing-column":
      return {
        ko: `${r.page}쪽 표에 "${r.expected}" 열이 없습니다${
          r.nearest ? `(가장 비슷한 열: "${r.nearest}")` : ""
        }.`,
        en: `The table of page ${r.page} lacks the column "${r.expected}"${
          r.nearest ? `; the nearest header is "${r.nearest}"` : ""
        }.`,
      };
    case "repeated-column":
      return {
        ko: `${r.page}쪽 표에 "${r.found}" 열이 두 번 있습니다.`,
        en: `The table of page ${r.page} has the column "${r.found}" twice.`,
      };
    case "uneven-row":
      return {
        ko: `${r.page}쪽 ${r.row}번째 행의 칸이 ${r.expected}개여야 하는데 ${r.found}개입니다.`,
        en: `Row ${r.row} of page ${r.page} has ${r.found} cells, expected ${r.expected}.`,
      };
    case "label-mismatch":
      return {
        ko: `${r.page}쪽 ${r.row}번째 행: "${r.expected}" 열의 칸에 "${r.found}" 표시가 있습니다.`,
        en:
          `Row ${r.row} of page ${r.page}: a cell below "${r.expected}" calls itself "${r.found}".`,
      };
    case "unknown-word":
      return {
        ko: `${r.page}쪽 ${r.row}번째 행의 ${r.label} 값 "${r.found}"은(는) 알려진 값(${
          r.expected.join(", ")
        })이 아닙니다.`,
        en: `Row ${r.row} of page ${r.page}: ${r.label} is "${r.found}", expected one of ${
          r.expected.join(", ")
        }.`,
      };
    case "no-stated-total":
      return {
        ko: `${r.page}쪽에서 "총 N건" 표시를 찾지 못했습니다.`,
        en: `Page ${r.page} does not state its total ("총 N건").`,
      };
    case "total-moved":
      return {
        ko: `읽는 동안 목록이 바뀌었습니다: 총 ${n(r.expected)}건이던 것이 ${r.page}쪽에서 ${
          n(r.found)
        }건입니다.`,
        en: `The list moved while it was read: total ${n(r.expected)}, but ${
          n(r.found)
        } on page ${r.page}.`,
      };
    case "total-differs":
      return {
        ko: `사이트는 총 ${n(r.expected)}건이라 하나 서로 다른 행은 ${
          n(r.found)
        }건입니다(${r.page}쪽까지 읽음).`,
        en: `The site states ${n(r.expected)} records, but ${
          n(r.found)
        } distinct rows came (read up to page ${r.page}).`,
      };
    case "duplicate-row":
      return {
        ko: `${r.page}쪽 ${r.row}번째 행(${r.found})이 ${r.firstPage}쪽의 행과 같습니다.`,
        en: `Row ${r.row} of page ${r.page} (${r.found}) repeats a row of page ${r.firstPage}.`,
      };
    case "row-number-gap":
      return {
        ko: `${r.page}쪽 ${r.row}번째 행의 순번이 ${r.expected}이어야 하는데 ${r.found}입니다.`,
        en: `Row ${r.row} of page ${r.page} is numbered ${r.found}, expected ${r.expected}.`,
      };
    case "broken-values":
      return {
        ko: `${r.label} 값 ${n(r.broken)}개가 형식에 맞지 않습니다(허용 ${
          n(r.allowed)
        }개, 예: ${r.page}쪽 "${r.found}").`,
        en: `${n(r.broken)} values of ${r.label} break their pattern, allowed ${
          n(r.allowed)
        } (for example "${r.found}" on page ${r.page}).`,
      };
    case "list-size":
      return {
        ko: `목록이 ${n(r.found)}건입니다(${n(r.min)}~${n(r.max)}건이어야 함).`,
        en: `The list has ${n(r.found)} records, expected ${n(r.min)} to ${n(r.max)}.`,
      };
    case "rows-gone":
      return {
        ko: `${n(r.of)}건 중 ${n(r.found)}건이 한꺼번에 사라졌습니다(허용 ${n(r.allowed)}건).`,
        en: `${n(r.found)} of ${n(r.of)} records vanished at once, allowed ${n(r.allowed)}.`,
      };
    case "rows-new":
      return {
        ko: `${n(r.of)}건인 목록에 ${n(r.found)}건이 한꺼번에 새로 생겼습니다(허용 ${
          n(r.allowed)
        }건).`,
        en: `${n(r.found)} records are new at once in a list of ${n(r.of)}, allowed ${
          n(r.allowed)
        }.`,
      };
    case "field-changed":
      return {
        ko: `${n(r.of)}건 중 ${n(r.found)}건의 ${r.label}이(가) 한꺼번에 바뀌었습니다(허용 ${
          n(r.allowed)
        }건, 예: ${r.example}).`,
        en: `${r.label} changed in ${n(r.found)} of ${n(r.of)} records at once, allowed ${
          n(r.allowed)
        } (for example ${r.example}).`,
      };
    case "field-blanked":
      return {
        ko: `${n(r.of)}건 중 ${n(r.found)}건의 ${r.label}이(가) 한꺼번에 비었습니다(허용 ${
          n(r.allowed)
        }건, 예: ${r.example}).`,
        en: `${r.label} became blank in ${n(r.found)} of ${n(r.of)} records at once, allowed ${
          n(r.allowed)
        } (for example ${r.example}).`,
      };
    case "site-wide-shift":
      return {
        ko: `${r.label} ${n(r.found)}건이 같은 모양으로 한꺼번에 바뀌었습니다: ${r.pattern.ko}` +
          `(전체 ${n(r.of)}건, 허용 ${n(r.allowed)}건, ${r.page}쪽부터, 예: ${r.example}). ` +
          "실제 변경인지 확인이 필요합니다.",
        en: `${n(r.found)} of ${n(r.of)} records changed ${r.label} in the same way at once: ` +
          `${r.pattern.en} (allowed ${n(r.allowed)}, from page ${r.page} on, for example ` +
          `${r.example}); a person has to say whether that is real.`,
      };
    case "rows-returned": {
      const where = r.pages === 1
        ? { ko: `${r.page}쪽이`, en: `page ${r.page}` }
        : { ko: `목록(${r.page}쪽 등 ${r.pages}개 쪽)이`, en: `the list (${r.pages} pages)` };
      return {
        ko:
          `${r.field === null ? "" : `${r.field}: `}${
            n(r.found)
          }건이 예전 내용으로 되돌아갔습니다` +
          `(허용 ${n(r.allowed)}건): ${where.ko} 오래된 화면으로 보입니다(예: ${r.example}).`,
        en:
          `${r.field === null ? "" : `${r.field}: `}${n(r.found)} records returned to what they ` +
          `were before (allowed ${
            n(r.allowed)
          }): ${where.en} looks like an old copy (for example ` +
          `${r.example}).`,
      };
    }
    case "level-outside":
      return {
        ko: `${r.label}의 ${r.statistic.ko}이(가) ${decimal(r.found)}입니다(${decimal(r.min)}~` +
          `${decimal(r.max)}이어야 함).`,
        en: `${capital(r.statistic.en)} of ${r.label} is ${decimal(r.found)}, expected ` +
          `${decimal(r.min)} to ${decimal(r.max)}.`,
      };
    case "improbable": {
      const where = r.page === null ? { ko: "", en: "" } : {
        ko: `${r.page}쪽, `,
        en: `page ${r.page}, `,
      };
      const example = r.example === null ? { ko: "", en: "" } : {
        ko: `, 예: ${r.example}`,
        en: `, for example ${r.example}`,
      };
      return {
        ko: `${r.label}: ${r.statistic.ko}이(가) ${decimal(r.found)}입니다(평소 ` +
          `${decimal(r.expected)}, ${where.ko}값 ${n(r.values)}개${example.ko}). 이런 목록이 ` +
          `우연히 나올 확률은 10^-${r.joint.toFixed(1)}로, 한도 10^-${r.allowed}보다 작습니다.`,
        en: `${r.label}: ${r.statistic.en} is ${decimal(r.found)}, usually ` +
          `${decimal(r.expected)} (${where.en}${n(r.values)} values${example.en}); such a list ` +
          `comes by chance with probability 10^-${r.joint.toFixed(1)}, allowed 10^-${r.allowed}.`,
      };
    }
  }
}

function decimal(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2 });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
