/**
 * The workbook as a source of its own: the whole program against a site on loopback.
 *
 * @module
 */

import assert from "node:assert/strict";
import { selectSpec } from "../src/selectors.ts";
import { HurriedClock } from "./support/hurried_clock.ts";
import { makeWorkbook, makeZip } from "./support/make_zip.ts";
import { Dmf } from "./support/run_dmf.ts";

const spec = selectSpec("mfds-excel");
const SOURCE = ["--source", "mfds-excel"];
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function workbook(rows: readonly (readonly string[])[]): Uint8Array {
  const labels = spec.columns.map(({ labels }) => labels[0] as string);
  const line = (texts: readonly string[]) =>
    `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
  return makeZip(makeWorkbook([labels, ...rows].map(line).join("")));
}

function rows(count: number): string[][] {
  return Array.from({ length: count }, (_, n) => {
    const date = Temporal.PlainDate.from("2015-01-05").add({ days: n }).toString();
    const number = `${date.replaceAll("-", "")}-${n % 200 + 1}-I-${n + 1}-01`;
    const sites = ["Plant A@Plant B", "Panoli, Gujarat@Wuhan, Hubei", "인도@중국"];
    return [
      "별표1",
      number,
      `성분 ${n % 40}`,
      "㈜하이플",
      ...sites,
      date,
      "",
      "2025",
      "정상",
      "",
      "v0.0.0/2026",
      "",
    ];
  });
}

Deno.test("the register is read from a workbook, with events and a proof, and its damage is refused", async () => {
  let body = workbook(rows(120));
  const asked: string[] = [];
  await using site = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      if (pathname === "/robots.txt") return new Response("");
      if (pathname !== spec.seeds[0]) return new Response("", { status: 404 });
      return new Response(body as BodyInit, { headers: { "content-type": XLSX } });
    },
  );
  const origin = `http://127.0.0.1:${site.addr.port}`;
  const sources = { "mfds-excel": { origin } };
  await using dmf = await Dmf.towards(origin, { sources }, { clock: new HurriedClock() });
  const first = await dmf.once("2026-11-02", ...SOURCE);
  assert.equal(first.code, 0, first.err);
  assert.deepEqual(asked.filter((path) => path.includes("Excel")), [spec.seeds[0]]);

  const changed = rows(121);
  changed[3]![10] = "취하";
  changed[3]![11] = "2026-11-02";
  body = workbook(changed);
  const second = await dmf.once("2026-11-03", ...SOURCE, "--json");
  assert.equal(second.code, 0, second.err);
  const { counts, files } = JSON.parse(second.out);
  assert.deepEqual([counts.registered, counts.withdrawn], [1, 1]);
  assert.match(files[0], /reports\/mfds-excel\/2026-11-03\.xlsx$/);
  assert.equal((await dmf.run(["fsck"])).code, 0);
  const again = await dmf.run(["report", ...SOURCE, "--json"]);
  assert.deepEqual(JSON.parse(again.out), { run: "2026-11-03", files });

  body = body.slice(0, body.length - 100);
  const cut = await dmf.once("2026-11-04", ...SOURCE, "--lang", "en");
  assert.equal(cut.code, 3);
  assert.match(cut.err, /The workbook cannot be read: the ZIP file is cut off/);
});
