/** Laws of what goes: nothing that must stay, the oldest first, and until the limits hold. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ArchiveLimits } from "../src/config.ts";
import type { Digest, RunId } from "../src/model.ts";
import type { Pointed } from "../src/pointed.ts";
import {
  amountOf,
  firstDayOf,
  keepsEverything,
  type Plan,
  planPruning,
  type StoredBody,
} from "../src/retention.ts";

const TODAY = "2026-12-31" as RunId;

function dayAgo(days: number): RunId {
  return Temporal.PlainDate.from(TODAY).subtract({ days }).toString() as RunId;
}

function body(days: number, n: number, bytes = 100): StoredBody {
  return { run: dayAgo(days), digest: `${n}`.padStart(64, "0") as Digest, bytes };
}

const nameOf = ({ run, digest }: StoredBody) => `${run}/${digest}`;

interface World {
  readonly bodies: readonly StoredBody[];
  readonly pointed: ReadonlySet<string>;
  readonly whole: ReadonlySet<RunId>;
  readonly limits: ArchiveLimits;
}

const worlds: fc.Arbitrary<World> = fc.record({
  days: fc.array(fc.tuple(fc.integer({ min: -2, max: 60 }), fc.integer({ min: 0, max: 9_999 })), {
    maxLength: 60,
  }),
  points: fc.array(fc.nat(60), { maxLength: 20 }),
  wholeDays: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
  keepDays: fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
  maxBytes: fc.option(fc.integer({ min: 1, max: 300_000 }), { nil: undefined }),
}).map(({ days, points, wholeDays, keepDays, maxBytes }) => {
  const bodies = days.map(([day, bytes], n) => body(day, n, bytes));
  return {
    bodies,
    pointed: new Set(points.map((n) => bodies[n]).filter((one) => one !== undefined).map(nameOf)),
    whole: new Set(wholeDays.map(dayAgo)),
    limits: {
      ...(keepDays === undefined ? {} : { keepDays }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    },
  };
});

function planOf({ bodies, pointed, whole, limits }: World): Plan {
  const known: Pointed = { runs: whole, has: (run, digest) => pointed.has(`${run}/${digest}`) };
  return planPruning(bodies, { limits, pointed: known, today: TODAY });
}

const mustStay = ({ pointed, whole }: World, one: StoredBody) =>
  one.run >= TODAY || whole.has(one.run) || pointed.has(nameOf(one));

Deno.test("planPruning() never drops what is pointed to, today's, or of a run that stays whole", () => {
  fc.assert(fc.property(worlds, (world) => {
    assert.deepEqual(planOf(world).drop.filter((one) => mustStay(world, one)), []);
  }));
});

Deno.test("planPruning() meets both limits, or says what keeps it from doing so", () => {
  fc.assert(fc.property(worlds, (world) => {
    const { drop, left, overdue, excessBytes } = planOf(world);
    const dropped = new Set(drop);
    const rest = world.bodies.filter((one) => !dropped.has(one));
    assert.deepEqual(left, amountOf(rest));
    const { keepDays, maxBytes = Infinity } = world.limits;
    const old = keepDays === undefined
      ? []
      : rest.filter(({ run }) => run < firstDayOf(keepDays, TODAY));
    assert.deepEqual(old.filter((one) => !mustStay(world, one)), []);
    assert.deepEqual(overdue, amountOf(old));
    assert.equal(excessBytes, Math.max(0, left.bytes - maxBytes));
    if (excessBytes > 0) assert.deepEqual(rest.filter((one) => !mustStay(world, one)), []);
  }));
});

Deno.test("planPruning() drops the oldest first, and none that the limits would bear", () => {
  fc.assert(fc.property(worlds, (world) => {
    const { drop, left } = planOf(world);
    assert.deepEqual(drop, drop.toSorted((a, b) => nameOf(a) < nameOf(b) ? -1 : 1));
    const last = drop.at(-1);
    if (!last) return;
    const dropped = new Set(drop);
    const passedOver = world.bodies.filter((one) =>
      nameOf(one) < nameOf(last) && !dropped.has(one) && !mustStay(world, one)
    );
    assert.deepEqual(passedOver, []);
    const { keepDays, maxBytes = Infinity } = world.limits;
    const isOverdue = keepDays !== undefined && last.run < firstDayOf(keepDays, TODAY);
    assert.ok(isOverdue || left.bytes + last.bytes > maxBytes);
  }));
});

Deno.test("planPruning() has nothing to do a second time", () => {
  fc.assert(fc.property(worlds, (world) => {
    const dropped = new Set(planOf(world).drop);
    const rest = { ...world, bodies: world.bodies.filter((one) => !dropped.has(one)) };
    assert.deepEqual(planOf(rest).drop, []);
  }));
});

Deno.test("keepDays counts days, today being the last of them", () => {
  assert.equal(firstDayOf(1, TODAY), TODAY);
  assert.equal(firstDayOf(31, TODAY), "2026-12-01");
  const bodies = [body(0, 1), body(29, 2), body(30, 3)];
  const world = { bodies, pointed: new Set<string>(), whole: new Set<RunId>() };
  assert.deepEqual(planOf({ ...world, limits: { keepDays: 30 } }).drop, [bodies[2]]);
});

Deno.test("without limits everything stays", () => {
  assert.ok(keepsEverything({ archive: {}, reports: {} }));
  assert.ok(!keepsEverything({ archive: { keepDays: 3 }, reports: {} }));
  assert.ok(!keepsEverything({ archive: { maxBytes: 1 }, reports: {} }));
  assert.ok(!keepsEverything({ archive: {}, reports: { keepDays: 9 } }));
  fc.assert(fc.property(worlds, (world) => {
    assert.deepEqual(planOf({ ...world, limits: {} }).drop, []);
  }));
});
