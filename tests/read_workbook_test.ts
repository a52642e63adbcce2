/**
 * The workbook of a second view: what is read of it, and what is refused and why.
 *
 * @module
 */

import assert from "node:assert/strict";
import Workbook from "exceljs/lib/doc/workbook.js";
import { digestOf } from "../src/digest.ts";
import { prepareSpec } from "../src/extract.ts";
import type { InstantText, RegisterRecord } from "../src/model.ts";
import { readWorkbook } from "../src/read_workbook.ts";
import { sentence } from "../src/refusal_words.ts";
import { selectSpec } from "../src/selectors.ts";
import { makeWorkbook, makeZip } from "./support/make_zip.ts";
import { suiteTest } from "./support/suites.ts";

const spec = selectSpec("mfds-excel");
const prepared = prepareSpec(spec);
const LABELS = spec.columns.map(({ labels }) => labels[0] as string);

function read(body: Uint8Array) {
  return readWorkbook(body, prepared, {
    page: 1,
    url: "http://127.0.0.1:1/excel",
    digest: digestOf(body),
    observedAt: "2026-11-02T21:00:00Z" as InstantText,
  });
}

function valuesIn(body: Uint8Array): RegisterRecord[] {
  const reading = read(body);
  assert.equal(
    reading.kind,
    "read",
    reading.kind === "refused" ? sentence(reading.refusal).en : "",
  );
  return reading.kind === "read" ? reading.page.rows.map(({ values }) => values) : [];
}

function refusalOf(body: Uint8Array): string {
  const reading = read(body);
  return reading.kind === "refused" ? sentence(reading.refusal).en : "read";
}

function inline(text: string, reference?: string): string {
  const place = reference === undefined ? "" : ` r="${reference}"`;
  return `<c${place} t="inlineStr"><is><t>${text}</t></is></c>`;
}

const HEADER = `<row>${LABELS.map((label) => inline(label)).join("")}</row>`;

/** One full row, the values in the order of the columns. */
const FULL = [
  "별표1",
  "20241015-209-J-1903(1)",
  "노메게스트롤아세테이트",
  "㈜하이플",
  "Sicor S.R.L@Valdepharm",
  "Santhia (VC), Italy@Val De Reuil, France",
  "이탈리아@프랑스",
  "2026-05-07",
  "",
  "2025",
  "정상",
  "",
  "v0.0.0/2026",
  "",
];
const FULL_ROW = `<row>${FULL.map((text) => inline(text)).join("")}</row>`;

const EXPECTED: RegisterRecord = {
  noticeCategory: "별표1",
  registrationNumber: "20241015-209-J-1903(1)",
  ingredient: "노메게스트롤아세테이트",
  applicant: "㈜하이플",
  sites: [
    { name: "Sicor S.R.L", address: "Santhia (VC), Italy", country: "이탈리아" },
    { name: "Valdepharm", address: "Val De Reuil, France", country: "프랑스" },
  ],
  firstRegisteredOn: "2026-05-07",
  lastChangedOn: null,
  lastAnnualReportYear: 2025,
  status: "active",
  statusChangedOn: null,
  documentVersion: "v0.0.0/2026",
  linkedReviewNumber: null,
};

Deno.test("readWorkbook() reads inline texts in cells without a place", () => {
  assert.deepEqual(valuesIn(makeZip(makeWorkbook(HEADER + FULL_ROW))), [EXPECTED]);
});

Deno.test("readWorkbook() reads shared texts, runs joined and readings left out", () => {
  const all = [...LABELS, ...FULL];
  const strings = all.map((text) =>
    `<si><r><t xml:space="preserve">${text.slice(0, 2)}</t></r><r><t>${text.slice(2)}</t></r>` +
    `<rPh sb="0" eb="1"><t>reading</t></rPh></si>`
  ).join("");
  const cell = (index: number) => all[index] === "" ? "<c/>" : `<c t="s"><v>${index}</v></c>`;
  const row = (from: number) => `<row>${LABELS.map((_, i) => cell(from + i)).join("")}</row>`;
  const body = makeZip(makeWorkbook(row(0) + row(LABELS.length), { strings }));
  assert.deepEqual(valuesIn(body), [EXPECTED]);
});

Deno.test.each(
  [
    ["in the system of 1900", "", 46149],
    ["in the system of 1904", 'date1904="1"', 46149 - 1462],
  ] as const,
)("readWorkbook() takes numbers below a date for days $0", (_, properties, serial) => {
  const cells = FULL.map((text, i) => {
    if (i === 7) return `<c s="1"><v>${serial}.75</v></c>`;
    return i === 9 ? "<c><v>2025</v></c>" : inline(text);
  });
  const body = makeZip(makeWorkbook(`${HEADER}<row>${cells.join("")}</row>`, { properties }));
  assert.deepEqual(valuesIn(body), [EXPECTED]);
});

Deno.test("readWorkbook() finds the header below a title, columns in any order, gaps by their place", () => {
  const order = [3, 1, 2, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
  const row = (texts: readonly string[], n: number) =>
    `<row r="${n}">${
      order.map((from, to) =>
        texts[from] === "" ? "" : inline(texts[from]!, `${String.fromCharCode(66 + to)}${n}`)
      ).join("")
    }</row>`;
  const title = `<row r="1">${inline("원료의약품등록(DMF) 공고", "B1")}</row><row r="2"/>`;
  const body = makeZip(makeWorkbook(title + row(LABELS, 3) + row(FULL, 4) + '<row r="5"/>'));
  assert.deepEqual(valuesIn(body), [EXPECTED]);
});

Deno.test("readWorkbook() reads what another program wrote", async () => {
  const workbook = new Workbook();
  const sheet = workbook.addWorksheet("DMF");
  sheet.addRow(LABELS);
  sheet.addRow(
    FULL.map((text, i) => i === 7 ? new Date("2026-05-07T00:00:00Z") : i === 9 ? 2025 : text),
  );
  sheet.addRow(FULL.map((text, i) => i === 1 ? "수5-1-ND" : text));
  const body = new Uint8Array(await workbook.xlsx.writeBuffer());
  assert.deepEqual(valuesIn(body), [EXPECTED, { ...EXPECTED, registrationNumber: "수5-1-ND" }]);
});

Deno.test("readWorkbook() refuses a header that is not the list's, is short, or stands there twice", () => {
  const other = makeZip(makeWorkbook(`<row>${inline("품목명")}${inline("업체명")}</row>`));
  assert.match(refusalOf(other), /^Page 1 has no table .* its title is "품목명 업체명"/);
  const short = `<row>${LABELS.slice(0, -4).map((label) => inline(label)).join("")}</row>`;
  const rows = short + FULL_ROW;
  assert.match(refusalOf(makeZip(makeWorkbook(rows))), /lacks the column "취소\/취하구분"/);
  const twice = `<row>${[...LABELS, LABELS[2]!].map((label) => inline(label)).join("")}</row>`;
  assert.match(refusalOf(makeZip(makeWorkbook(twice + FULL_ROW))), /the column "성분명" twice/);
});

Deno.test("readWorkbook() audits a column that it does not know", () => {
  const header = `<row>${[...LABELS, "비고"].map((label) => inline(label)).join("")}</row>`;
  const row = `<row>${[...FULL, "x"].map((text) => inline(text)).join("")}</row>`;
  const reading = read(makeZip(makeWorkbook(header + row)));
  assert.equal(reading.kind, "read");
  if (reading.kind !== "read") return;
  assert.deepEqual(reading.page.unknownColumns, ["비고"]);
  assert.deepEqual(reading.page.rows[0]?.unknown, { "비고": "x" });
});

Deno.test("readWorkbook() refuses a status that it does not know", () => {
  const row = `<row>${FULL.map((text, i) => inline(i === 10 ? "말소" : text)).join("")}</row>`;
  assert.match(refusalOf(makeZip(makeWorkbook(HEADER + row))), /취소\/취하구분 is "말소"/);
});

const GOOD = makeZip(makeWorkbook(HEADER + FULL_ROW));
const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test.each(
  [
    [
      "a legacy .xls",
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      /legacy \.xls/,
    ],
    [
      "HTML named .xls",
      bytes("<html><table><tr><td>순번</td></tr></table></html>"),
      /web page, maybe HTML named \.xls/,
    ],
    [
      "a firewall's page",
      bytes("<h2>Web firewall security policies</h2>"),
      /looks like a firewall block page/,
    ],
    ["another file", bytes("%PDF-1.7"), /it is no workbook/],
    ["nothing", new Uint8Array(), /it is no workbook/],
    ["a file that breaks off", GOOD.slice(0, -30), /the ZIP file is cut off/],
    ["a file cut in the middle", GOOD.slice(0, GOOD.length >> 1), /the ZIP file is cut off/],
    [
      "a part with another checksum",
      makeZip(makeWorkbook(HEADER), { "xl/workbook.xml": { crc: 1 } }),
      /damaged/,
    ],
    [
      "an encrypted part",
      makeZip(makeWorkbook(HEADER), { "xl/workbook.xml": { flags: 1 } }),
      /encrypted/,
    ],
    ["a ZIP of something else", makeZip({ "a.txt": "x" }), /no xl\/workbook\.xml/],
    ["XML that is not well-formed", makeZip(makeWorkbook("<row><c>")), /a part is wrong/],
    [
      "a shared text that is not there",
      makeZip(makeWorkbook('<row><c t="s"><v>5</v></c></row>')),
      /no shared text 5/,
    ],
    [
      "a number that is none",
      makeZip(makeWorkbook("<row><c><v>1,5</v></c></row>")),
      /"1,5" is no number/,
    ],
    [
      "an entity of its own",
      makeZip(makeWorkbook("<row><c><v>&lol;</v></c></row>")),
      /a part is wrong/,
    ],
    [
      "a cell in column 703",
      makeZip(makeWorkbook('<row><c r="AAA1"><v>1</v></c></row>')),
      /too many columns/,
    ],
    [
      "a text without end",
      makeZip(makeWorkbook(`<row>${inline("x".repeat(40_000))}</row>`)),
      /too long a text/,
    ],
    ["rows without end", makeZip(makeWorkbook("<row/>".repeat(100_001))), /too many rows/],
  ] as const,
)("readWorkbook() refuses $0 with a sentence", (_, body, words) => {
  assert.match(refusalOf(body as Uint8Array), words as RegExp);
});

Deno.test("readWorkbook() expands no more than it may, whatever the directory says", () => {
  const zeros = new Uint8Array(160 * 1024 * 1024);
  const honest = makeZip({ ...makeWorkbook(HEADER), "xl/sharedStrings.xml": zeros });
  assert.match(refusalOf(honest), /expands beyond the limit/);
  const lying = makeZip({ ...makeWorkbook(HEADER), "xl/sharedStrings.xml": zeros }, {
    "xl/sharedStrings.xml": { size: 1000 },
  });
  assert.match(refusalOf(lying), /damaged/);
});

suiteTest(
  "http-compressed-bombs",
  "readWorkbook() takes no compressed file for a workbook",
  (suite) => {
    for (const { name, isFile } of Deno.readDirSync(suite)) {
      if (!isFile) continue;
      const said = refusalOf(Deno.readFileSync(new URL(name, suite)));
      assert.match(said, /cannot be read|has no table/, name);
    }
  },
);
