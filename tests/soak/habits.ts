/**
 * What people do to the box between its daily runs: look, run again, check, back up.
 *
 * @module
 */

import { isReleasable } from "../../src/refusal.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { Dmf } from "../support/run_dmf.ts";
import { type Attempt, hourOf } from "./day.ts";
import { look } from "./look.ts";
import type { Morning } from "./year.ts";

/** Commands that a build may have or not; told from its own help. */
export type Capability = "fsck" | "backup" | "restore";

/** Asks the program which of the optional commands it has. */
export async function capabilities(dmf: Dmf): Promise<ReadonlySet<Capability>> {
  const { out, err } = await dmf.run(["--help", "--lang", "en"]);
  const names: readonly Capability[] = ["fsck", "backup", "restore"];
  return new Set(names.filter((name) => new RegExp(`^\\s*(dmf )?${name}\\b`, "m").test(out + err)));
}

/** One look around; returns a sentence for every command that did not end as it should. */
export async function readers(dmf: Dmf, clock: ManualClock, date: string): Promise<string[]> {
  const faults: string[] = [];
  const commands = [
    ["status", "--json"],
    ["changes", "--json", "--since", date],
    ["as-of", date, "--json"],
    ["report", "--json"],
  ];
  for (const command of commands) {
    const { code, out, err } = await dmf.run(command, { clock });
    if (code !== 0) faults.push(`dmf ${command.join(" ")} ended with ${code}: ${err}`);
    else if (!isJson(out)) faults.push(`dmf ${command.join(" ")} printed no JSON: ${out}`);
  }
  return faults;
}

/** Checks the store, backs it up, restores that elsewhere, and compares what both say. */
export async function checkAndBackUp(
  dmf: Dmf,
  can: ReadonlySet<Capability>,
  date: string,
): Promise<string[]> {
  const faults: string[] = [];
  const must = async (of: Dmf, ...command: string[]) => {
    const { code, out, err } = await of.run(command);
    if (code !== 0) faults.push(`dmf ${command.join(" ")} ended with ${code}: ${out}${err}`);
  };
  if (can.has("fsck")) await must(dmf, "fsck");
  if (!can.has("backup") || !can.has("restore")) return faults;
  const kept = `${dmf.folder}/kept`;
  await Deno.mkdir(kept, { recursive: true });
  const other = Dmf.at(`${dmf.folder}/restored`);
  await Deno.mkdir(other.folder, { recursive: true });
  await Deno.copyFile(dmf.config, other.config);
  await must(dmf, "backup", `${kept}/${date}`);
  await must(other, "restore", `${kept}/${date}`);
  const [here, there] = await Promise.all(
    [dmf, other].map((one) => one.run(["changes", "--json"])),
  );
  if (here?.out !== there?.out) faults.push(`The backup of ${date} does not tell the same events`);
  await Deno.remove(kept, { recursive: true });
  await Deno.remove(other.folder, { recursive: true });
  return faults;
}

/** A decision on a refused list, what it came to, and what was wrong with that. */
interface Decided {
  readonly end: "believed" | "refused";
  readonly faults: readonly string[];
  readonly attempt: Attempt;
}

/** Accepts a refused list that was true, and rejects any other after trying whether it can be accepted. */
export async function decide(
  dmf: Dmf,
  { date }: Morning,
  last: Attempt,
  isTrue: boolean,
): Promise<Decided> {
  const clock = new ManualClock(hourOf(date, 14));
  const faults: string[] = [];
  const say = async (verb: "accept" | "reject", expected: number) => {
    const { code, err } = await dmf.run([verb, date, "--reason", "공고로 확인"], { clock });
    if (code !== expected) faults.push(`dmf ${verb} ended with ${code}, not ${expected}: ${err}`);
    return code;
  };
  const { record } = last.after;
  const doubts = record?.state === "quarantined" ? [record.refusal, ...record.others] : [];
  const isReleasableAll = doubts.length > 0 && doubts.every(isReleasable);
  const accepted = isReleasableAll && isTrue;
  if (!isReleasableAll) await say("accept", 2);
  const code = await say(accepted ? "accept" : "reject", 0);
  const words = accepted ? "accepted" : "rejected";
  return {
    end: accepted ? "believed" : "refused",
    faults,
    // A rejection leaves the day as refused as it was.
    attempt: {
      ...last,
      code: accepted ? code : 3,
      expected: [accepted ? 0 : 3],
      words,
      after: await look(dmf, date),
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
