import assert from "node:assert/strict";
import { serveReplica } from "../src/adapters/replica_server.ts";
import { demoDays } from "../src/demo/days.ts";
import { generateRegister, type RegisterRow } from "../src/demo/register.ts";
import { replica } from "../src/demo/replica.ts";
import { elements, seeList, seeTables, textOf } from "./support/list_reader.ts";
import { parse } from "parse5";

const rows = generateRegister({ size: 120, seed: 7 });
const LIST = "/pbp/CCBAC03/getList";

async function ask(path: string, today: readonly RegisterRow[] = rows): Promise<string> {
  const response = replica(() => today)(new Request(`http://127.0.0.1${path}`));
  assert.equal(response.status, 200, path);
  return await response.text();
}

function statedTotal(html: string): string | undefined {
  return html.match(/총 <strong>([0-9,]+)<\/strong>건/)?.[1];
}

Deno.test("replica() shows every row as 15 cells plus three for each of its sites", async () => {
  const list = seeList(await ask(`${LIST}?limit=120`));
  assert.equal(list.headers.length, 15);
  assert.deepEqual(list.cellCounts, rows.map((row) => 15 + 3 * row.sites.length));
  assert.ok(new Set(list.cellCounts).size >= 4, "one to four sites occur");
});

Deno.test("replica() writes the text of every field into the cell of its own label", async () => {
  const list = seeList(await ask(`${LIST}?limit=120`));
  // A parser reads CRLF as LF; everything else must come through unharmed.
  const seen = (text: string) => text.replaceAll("\r\n", "\n");
  for (const [index, cells] of list.rows.entries()) {
    const row = rows[index] as RegisterRow;
    assert.deepEqual(cells.map(({ label }) => label), list.headers);
    assert.deepEqual(cells.map(({ texts }) => texts), [
      [String(index + 1)],
      [row.noticeCategory],
      [row.registrationNumber],
      [row.ingredient],
      [row.applicant],
      row.sites.map(({ name }) => seen(name)),
      row.sites.map(({ address }) => seen(address)),
      row.sites.map(({ country }) => country),
      [row.firstRegisteredOn],
      [row.lastChangedOn],
      [row.lastAnnualReportYear],
      [row.status],
      [row.statusChangedOn],
      [row.documentVersion],
      [row.linkedReviewNumber],
    ]);
  }
});

Deno.test("replica() escapes what would break its markup", async () => {
  const hostile = `<b>"&amp; </td></table>`;
  const html = await ask(`${LIST}?searchIngrKorName=`, [{
    ...rows[0] as RegisterRow,
    ingredient: hostile,
  }]);
  assert.deepEqual(seeList(html).rows[0]?.[3]?.texts, [hostile]);
  const echoed = await ask(`${LIST}?searchIngrKorName=${encodeURIComponent(hostile)}`);
  assert.equal(seeTables(echoed).length, 1);
});

for (const limit of [1, 7, 10, 60, 100, 120, 5_000]) {
  Deno.test(`replica() pages through every record exactly once at ${limit} a page`, async () => {
    const seen: string[] = [];
    const pages = Math.ceil(rows.length / limit);
    for (let page = 1; page <= pages; page++) {
      const html = await ask(`${LIST}?page=${page}&limit=${limit}`);
      assert.equal(statedTotal(html), "120");
      seen.push(...seeList(html).rows.map((cells) => cells[0]?.texts[0] as string));
    }
    assert.deepEqual(seen, rows.map((_, index) => String(index + 1)));
    const beyond = seeList(await ask(`${LIST}?page=${pages + 1}&limit=${limit}`));
    assert.deepEqual(beyond.rows.map((cells) => cells[0]?.texts), [["조회 결과가 없습니다"]]);
  });
}

Deno.test("replica() shows page 1 with ten rows where page and limit are absent or nonsense", async () => {
  for (const query of ["", "?page=0&limit=0", "?page=-1&limit=x", "?unknown=1"]) {
    const list = seeList(await ask(LIST + query));
    assert.equal(list.rows.length, 10, query);
    assert.equal(list.rows[0]?.[0]?.texts[0], "1", query);
  }
});

Deno.test("replica() groups the digits of the total", async () => {
  assert.equal(statedTotal(await ask(LIST, generateRegister())), "2,000");
});

Deno.test("replica() looks a number up by any part of it, its 허여 included", async () => {
  const family = rows.find((row) =>
    rows.some((other) => other.registrationNumber === `${row.registrationNumber}(1)`)
  ) as RegisterRow;
  const expected = rows.filter((row) => row.registrationNumber.includes(family.registrationNumber));
  const query = `${LIST}?limit=100&searchDmfPermitNo=${
    encodeURIComponent(family.registrationNumber)
  }`;
  const html = await ask(query);
  assert.ok(expected.length >= 2);
  assert.equal(statedTotal(html), String(expected.length));
  assert.deepEqual(
    seeList(html).rows.map((cells) => cells[2]?.texts[0]),
    expected.map((row) => row.registrationNumber),
  );
});

Deno.test("replica() looks an ingredient up by part of its name", async () => {
  const html = await ask(`${LIST}?limit=500&searchIngrKorName=${encodeURIComponent("칼슘")}`);
  const found = seeList(html).rows.map((cells) => cells[3]?.texts[0] as string);
  assert.ok(found.length > 0 && found.every((name) => name.includes("칼슘")));
  assert.equal(found.length, rows.filter((row) => row.ingredient.includes("칼슘")).length);
});

Deno.test("replica() answers a search without hits with one row and a total of 0", async () => {
  const html = await ask(`${LIST}?searchDmfPermitNo=99999999`);
  assert.equal(statedTotal(html), "0");
  const list = seeList(html);
  assert.deepEqual(list.rows.map((cells) => cells.map(({ texts }) => texts)), [
    [["조회 결과가 없습니다"]],
  ]);
});

Deno.test("replica() sends a whole document with form, caption, paging and a hidden error text", async () => {
  const html = await ask(`${LIST}?page=12&limit=10`);
  assert.match(html, /^<!DOCTYPE html>/);
  assert.match(html, /<\/html>\s*$/);
  const nodes = parse(html).childNodes;
  const names = elements(nodes, "input").map((input) =>
    input.attrs.find(({ name }) => name === "name")?.value
  );
  for (const name of ["page", "limit", "searchDmfPermitNo", "searchIngrKorName"]) {
    assert.ok(names.includes(name), name);
  }
  assert.equal(elements(nodes, "caption").length, 1);
  assert.equal(elements(nodes, "header").length, 1);
  assert.equal(elements(nodes, "nav").length, 1);
  const paging = elements(nodes, "div").find((div) =>
    div.attrs.some(({ value }) => value === "pagination")
  );
  assert.equal(textOf(paging?.childNodes ?? []), "11 12");
  assert.match(html, /mpage_errwrap/);
});

Deno.test("replica() has robots.txt, a terms page, and 404 for the rest", async () => {
  const handler = replica(() => rows);
  const robots = handler(new Request("http://127.0.0.1/robots.txt"));
  assert.match(robots.headers.get("content-type") ?? "", /^text\/plain/);
  assert.match(await robots.text(), /^User-agent: \*\n/);
  assert.match(await ask("/cntnts/5"), /이용약관/);
  assert.equal(handler(new Request("http://127.0.0.1/pbp/CCBAC04")).status, 404);
  assert.equal(handler(new Request(`http://127.0.0.1${LIST}`, { method: "POST" })).status, 405);
});

Deno.test("serveReplica() serves the rows of the day it is asked on, and closes", async () => {
  const days = demoDays();
  let today = days[0] as (typeof days)[number];
  const server = serveReplica(replica(() => today.rows));
  try {
    const origin = new URL(server.origin);
    assert.equal(origin.hostname, "127.0.0.1");
    assert.notEqual(origin.port, "");
    for (today of days) {
      const response = await fetch(`${server.origin}${LIST}`);
      assert.equal(response.headers.get("content-type"), "text/html;charset=UTF-8");
      assert.equal(statedTotal(await response.text()), today.rows.length.toLocaleString("en-US"));
    }
  } finally {
    await server.close();
  }
  await assert.rejects(fetch(server.origin), TypeError);
});
