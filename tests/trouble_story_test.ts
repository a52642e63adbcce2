/** Bad days as people hear of them: once, not daily, and when it is over. */
import assert from "node:assert/strict";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { MemoryBox } from "./support/memory_box.ts";
import { Dmf } from "./support/run_dmf.ts";

const days = simulate(120, 14, 3);

/** A box in memory at 06:00 in Seoul, day after day. */
class Mornings implements AsyncDisposable {
  readonly site = new FixtureSite();
  readonly #box = new MemoryBox();
  readonly #clock = new ManualClock(`${days[0]!.date}T00:00:00+09:00`);
  #dmf: Dmf | null = null;
  #day = 0;

  /** Runs the next morning; gives its exit code and the kinds of alerts it sent. */
  async next(): Promise<readonly [number, ...string[]]> {
    this.#dmf ??= await Dmf.towards(this.site.origin, {}, {
      clock: this.#clock,
      openData: this.#box.open,
    });
    this.site.setRows(days[this.#day]!.rows);
    const before = this.#box.alerts.length;
    const { code } = await this.#dmf.run(["--once"]);
    this.#day += 1;
    this.#clock.advance(24 * 3_600_000);
    const told = this.#box.alerts.slice(before).map(({ kind }) => kind);
    return [code, ...told.filter((kind) => kind !== "changes" && kind !== "alive")];
  }

  get ids(): readonly string[] {
    return this.#box.alerts.map(({ id }) => id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.site.close();
    await this.#dmf?.[Symbol.asyncDispose]();
  }
}

Deno.test("a site that is down for days is told once after a day, and once when it is back", async () => {
  await using box = new Mornings();
  assert.deepEqual(await box.next(), [0, "baseline"]);
  box.site.misbehave({ kind: "status", status: 500 });
  assert.deepEqual(await box.next(), [1]);
  assert.deepEqual(await box.next(), [1, "unreachable"]);
  assert.deepEqual(await box.next(), [1]);
  box.site.misbehave();
  assert.deepEqual(await box.next(), [0, "recovered"]);
  assert.deepEqual(await box.next(), [0]);
  assert.equal(new Set(box.ids).size, box.ids.length);
});

Deno.test("one bad morning is not told at all when the next one is good", async () => {
  await using box = new Mornings();
  await box.next();
  box.site.misbehave({ kind: "drop" });
  assert.deepEqual(await box.next(), [1]);
  box.site.misbehave();
  assert.deepEqual(await box.next(), [0]);
});

Deno.test("a list refused for the same reason is told on the first day and after a week", async () => {
  await using box = new Mornings();
  await box.next();
  box.site.misbehave({ kind: "short-list", rows: 71 });
  const told: (readonly [number, ...string[]])[] = [];
  for (let day = 0; day < 9; day++) told.push(await box.next());
  assert.deepEqual(told.map(([code]) => code), Array(9).fill(3));
  const days = told.flatMap(([_, ...kinds], day) => kinds.length > 0 ? [[day, ...kinds]] : []);
  assert.deepEqual(days, [[0, "quarantined"], [7, "quarantined"]]);
});
