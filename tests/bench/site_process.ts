/**
 * The fixture site in a process of its own, so that its work is not counted as the crawler's.
 *
 * Prints its origin, then serves one day after the other: each line on stdin moves to the next day
 * and is answered by that day's date.
 *
 * @module
 */

import { simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";

const [rows, days] = Deno.args.map(Number) as [number, number];
const site = new FixtureSite();
console.log(site.origin);
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
const story = simulate(rows, days)[Symbol.iterator]();
for await (const _ of lines) {
  const { value: day } = story.next();
  if (!day) break;
  site.setRows(day.rows);
  console.log(day.date);
}
await site.close();
