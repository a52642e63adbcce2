import assert from "node:assert/strict";
import fc from "fast-check";
import type { Change, FieldChanges } from "../src/model.ts";
import { evidenceFields, proofCommand } from "../src/report/evidence_row.ts";
import type { Report, StandingRecord } from "../src/report/report.ts";
import { EXCEL_LIMITS, type Sheet } from "../src/report/sheet.ts";
import { URL_LIMIT } from "../src/report/sheet_part.ts";
import { filingOf } from "../src/report/sheet_new.ts";
import { writeSheets, writeWorkbook } from "../src/report/workbook.ts";
import { type Lang, SHEET_NAMES } from "../src/report/words.ts";
import { hasProgram, run } from "./support/programs.ts";
import { collector, type ReadSheet, readWorkbook, unzip } from "./support/read_xlsx.ts";
import { workbookBytes } from "./support/read_xlsx.ts";
import {
  quarantinedReport,
  sampleChange,
  sampleId,
  sampleRecord,
  sampleReport,
} from "./support/sample_report.ts";
import { suiteTest } from "./support/suites.ts";

async function readReport(report: Report, lang: Lang = "ko"): Promise<Map<string, ReadSheet>> {
  return readWorkbook(await workbookBytes(report, { lang }));
}

function sheet(sheets: Map<string, ReadSheet>, name: string): ReadSheet {
  const found = sheets.get(name);
  assert.ok(found, `no sheet "${name}"`);
  return found;
}

/** The sheet as objects by header. */
function table({ rows }: ReadSheet): Record<string, string | number | null>[] {
  const [header = [], ...body] = rows;
  return body.map((row) =>
    Object.fromEntries(header.map((name, index) => [name, row[index] ?? null]))
  );
}

function textSheet(texts: readonly string[]): Sheet {
  return {
    kind: "table",
    name: "texts",
    columns: [{ header: "text", width: 20, style: "text" }],
    rows: texts.map((text) => ({ cells: [text] })),
    nothing: "-",
  };
}

async function written(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const { sink, bytes } = collector();
  await writeSheets(sheets, {
    lang: "ko",
    sink,
    limits: EXCEL_LIMITS,
    title: "t",
    created: sampleReport().run.finishedAt,
  });
  return bytes();
}

/** The documented replacements, written out one character at a time. */
function shown(text: string): string {
  return Array.from(text.replaceAll("\r\n", "\n"), (char) => {
    const code = char.codePointAt(0) as number;
    if (char === "\r") return "\n";
    if (code < 0x20 && char !== "\t" && char !== "\n") return String.fromCodePoint(0x2400 + code);
    const isNone = (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
    return isNone ? "\ufffd" : char;
  }).join("");
}

Deno.test("writeWorkbook() writes the seven sheets in their order, in either language", async () => {
  for (const lang of ["ko", "en"] as const) {
    const names = [...(await readReport(sampleReport(), lang)).keys()];
    assert.deepEqual(names, Object.values(SHEET_NAMES).map((name) => name[lang]));
    for (const name of names) assert.match(name, /^(?!')[^[\]:*?/\\]{1,31}(?<!')$/);
  }
});

Deno.test("요약 tells verdict, counts per kind with links, and how the list was read", async () => {
  const summary = sheet(await readReport(sampleReport()), "요약");
  const row = (label: string) => summary.rows.find(([first]) => first === label)?.slice(1);
  assert.deepEqual(row("판정"), [
    "채택",
    "신규 3건, 목록 복귀 1건, 변경 1건, 번호 정정 1건, 회복 1건, 취하 1건, 취소 1건, 목록 삭제 1건이 있습니다.",
  ]);
  assert.deepEqual(row("신규"), [3, "최초 1 · 허여 1 · 구분 불명 1"]);
  assert.deepEqual(row("시작(서울)"), ["2026-11-30 06:00:04"]);
  assert.deepEqual(row("사이트가 밝힌 건수"), [9812]);
  const link = (label: string) =>
    summary.links.get(`A${summary.rows.findIndex(([first]) => first === label) + 1}`);
  assert.equal(link("신규"), "'신규'!A1");
  assert.equal(link("취소"), "'취하·취소'!A1");
  assert.equal(link("번호 정정"), "'확인 중'!A1");
  assert.equal(link("전체 현황"), "'전체 현황'!A1");
  assert.ok([...summary.links.values()].includes(sampleReport().listUrl));
});

Deno.test("요약 of a quarantined run says why, whose data stand, how old, and what to do", async () => {
  const { rows } = sheet(await readReport(quarantinedReport()), "요약");
  const row = (label: string) => rows.find(([first]) => first === label)?.slice(1);
  assert.equal(row("판정")?.[0], "격리");
  assert.match(String(row("판정")?.[1]), /^9,812건 중 9,741건이 한꺼번에 사라졌습니다/);
  assert.equal(row("자료 기준일")?.[0], "2026-11-28");
  assert.equal(row("자료 경과 시간")?.[0], 48.05);
  const yes = /dmf accept 2026-11-30 --reason/;
  assert.ok(rows.flat().some((value) => yes.test(String(value))), "how to release it");
  const open = { ...quarantinedReport(), run: { ...quarantinedReport().run, releasable: false } };
  const words = sheet(await readReport(open), "요약").rows.flat();
  assert.ok(!words.some((value) => yes.test(String(value))), "a list that is not whole");
  const first = { ...quarantinedReport(), lastGood: null, ageHours: null, records: [] };
  const none = sheet(await readReport(first), "요약").rows;
  assert.match(String(none[3]?.[2]), /아직 채택된 자료가 없습니다\.$/);
});

Deno.test("요약 of the founding run says 기준선 수립, of a quiet day that nothing changed", async () => {
  const quiet = sampleReport({ changes: [] });
  const founding = { ...quiet, run: { ...quiet.run, baseline: true } };
  const verdict = async (report: Report) =>
    sheet(await readReport(report), "요약").rows[3]?.slice(1).map(String) ?? [];
  assert.equal((await verdict(founding))[0], "기준선 수립");
  assert.match((await verdict(quiet))[1] ?? "", /달라진 것이 없습니다/);
});

Deno.test("취하·취소 shows what a delisted record was when it was last seen", async () => {
  const rows = table(sheet(await readReport(sampleReport()), "취하·취소"));
  const gone = rows.find((row) => row["구분"] === "목록 삭제");
  assert.equal(gone?.["이전 구분"], "정상");
  assert.equal(gone?.["제조소"], "Granules India Limited");
});

Deno.test("every event is on its sheet and has its proof", async () => {
  const report = sampleReport();
  const sheets = await readReport(report);
  const kinds = (name: string) => table(sheet(sheets, name)).map((row) => row["구분"]);
  assert.deepEqual(kinds("신규"), ["신규", "신규", "신규", "목록 복귀"]);
  assert.deepEqual(new Set(kinds("변경")), new Set(["목록 복귀", "변경", "번호 정정", "회복"]));
  assert.deepEqual(kinds("취하·취소"), ["취하", "취소", "목록 삭제"]);
  assert.deepEqual(kinds("확인 중"), ["목록에 없음", "번호 정정", "확인 사항", "확인 사항"]);
  const proofs = table(sheet(sheets, "출처"));
  assert.deepEqual(
    proofs.map((row) => [row["번호"], row["시작 바이트"], row["끝 바이트(제외)"], row["행"]]),
    report.changes.flatMap((change) => {
      const { seq, evidence: { start, end, row } } = change;
      return evidenceFields(change).map(() => [seq, start, end, row + 1]);
    }),
  );
  const [site, date] = proofs.filter((row) => row["번호"] === 5).slice(1);
  assert.deepEqual([site?.["항목"], date?.["항목"]], ["제조소", "최종변경일자"]);
  assert.deepEqual([site?.["수집"], site?.["선택자"]], ["2026-11-30", 1]);
  assert.equal(
    site?.["칸까지 증명하는 명령"],
    'dmf why "163-1-ND" sites --date 2026-11-30',
  );
  assert.equal(proofs[0]?.["보관 원문(SHA-256)"], report.changes[0]?.evidence.digest);
  assert.equal(proofs[0]?.["관측 시각(서울)"], "2026-11-30 06:03:11");
});

Deno.test("proofCommand() never passes on a number that a shell could take for more", () => {
  const [change] = sampleReport().changes;
  assert.ok(change);
  const named = (registrationNumber: string | null) =>
    proofCommand({ ...change, registrationNumber }, null);
  assert.equal(
    named("20241015-209-J-1903(1)"),
    'dmf why "20241015-209-J-1903(1)" --date 2026-11-30',
  );
  assert.equal(named("수30-12-ND"), 'dmf why "수30-12-ND" --date 2026-11-30');
  for (const number of ['1";calc', "$(x)", "`x`", "%PATH%", "--open", "1 2", "a\nb", "!x", null]) {
    assert.equal(named(number), `dmf why "${change.record}" --date 2026-11-30`, String(number));
  }
});

Deno.test("변경 has one row per field with before, after, difference and mark", async () => {
  const rows = table(sheet(await readReport(sampleReport()), "변경"))
    .filter((row) => row["등록번호"] === "163-1-ND")
    .map((row) => ["항목", "변경 전", "변경 후", "달라진 부분", "표시"].map((name) => row[name]));
  const site = "Evonik Degussa Canada Inc.";
  const at = (no: string) =>
    `${site}, ${no} Argyll Road, Edmonton, Alberta, T6C 4N9, Canada (캐나다)`;
  assert.deepEqual(rows, [
    ["대상의약품", "(빈칸)", "별표1", null, "보완"],
    ["제조소", at("8045"), at("8054"), "8045 → 8054", null],
    ["최종변경일자", 45_351, 46_353, null, null],
    ["최종연차보고년도", 2024, 2025, null, "연차보고"],
    ["문서번호", "v0.0.0/2026", "v0.0.1/2026", null, "문서버전"],
  ]);
});

/** 달라진 부분 and 거리 of a record of which one field changed. */
async function toldOf(fields: FieldChanges): Promise<(string | number | null)[]> {
  const change = sampleChange(1, "amended", {
    record: sampleId(1),
    values: sampleRecord(),
    fields,
  });
  const changed = sheet(await readReport(sampleReport({ changes: [change] })), "변경");
  for (const { type } of changed.cells.values()) assert.equal(type, "inlineStr");
  const [row] = table(changed);
  return [row?.["달라진 부분"] ?? null, row?.["거리"] ?? null];
}

Deno.test("변경 marks the words of a re-worded text, says how far it moved, and knows another text", async () => {
  const address = "8045 Argyll Road, Edmonton, Alberta, T6C 4N9, Canada";
  const text = (from: string, to: string) => toldOf({ applicant: { from, to } });
  const [words, distance] = await text(address, address.replace("8045", "8054"));
  assert.equal(words, "8045 → 8054");
  assert.match(String(distance), /^[1-9]\d?, 표현 수정$/);
  const moved = address.replace("8045", "8054").replace("4N9", "4N8");
  const [several] = await text(address, moved);
  assert.equal(several, "[-8045-]{+8054+} Argyll Road,…Alberta, T6C [-4N9-]{+4N8+}, Canada");
  const other = await text(
    address,
    "경기도 화성시 향남읍 제약공단1길 12-34, 한솔파마 제2공장 가동 및 나동",
  );
  assert.equal(other[0], null);
  assert.match(String(other[1]), /^[1-6]\d, 다른 내용$/);
  assert.deepEqual(await text("한솔파마", "한솔제약"), [null, null]);
});

Deno.test("변경 compares sites one by one, whatever their order", async () => {
  const site = (name: string, address: string) => ({ name, address, country: "인도" });
  const mahad = "C-89 to C-95, MIDC Industrial Area, Mahad Dist. Raigad (M.S.)-402309";
  const [words, distance] = await toldOf({
    sites: {
      from: [site("Ipca", mahad), site("하이플", "경기도"), site("=cmd", "@x")],
      to: [
        site("하이플", "서울"),
        site("Ipca", mahad.replace("402309", "402301")),
        site("+1", "y"),
      ],
    },
  });
  assert.deepEqual(String(words).split("\n"), [
    "Ipca 제조소소재지: …Raigad (M.S.)-[-402309-]{+402301+}",
    "하이플 제조소소재지: 경기도 → 서울",
    "삭제: =cmd, @x, 인도",
    "추가: +1, y, 인도",
  ]);
  assert.match(String(distance), /^[1-9]\d?, 표현 수정$/);
});

Deno.test("변경 holds what a hostile text makes of 달라진 부분: text, and no more than a cell takes", async () => {
  const long = (letter: string) => `=HYPERLINK("x") ${`${letter}단어 둘 `.repeat(6_000)}`;
  const name = "가".repeat(30_000);
  const [words] = await toldOf({ applicant: { from: long("가"), to: long("나") } });
  assert.ok(words === null || String(words).length <= 32_767);
  const [sites] = await toldOf({
    sites: {
      from: [{ name, address: "a", country: null }],
      to: [{ name, address: "b", country: null }, {
        name: `=${name}`,
        address: "-b",
        country: null,
      }],
    },
  });
  assert.equal(String(sites).length, 32_767);
});

Deno.test("a withdrawal's other fields are not lost", async () => {
  const [first] = sampleReport().records as [StandingRecord];
  const change = sampleChange(1, "withdrawn", {
    ...first,
    fields: {
      status: { from: "active", to: "withdrawn" },
      applicant: { from: "가", to: "나" },
    },
  });
  const sheets = await readReport(sampleReport({ changes: [change] }));
  assert.deepEqual(table(sheet(sheets, "변경")).map((row) => row["항목"]), ["신청인"]);
  assert.equal(table(sheet(sheets, "취하·취소"))[0]?.["이전 구분"], "정상");
});

Deno.test("links lead to the row of the same record or event, and stay inside", async () => {
  for (const report of [sampleReport(), quarantinedReport()]) {
    const sheets = await readReport(report);
    let followed = 0;
    for (const { cells, links, name } of sheets.values()) {
      for (const [from, target] of links) {
        const [, to = "", row = ""] = /^'(.*)'!A(\d+)$/.exec(target) ?? [];
        if (to === "") {
          assert.match(target, /^https:\/\/nedrug\.mfds\.go\.kr\/pbp\/CCBAC03\/getList/);
          continue;
        }
        const aim = sheet(sheets, to).rows[Number(row) - 1];
        assert.ok(aim, `${name}!${from} leads nowhere`);
        const value = cells.get(from)?.value;
        if (name === "요약") continue;
        if (to === "출처") assert.equal(`#${aim[0]}`, value);
        else if (value !== "(번호 없음)") assert.equal(aim[0], value);
        followed++;
      }
    }
    assert.ok(report.changes.length === 0 || followed > 20);
  }
});

Deno.test("전체 현황 holds every record: numbers as text, dates as dates, years as numbers", async () => {
  const report = sampleReport();
  const records = sheet(await readReport(report), "전체 현황");
  const rows = table(records);
  assert.equal(rows.length, report.records.length);
  assert.deepEqual(
    rows.map((row) => row["등록번호"]),
    report.records.map(({ values }) => values.registrationNumber),
  );
  assert.equal(rows[0]?.["최초등록일자"], 46_266);
  assert.equal(rows[8]?.["최초등록일자"], "2026-13-40");
  assert.equal(rows[0]?.["최종연차보고년도"], 2025);
  assert.equal(rows[9]?.["최종연차보고년도"], "미제출");
  assert.equal(rows[1]?.["제조국가"], "이탈리아\n프랑스");
  assert.match(records.xml, /<pane xSplit="2" ySplit="1" topLeftCell="C2"[^>]*state="frozen"/);
  assert.match(records.xml, /<autoFilter ref="A1:Q11"\/>/);
});

Deno.test("전체 현황 shows withdrawn and cancelled records in grey, throughout", async () => {
  const { cells } = sheet(await readReport(sampleReport()), "전체 현황");
  const style = (address: string) => cells.get(address)?.styleId;
  assert.notEqual(style("B2"), style("B7"));
  assert.equal(style("B7"), style("B8"));
  assert.ok(cells.has("P7") && !cells.has("P2"), "blank cells of a grey row are grey too");
});

Deno.test("a sheet without rows says so in one line", async () => {
  const sheets = await readReport(sampleReport({ changes: [], missing: [], issues: [] }));
  for (const name of ["신규", "변경", "취하·취소", "확인 중", "출처"]) {
    assert.deepEqual(sheet(sheets, name).rows.slice(1), [["해당 없음"]]);
  }
});

Deno.test("filingOf() tells 허여 by its digit suffix and does not guess at letters", () => {
  assert.equal(filingOf("20241015-209-J-1903(1)"), "granted");
  assert.equal(filingOf("수5-1-ND,(2)"), "granted");
  assert.equal(filingOf("116-1-ND"), "first");
  assert.equal(filingOf("20050831-37-C-34-05(A)"), "unclear");
  assert.equal(filingOf(null), "unclear");
});

Deno.test("two writes give the same bytes, and the properties are the run's", async () => {
  const [one, two] = await Promise.all([
    workbookBytes(sampleReport(), { lang: "ko" }),
    workbookBytes(sampleReport(), { lang: "ko" }),
  ]);
  assert.deepEqual(unzip(one), unzip(two));
  assert.deepEqual(one, two);
  const core = unzip(one).get("docProps/core.xml") ?? "";
  assert.match(core, /<dc:creator>dmf<\/dc:creator>/);
  assert.match(core, /<dcterms:created[^>]*>2026-11-29T21:27:44Z<\/dcterms:created>/);
});

Deno.test("a date is the same day in Seoul, New York and UTC", async () => {
  const code = `
    import { workbookBytes } from "./tests/support/read_xlsx.ts";
    import { sampleReport } from "./tests/support/sample_report.ts";
    const bytes = await workbookBytes(sampleReport(), { lang: "ko" });
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    console.log(new Date(0).getTimezoneOffset(), digest.toHex());`;
  const root = new URL("..", import.meta.url).pathname;
  const outputs = await Promise.all(
    ["Asia/Seoul", "America/New_York", "UTC"].map(async (zone) => {
      const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", code],
        cwd: root,
        env: { TZ: zone, NO_COLOR: "1" },
      }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout).trim().split(" ") as [string, string];
    }),
  );
  assert.deepEqual(outputs.map(([offset]) => offset), ["-540", "300", "0"]);
  assert.equal(new Set(outputs.map(([, digest]) => digest)).size, 1);
});

Deno.test("any string survives a cell, but for the documented replacements", async () => {
  const escapes = fc.stringMatching(/^(_x00[0-9A-F]{2}_?|_){1,4}$/);
  const formula = fc.string({ unit: "binary" }).map((text) => `=${text}`);
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string(), escapes, formula);
  const texts = fc.array(text, { minLength: 100, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const { rows, cells } = sheet(readWorkbook(await written([textSheet(given)])), "texts");
      assert.deepEqual(rows.slice(1).map(([value]) => value), given.map(shown));
      for (const { type } of cells.values()) assert.equal(type, "inlineStr");
    }),
    { numRuns: 10 },
  );
});

Deno.test("the 65,531st link of a sheet is plain text", async () => {
  const many = EXCEL_LIMITS.links + 3;
  const link = { kind: "inside", sheet: "texts", row: 1 } as const;
  const rows = Array.from({ length: many }, (_, n) => ({ cells: [{ value: `v${n}`, link }] }));
  const parts = unzip(await written([{ ...textSheet([]), rows }]));
  const xml = parts.get("xl/worksheets/sheet1.xml") ?? "";
  assert.equal(xml.match(/<hyperlink /g)?.length, 65_530);
  const style = (at: number) => new RegExp(`r="A${at}" s="(\\d+)".*?v${at - 2}<`).exec(xml)?.[1];
  assert.ok(style(2) !== undefined && style(2) === style(65_531));
  assert.ok(style(65_532) !== undefined && style(65_532) !== style(2));
});

Deno.test("an address leads out only when a spreadsheet can take it", async () => {
  const urls = [
    "https://a.kr/?q=가|나",
    `https://a.kr/${"x".repeat(URL_LIMIT)}`,
    "javascript:alert(1)",
    "file:///etc/passwd",
    "not an address",
    "https://a.kr/?q=가|나",
  ];
  const rows = urls.map((
    url,
  ) => ({ cells: [{ value: url, link: { kind: "outside", url } }] } as const));
  const { links, cells } = sheet(
    readWorkbook(await written([{ ...textSheet([]), rows }])),
    "texts",
  );
  const encoded = "https://a.kr/?q=%EA%B0%80%7C%EB%82%98";
  assert.deepEqual([...links], [["A2", encoded], ["A7", encoded]]);
  assert.equal(cells.get("A4")?.value, "javascript:alert(1)");
});

Deno.test("text beyond 32,767 characters is cut with a mark", async () => {
  const { rows } = sheet(readWorkbook(await written([textSheet(["가".repeat(40_000)])])), "texts");
  const value = String(rows[1]?.[0]);
  assert.equal(value.length, 32_767);
  assert.match(value, /…\[잘림: 전체 40,000자/);
});

Deno.test("a table longer than a sheet goes on in numbered sheets, and links still lead right", async () => {
  const bytes = await workbookBytes(sampleReport(), { lang: "ko", limits: { rows: 4, links: 9 } });
  const sheets = readWorkbook(bytes);
  const parts = ["전체 현황", "전체 현황 (2)", "전체 현황 (3)", "전체 현황 (4)"];
  assert.deepEqual([...sheets.keys()].filter((name) => name.startsWith("전체")), parts);
  const numbers = parts.flatMap((name) => table(sheet(sheets, name)).map((row) => row["등록번호"]));
  assert.deepEqual(numbers, sampleReport().records.map(({ values }) => values.registrationNumber));
  const { links, cells } = sheet(sheets, "신규");
  const [, to = "", row = ""] = /^'(.*)'!A(\d+)$/.exec(links.get("C4") ?? "") ?? [];
  assert.equal(to, "전체 현황 (4)");
  assert.equal(sheet(sheets, to).rows[Number(row) - 1]?.[0], cells.get("C4")?.value);
});

Deno.test("writeWorkbook() rejects with what the sink throws, whenever it does", async () => {
  const records = Array.from({ length: 20_000 }, (_, n): StandingRecord => ({
    record: sampleId(n),
    values: sampleRecord({
      registrationNumber: `20260901-209-J-${n * 7919}`,
      ingredient: `성분${n}`,
    }),
    validFrom: sampleReport().run.run,
  }));
  for (const [report, last] of [[sampleReport(), 0], [sampleReport({ records }), 3]] as const) {
    let calls = 0;
    const sink = () =>
      calls++ < last ? Promise.resolve() : Promise.reject(new Error("No space left on device"));
    await assert.rejects(writeWorkbook(report, { lang: "ko", sink }), /No space left/);
  }
});

suiteTest("naughty-strings", "every naughty string is text in a cell", async (suite) => {
  const texts = JSON.parse(await Deno.readTextFile(new URL("blns.json", suite))) as string[];
  assert.equal(texts.length, 515);
  const records = texts.map((ingredient, n): StandingRecord => ({
    record: sampleId(n),
    values: sampleRecord({ ingredient, registrationNumber: ingredient }),
    validFrom: sampleReport().run.run,
  }));
  const changes = records.map((record, n): Change => sampleChange(n, "registered", record));
  const { cells, rows } = sheet(await readReport(sampleReport({ records, changes })), "전체 현황");
  assert.deepEqual(rows.slice(1).map(([number]) => number), texts.map(shown));
  assert.deepEqual(rows.slice(1).map(([, ingredient]) => ingredient), texts.map(shown));
  for (let row = 2; row <= 516; row++) assert.equal(cells.get(`B${row}`)?.type, "inlineStr");
});

suiteTest("ooxml-xsd", "every part of the workbook is valid", async (suite) => {
  const folder = await Deno.makeTempDir();
  try {
    const files: string[] = [];
    for (const report of [sampleReport(), quarantinedReport()]) {
      for (const [name, xml] of unzip(await workbookBytes(report, { lang: "ko" }))) {
        if (!/^xl\/(workbook|styles|worksheets\/\w+)\.xml$/.test(name)) continue;
        files.push(`${folder}/${files.length}.xml`);
        await Deno.writeTextFile(files.at(-1) as string, xml);
      }
    }
    assert.equal(files.length, 18);
    await run("xmllint", ["--noout", "--schema", new URL("sml.xsd", suite).pathname, ...files]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}, hasProgram("xmllint", "--version"));

const PYTHON = "/usr/bin/python3";
const READ_ALL = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({sheet.title: [[cell.coordinate, cell.data_type,
  cell.value.strftime("%Y-%m-%d") if cell.is_date else cell.value]
  for row in sheet.iter_rows() for cell in row if cell.value is not None] for sheet in book}))`;

Deno.test({
  name: "openpyxl reads the values that were written, and no formula",
  ignore: !hasProgram(PYTHON, "-c", "import openpyxl"),
  fn: async () => {
    const file = await Deno.makeTempFile({ suffix: ".xlsx" });
    try {
      const bytes = await workbookBytes(sampleReport(), { lang: "ko" });
      await Deno.writeFile(file, bytes);
      const read = JSON.parse(await run(PYTHON, ["-c", READ_ALL, file])) as Record<
        string,
        [string, string, string | number][]
      >;
      for (const { name, cells } of readWorkbook(bytes).values()) {
        const found = new Map(read[name]?.map(([at, type, value]) => [at, { type, value }]));
        for (const [at, { value, type }] of cells) {
          if (value === null) continue;
          const other = found.get(at);
          assert.equal(other?.type, type === "inlineStr" ? "s" : other?.type === "d" ? "d" : "n");
          const day = Temporal.PlainDate.from("1899-12-30");
          const expected = other?.type === "d"
            ? day.add({ days: Number(value) }).toString()
            : value;
          assert.equal(other?.value, expected, `${name}!${at}`);
        }
      }
      const [, type, value] = read["전체 현황"]?.find(([at]) => at === "H2") ?? [];
      assert.deepEqual([type, value], ["d", "2026-09-01"]);
    } finally {
      await Deno.remove(file);
    }
  },
});
