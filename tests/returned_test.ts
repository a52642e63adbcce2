import assert from "node:assert/strict";
import { compare, found } from "../src/diff.ts";
import { identify } from "../src/identity.ts";
import type { RegisterRecord, RunId, SourceId } from "../src/model.ts";
import { sentence } from "../src/refusal_words.ts";
import { rowsReturned } from "../src/returned.ts";
import { selectSpec } from "../src/selectors.ts";
import { applyAll } from "../src/state.ts";
import { record, row } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const wellFormed = new RegExp(spec.identity.wellFormed, "u");
const DAY = "2026-11-02" as RunId;
const DAY2 = "2026-11-09" as RunId;
const records = Array.from(
  { length: 40 },
  (_, n) =>
    record({ registrationNumber: `20241015-209-J-${n}`, documentVersion: `v2.${n}.0/2024` }),
);
const state = applyAll(
  new Map(),
  found(records.map((values) => row(values)), spec.source, DAY),
  DAY,
);

const back = { documentVersion: "v1" };

/**
 * Doubts about a list whose first rows changed, where each was once as `then` and is known as `now`;
 * the rows in `since` changed on the second day, as all rows did if none is said.
 */
function doubts(
  changes: readonly Partial<RegisterRecord>[],
  { page = () => 1, since = () => true, then = back, now = {} }: {
    readonly page?: (n: number) => number;
    readonly since?: (n: number) => boolean;
    readonly then?: Partial<RegisterRecord>;
    readonly now?: Partial<RegisterRecord>;
  } = {},
) {
  const rows = records.map((values, n) => {
    const one = row({ ...values, ...now, ...changes[n] });
    return { ...one, position: { ...one.position, page: page(n), row: n } };
  });
  const known = [...state.values()].map((one) => {
    const n = Number(one.values.registrationNumber?.split("-").at(-1));
    return { ...one, values: { ...one.values, ...now }, validFrom: since(n) ? DAY2 : DAY };
  });
  const { pairs } = identify(known, rows, wellFormed);
  const returning = { of: records.length, pairs, compared: compare(pairs) };
  const values = { ...records[0] as RegisterRecord, ...then };
  const earlier = { values, validFrom: DAY, validTo: DAY2 };
  return rowsReturned(spec, returning, () => Promise.resolve([earlier]));
}

const backs = (count: number) => Array<typeof back>(count).fill(back);

Deno.test("rowsReturned() doubts three rows that went back to former words, and not two", async () => {
  assert.deepEqual(await doubts(backs(2)), []);
  const [doubt] = await doubts([...backs(3), { documentVersion: "v3" }]);
  assert.deepEqual(
    [doubt?.found, doubt?.allowed, doubt?.field, doubt?.share],
    [3, 2, "문서번호", 0.75],
  );
  assert.match(
    sentence(doubt!).en,
    /문서번호: 3 records returned .* page 1 looks like an old copy/,
  );
});

Deno.test("rowsReturned() believes rows that went back among rows that changed since and stayed", async () => {
  const scattered = records.map((_, n) => n % 4 === 0 ? back : {});
  assert.deepEqual(await doubts(scattered), []);
  const [doubt] = await doubts(scattered, { since: (n) => n % 4 === 0 });
  assert.equal(doubt?.found, 10);
});

Deno.test("rowsReturned() doubts two rows that lost what was filled in, unless they are reinstated", async () => {
  const blank = { noticeCategory: null };
  const ended = { status: "withdrawn", statusChangedOn: "2026-11-08" } as const;
  const [doubt] = await doubts([blank, blank], { then: blank });
  assert.deepEqual([doubt?.found, doubt?.allowed], [2, 1]);
  const active = { status: "active", statusChangedOn: null } as const;
  assert.deepEqual(await doubts([active, active], { then: active, now: ended }), []);
});

Deno.test("rowsReturned() finds the old stretch of a list whose other rows stayed", async () => {
  const [doubt] = await doubts(records.map((_, n) => n >= 20 && n < 26 ? back : {}));
  assert.deepEqual([doubt?.found, doubt?.example], [6, "20241015-209-J-20"]);
});

Deno.test("rowsReturned() does not take a new value, or half a return, for an old row", async () => {
  const half = { documentVersion: "v1", ingredient: "새 성분" };
  assert.deepEqual(await doubts([half, half, half, half]), []);
  assert.deepEqual(await doubts(Array(9).fill({ documentVersion: "v3" })), []);
});

Deno.test("rowsReturned() names the list where the old rows stand on several pages", async () => {
  const [doubt] = await doubts(backs(6), { page: (n) => 1 + Math.floor(n / 2) });
  assert.equal(doubt?.pages, 3);
  assert.match(sentence(doubt!).ko, /목록\(\d쪽 등 3개 쪽\)이 오래된 화면/);
});
