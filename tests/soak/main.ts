/**
 * `deno task soak`: lives through 400 days, prints what came of it, and writes RESULT.md.
 *
 * Ends with 1 where anything is untrue.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { resultJson, resultText } from "./result_text.ts";
import { soak } from "./soak.ts";

/** Where the result of the usual soak is kept. */
const RESULT = new URL("./RESULT.md", import.meta.url);

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      days: { type: "string", default: "400" },
      seed: { type: "string", default: "1" },
      size: { type: "string", default: "600" },
      json: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      // Where the box is made; a disk that keeps its word costs most of the time.
      below: { type: "string" },
    },
  });
  const [days, seed, size] = [values.days, values.seed, values.size].map(Number) as [
    number,
    number,
    number,
  ];
  const folder = await Deno.makeTempDir({
    prefix: "dmf-soak-",
    ...(values.below === undefined ? {} : { dir: values.below }),
  });
  const since = performance.now();
  const result = await soak({
    days,
    seed,
    size,
    folder,
    kills: true,
    progress: ({ date, rssMb }, end) => {
      console.error(`${date} ${end.padEnd(10)} ${rssMb.toFixed(0)} MB`);
    },
  });
  const of = { days, seed, size, seconds: (performance.now() - since) / 1000 };
  const text = resultText(of, result);
  console.log(values.json ? JSON.stringify(resultJson(of, result)) : text);
  const isUsual = days === 400 && seed === 1 && size === 600;
  if (isUsual) await Deno.writeTextFile(RESULT, text);
  if (values.keep) console.error(folder);
  else await Deno.remove(folder, { recursive: true });
  Deno.exit(result.untrue.length === 0 ? 0 : 1);
}
