/**
 * What a finding means, and what to do about it, in one sentence a language.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import type { Finding, FindingKind } from "./finding.ts";

const RESTORE: Sentence = {
  ko: '"dmf restore FILE --replace"로 백업을 복원하십시오.',
  en: 'restore a backup with "dmf restore FILE --replace"',
};
const MEMBER: Sentence = {
  ko: '"dmf restore FILE --replace"로 보관 파일이 든 백업을 복원하십시오. 이력 자체는 온전합니다.',
  en: 'restore a backup that holds the archive with "dmf restore FILE --replace"; the log itself ' +
    "is whole",
};
const REBUILD: Sentence = {
  ko: '이력 자체는 온전하니 "dmf fsck --rebuild"로 다시 만드십시오.',
  en: 'the log itself is whole, make it anew with "dmf fsck --rebuild"',
};
const NOTHING: Sentence = {
  ko: "할 일은 없습니다.",
  en: "there is nothing to do",
};

/** What is wrong, without the place and without the advice; the Korean ends in a full stop. */
const WORDS: Readonly<
  Record<Exclude<FindingKind, "unusable">, readonly [(f: Finding) => Sentence, Sentence]>
> = {
  "pages-damaged": [({ found }) => ({
    ko: `파일의 페이지가 손상되었습니다(${found}).`,
    en: `pages of the file are damaged (${found})`,
  }), RESTORE],
  "unlisted": [({ found }) => ({
    ko: `이 키부터 읽을 수 없습니다(${found}).`,
    en: `nothing can be read from this key on (${found})`,
  }), RESTORE],
  "value-unreadable": [({ found }) => ({
    ko: `값을 읽을 수 없습니다(${found}).`,
    en: `the value cannot be read (${found})`,
  }), RESTORE],
  "value-malformed": [({ found }) => ({
    ko: `값의 형식이 잘못되었습니다(${found}).`,
    en: `the value is malformed (${found})`,
  }), RESTORE],
  "entry-missing": [() => ({
    ko: "확정된 이력 항목이 없습니다.",
    en: "a sealed entry of the log is missing",
  }), RESTORE],
  "entry-altered": [({ found }) => ({
    ko: `이력 항목이 해시 사슬과 맞지 않습니다(레코드 ${found}).`,
    en: `the entry does not match the hash chain (record ${found})`,
  }), RESTORE],
  "entry-misplaced": [difference("항목의 순서가 다릅니다", "the entry is out of place"), RESTORE],
  "entry-contradicts": [({ found }) => ({
    ko: `이력 항목이 앞선 이력과 모순됩니다(레코드 ${found}).`,
    en: `the entry contradicts the log before it (record ${found})`,
  }), RESTORE],
  "run-missing": [({ found }) => ({
    ko: `실행 기록이 없는데 그 이력 또는 봉인은 있습니다(${found}).`,
    en: `the record of the run is missing, its entries or its seal are there (${found})`,
  }), RESTORE],
  "run-misplaced": [
    difference("앞 실행에 이어지지 않습니다", "it does not follow the run before"),
    RESTORE,
  ],
  "run-altered": [() => ({
    ko: "실행 기록이 봉인과 맞지 않습니다.",
    en: "the record of the run does not match its seal",
  }), RESTORE],
  "head-missing": [({ expected }) => ({
    ko: `마지막 봉인이 없습니다(있어야 할 실행: ${expected}).`,
    en: `the head is missing (the last sealed run is ${expected})`,
  }), RESTORE],
  "head-wrong": [
    difference("마지막 봉인이 이력과 다릅니다", "the head is not the last sealed run"),
    RESTORE,
  ],
  "baseline-missing": [() => ({
    ko: "비교 기준 통계가 없습니다.",
    en: "the statistics of accepted runs are missing",
  }), RESTORE],
  "record-altered": [() => ({
    ko: "레코드 내용이 해시와 맞지 않습니다.",
    en: "the record does not match its hash",
  }), REBUILD],
  "projection-missing": [() => ({
    ko: "이력에 따르면 있어야 할 값이 없습니다.",
    en: "a value is missing that the log calls for",
  }), REBUILD],
  "projection-extra": [() => ({
    ko: "이력에 없는 값이 있습니다.",
    en: "there is a value that the log does not know",
  }), REBUILD],
  "projection-different": [() => ({
    ko: "값이 이력으로 계산한 것과 다릅니다.",
    en: "the value is not what the log makes of it",
  }), REBUILD],
  "mark-wrong": [
    difference("반영 위치가 이력과 맞지 않습니다", "the projection mark does not fit the log"),
    REBUILD,
  ],
  "body-missing": [({ found }) => ({
    ko: `이력이 가리키는 보관 파일이 없습니다${found ? `(보관 설정으로 지움: ${found})` : ""}.`,
    en: `an archived body that the log points to is missing${
      found ? ` (retention dropped it, ${found})` : ""
    }`,
  }), MEMBER],
  "body-damaged": [({ fault }) => ({
    ko: `보관 파일이 손상되었습니다(${fault?.ko}).`,
    en: `an archived body is damaged (${fault?.en})`,
  }), MEMBER],
  "undecided-page-lost": [({ found, fault }) => ({
    ko: `결정을 기다리는 "${found}" 실행의 페이지를 읽을 수 없어 그 실행은 더 이상 채택할 수 ` +
      `없습니다(${fault?.ko}). 이력 자체는 온전합니다.`,
    en: `a page of run "${found}", which waits for a decision, cannot be read, so that it cannot ` +
      `be accepted any more (${fault?.en}); the log itself is whole`,
  }), {
    ko: '"dmf reject"로 그 실행을 버리거나 다음 실행을 기다리십시오.',
    en: 'reject it with "dmf reject", or wait for the next run, which judges anew',
  }],
  "sidecar-missing": [() => ({
    ko: "보관 파일에 딸린 기록(json)이 없습니다.",
    en: "the sidecar of an archived body is missing",
  }), MEMBER],
  "sidecar-damaged": [() => ({
    ko: "보관 파일에 딸린 기록(json)을 읽을 수 없습니다.",
    en: "the sidecar of an archived body cannot be read",
  }), MEMBER],
  "evidence-outside": [
    difference("근거의 바이트 범위가 보관 파일을 벗어납니다", "its evidence lies outside the body"),
    RESTORE,
  ],
  "evidence-differs": [({ expected }) => ({
    ko: `근거로 적힌 바이트에 그 등록 건(${expected})이 없습니다.`,
    en: `the bytes given as evidence do not name the record (${expected})`,
  }), RESTORE],
  "behind": [({ expected }) => ({
    ko: `현황이 확정된 실행(${expected})까지 아직 반영되지 않았습니다.`,
    en: `records are not rolled forward to the sealed run (${expected}) yet`,
  }), {
    ko: "다음 명령이 이어서 반영합니다.",
    en: "the next command rolls them forward",
  }],
  "leftover-entries": [({ found }) => ({
    ko: `확정되지 않은 실행의 항목 ${found}개가 남아 있습니다.`,
    en: `${found} entries of an attempt that was never sealed are left over`,
  }), NOTHING],
  "leftover-checkpoints": [({ found }) => ({
    ko: `끝난 실행의 중간 기록 ${found}개가 남아 있습니다.`,
    en: `${found} checkpoints of an ended run are left over`,
  }), NOTHING],
  "leftover-files": [() => ({
    ko: "보관 폴더에 모르는 파일이 있습니다.",
    en: "a file in the archive folder is neither a body nor a sidecar",
  }), NOTHING],
};

/** The sentence of a finding: the place, what is wrong there, what to do. */
export function findingSentence(finding: Finding): Sentence {
  // A fault that kept everything from being read brings place and advice along.
  if (finding.kind === "unusable") return finding.fault as Sentence;
  const [words, advice] = WORDS[finding.kind];
  const { ko, en } = words(finding);
  return {
    ko: `"${finding.at}": ${ko} ${advice.ko}`,
    en: `"${finding.at}": ${en}; ${advice.en}`,
  };
}

function difference(ko: string, en: string): (finding: Finding) => Sentence {
  return ({ expected, found }) => ({
    ko: `${ko}(있어야 할 값: ${expected}, 실제: ${found}).`,
    en: `${en} (expected ${expected}, found ${found})`,
  });
}
