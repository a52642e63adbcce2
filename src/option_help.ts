/**
 * What `--help` says of every option; the compiler asks for each.
 *
 * @module
 */

import type { OptionName } from "./options.ts";

export type Lang = "ko" | "en";
export type Words = Readonly<Record<Lang, string>>;

/** What `--help` says of a command. */
export interface CommandHelp {
  /** As typed after `dmf`. */
  readonly usage: string;
  readonly summary: Words;
  /** What a person needs to know beyond the summary. */
  readonly more?: Words;
  readonly examples: readonly string[];
}

export const OPTION_WORDS: Readonly<Record<OptionName, Words & { readonly value?: string }>> = {
  once: { ko: "지금 한 번 수집합니다(= dmf once)", en: "Crawl now, once (= dmf once)" },
  date: {
    value: "D",
    ko: "서울 날짜 YYYY-MM-DD(기본: 오늘, report는 마지막 수집)",
    en: "Seoul date YYYY-MM-DD (default: today; for report, the last run)",
  },
  source: {
    value: "ID",
    ko: "이 출처만, 예: mfds-dmf(기본: 모든 출처)",
    en: "This source alone, such as mfds-dmf (default: all)",
  },
  reason: {
    value: "TEXT",
    ko: "그렇게 결정한 이유(기록에 남음)",
    en: "Why it was decided so; recorded",
  },
  by: {
    value: "NAME|WHAT",
    ko: "결정한 사람(기록에 남음); stats에서는 무엇별로 셀지",
    en: "Who decided; recorded. For stats, what to count by",
  },
  top: { value: "N", ko: "많은 순으로 N개만", en: "The first N only" },
  format: {
    value: "text|csv",
    ko: "stdout에 쓰는 형식(기본: text)",
    en: "Form of the output (default: text)",
  },
  corpus: {
    value: "NAME",
    ko: "말뭉치 이름, data/corpus 안의 폴더(기본: main)",
    en: "Name of the corpus, a folder in data/corpus (default: main)",
  },
  policy: {
    value: "FILE",
    ko: "URL과 유사 본문의 규칙: ours(기본), paper(논문의 설정) 또는 파일",
    en: "Rules for URLs and near texts: ours (default), paper, or a file",
  },
  again: {
    ko: "말뭉치 전체를 지금의 규칙으로 다시 색인합니다",
    en: "Index the whole corpus again under the present rules",
  },
  validators: {
    ko: "본문 대신 다음 방문에 보낼 조건부 헤더를 URL마다 씁니다",
    en: "In place of texts, the conditional headers for the next visit of each URL",
  },
  all: {
    ko: "사본과 더는 믿을 수 없는 문서도 씁니다",
    en: "Copies too, and what can no longer be trusted",
  },
  model: {
    value: "FILE",
    ko: "dmf train이 쓴 모델로 읽습니다",
    en: "Read with this model of dmf train",
  },
  rules: {
    value: "FILE",
    ko: "--model 앞의 전처리 규칙: general(기본), paper, none 또는 파일",
    en: "What is left out before --model reads: general (default), paper, none, FILE",
  },
  serve: {
    ko: "라벨을 붙이는 페이지를 이 컴퓨터에서 엽니다",
    en: "Open a page on this machine to label on",
  },
  category: {
    value: "C",
    ko: "페이지의 종류: news, blog 또는 shop",
    en: "Kind of pages: news, blog or shop",
  },
  md: { ko: "stdout에 Markdown으로 씁니다", en: "Write Markdown to stdout" },
  html: {
    ko: "stdout에 HTML 한 장으로 씁니다",
    en: "Write one HTML page to stdout",
  },
  browser: {
    ko: "화면을 그려서 읽습니다: dmf-browser 프로그램이 합니다",
    en: "Read the page as it is drawn; the program dmf-browser does so",
  },
  open: {
    ko: "표시한 원문을 HTML 한 장으로 씁니다(기본: data/proof, --open=FILE로 지정)",
    en: "Write one HTML page with the bytes marked (in data/proof, or --open=FILE)",
  },
  since: { value: "D", ko: "이 날짜부터", en: "From this day on" },
  until: { value: "D", ko: "이 날짜까지", en: "Up to this day" },
  lag: {
    value: "N",
    ko: "이 일수 안의 차이는 반영 전일 수 있음으로 따로 보입니다(기본: 7)",
    en: "Days that a view may be behind; what is younger is told apart (default: 7)",
  },
  kind: {
    value: "K",
    ko: "이 구분만: 신규, 변경, 취하, 취소, … 또는 registered, …(쉼표로 여럿)",
    en: "These kinds alone: registered, amended, withdrawn, …, with commas between",
  },
  number: { value: "TEXT", ko: "등록번호에 이 말이 있는 것만", en: "With this in the number" },
  ingredient: {
    value: "TEXT",
    ko: "성분명에 이 말이 있는 것만",
    en: "With this in the ingredient",
  },
  applicant: { value: "TEXT", ko: "신청인에 이 말이 있는 것만", en: "With this in the applicant" },
  site: {
    value: "TEXT",
    ko: "제조소의 이름이나 소재지에 이 말이 있는 것만",
    en: "With this in the name or address of a site",
  },
  country: {
    value: "TEXT",
    ko: "제조국가에 이 말이 있는 것만",
    en: "With this in a site's country",
  },
  text: { value: "TEXT", ko: "어느 항목에든 이 말이 있는 것만", en: "With this in any field" },
  field: {
    value: "F",
    ko: "이 항목만: 성분명, 제조소, … 또는 ingredient, …(쉼표로 여럿)",
    en: "These fields alone: ingredient, sites, …, with commas between",
  },
  out: {
    value: "FILE",
    ko: "쓸 파일, data 폴더 안(CSV는 없으면 stdout; train은 폴더)",
    en: "File to write (for train, a folder), below data; CSV goes to stdout without",
  },
  test: {
    ko: "시험 알림도 하나 넣습니다; watch-list에서는 뒤에 적은 말을 시험합니다",
    en: "Add a test alert as well; for watch-list, try the word after it",
  },
  to: { value: "D", ko: "이 날짜의 실행까지", en: "Up to the run of this day" },
  "dry-run": { ko: "지울 것을 보여 주기만 합니다", en: "Only show what would go" },
  "without-archive": {
    ko: "보관한 원본(data/raw) 없이 백업합니다",
    en: "Back up without the archived pages in data/raw",
  },
  rebuild: {
    ko: "현황(레코드, 버전)을 버리고 이력에서 다시 만듭니다",
    en: "Throw records and versions away, and make them anew from the log",
  },
  "with-later": { ko: "그 뒤의 수집도 함께 철회합니다", en: "Revoke the runs after it as well" },
  spec: {
    value: "N",
    ko: "선택자 파일의 버전(기본: 가장 새 버전)",
    en: "Version of the selector file (default: the newest)",
  },
  from: {
    value: "D",
    ko: "이 날짜의 수집부터(기본: 처음부터)",
    en: "From this run on (default: all)",
  },
  confirm: { ko: "달라진 것을 정정으로 기록합니다", en: "Seal what differs as a correction" },
  replace: {
    ko: "백업보다 최신이거나 읽을 수 없는 자료가 있어도 옮겨 두고 복원합니다",
    en: "Restore although the present data are further on, or unreadable",
  },
  data: { value: "DIR", ko: "자료 폴더(기본: ./data)", en: "Data folder (default: ./data)" },
  config: {
    value: "FILE",
    ko: "설정 파일(기본: ./dmf.json)",
    en: "Configuration file (default: ./dmf.json)",
  },
  contact: {
    value: "WHO",
    ko: "사이트 운영자가 연락할 전자우편 또는 https 주소(여기나 설정 파일에 꼭 필요)",
    en: "E-mail or https URL for the site's operator; needed here or in FILE",
  },
  lang: { value: "ko|en", ko: "표시 언어(기본: ko)", en: "Language (default: ko)" },
  log: {
    value: "text|json",
    ko: "stderr에 쓰는 형식(기본: text)",
    en: "Form of what stderr says (default: text)",
  },
  json: { ko: "stdout에 JSON으로 씁니다", en: "Write JSON to stdout" },
  quiet: { ko: "진행 상황을 표시하지 않습니다", en: "Show no progress" },
  "exit-code": {
    ko: "받아들인 변동이 있으면 종료 코드 10",
    en: "Exit with 10 when changes were accepted",
  },
  help: { ko: "도움말", en: "Help" },
  version: { ko: "버전", en: "Version" },
};
