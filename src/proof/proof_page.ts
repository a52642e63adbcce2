/**
 * A proof as one HTML page: the chain, the row as texts, and its source with the bytes marked.
 *
 * Nothing that was crawled is trusted as markup: every text is escaped, the page has no script, no
 * link and no address to load, and its own policy forbids all of them but the one style below.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { EVENT_LABELS, FIELDS } from "../fields.ts";
import { fieldText, printableLines } from "../field_text.ts";
import type { FieldName } from "../model.ts";
import { seoulTime } from "../report/value_text.ts";
import type { Sentence } from "../refusal.ts";
import type { Answer } from "./answer.ts";
import type { FieldProof, ProvenEvent } from "./prove.ts";
import { byPlace, provingRanges, stretches } from "./source_text.ts";

type Lang = keyof Sentence;

const STYLE =
  `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;
vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}th{font-weight:normal;color:#555}
mark,tr.proves td{background:#ffe680}tr.proves th{font-weight:bold;color:#000}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #bbb;padding:1rem}
.fault{color:#a00}`;

const POLICY = `default-src 'none'; style-src 'sha256-${
  createHash("sha256").update(STYLE).digest("base64")
}'; base-uri 'none'; form-action 'none'`;

const WORDS = {
  title: { ko: "증거", en: "Proof" },
  event: { ko: "이력", en: "Event" },
  version: { ko: "버전", en: "Version" },
  spec: { ko: "선택자", en: "Selector spec" },
  address: { ko: "주소", en: "Address" },
  page: { ko: "보관 원문", en: "Archived page" },
  sidecar: { ko: "옆 파일", en: "Sidecar" },
  place: { ko: "위치", en: "Place" },
  row: { ko: "행", en: "The row" },
  source: { ko: "원문 바이트", en: "The archived bytes" },
  unproven: { ko: "증명되지 않음", en: "Not proven" },
} as const satisfies Readonly<Record<string, Sentence>>;

/** What an entry is called; the baseline is no event. */
export function kindText(kind: ProvenEvent["kind"], lang: Lang): string {
  if (kind in EVENT_LABELS) return EVENT_LABELS[kind as keyof typeof EVENT_LABELS][lang];
  return kind === "founded" ? FOUNDED[lang] : kind;
}

const FOUNDED = { ko: "기준선 수립", en: "founded with the baseline" };

/** The whole page of what is proven of one record. */
export function proofPage(answer: Answer, lang: Lang): string {
  const { values } = answer.version;
  const name = [values.registrationNumber ?? answer.record, values.ingredient ?? ""].join("  ");
  const title = `${WORDS.title[lang]}: ${name}`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${byPlace(answer.proven).map((proofs) => placeHtml(proofs, lang)).join("\n")}
${unprovenHtml(answer, lang)}</body>
</html>
`;
}

function placeHtml(proofs: readonly [FieldProof, ...FieldProof[]], lang: Lang): string {
  const proving = new Set(
    proofs.flatMap(({ row }) => row.cells.flatMap((cell, i) => cell.proves ? [i] : [])),
  );
  const rows = proofs[0].row.cells.map(({ label, texts }, index) =>
    `<tr${proving.has(index) ? ' class="proves"' : ""}><th>${escaped(label)}</th><td>${
      escaped(texts.map(({ text }) => text).join("\n"))
    }</td></tr>`
  );
  const source = stretches(proofs).map(({ text, proves }) =>
    proves ? `<mark>${escaped(text)}</mark>` : escaped(text)
  );
  return `<h2>${proofs.map((proof) => valueHtml(proof, lang)).join("<br>")}</h2>
${chainHtml(proofs, lang)}
<h3>${WORDS.row[lang]}</h3>
<table>
${rows.join("\n")}
</table>
<h3>${WORDS.source[lang]}</h3>
<pre>${source.join("")}</pre>`;
}

function valueHtml({ field, value }: FieldProof, lang: Lang): string {
  return escaped(`${FIELDS[field][lang]}: ${fieldText(field, value, lang)}`);
}

function chainHtml(proofs: readonly [FieldProof, ...FieldProof[]], lang: Lang): string {
  const [{ event, version, page, row }] = proofs;
  const ranges = (proof: FieldProof) =>
    provingRanges(proof).map(({ start, end }) => `${start}–${end}`).join(", ");
  const links: readonly (readonly [string, string])[] = [
    [
      WORDS.event[lang],
      `#${event.seq}  ${event.run}  ${kindText(event.kind, lang)}  ${
        seoulTime(event.observedAt)
      } (Asia/Seoul)`,
    ],
    [WORDS.version[lang], `[${version.validFrom}, ${version.validTo ?? ""})`],
    [WORDS.spec[lang], `${page.prepared.spec.source}/${page.specVersion}.json`],
    [WORDS.address[lang], page.url],
    [WORDS.page[lang], `${page.bodyPath}\nSHA-256 ${page.digest}\n${page.charset}`],
    [WORDS.sidecar[lang], page.sidecarPath],
    [WORDS.place[lang], `${page.page} / ${row.index + 1}, ${row.start}–${row.end}`],
    ...proofs.map((proof) => [FIELDS[proof.field][lang], ranges(proof)] as const),
  ];
  return `<table>
${links.map(([name, text]) => `<tr><th>${name}</th><td>${escaped(text)}</td></tr>`).join("\n")}
</table>`;
}

function unprovenHtml({ unproven }: Answer, lang: Lang): string {
  if (unproven.length === 0) return "";
  const items = unproven.map(({ field, reason }) =>
    `<li>${escaped(`${FIELDS[field][lang]}: ${reason[lang]}`)}</li>`
  );
  return `<h2 class="fault">${WORDS.unproven[lang]}</h2>
<ul class="fault">
${items.join("\n")}
</ul>
`;
}

/** A number that is a file name on every system; another one is named by its record id. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}().-]{0,59}$/u;

/** File name of the page. */
export function pageName({ version, record }: Answer, field: FieldName | null): string {
  const { registrationNumber: number } = version.values;
  const name = number !== null && PLAIN.test(number) ? number : record;
  return `${[name, ...(field === null ? [] : [field])].join("-")}.html`;
}

function escaped(text: string): string {
  return printableLines(text).replace(
    /[&<>"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
