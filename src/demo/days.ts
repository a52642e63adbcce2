/**
 * The demo's story: working days of an invented register in which everything happens once.
 *
 * Every kind of event, the false alarms that must stay silent, and one morning on which the site
 * serves 71 rows as if that were the register. The story is data; `mutations.ts` knows what each
 * thing means, `replica.ts` how a day looks as pages.
 *
 * @module
 */

import {
  apply,
  closeDay,
  type ExpectedEvent,
  found,
  listOf,
  type Mutation,
  type Register,
} from "./mutations.ts";
import { generateRegister, type RegisterRow } from "./register.ts";

/** One day of the demo as it is served, and what a watcher must say of it. */
export interface DemoDay {
  /** Seoul date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly title: { readonly ko: string; readonly en: string };
  /** The list in the order in which the site shows it. */
  readonly rows: readonly RegisterRow[];
  /** True events since the last day that was believed; empty on the first day and a refused one. */
  readonly events: readonly ExpectedEvent[];
  /** True where the list must not be believed. */
  readonly refused: boolean;
}

/** One day as told: its mutations, or the number of rows of a list that is cut off. */
type Chapter =
  & { readonly date: string; readonly title: { readonly ko: string; readonly en: string } }
  & (
    | { readonly mutations: readonly Mutation[]; readonly cutTo?: never }
    | { readonly cutTo: number; readonly mutations?: never }
  );

/** Returns the days of the demo in order; the first founds the baseline. */
export function demoDays(rows: readonly RegisterRow[] = generateRegister()): readonly DemoDay[] {
  let register = found(rows);
  return STORY.map((chapter, index) => {
    const { date, title } = chapter;
    if (chapter.cutTo !== undefined) {
      return { date, title, rows: cut(register, chapter.cutTo), events: [], refused: true };
    }
    const events: ExpectedEvent[] = [];
    for (const mutation of chapter.mutations) {
      const next = apply(register, mutation);
      register = next.register;
      events.push(...next.events);
    }
    const closed = closeDay(register);
    register = closed.register;
    events.push(...closed.events);
    return {
      date,
      title,
      rows: listOf(register),
      events: index === 0 ? [] : events,
      refused: false,
    };
  });
}

/** As on 2026-09-17, when the real register answered with 71 rows, all without a category. */
function cut(register: Register, size: number): readonly RegisterRow[] {
  return listOf(register).slice(0, size).map((row) => ({ ...row, noticeCategory: "" }));
}

const ordinary = (nth: number) => ({ role: "ordinary", nth }) as const;
const newcomer = (nth: number) => ({ role: "new", nth }) as const;

const IMPORTED: RegisterRow = {
  noticeCategory: "",
  registrationNumber: "수7010-3-ND",
  ingredient: "피네레논(미분화)",
  applicant: "㈜솔빛고을파마",
  sites: [
    {
      name: "Tianmuhe Pharmaceutical Co., Ltd.",
      address:
        "No. 77 Weisan Road, Hangzhou Bay, Shangyu Development Area, Zhejiang Province, China",
      country: "중국",
    },
    {
      name: "[미분화공정] Rivalenta S.p.A.",
      address: "[미분화공정] Via Filippo Turati 12, Fiorenzuola D'Arda, 29017, Italy",
      country: "이탈리아",
    },
  ],
  firstRegisteredOn: "2026-11-02",
  lastChangedOn: "",
  lastAnnualReportYear: "",
  status: "정상",
  statusChangedOn: "",
  documentVersion: "v0.0.0/2026",
  linkedReviewNumber: "",
};

const DOMESTIC: RegisterRow = {
  ...IMPORTED,
  registrationNumber: "20261105---12271-31",
  ingredient: "클로피도그렐황산수소염",
  applicant: "(주)여울목제약",
  sites: [
    { name: "(주)여울목제약", address: "경기도 화성시", country: "대한민국" },
    { name: "[조품 제조원 ①] Gokarnix Laboratories Limited", address: "", country: "인도" },
  ],
  firstRegisteredOn: "2026-11-05",
};

const UNNUMBERED: RegisterRow = {
  ...IMPORTED,
  registrationNumber: "",
  ingredient: "타목시펜시트르산염",
  applicant: "달무리못생명과학",
  sites: [{
    name: "Sahyamitra Drugs & Chemicals Ltd.",
    address: "Plot No.: K-66, MIDC-Tarapur, Boisar, Palghar-District-401 506, Maharashtra, India",
    country: "인도",
  }],
  firstRegisteredOn: "2026-11-05",
  linkedReviewNumber: "00012345",
};

const STORY: readonly Chapter[] = [
  {
    date: "2026-11-02",
    title: { ko: "기준선", en: "The baseline" },
    mutations: [],
  },
  {
    date: "2026-11-03",
    title: { ko: "신규 2건과 변경 1건", en: "Two registrations, one amendment" },
    mutations: [
      { kind: "register", row: IMPORTED },
      {
        kind: "grant",
        of: { role: "family", nth: 0 },
        suffix: "19",
        applicant: "㈜윤슬나루바이오",
        on: "2026-11-03",
      },
      { kind: "correct-address", who: ordinary(40), on: "2026-11-03" },
    ],
  },
  {
    date: "2026-11-04",
    title: {
      ko: "표기만 바뀐 날: 수백 행이 달리 적혔으나 변경은 없음",
      en: "Only the notation moves: hundreds of rows look different, none is",
    },
    mutations: [
      { kind: "rewrite", every: 11, from: 0, notation: "trailing-blanks" },
      { kind: "rewrite", every: 11, from: 1, notation: "line-breaks" },
      { kind: "rewrite", every: 11, from: 2, notation: "full-width" },
      { kind: "rewrite", every: 11, from: 3, notation: "legal-form" },
      { kind: "rewrite", every: 11, from: 4, notation: "quotes" },
      { kind: "rewrite", every: 11, from: 5, notation: "decomposed" },
      { kind: "rewrite", every: 11, from: 6, notation: "site-order" },
      { kind: "reorder" },
    ],
  },
  {
    date: "2026-11-05",
    title: { ko: "취하, 취소, 연차보고, 문서번호", en: "Withdrawn, cancelled, reported, revised" },
    mutations: [
      { kind: "status", who: ordinary(60), to: "취하", on: "2026-11-04" },
      { kind: "status", who: ordinary(75), to: "취소", on: "2026-11-05" },
      { kind: "amend", who: ordinary(90), to: { lastAnnualReportYear: "2026" } },
      { kind: "amend", who: ordinary(91), to: { lastAnnualReportYear: "2026" } },
      { kind: "amend", who: ordinary(105), to: { documentVersion: "v8.0.0/2026" } },
      { kind: "amend", who: newcomer(0), to: { noticeCategory: "신물질" } },
      { kind: "vanish", who: ordinary(120) },
      // Its 허여 rows stay: a look-up by its number finds them, and must not take them for it.
      { kind: "vanish", who: { role: "family", nth: 9 } },
    ],
  },
  {
    date: "2026-11-06",
    title: {
      ko: "하루 빠졌던 행의 복귀, 이틀째 없는 행",
      en: "One row is back, one is gone for good",
    },
    mutations: [
      { kind: "return", who: ordinary(120) },
      { kind: "register", row: DOMESTIC },
      { kind: "register", row: UNNUMBERED },
      { kind: "reorder" },
    ],
  },
  {
    date: "2026-11-09",
    title: { ko: "71행만 온 날", en: "Seventy-one rows, served as a success" },
    cutTo: 71,
  },
  {
    date: "2026-11-10",
    title: { ko: "회복, 번호 정정, 빈칸 보완", en: "Reinstated, renumbered, completed" },
    mutations: [
      { kind: "status", who: { role: "withdrawn", nth: 4 }, to: "정상", on: "2026-11-10" },
      { kind: "renumber", who: newcomer(2), to: "20261105-17-G-301-31" },
      { kind: "renumber", who: ordinary(135), to: "20261109-211-J-2301" },
      { kind: "amend", who: newcomer(1), to: { noticeCategory: "별표1" } },
      { kind: "amend", who: newcomer(3), to: { registrationNumber: "20261105-210-J-2299" } },
      { kind: "amend", who: { role: "uncategorized", nth: 0 }, to: { noticeCategory: "별표1" } },
      { kind: "rewrite", every: 13, from: 5, notation: "legal-form" },
    ],
  },
  {
    date: "2026-11-11",
    title: { ko: "목록 복귀와 한 글자 변경", en: "Relisted, and one character changes" },
    mutations: [
      { kind: "return", who: { role: "family", nth: 9 } },
      { kind: "correct-address", who: ordinary(150), on: "2026-11-11" },
      { kind: "amend", who: newcomer(2), to: { noticeCategory: "별표1" } },
      {
        kind: "amend",
        who: ordinary(165),
        to: { applicant: "해오름길메디켐(주)", lastChangedOn: "2026-11-10" },
      },
    ],
  },
];
