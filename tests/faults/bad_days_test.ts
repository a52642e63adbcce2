/** Every way the site can fail on one morning: nothing untrue is published, nothing is lost. */
import { type GoodDays, inMemory, onDisk, play } from "../support/bad_day.ts";
import { ALL_BAD_DAYS, EVERYDAY_BAD_DAYS } from "../support/bad_days.ts";

const good = await inMemory();
for (const day of ALL_BAD_DAYS) {
  Deno.test(`kind ${day.kind}: ${day.clause}, ends with ${day.ends}`, () => play(day, good));
}

let disk: GoodDays;
Deno.test.beforeAll(async () => {
  disk = await onDisk();
});
Deno.test.afterAll(async () => await disk[Symbol.asyncDispose]());

for (const [kind, days] of Map.groupBy(EVERYDAY_BAD_DAYS, ({ kind }) => kind)) {
  const day = days.find(({ ends }) => ends !== 0) ?? days[0]!;
  Deno.test(`kind ${kind} on a disk, with reports: ${day.clause}`, () => play(day, disk));
}
