/**
 * What `dmf why` prints: for people, and as JSON.
 *
 * @module
 */

import { FIELDS } from "../fields.ts";
import { fieldText, printable } from "../field_text.ts";
import type { Sentence } from "../refusal.ts";
import type { Answer } from "../proof/answer.ts";
import type { GoneProof } from "../proof/gone.ts";
import { kindText } from "../proof/proof_page.ts";
import type { ProvenPage } from "../proof/page.ts";
import type { FieldProof, ProvenCell, ProvenEvent } from "../proof/prove.ts";
import { byPlace, provingRanges, textAt } from "../proof/source_text.ts";
import { seoulTime } from "../report/value_text.ts";

type Lang = keyof Sentence;

/** The chain of every proven field, fields of one row together. */
export function whyText(answer: Answer, lang: Lang): string {
  const { record, version, source, gone, proven, unproven } = answer;
  const { registrationNumber, ingredient } = version.values;
  const head = [registrationNumber ?? "–", ingredient ?? "–", `${source} ${record}`].map(printable);
  return [
    head.join("  "),
    ...(gone === null ? [] : goneLines(gone, lang)),
    ...byPlace(proven).flatMap((proofs) => placeLines(proofs, lang)),
    ...unproven.map(({ field, reason }) => `✗ ${FIELDS[field][lang]}: ${reason[lang]}`),
    "",
  ].join("\n");
}

function placeLines(proofs: readonly [FieldProof, ...FieldProof[]], lang: Lang): string[] {
  const [{ event, version, page, row }] = proofs;
  const ko = lang === "ko";
  const until = version.validTo ?? (ko ? "지금" : "now");
  const cells = row.cells.map((cell, index) => {
    const text = printable(`${cell.label} ${cell.texts.map((one) => one.text).join(" / ")}`.trim());
    return proofs.some((proof) => proof.row.cells[index]?.proves) ? `[${text}]` : text;
  });
  return [
    ...proofs.flatMap((proof) => fieldLines(proof, lang)),
    `  ${eventText(event, lang)}`,
    ko
      ? `  버전 ${version.validFrom} ~ ${until}, 선택자 ${page.specVersion}`
      : `  version ${version.validFrom} to ${until}, selector spec ${page.specVersion}`,
    ...pageLines(page, lang),
    ko
      ? `  ${page.page}쪽 ${row.index + 1}행, 바이트 ${row.start}–${row.end}:`
      : `  page ${page.page}, row ${row.index + 1}, bytes ${row.start}–${row.end}:`,
    `    ${cells.join(" | ")}`,
  ];
}

function fieldLines(proof: FieldProof, lang: Lang): string[] {
  const { field, value, page } = proof;
  const bytes = lang === "ko" ? "바이트" : "bytes";
  return [
    `✓ ${FIELDS[field][lang]}: ${fieldText(field, value, lang)}`,
    ...provingRanges(proof).map((range) =>
      `    ${bytes} ${range.start}–${range.end}: ${printable(textAt(page, range))}`
    ),
  ];
}

function eventText({ seq, run, kind, observedAt, possibleSince }: ProvenEvent, lang: Lang): string {
  const seen = seoulTime(observedAt);
  const since = possibleSince === null
    ? ""
    : lang === "ko"
    ? `, ${possibleSince} 이후`
    : `, after ${possibleSince}`;
  return lang === "ko"
    ? `#${seq} ${run} ${kindText(kind, lang)} (서울 ${seen} 관측${since})`
    : `#${seq} ${run} ${kindText(kind, lang)} (observed ${seen} in Seoul${since})`;
}

function pageLines({ bodyPath, digest, body, charset, sidecarPath, url }: ProvenPage, lang: Lang) {
  const whole = lang === "ko" ? "다이제스트 확인" : "digest proven";
  const size = lang === "ko" ? `${body.length}바이트` : `${body.length} bytes`;
  return [
    `  ${bodyPath} (${size}, ${charset})`,
    `  SHA-256 ${digest} (${whole})`,
    `  ${sidecarPath}`,
    `  ${printable(url)}`,
  ];
}

function goneLines(gone: NonNullable<Answer["gone"]>, lang: Lang): string[] {
  const ko = lang === "ko";
  if ("reason" in gone) return [`✗ ${kindText("delisted", lang)}: ${gone.reason[lang]}`];
  const { event, page, searched, rows } = gone;
  const asked = printable(searched);
  return [
    ko
      ? `✓ ${kindText("delisted", lang)}: "${asked}" 조회 결과 ${rows}건, 이 건은 없음`
      : `✓ ${
        kindText("delisted", lang)
      }: the look-up of "${asked}" gave ${rows} rows, not this one`,
    `  ${eventText(event, lang)}`,
    ...pageLines(page, lang),
  ];
}

/** The shape that README documents. */
export function whyJson(answer: Answer, lang: Lang) {
  const { source, record, version, gone, proven, unproven } = answer;
  const { registrationNumber, ingredient } = version.values;
  return {
    source,
    record,
    registrationNumber,
    ingredient,
    version: { validFrom: version.validFrom, validTo: version.validTo, seq: version.seq },
    delisted: gone && goneJson(gone, lang),
    fields: [
      ...proven.map((proof) => fieldJson(proof)),
      ...unproven.map(({ field, value, reason }) => ({
        field,
        value,
        proven: false,
        reason: reason[lang],
      })),
    ],
  };
}

function fieldJson({ field, value, raw, event, version, page, row }: FieldProof) {
  const { index, start, end, cells } = row;
  return {
    field,
    value,
    proven: true,
    raw,
    event,
    version,
    ...pageJson(page),
    row: { index, start, end, cells: cells.map(plainCell) },
    cells: cells.filter(({ proves }) => proves).map((cell) => ({
      label: cell.label,
      column: cell.column,
      start: cell.start,
      end: cell.end,
      texts: cell.texts.map(({ site, text, ranges }) => ({
        site,
        text,
        ranges: ranges.map((range) => ({ ...range, source: textAt(page, range) })),
      })),
    })),
  };
}

function plainCell({ label, column, start, end, proves, texts }: ProvenCell) {
  return { label, column, start, end, proves, text: texts.map(({ text }) => text).join("\n") };
}

function pageJson(page: ProvenPage) {
  return {
    spec: { source: page.prepared.spec.source, version: page.specVersion },
    page: {
      page: page.page,
      url: page.url,
      observedAt: page.observedAt,
      digest: page.digest,
      body: page.bodyPath,
      bytes: page.body.length,
      charset: page.charset,
      sidecar: page.sidecarPath,
    },
  };
}

function goneJson(gone: GoneProof | { readonly reason: Sentence }, lang: Lang) {
  if ("reason" in gone) return { proven: false, reason: gone.reason[lang] };
  const { event, page, searched, rows } = gone;
  return { proven: true, event, ...pageJson(page), searched, rows };
}
