import assert from "node:assert/strict";
import { simulate } from "./support/fixture_days.ts";
import type { Misbehaviour } from "./support/fixture_misbehaviour.ts";
import type { SiteOptions } from "./support/fixture_options.ts";
import type { FixtureRow } from "./support/fixture_row.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { attribute, elements, seeList, seeTables, textOf } from "./support/list_reader.ts";
import { parse } from "parse5";

const LIST = "/pbp/CCBAC03/getList";
const rows: readonly FixtureRow[] = Array.from({ length: 25 }, (_, index) => ({
  category: "별표1",
  number: `20260101-209-J-${1000 + index}`,
  ingredient: index % 2 === 0 ? "타다라필" : "나이아신",
  applicant: `㈜가나다약업${index}`,
  siteNames: index % 3 === 0 ? ["Zorvane Labs"] : ["Zorvane Labs", "[조품 제조원 ①] Nyvelle & Co."],
  siteAddresses: index % 3 === 0 ? ["Via Roma 1, Milano"] : ["Via Roma 1, Milano", "경기도 안성시"],
  siteCountries: index % 3 === 0 ? ["이탈리아"] : ["이탈리아", "대한민국"],
  firstOn: "2026-01-01",
  changedOn: "",
  reportYear: "2025",
  status: "정상",
  statusOn: "",
  version: "v0.0.0/2026",
  review: "",
}));

async function withSite(options: SiteOptions, body: (site: FixtureSite) => Promise<void>) {
  await using site = new FixtureSite(options);
  site.setRows(rows);
  await body(site);
}

async function html(site: FixtureSite, query = ""): Promise<string> {
  const response = await fetch(`${site.origin}${LIST}${query}`);
  assert.equal(response.status, 200);
  return await response.text();
}

/** The page of a site with `options` and `misbehaviours`. */
async function page(
  options: SiteOptions,
  { query = "?limit=100", misbehaviours = [] }: {
    readonly query?: string;
    readonly misbehaviours?: readonly Misbehaviour[];
  } = {},
): Promise<string> {
  let text = "";
  await withSite(options, async (site) => {
    site.misbehave(...misbehaviours);
    text = await html(site, query);
  });
  return text;
}

const spoilt = (...misbehaviours: readonly Misbehaviour[]) => page({}, { misbehaviours });

function statedTotal(text: string): number {
  return Number(/총 (?:<strong>)?([0-9,]+)/.exec(text)?.[1]?.replaceAll(",", ""));
}

function column(text: string, label: string): readonly string[] {
  const list = seeList(text);
  const at = list.headers.indexOf(label);
  return list.rows.map((cells) => cells[at]?.texts.join("|") ?? "");
}

const rowNumbers = (text: string) => column(text, "순번").map(Number);
const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

Deno.test("FixtureSite lists its rows as they are, 15 cells and three for each site", async () => {
  const list = seeList(await page({}));
  assert.deepEqual(list.cellCounts, rows.map((row) => 15 + 3 * row.siteNames.length));
  assert.deepEqual(
    list.rows.map((cells) => cells.map(({ texts }) => texts)),
    rows.map((row, at) => [
      [String(at + 1)],
      [row.category],
      [row.number],
      [row.ingredient],
      [row.applicant],
      row.siteNames,
      row.siteAddresses,
      row.siteCountries,
      [row.firstOn],
      [row.changedOn],
      [row.reportYear],
      [row.status],
      [row.statusOn],
      [row.version],
      [row.review],
    ]),
  );
  for (const cells of list.rows) assert.deepEqual(cells.map(({ label }) => label), list.headers);
});

for (
  const [paging, limit, sizes] of [
    [{ kind: "as-asked" }, 10, [10, 10, 5, 0]],
    [{ kind: "as-asked" }, 100, [25, 0]],
    [{ kind: "capped", at: 20 }, 100, [20, 5, 0]],
    [{ kind: "capped", at: 20 }, 8, [8, 8, 8, 1, 0]],
    [{ kind: "size-ignored" }, 100, [10, 10, 5, 0]],
    [{ kind: "one-page" }, 10, [25, 0]],
  ] as const
) {
  Deno.test(`FixtureSite pages ${JSON.stringify(paging)} when asked for ${limit}`, async () => {
    await withSite({ paging }, async (site) => {
      const seen: number[] = [];
      for (const [index, size] of sizes.entries()) {
        const text = await html(site, `?page=${index + 1}&limit=${limit}`);
        assert.equal(statedTotal(text), 25);
        const found = size === 0 ? [] : rowNumbers(text);
        assert.equal(found.length, size);
        if (size === 0) assert.match(text, /조회 결과가 없습니다/);
        seen.push(...found);
      }
      assert.deepEqual(seen, oneTo(25));
    });
  });
}

Deno.test("FixtureSite states its total in three ways, or not at all", async () => {
  await using site = new FixtureSite();
  site.setRows(simulate(1_234, 1)[0]?.rows ?? []);
  const expected = {
    strong: /총 <strong>1,234<\/strong> 건/,
    title: /title="총 1,234 건"/,
    plain: />총 1234건</,
  } as const;
  for (const [total, pattern] of Object.entries(expected)) {
    site.setOptions({ total: total as keyof typeof expected });
    assert.match(await html(site), pattern);
  }
  site.setOptions({ total: "absent" });
  assert.doesNotMatch(await html(site), /총/);
});

Deno.test("FixtureSite leaves out labels, renames their class, prefixes other classes", async () => {
  const bare = seeList(await page({ cellLabels: false }));
  assert.ok(bare.rows.flat().every(({ label }) => label === null));
  assert.deepEqual(bare.rows[0]?.[0]?.texts, ["1"]);
  assert.match(await page({ labelClass: "m-th" }), /<span class="m-th">순번<\/span>/);
  const prefixed = await page({ classPrefix: "x9-" });
  assert.match(prefixed, /class="x9-tb_list"/);
  assert.match(prefixed, /class="s-th"/);
});

Deno.test("FixtureSite swaps two columns with headers and cells, and adds one anywhere", async () => {
  const swapped = await page({ swappedColumns: ["성분명", "신청인"] });
  assert.deepEqual(seeList(swapped).headers.slice(3, 5), ["신청인", "성분명"]);
  assert.deepEqual(column(swapped, "성분명"), rows.map((row) => row.ingredient));
  const added = await page({ additionalColumn: { label: "비고", value: "-", before: "등록번호" } });
  assert.equal(seeList(added).headers.indexOf("비고"), 2);
  assert.deepEqual(column(added, "등록번호"), rows.map((row) => row.number));
  const last = seeList(await page({ additionalColumn: { label: "비고", value: "메모" } }));
  assert.equal(last.headers.at(-1), "비고");
  assert.deepEqual(last.rows[0]?.at(-1)?.texts, ["메모"]);
});

Deno.test("FixtureSite leaves a commented-out cell in every row that no parser sees", async () => {
  const text = await page({ commentedCell: true });
  assert.equal(text.match(/<!-- <td>/g)?.length, 25);
  assert.deepEqual(column(text, "성분명"), rows.map((row) => row.ingredient));
});

Deno.test("FixtureSite cuts long texts and keeps the whole in title", async () => {
  const text = await page({ truncateAt: 6 });
  const list = seeList(text);
  assert.deepEqual(list.rows[1]?.[2]?.texts, ["202601..."]);
  assert.deepEqual(list.rows[1]?.[2]?.titles, [rows[1]?.number]);
  assert.deepEqual(list.rows[1]?.[5]?.titles, rows[1]?.siteNames);
  assert.deepEqual(list.rows[1]?.[3]?.titles, []);
});

Deno.test("FixtureSite writes values without a span, and a lone site without a table", async () => {
  const bare = await page({ bareText: true });
  assert.match(bare, /<span class="s-th">성분명<\/span>타다라필<\/td>/);
  assert.deepEqual(column(bare, "성분명"), rows.map((row) => row.ingredient));
  const flat = seeList(await page({ loneSiteFlat: true }));
  assert.deepEqual(
    flat.cellCounts,
    rows.map((row) => row.siteNames.length === 1 ? 15 : 15 + 3 * row.siteNames.length),
  );
  assert.deepEqual(flat.rows[0]?.[5]?.texts, ["Zorvane Labs"]);
});

Deno.test("FixtureSite repeats the list for small screens as a table or as a list", async () => {
  const lists = seeTables(await page({ mobile: "table" })).filter(({ headers }) =>
    headers.includes("순번")
  );
  assert.equal(lists.length, 2);
  assert.deepEqual(lists[0]?.rows, lists[1]?.rows);
  const text = await page({ mobile: "list" });
  assert.equal(elements(parse(text).childNodes, "dd").length, 25 * 15);
});

Deno.test("FixtureSite wraps the list in layout tables, puts a decoy before it, a foot below", async () => {
  const text = await page({ layoutTables: true, decoyTable: true, tableFoot: true });
  const tables = seeTables(text);
  const decoy = tables.findIndex(({ headers }) => headers.join() === "등록번호,성분명");
  const list = tables.findIndex(({ headers }) => headers.includes("순번"));
  assert.ok(decoy >= 0 && decoy < list);
  assert.equal(elements(parse(text).childNodes, "tfoot").length, 1);
  assert.deepEqual(rowNumbers(text), oneTo(25));
  const outer = elements(parse(text).childNodes, "table").find((table) =>
    attribute(table, "width") === "100%"
  );
  assert.ok(outer && textOf(outer.childNodes).includes("20260101-209-J-1000"));
});

Deno.test("FixtureSite numbers its rows downwards over all pages", async () => {
  assert.deepEqual(
    rowNumbers(await page({ rowNumbers: "descending" }, { query: "?page=2&limit=10" })),
    [15, 14, 13, 12, 11, 10, 9, 8, 7, 6],
  );
});

for (
  const [name, options, type, meta] of [
    ["header and meta", {}, "text/html; charset=euc-kr", "euc-kr"],
    ["header only", { metaCharset: null }, "text/html; charset=euc-kr", null],
    ["meta only", { headerCharset: null }, "text/html", "euc-kr"],
    ["neither", { headerCharset: null, metaCharset: null }, "text/html", null],
    ["a header that lies", { headerCharset: "utf-8" }, "text/html; charset=utf-8", "euc-kr"],
  ] as const
) {
  Deno.test(`FixtureSite writes EUC-KR with ${name}`, async () => {
    await withSite({ encoding: "euc-kr", ...options }, async (site) => {
      const response = await fetch(`${site.origin}${LIST}?limit=100`);
      assert.equal(response.headers.get("content-type"), type);
      const bytes = await response.bytes();
      assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes), TypeError);
      const text = new TextDecoder("euc-kr", { fatal: true }).decode(bytes);
      assert.equal(/<meta charset="([^"]*)">/.exec(text)?.[1] ?? null, meta);
      assert.deepEqual(column(text, "신청인"), rows.map((row) => row.applicant));
    });
  });
}

Deno.test("FixtureSite begins with a byte order mark, decomposes values or all, compresses", async () => {
  await withSite({ byteOrderMark: true }, async (site) => {
    const bytes = await (await fetch(`${site.origin}${LIST}`)).bytes();
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  });
  const values = await page({ nfd: "values" });
  assert.deepEqual(column(values, "성분명"), rows.map((row) => row.ingredient.normalize("NFD")));
  const document = await page({ nfd: "document" });
  assert.ok(document.includes("성분명".normalize("NFD")) && !document.includes("성분명"));
  await withSite({ gzip: true }, async (site) => {
    const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    const response = await fetch(`${site.origin}${LIST}?limit=100`, { client });
    assert.deepEqual(rowNumbers(await response.text()), oneTo(25));
    client.close();
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: portOf(site) });
    await connection.write(new TextEncoder().encode(`GET ${LIST} HTTP/1.1\r\nhost: x\r\n\r\n`));
    const chunk = new Uint8Array(65_536);
    const read = await connection.read(chunk) ?? 0;
    assert.match(
      new TextDecoder("latin1").decode(chunk.subarray(0, read)),
      /content-encoding: gzip/,
    );
    connection.close();
  });
});

Deno.test("FixtureSite looks numbers, ingredients and applicants up by part, noise or not", async () => {
  await using site = new FixtureSite({
    lookUpOnly: [{ ...rows[0] as FixtureRow, number: "1-1-ND" }],
  });
  site.setRows(rows.map((row) => ({ ...row, number: `\r\n ${row.number} ` })));
  const total = async (query: string) => statedTotal(await html(site, query));
  assert.equal(await total("?searchDmfPermitNo=20260101-209-J-1003"), 1);
  assert.equal(await total("?searchDmfPermitNo=J-101"), 10);
  assert.equal(await total(`?searchIngrKorName=${encodeURIComponent("타다")}`), 14);
  assert.equal(await total(`?searchItem=${encodeURIComponent("약업24")}`), 1);
  assert.equal(await total("?searchDmfPermitNo=1-1-ND"), 1, "found although the list lacks it");
  assert.equal(await total("?limit=100"), 25);
  assert.equal(await total("?searchUnknown=1-1-ND"), 25, "an unknown parameter is ignored");
});

Deno.test("FixtureSite misbehaves with pages that are not the list and say 200", async () => {
  const expected = {
    "maintenance-page": /점검/,
    "waf-page": /Web firewall security policies/,
    "error-shell": /해당 화면 혹은 기능을 찾을 수 없습니다/,
    "login-page": /로그인이 필요/,
  } as const;
  for (const [kind, pattern] of Object.entries(expected)) {
    const text = await spoilt({ kind: kind as keyof typeof expected });
    assert.match(text, pattern);
    assert.ok(!seeTables(text).some(({ headers }) => headers.includes("순번")));
  }
});

Deno.test("FixtureSite misbehaves with lists too short that agree with their total", async () => {
  const empty = await spoilt({ kind: "empty-list" });
  assert.equal(statedTotal(empty), 0);
  assert.match(empty, /조회 결과가 없습니다/);
  const half = await spoilt({ kind: "half-list" });
  assert.deepEqual([statedTotal(half), rowNumbers(half)], [12, oneTo(12)]);
  const short = await spoilt({ kind: "short-list", rows: 7 });
  assert.deepEqual([statedTotal(short), rowNumbers(short)], [7, oneTo(7)]);
});

Deno.test("FixtureSite misbehaves with totals and rows that disagree", async () => {
  const more = await spoilt({ kind: "total-lies", by: 3 });
  assert.deepEqual([statedTotal(more), rowNumbers(more)], [28, oneTo(25)]);
  const less = await spoilt({ kind: "total-lies", by: -1 });
  assert.equal(statedTotal(less), 24);
  const twice = await spoilt({ kind: "duplicated-row", at: 4, instead: true });
  const names = column(twice, "등록번호");
  assert.deepEqual([statedTotal(twice), names.length, rowNumbers(twice)], [25, 25, oneTo(25)]);
  assert.equal(names[4], names[5]);
  const besides = column(
    await spoilt({ kind: "duplicated-row", at: 4, instead: false }),
    "등록번호",
  );
  assert.deepEqual([besides.length, new Set(besides).size], [26, 25]);
  const dropped = await spoilt({ kind: "dropped-row", at: 2, gap: false });
  assert.deepEqual([statedTotal(dropped), rowNumbers(dropped)], [25, oneTo(24)]);
  assert.ok(!column(dropped, "등록번호").includes(rows[2]?.number ?? ""));
  const gap = await spoilt({ kind: "dropped-row", at: 2, gap: true });
  assert.deepEqual(rowNumbers(gap), oneTo(25).filter((number) => number !== 3));
});

Deno.test("FixtureSite misbehaves by answering page 1 whatever page is asked", async () => {
  const misbehaviours = [{ kind: "page-ignored" }] as const;
  const text = await page({}, { query: "?page=3&limit=10", misbehaviours });
  assert.deepEqual(rowNumbers(text), oneTo(10));
});

for (const keepsTotal of [false, true]) {
  Deno.test(`FixtureSite shifts its list while it is read, total kept: ${keepsTotal}`, async () => {
    const row = (shift: number) => ({ ...rows[0] as FixtureRow, number: `1-${shift}-ND` });
    const shifting = { afterPages: 2, shifts: 1, row, keepsTotal };
    await withSite({ shifting }, async (site) => {
      const pages = [];
      for (const number of [1, 2, 3, 1, 2, 3]) pages.push(await html(site, `?page=${number}`));
      const totals = pages.map(statedTotal);
      const after = keepsTotal ? 25 : 26;
      assert.deepEqual(totals, [25, 25, after, after, after, after]);
      assert.equal(column(pages[2] ?? "", "등록번호")[0], column(pages[1] ?? "", "등록번호")[9]);
      assert.equal(column(pages[3] ?? "", "등록번호")[0], "1-1-ND");
      assert.equal(site.rows.length, after);
    });
  });
}

Deno.test("FixtureSite shifts after every so many pages when it is told to go on", async () => {
  const row = (shift: number) => ({ ...rows[0] as FixtureRow, number: `1-${shift}-ND` });
  await withSite({ shifting: { afterPages: 1, shifts: Infinity, row } }, async (site) => {
    const totals = [];
    for (const number of [1, 2, 3, 1]) {
      totals.push(statedTotal(await html(site, `?page=${number}`)));
    }
    assert.deepEqual(totals, [25, 26, 27, 28]);
  });
});

Deno.test("FixtureSite misbehaves with columns that the spec does not expect", async () => {
  const renamed = seeList(await spoilt({ kind: "renamed-header", label: "성분명", to: "원료명" }));
  assert.equal(renamed.headers[3], "원료명");
  const text = await spoilt({ kind: "swapped-cells", labels: ["성분명", "신청인"] });
  const swapped = seeList(text);
  assert.deepEqual(swapped.headers.slice(3, 5), ["성분명", "신청인"]);
  assert.deepEqual(column(text, "성분명"), rows.map((row) => row.applicant));
  assert.equal(swapped.rows[0]?.[3]?.label, "신청인");
  const missing = seeList(await spoilt({ kind: "missing-column", label: "문서번호" }));
  assert.ok(!missing.headers.includes("문서번호"));
  assert.equal(missing.rows[0]?.length, 14);
  const status = await spoilt({ kind: "unknown-status", at: 6, word: "보류" });
  assert.deepEqual(new Set(column(status, "취소/취하구분")), new Set(["정상", "보류"]));
});

Deno.test("FixtureSite misbehaves on one page, so many times, or on look-ups only", async () => {
  await withSite({}, async (site) => {
    const status = async (query: string) => {
      const response = await fetch(`${site.origin}${LIST}${query}`);
      await response.body?.cancel();
      return [response.status, response.headers.get("retry-after")];
    };
    site.misbehave({ kind: "status", status: 503, retryAfter: "7", page: 2, times: 2 });
    assert.deepEqual(await status("?page=1"), [200, null]);
    assert.deepEqual(await status("?page=2"), [503, "7"]);
    assert.deepEqual(await status("?page=2"), [503, "7"]);
    assert.deepEqual(await status("?page=2"), [200, null]);
    site.misbehave({ kind: "status", status: 403, on: "look-up" });
    assert.deepEqual(await status(""), [200, null]);
    assert.deepEqual(await status("?searchDmfPermitNo=2026"), [403, null]);
    site.misbehave();
    assert.deepEqual(await status("?searchDmfPermitNo=2026"), [200, null]);
  });
});

Deno.test("FixtureSite misbehaves on the wire: cut, dropped, mislabelled, redirected", async () => {
  await withSite({}, async (site) => {
    const whole = await html(site);
    site.misbehave({ kind: "cut-body", announced: true });
    await assert.rejects(html(site));
    site.misbehave({ kind: "cut-body", announced: false });
    const cut = await html(site);
    assert.ok(whole.startsWith(cut.slice(0, -1)) && cut.length < whole.length);
    assert.doesNotMatch(cut, /<\/html>/);
    site.misbehave({ kind: "drop" });
    await assert.rejects(html(site), TypeError);
    site.misbehave({ kind: "wrong-type", type: "application/octet-stream" });
    const typed = await fetch(site.origin + LIST);
    assert.match(typed.headers.get("content-type") ?? "", /^application\/octet-stream/);
    await typed.body?.cancel();
    site.misbehave({ kind: "redirect", to: "http://elsewhere.invalid/" });
    const moved = await fetch(site.origin + LIST, { redirect: "manual" });
    assert.deepEqual([moved.status, moved.headers.get("location")], [
      302,
      "http://elsewhere.invalid/",
    ]);
    await moved.body?.cancel();
  });
});

Deno.test("FixtureSite hangs until its client gives up, and closes while it hangs", async () => {
  await using site = new FixtureSite();
  site.misbehave({ kind: "hang" });
  const giveUp = new AbortController();
  const asked = fetch(site.origin + LIST, { signal: giveUp.signal });
  while (site.log.length === 0) await fetch(`${site.origin}/robots.txt`).then((r) => r.text());
  giveUp.abort();
  await assert.rejects(asked, { name: "AbortError" });
  const again = assert.rejects(fetch(site.origin + LIST), TypeError);
  while (site.log.filter(({ path }) => path === LIST).length < 2) {
    await fetch(`${site.origin}/robots.txt`).then((r) => r.text());
  }
  await site.close();
  await again;
});

Deno.test("FixtureSite is slow on request and wakes when it is closed", async () => {
  await withSite({}, async (site) => {
    site.misbehave({ kind: "slow", ms: 5 });
    const began = performance.now();
    await html(site);
    assert.ok(performance.now() - began >= 4);
  });
});

for (
  const [name, robots, status, pattern] of [
    ["allows", { kind: "allow" }, 200, /Allow: \//],
    ["disallows", { kind: "disallow" }, 200, /Disallow: \/pbp\//],
    ["says its own text", { kind: "text", text: "User-agent: x\n" }, 200, /^User-agent: x\n$/],
    ["is absent", { kind: "status", status: 404 }, 404, /./],
    ["fails", { kind: "status", status: 500 }, 500, /./],
    ["is a page", { kind: "html-page" }, 200, /<html/],
    ["leaves the host", { kind: "redirect", to: "http://elsewhere.invalid/robots.txt" }, 302, /^$/],
  ] as const
) {
  Deno.test(`FixtureSite has a robots.txt that ${name}`, async () => {
    await withSite({ robots }, async (site) => {
      const response = await fetch(`${site.origin}/robots.txt`, { redirect: "manual" });
      assert.equal(response.status, status);
      assert.match(await response.text(), pattern);
    });
  });
}

Deno.test("FixtureSite has a robots.txt that never comes", async () => {
  await withSite({ robots: { kind: "hang" } }, async (site) => {
    const giveUp = new AbortController();
    const asked = fetch(`${site.origin}/robots.txt`, { signal: giveUp.signal });
    while (site.log.length === 0) await html(site);
    giveUp.abort();
    await assert.rejects(asked, { name: "AbortError" });
  });
});

Deno.test("FixtureSite has terms, other terms, or none", async () => {
  const terms = async (site: FixtureSite) => {
    const response = await fetch(`${site.origin}/cntnts/5`);
    return [response.status, /약관 제\d조/.exec(await response.text())?.[0]];
  };
  await withSite({}, async (site) => {
    assert.deepEqual(await terms(site), [200, "약관 제1조"]);
    site.setOptions({ terms: "약관 제2조" });
    assert.deepEqual(await terms(site), [200, "약관 제2조"]);
    site.setOptions({ terms: null });
    assert.equal((await terms(site))[0], 404);
  });
});

Deno.test("FixtureSite logs what was asked, by whom, when, and how much at once", async () => {
  await withSite({}, async (site) => {
    const before = Temporal.Now.instant();
    const response = await fetch(`${site.origin}${LIST}?page=2&limit=5`, {
      headers: { "user-agent": "dmf/1 (+mailto:ra@example.kr)" },
    });
    await response.text();
    await fetch(`${site.origin}/robots.txt`).then((answer) => answer.text());
    const [list, robots] = site.log;
    assert.equal(list?.path, LIST);
    assert.deepEqual([list?.query.get("page"), list?.query.get("limit")], ["2", "5"]);
    assert.equal(list?.userAgent, "dmf/1 (+mailto:ra@example.kr)");
    assert.ok(list && Temporal.Instant.compare(list.at, before) >= 0);
    assert.ok(robots && Temporal.Instant.compare(robots.at, list.at) >= 0);
    assert.deepEqual([list.inFlight, robots.inFlight], [1, 1]);
    site.forget();
    site.misbehave({ kind: "slow", ms: 30 });
    await Promise.all([html(site), html(site)]);
    assert.equal(Math.max(...site.log.map(({ inFlight }) => inFlight)), 2);
    assert.equal(new Set(site.log.map(({ connection }) => connection)).size, 2);
  });
});

function portOf(site: FixtureSite): number {
  return Number(new URL(site.origin).port);
}
