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

/** Doubts about a list whose first rows changed, where each once had document version v1. */
function doubts(changes: readonly Partial<RegisterRecord>[], page = (_: number) => 1) {
  const rows = records.map((values, n) => {
    const one = row({ ...values, ...changes[n] });
    return { ...one, position: { ...one.position, page: page(n) } };
  });
  const compared = compare(identify(state.values(), rows, wellFormed).pairs);
  const earlier = { ...records[0] as RegisterRecord, documentVersion: "v1" };
  return rowsReturned(spec, records.length, compared, () => Promise.resolve([earlier]));
}

const back = { documentVersion: "v1" };

Deno.test("rowsReturned() doubts three rows that went back to former words, and not two", async () => {
  assert.deepEqual(await doubts([back, back]), []);
  const [doubt] = await doubts([back, back, back, { documentVersion: "v3" }]);
  assert.deepEqual(
    [doubt?.found, doubt?.allowed, doubt?.field, doubt?.share],
    [3, 2, "문서번호", 0.75],
  );
  assert.match(
    sentence(doubt!).en,
    /문서번호: 3 records returned .* page 1 looks like an old copy/,
  );
});

Deno.test("rowsReturned() does not take a new value, or half a return, for an old row", async () => {
  const half = { documentVersion: "v1", ingredient: "새 성분" };
  assert.deepEqual(await doubts([half, half, half, half]), []);
  assert.deepEqual(await doubts(Array(9).fill({ documentVersion: "v3" })), []);
});

Deno.test("rowsReturned() names the list where the old rows stand on several pages", async () => {
  const [doubt] = await doubts(Array(6).fill(back), (n) => 1 + n % 3);
  assert.equal(doubt?.pages, 3);
  assert.match(sentence(doubt!).ko, /목록\(\d쪽 등 3개 쪽\)이 오래된 화면/);
});
