import assert from "node:assert/strict";
import { estimateRate } from "../src/change_rate.ts";
import { EVENT_KINDS, type EventKind, type RunId } from "../src/model.ts";
import { eventKey } from "../src/keys.ts";
import type { SealedEntry } from "../src/log.ts";
import type { EventLog } from "../src/ports.ts";
import type { Refusal } from "../src/refusal.ts";
import { ratesNow, readRates } from "../src/watch_rates.ts";
import { MemoryLog } from "./support/memory_log.ts";
import { dayOf, SOURCE, tellDays, type ToldDay } from "./support/told_days.ts";

const FIRST = "2026-01-01";
const missing: Refusal = { kind: "missing-column", page: 1, expected: "등록번호", nearest: null };
const changed: ToldDay = { events: ["amended"] };
const days = (n: number, day: ToldDay = {}) => Array.from({ length: n }, () => day);

async function told(all: readonly ToldDay[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  await tellDays(log, FIRST, all);
  return log;
}

/** The figures of told days, as of the last of them. */
async function rates(all: readonly ToldDay[]) {
  const found = await readRates(await told(all), SOURCE, dayOf(FIRST, all.length - 1));
  return found ?? assert.fail("no figures");
}

const flags = async (all: readonly ToldDay[]) => (await rates(all)).flags.map(({ kind }) => kind);

Deno.test("visits, changed visits and changes are counted by kind, the baseline apart", async () => {
  const { any, kinds } = await rates([
    {},
    { events: ["registered", "registered", "amended"] },
    {},
    { events: ["withdrawn"] },
    ...days(12),
  ]);
  assert.deepEqual([any.visits, any.changed, any.events], [15, 2, 4]);
  assert.deepEqual([kinds.registered.changed, kinds.registered.events], [1, 2]);
  assert.deepEqual([kinds.withdrawn.changed, kinds.delisted.changed], [1, 0]);
  assert.equal(any.perDay, -Math.log(1 - 2.5 / 16));
  assert.equal(Object.keys(kinds).length, EVENT_KINDS.length);
});

Deno.test("every kind of event is counted as its own", async () => {
  const { kinds, any } = await rates([{}, ...EVENT_KINDS.map((kind) => ({ events: [kind] }))]);
  for (const kind of EVENT_KINDS) assert.equal(kinds[kind].events, 1, kind);
  assert.equal(any.changed, EVENT_KINDS.length);
});

Deno.test("refused, failed and missed days lengthen the interval of the next visit", async () => {
  const { any } = await rates([
    {},
    ...days(12),
    { ends: [missing] },
    { ends: "failed" },
    { ends: "none" },
    { ends: "cut" },
    changed,
    changed,
  ]);
  const visits = [
    ...days(12).map(() => ({ days: 1, changed: false })),
    { days: 5, changed: true },
    { days: 1, changed: true },
  ];
  const { perDay, low, high } = estimateRate(visits);
  assert.deepEqual([any.visits, any.perDay, any.low, any.high], [14, perDay, low, high]);
  assert.equal(any.intervalDays, 18 / 14);
});

Deno.test("the rate is assumed until the fourteenth comparison", async () => {
  const [before, after] = [await rates(days(14, changed)), await rates(days(15, changed))];
  assert.deepEqual([before.any.isPrior, before.any.perDay], [true, 0.5]);
  assert.deepEqual([after.any.isPrior, after.any.visits], [false, 14]);
});

Deno.test("the figures of a run stay the same whatever comes after it", async () => {
  const before: ToldDay[] = [{}, ...days(20, changed), { ends: [missing] }, {}];
  const log = await told(before);
  const asOf = dayOf(FIRST, before.length - 1);
  const then = await readRates(log, SOURCE, asOf);
  const later = await told([...before, ...days(30, changed), { ends: "failed" }]);
  assert.deepEqual(await readRates(later, SOURCE, asOf), then);
});

Deno.test("only the last 400 days count", async () => {
  const { any } = await rates([{}, ...days(60, changed), ...days(399)]);
  assert.deepEqual([any.visits, any.changed], [399, 0]);
});

Deno.test("thirty days without a change are suspect, twenty-nine are not", async () => {
  const lively = [{}, ...days(20, changed)];
  assert.deepEqual(await flags([...lively, ...days(29)]), []);
  assert.deepEqual(await flags([...lively, ...days(30)]), ["silence"]);
  const { silence } = await rates([...lively, ...days(30)]);
  assert.deepEqual([silence?.since, silence?.days], [dayOf(FIRST, 20), 30]);
  assert.ok(silence!.probability! < 1e-20);
});

Deno.test("silence since the baseline counts from the baseline, and one change ends it", async () => {
  assert.deepEqual(await flags(days(30)), []);
  assert.deepEqual(await flags(days(31)), ["silence"]);
  assert.equal((await rates(days(31))).silence?.probability, null);
  assert.deepEqual(await flags([...days(31), { events: ["delisted"] }]), []);
});

Deno.test("a source that is not read well is not silent: refused days after the last list do not count", async () => {
  const quiet = [{}, changed, ...days(29)];
  assert.deepEqual(await flags([...quiet, ...days(5, { ends: "failed" })]), []);
  assert.deepEqual(await flags([...quiet, ...days(5, { ends: "failed" }), {}]), ["silence"]);
});

Deno.test("a burst of one kind is named by its kind, and ends with its window", async () => {
  const steady = Array.from({ length: 61 }, (_, n) => n % 10 === 5 ? changed : {});
  const hit: ToldDay = { events: ["withdrawn"] };
  assert.deepEqual(await flags(steady), []);
  const during = await rates([...steady, ...days(4, hit)]);
  assert.deepEqual(
    during.flags.map((flag) => flag.kind === "burst" && flag.of),
    ["withdrawn"],
  );
  assert.deepEqual(await flags([...steady, ...days(4, hit), ...days(9, changed)]), [
    "burst",
    "burst",
  ]);
  const after = await rates([...steady, ...days(4, hit), ...days(14)]);
  assert.deepEqual(after.flags, []);
});

Deno.test("many kinds that are each no burst can be one together", async () => {
  const steady = [{}, ...days(60)];
  const each: EventKind[] = ["registered", "amended", "withdrawn", "cancelled"];
  const { flags } = await rates([...steady, ...each.map((kind) => ({ events: [kind] }))]);
  assert.deepEqual(flags.map((flag) => flag.kind === "burst" && flag.of), ["any"]);
});

Deno.test("three drifts of fourteen runs and a run of three times the usual length are flagged", async () => {
  const lively = [{}, ...days(20, changed)];
  const drift: ToldDay = { ends: [missing] };
  assert.deepEqual(await flags([...lively, drift, drift, changed]), []);
  assert.deepEqual(await flags([...lively, drift, drift, drift]), ["worn-selectors"]);
  assert.deepEqual(await flags([...lively, { ...changed, minutes: 29.9 }]), []);
  assert.deepEqual(await flags([...lively, { ...changed, minutes: 30 }]), ["slow-run"]);
});

Deno.test("before the first accepted run there are no figures but what is assumed", async () => {
  const { any, silence, delay, flags } = await rates([{ ends: "failed" }]);
  assert.deepEqual([any.visits, any.perDay, any.freshness < 1], [0, 0.5, true]);
  assert.deepEqual([silence, delay.days.of, flags], [null, 0, []]);
});

const at = (text: string) => Temporal.Instant.from(text);

Deno.test("now is the day before, until today's run has come to a verdict", async () => {
  const log = await told(days(3));
  const asOf = async (now: string) => (await ratesNow(log, SOURCE, at(now)))?.asOf;
  assert.equal(await asOf("2026-01-03T12:00:00+09:00"), "2026-01-03");
  assert.equal(await asOf("2026-01-04T05:00:00+09:00"), "2026-01-03");
  // The run of the fourth is due or under way: it is not missed yet. On the fifth it is.
  assert.equal(await asOf("2026-01-04T07:00:00+09:00"), "2026-01-03");
  assert.equal(await asOf("2026-01-05T00:00:00+09:00"), "2026-01-04");
  const { delay } = await ratesNow(log, SOURCE, at("2026-01-06T09:00:00+09:00")) ?? assert.fail();
  assert.deepEqual(delay.missed, [
    { day: "2026-01-04", why: "not-run" },
    { day: "2026-01-05", why: "not-run" },
  ]);
});

Deno.test("a run of today that failed may still come: it is not missed yet", async () => {
  const log = await told([...days(3), { ends: "failed" }]);
  const today = await ratesNow(log, SOURCE, at("2026-01-04T12:00:00+09:00"));
  assert.deepEqual([today?.asOf, today?.delay.missed], ["2026-01-03", []]);
  const next = await ratesNow(log, SOURCE, at("2026-01-05T12:00:00+09:00"));
  assert.deepEqual(next?.delay.missed, [{ day: "2026-01-04", why: "failed" }]);
});

Deno.test("a replica's days, which are not the clock's, end with its last run", async () => {
  const log = new MemoryLog();
  await tellDays(log, FIRST, days(3), { clock: "2027-05-05T06:00:00+09:00" });
  const found = await ratesNow(log, SOURCE, at("2027-05-09T12:00:00+09:00"));
  assert.deepEqual([found?.asOf, found?.delay.missed], ["2026-01-03" as RunId, []]);
});

Deno.test("where an event is not what was sealed there are no figures, and no fault either", async () => {
  const log = await told([{}, changed, {}]);
  const key = eventKey(SOURCE, dayOf(FIRST, 1), 0);
  const entry = await log.get(key);
  const value = { ...entry.value as SealedEntry, hash: "0" };
  assert.ok(await log.atomic([entry], [{ key, value }]));
  assert.equal(await readRates(log, SOURCE, dayOf(FIRST, 2)), null);
});

Deno.test("every event is read once, and every run record a few times, however many runs there are", async () => {
  const log = await told([{}, ...days(120, { events: ["amended", "registered"] })]);
  const read = { event: 0, run: 0 };
  const count = (key: readonly unknown[]) => {
    if (key[0] === "event" || key[0] === "run") read[key[0]] += 1;
  };
  const counting: EventLog = {
    get(key) {
      count(key);
      return log.get(key);
    },
    async *list(range) {
      for await (const entry of log.list(range)) {
        count(entry.key);
        yield entry;
      }
    },
    atomic: () => assert.fail("figures write nothing"),
  };
  await readRates(counting, SOURCE, dayOf(FIRST, 120));
  assert.equal(read.event, 240);
  assert.ok(read.run <= 4 * 121, `${read.run} run records`);
});

Deno.test("a source that was never run has no figures", async () => {
  assert.equal(await ratesNow(new MemoryLog(), SOURCE, at("2026-01-04T12:00:00Z")), null);
});
