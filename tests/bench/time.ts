/**
 * What questions to the past cost: one year of daily runs on ten thousand records.
 *
 * Prints and writes sizes and times (`time.md`), and ends with 1 where a limit is missed: `as-of`
 * within 0.3 s, `history` within 0.1 s, `why` within 0.2 s, all after start-up, that is with the data
 * folder open. `--keep DIR` makes the folder there and leaves it, goes on where it ends already;
 * `--data DIR` asks one that was made before. `--records` and `--days` ask for another year, whose
 * result is printed only.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { openBox } from "../../src/adapters/box.ts";
import { entriesIn } from "../../src/adapters/durable_file.ts";
import type { RunId } from "../../src/model.ts";
import { Dmf } from "../support/run_dmf.ts";
import { crawlYear, datesOf } from "./crawled_year.ts";
import { ask, median, type Question, questionsOf } from "./questions.ts";
import { bytesBelow, type Sizes, timeText } from "./time_text.ts";

const RESULT = new URL("./time.md", import.meta.url);
const [USUAL_RECORDS, USUAL_DAYS] = [10_000, 365];

const { values } = parseArgs({
  options: {
    records: { type: "string", default: String(USUAL_RECORDS) },
    days: { type: "string", default: String(USUAL_DAYS) },
    keep: { type: "string" },
    data: { type: "string" },
  },
});
const [records, days] = [Number(values.records), Number(values.days)];
const folder = values.data ?? values.keep ?? await Deno.makeTempDir({ prefix: "dmf-year-" });
await Deno.mkdir(folder, { recursive: true });
const dmf = values.data === undefined
  ? await Dmf.within(folder, "http://127.0.0.1:9")
  : Dmf.at(folder);
try {
  const built = values.data === undefined ? await live(dmf) : null;
  const sizes = await sizesOf(dmf);
  const questions = await questionsOf(dmf, sizes.dates);
  const answered = [];
  for (const question of questions) {
    const answer = await ask(dmf, question);
    const { first, again } = answer;
    console.error(`${median(first.ms)} ms, again ${median(again.ms)} ms  ${line(question)}`);
    answered.push(answer);
  }
  const text = timeText({ records, sizes, built, answered });
  console.log(text);
  if (records === USUAL_RECORDS && sizes.dates.length === USUAL_DAYS) {
    await Deno.writeTextFile(RESULT, text);
  }
  Deno.exitCode = answered.some(({ missed }) => missed) ? 1 : 0;
} finally {
  if (values.data === undefined && values.keep === undefined) {
    await Deno.remove(folder, { recursive: true });
  }
}

function line({ args }: Question): string {
  return `dmf ${args.join(" ")}`;
}

/** Makes the year, as far as it is not there yet; returns the seconds that took. */
async function live(dmf: Dmf): Promise<{ readonly seconds: number; readonly days: number }> {
  const since = performance.now();
  const box = await openBox(dmf.data, "found");
  const refused: string[] = [];
  let lived = 0;
  try {
    for await (const { date, rows, end } of crawlYear(box, { size: records, days })) {
      lived += 1;
      const seconds = (performance.now() - since) / 1000;
      console.error(`${date} ${rows} rows ${end}, ${(seconds / lived).toFixed(1)} s a day`);
      if (end !== "accepted") refused.push(`${date} ${end}`);
    }
  } finally {
    await box.close();
  }
  if (refused.length > 0) throw new Error(`Days that were not accepted: ${refused.join(", ")}`);
  return { seconds: (performance.now() - since) / 1000, days: lived };
}

/** What the folder holds; the reports of its last day are written for that, in both formats. */
async function sizesOf(dmf: Dmf): Promise<Sizes> {
  const raw = `${dmf.data}/raw`;
  const archived = (await entriesIn(raw)).map(({ name }) => name).sort();
  const dates = datesOf(days).filter((date) => archived.includes(date));
  const last = dates.at(-1) as RunId;
  const { code, err } = await dmf.run(["report", "--date", last]);
  if (code !== 0) throw new Error(err);
  const { size } = await Deno.stat(`${dmf.data}/dmf.kv`);
  return {
    dates,
    store: size,
    bodies: await bytesBelow(raw, (name) => name.endsWith(".gz")),
    sidecars: await bytesBelow(raw, (name) => name.endsWith(".json")),
    reports: await bytesBelow(`${dmf.data}/reports`, (name) => name.startsWith(last)),
  };
}
