/** Every way the site can fail on one morning: nothing untrue is published, nothing is lost. */
import { inMemory, play } from "../support/bad_day.ts";
import { ALL_BAD_DAYS } from "../support/bad_days.ts";

const good = await inMemory();
for (const day of ALL_BAD_DAYS) {
  Deno.test(`kind ${day.kind}: ${day.clause}, ends with ${day.ends}`, () => play(day, good));
}
