/**
 * `deno task drift [--seed N] [--mutated N] [--benign N] [--misses] [--only N] [--kind TEXT]`: runs the laboratory, prints its
 * tables, and with the default numbers writes them to RATES.md. Exits with 1 where a goal is missed.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { type Missed, PLANS, run } from "./laboratory.ts";
import { difference } from "./truth.ts";
import { missedGoals, renderRates } from "./rates_table.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20261130" },
    mutated: { type: "string", default: "2000" },
    benign: { type: "string", default: "1000" },
    founding: { type: "string", default: "2" },
    sensitivity: { type: "string", default: "8" },
    /** Runs kinds that contain this text. */
    kind: { type: "string", default: "" },
    /** Runs one spoilt crawl again, by its number. */
    only: { type: "string" },
    /** Prints every trial that missed a goal. */
    misses: { type: "boolean", default: false },
  },
});

const started = performance.now();
const rates = await run({
  seed: Number(values.seed),
  ...(values.only === undefined
    ? {
      mutated: Number(values.mutated),
      benign: Number(values.benign),
      founding: Number(values.founding),
      sensitivity: Number(values.sensitivity),
    }
    : {
      first: Number(values.only),
      mutated: Number(values.only) + 1,
      benign: 0,
      founding: 0,
      sensitivity: 0,
    }),
  plans: PLANS,
  kinds: (kind) => kind.includes(values.kind),
  ...(values.misses ? { missed: tell } : {}),
});
const text = renderRates(rates, Number(values.seed));
console.log(text);
console.error(`${((performance.now() - started) / 1000).toFixed(0)} s`);
const isDefault = values.only === undefined &&
  ["20261130", "2000", "1000", "2", "8"].every((value, at) =>
    [values.seed, values.mutated, values.benign, values.founding, values.sensitivity][at] === value
  );
if (isDefault) await Deno.writeTextFile(new URL("RATES.md", import.meta.url), text);
if (missedGoals(rates).length > 0) Deno.exit(1);

function tell({ kind, index, size, past, came }: Missed): void {
  const what = "said" in came
    ? difference(came.said, came.truths)
    : "named" in came
    ? `${came.named ? "" : "names another thing: "}${came.reason.en} ${came.wrongAfter ?? ""}`
    : "wrongAfter" in came
    ? came.wrongAfter
    : "reason" in came
    ? came.reason.en
    : "";
  console.error(`${kind} #${index} (${size} rows, ${past} days): ${came.outcome}: ${what}`);
}
