import assert from "node:assert/strict";
import { boundMoves } from "../src/bound_moves.ts";
import type { InstantText, SourceId } from "../src/model.ts";
import { extend, NO_BASELINE } from "../src/plausibility.ts";
import type { Release } from "../src/run_record.ts";
import { selectSpec } from "../src/selectors.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const SIZE = 1000;
const wave = { gone: 3, new: 4, changed: { applicant: 300 }, blanked: {} };
const after = extend(NO_BASELINE, wave);

Deno.test("boundMoves() tells which bound an accepted list widened, and that the list did it", () => {
  const moves = boundMoves(spec, SIZE, { before: NO_BASELINE, after }, {
    release: null,
    lastVersion: spec.version,
  });
  assert.deepEqual(moves, [{ bound: "changed.applicant", from: 150, to: 450, by: "run" }]);
});

Deno.test("boundMoves() names the person's reason where a person released the list", () => {
  const release: Release = {
    reason: "공고로 확인",
    by: "김담당",
    at: "2026-11-04T00:00:00Z" as InstantText,
    doubts: [],
  };
  const [move] = boundMoves(spec, SIZE, { before: NO_BASELINE, after }, {
    release,
    lastVersion: spec.version,
  });
  assert.equal(move?.by, "person");
  assert.equal(move?.reason, "공고로 확인");
});

Deno.test("boundMoves() tells a new version of the spec, and nothing where nothing moved", () => {
  const still = { before: after, after };
  const moves = (lastVersion: number | null) =>
    boundMoves(spec, SIZE, still, { release: null, lastVersion });
  assert.deepEqual(moves(1), [{ bound: "spec", from: 1, to: spec.version, by: "spec" }]);
  assert.deepEqual(moves(spec.version), []);
  assert.deepEqual(moves(null), []);
});
