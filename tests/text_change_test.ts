import assert from "node:assert/strict";
import fc from "fast-check";
import { fold } from "../src/normalize.ts";
import { sharedData } from "./support/suites.ts";
import { farthest, textChange } from "../src/text_change.ts";

const ADDRESS = "8045 Argyll Road, Edmonton, Alberta, T6C 4N9, Canada";

Deno.test("textChange() calls a corrected number of a long address re-worded, a move another text", () => {
  const corrected = textChange(ADDRESS, ADDRESS.replace("8045", "8054"));
  assert.equal(corrected.kind, "reworded");
  assert.ok(corrected.distance !== null && corrected.distance > 0);
  const moved = textChange(
    ADDRESS,
    "경기도 화성시 향남읍 제약공단1길 12-34, 한솔파마 제2공장 가동 및 나동",
  );
  assert.equal(moved.kind, "other");
});

Deno.test("textChange() takes no company for another one of the same kind of name", () => {
  const [conba, xinhua] = [
    "Zhejiang Conba Pharmaceutical Co., Ltd.",
    "Shandong Xinhua Pharmaceutical Co.,Ltd",
  ];
  assert.equal(textChange(conba, xinhua).kind, "other");
  assert.equal(textChange(conba, conba.replace("Conba", "Konba")).kind, "reworded");
});

const REGISTER = sharedData("mfds");

Deno.test({
  name: "textChange() takes none of the register's names and addresses for another one [mfds]",
  ignore: REGISTER === null,
  fn: async () => {
    const file = new URL("openapi_dmf_2026-10-08_tail.json", REGISTER as URL);
    const { items } = JSON.parse(await Deno.readTextFile(file)) as {
      items: { MNFCTR_NAME: string; MNFCTR_PLACE: string | null }[];
    };
    const texts = items.flatMap((row) => [row.MNFCTR_NAME, row.MNFCTR_PLACE ?? ""]);
    const distinct = [...new Map(texts.map((text) => [fold(text), text])).values()];
    assert.ok(distinct.length > 50);
    for (const [n, one] of distinct.entries()) {
      for (const other of distinct.slice(0, n)) {
        assert.notEqual(textChange(one, other).kind, "reworded", `${one} | ${other}`);
      }
    }
  },
});

Deno.test("textChange() says nothing of short texts", () => {
  const { kind, distance } = textChange("v0.0.0/2026", "v0.0.1/2026");
  assert.deepEqual([kind, distance], ["short", null]);
  assert.equal(textChange(ADDRESS, "").kind, "short");
});

Deno.test("textChange() judges alike in both directions, and a text and itself as near", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(fc.property(text, text, (a, b) => {
    const [there, back] = [textChange(a, b), textChange(b, a)];
    assert.deepEqual([there.kind, there.distance], [back.kind, back.distance]);
    const { kind, distance } = textChange(a, a);
    if (fold(a).length < 30) assert.deepEqual([kind, distance], ["short", null]);
    else assert.deepEqual([kind, distance], ["reworded", 0]);
  }));
});

Deno.test("farthest() allows long texts fewer bits than short ones, and 3 from 1,000 characters on", () => {
  const limits = [29, 30, 59, 60, 120, 250, 500, 1_000, 1_000_000].map(farthest);
  assert.equal(limits[0], null);
  assert.equal(limits.at(-1), 3);
  const known = limits.slice(1) as number[];
  assert.deepEqual(known, known.toSorted((a, b) => b - a));
});
