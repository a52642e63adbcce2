/**
 * Counts of a register in lines that people read.
 *
 * @module
 */

import { type Dimension, DIMENSIONS } from "../dimension.ts";
import { STATUS_LABELS } from "../fields.ts";
import { printable } from "../field_text.ts";
import type { RunId, SourceId, Status } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import type { IngredientSources, Loss, LostSource } from "../stats/ingredient_sources.ts";
import type { Overview, SharedSite } from "../stats/overview.ts";
import type { Evidence, Plant } from "../stats/plants.ts";
import type { Count, NumberKind } from "../stats/tally.ts";

type Lang = "ko" | "en";

/** Lines of each list of an overview, where nobody asks for more or fewer. */
const USUAL_TOP = 10;

const NUMBER_KINDS: Readonly<Record<NumberKind, Sentence>> = {
  first: { ko: "최초", en: "first" },
  granted: { ko: "허여(n)", en: "by letter of access (n)" },
  lettered: { ko: "문자 접미사(A)", en: "letter in brackets (A)" },
  irregular: { ko: "비정형", en: "irregular" },
  none: { ko: "(번호 없음)", en: "(no number)" },
};

const NO_VALUE: Sentence = { ko: "(기재 없음)", en: "(not stated)" };

/** A value for people; where the register says nothing, that is said. */
export function valueWord(value: string | null, by: Dimension, lang: Lang): string {
  if (value === null) return NO_VALUE[lang];
  if (by === "status") return STATUS_LABELS[value as Status][lang];
  if (by === "kind-of-number") return NUMBER_KINDS[value as NumberKind][lang];
  return value;
}

/** A table of counts, one value a line; the value comes last, as its width is anybody's guess. */
export function countsText(
  { source, run, by, counts }: {
    readonly source: SourceId;
    readonly run: RunId;
    readonly by: Dimension;
    readonly counts: readonly Count[];
  },
  lang: Lang,
): string {
  const head = lang === "ko"
    ? ["정상", "취하", "취소", "성분", "신청인", DIMENSIONS[by].ko]
    : ["active", "withdrawn", "cancelled", "ingredients", "applicants", DIMENSIONS[by].en];
  const rows = counts.map((count) => [
    ...[count.active, count.withdrawn, count.cancelled, count.ingredients, count.applicants]
      .map(String),
    printable(valueWord(count.value, by, lang)),
  ]);
  const lines = [head, ...rows].map((row) => row.join("\t"));
  return `${source}  ${run}\n${lines.join("\n")}\n`;
}

/** The overview of one source. */
export function overviewText(
  of: Overview & { readonly source: SourceId; readonly run: RunId },
  lang: Lang,
  top = USUAL_TOP,
): string {
  const ko = lang === "ko";
  const { byStatus, origin, filings } = of;
  const list = <T>(title: string, items: readonly T[], line: (item: T) => string): string[] => [
    "",
    `${title}: ${items.length}`,
    ...items.slice(0, top).map((item) => `  ${line(item)}`),
    ...(items.length > top
      ? [ko ? `  … 외 ${items.length - top}` : `  … and ${items.length - top} more`]
      : []),
  ];
  const counted = ({ value, active }: Count) => `${active}\t${printable(value ?? NO_VALUE[lang])}`;
  const lines = [
    `${of.source}  ${of.run}`,
    ko
      ? `전체 ${of.total}건: 정상 ${byStatus.active} · 취하 ${byStatus.withdrawn} · 취소 ${byStatus.cancelled}`
      : `${of.total} records: ${byStatus.active} active, ${byStatus.withdrawn} withdrawn, ${byStatus.cancelled} cancelled`,
    ko
      ? `정상 가운데: 국내 ${origin.domestic} · 수입 ${origin.imported} · 국가 불명 ${origin.unknown}; ` +
        `최초 ${filings.first} · 허여 ${filings.granted} · 구분 불명 ${filings.unclear}`
      : `Of the active: ${origin.domestic} domestic, ${origin.imported} imported, ${origin.unknown} unknown; ` +
        `${filings.first} first, ${filings.granted} by letter of access, ${filings.unclear} unclear`,
    ...list(ko ? "국가(정상 건수)" : "Countries (active records)", of.countries, counted),
    ...list(ko ? "신청인(정상 건수)" : "Applicants (active records)", of.applicants, counted),
    ...list(ko ? "성분(정상 건수)" : "Ingredients (active records)", of.ingredients, counted),
    ...list(
      ko
        ? `${of.lostSource.since} 이후 공급원이 줄어든 성분`
        : `Ingredients that lost a source since ${of.lostSource.since}`,
      of.lostSource.sources,
      (lost) => lostText(lost, lang),
    ),
    ...list(
      ko ? "단일 공급원 성분" : "Single-source ingredients",
      of.singleSource,
      (one) => singleText(one, lang),
    ),
    ...list(
      ko ? "여러 신청인이 쓰는 제조소" : "Sites shared by applicants",
      of.sharedSites,
      (shared) => sharedText(shared),
    ),
    ...list(
      ko ? "다르게 적힌 같은 제조소(근거)" : "Sites written in several ways (evidence)",
      of.siteWritings,
      (plant) => writingsText(plant, lang),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const LOSSES: Readonly<Record<Loss, Sentence>> = {
  delisted: { ko: "목록 삭제", en: "delisted" },
  withdrawn: { ko: "취하", en: "withdrawn" },
  cancelled: { ko: "취소", en: "cancelled" },
  "site-changed": { ko: "제조소 변경", en: "site changed" },
  "ingredient-changed": { ko: "성분명 변경", en: "ingredient changed" },
};

function lostText({ ingredient, plant, records, left }: LostSource, lang: Lang): string {
  const why = records.map(({ registrationNumber, why }) =>
    `${registrationNumber ?? NO_VALUE[lang]} ${LOSSES[why][lang]}`
  ).join(", ");
  const rest = lang === "ko" ? `남은 공급원 ${left}` : `${left} left`;
  return printable(`${ingredient}: ${siteText(plant)} (${why}; ${rest})`);
}

function singleText({ ingredient, sources, applicants }: IngredientSources, lang: Lang): string {
  const plants = sources.flatMap((source) => source.plants).map(siteText).join(" + ");
  const count = lang === "ko" ? `신청인 ${applicants}` : `${applicants} applicants`;
  return printable(`${ingredient}: ${plants} (${count})`);
}

function sharedText({ plant, applicants }: SharedSite): string {
  return `${applicants.length}\t${printable(`${siteText(plant)}: ${applicants.join(", ")}`)}`;
}

const NAME_EVIDENCE: Readonly<Record<Evidence["name"], Sentence>> = {
  notation: { ko: "이름 표기만 다름", en: "same name but for notation" },
  order: { ko: "이름 어순만 다름", en: "same words in another order" },
  slip: { ko: "이름 한두 글자 다름", en: "name differs in a letter or two" },
};

const ADDRESS_EVIDENCE: Readonly<Record<Evidence["address"], Sentence>> = {
  same: { ko: "주소 같음", en: "same address" },
  similar: { ko: "주소의 번호 같고 낱말 비슷함", en: "same numbers and most words of the address" },
  blank: { ko: "주소 없음", en: "no address" },
};

function writingsText({ writings, evidence, country }: Plant, lang: Lang): string {
  const why = evidence.map(({ name, address }) =>
    `${NAME_EVIDENCE[name][lang]}, ${ADDRESS_EVIDENCE[address][lang]}`
  ).join("; ");
  const forms = writings.map(({ name, address, records }) =>
    printable(`${records}× ${name} | ${address ?? "–"}`)
  );
  return [`${printable(country ?? "–")} (${why})`, ...forms.map((form) => `    ${form}`)].join(
    "\n",
  );
}

function siteText({ name, country }: Plant): string {
  return country === null ? name : `${name} (${country})`;
}
