/**
 * Hundreds of days of one box, each with its own weather, and the proofs at their end.
 *
 * The register and its truth live here; the program sees only the site. A day counts as believed
 * when the program sealed it, and what it then must have said follows from who the rows are. What
 * would be untrue is collected as sentences; none is the goal.
 *
 * @module
 */

import type { RegisterRecord } from "../../src/model.ts";
import type { Head, RunRecord } from "../../src/run_record.ts";
import { readHead } from "../../src/store.ts";
import { Watch } from "../support/fixture_days.ts";
import { type Dice, dice } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import type { TrueEvent } from "../support/fixture_truth.ts";
import { Duty } from "../support/alert_duty.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { Dmf } from "../support/run_dmf.ts";
import { type Attempt, hourOf, live } from "./day.ts";
import { capabilities, type Capability, checkAndBackUp, decide, readers } from "./habits.ts";
import { age } from "./faulty_box.ts";
import { Killer } from "./killed.ts";
import { SOURCE } from "./look.ts";
import { type Evening, judgeMemory, measure, type Memory, openFiles, Scales } from "./measure.ts";
import {
  type Census,
  census,
  type TrueDay,
  unfinishedFiles,
  untrueEvents,
  untrueList,
  untrueLog,
  untrueStore,
} from "./proofs.ts";
import { type Peaks, Twin } from "./peaks.ts";
import { spoolFaults } from "./spool.ts";
import { type DayEnd, type Line, Tally } from "./tally.ts";
import { CALM, draw, nameOf, type SiteTrouble, type Weather } from "./weather.ts";
import { type DayKind, type Morning, Year } from "./year.ts";

/** What a soak is asked for. */
export interface SoakPlan {
  readonly days: number;
  readonly size: number;
  readonly seed: number;
  /** Empty folder that the box lives in. */
  readonly folder: string;
  /** False where no process may be started to be killed. */
  readonly kills: boolean;
  /** No faults are drawn, and nobody comes by. */
  readonly calm?: boolean;
  /** Told after every day. */
  readonly progress?: (evening: Evening, end: DayEnd) => void;
  /** For proving that a soak can fail: reaches into the box after a day. */
  readonly afterDay?: (day: number, dmf: Dmf) => Promise<void>;
  /** For the same: what is taken for the true events of a day. */
  readonly truth?: (day: number, events: readonly TrueEvent[]) => readonly TrueEvent[];
}

/** What came of it. */
export interface SoakResult {
  readonly untrue: readonly string[];
  readonly lines: readonly Line[];
  readonly ends: ReadonlyMap<DayEnd, number>;
  readonly evenings: readonly Evening[];
  readonly memory: Memory;
  readonly census: Census;
  readonly head: Head;
  readonly can: ReadonlySet<Capability>;
  readonly attempts: number;
  readonly kills: number;
  /** When kills and power cuts struck, by what the store shows afterwards. */
  readonly cuts: ReadonlyMap<string, number>;
  readonly alerts: number;
  /** Files of the box still open at its end. */
  readonly openAtEnd: number | null;
  /** Wall time by part, seconds. */
  readonly seconds: Readonly<Record<string, number>>;
}

/** Lives through all days and proves the end. */
export async function soak(plan: SoakPlan): Promise<SoakResult> {
  const site = new FixtureSite();
  const dmf = await Dmf.within(plan.folder, site.origin);
  const box = new SoakedBox(plan, dmf, site);
  try {
    await box.begin();
    for (let day = 1; day <= plan.days; day++) await box.day(day);
    const end = await box.end();
    await site.close();
    const openAtEnd = await openFiles(plan.folder);
    if (openAtEnd !== null && openAtEnd > 0) {
      end.untrue.push(`${openAtEnd} files of the box are still open`);
    }
    return { ...end, openAtEnd };
  } finally {
    await site.close();
  }
}

/** Days after which the commands are weighed once more. */
const BETWEEN_PEAKS = 50;

class SoakedBox {
  readonly #untrue: string[] = [];
  readonly #tally = new Tally();
  readonly #ends = new Map<DayEnd, number>();
  readonly #evenings: Evening[] = [];
  readonly #watch = new Watch();
  readonly #year: Year;
  readonly #roll: Dice;
  readonly #killer: Killer;
  readonly #scales = new Scales();
  readonly #duty = new Duty();
  readonly #believed: string[] = [];
  readonly #seconds: Record<string, number> = {};
  #can: ReadonlySet<Capability> = new Set();
  #head: Head | null = null;
  #suffix: string | null = null;
  #off = 0;
  #outage: { readonly site: SiteTrouble; left: number } | null = null;
  #attempts = 0;
  #kills = 0;
  readonly #cuts = new Map<string, number>();
  readonly #peaks: Peaks[] = [];
  readonly #twin: Twin;

  constructor(
    private readonly plan: SoakPlan,
    private readonly dmf: Dmf,
    private readonly site: FixtureSite,
  ) {
    this.#year = new Year(plan.size, plan.seed);
    this.#roll = dice(plan.seed + 1000);
    this.#killer = new Killer(dice(plan.seed + 2000));
    this.#twin = new Twin(`${plan.folder}/twin`);
  }

  async begin(): Promise<void> {
    this.#can = await capabilities(this.dmf);
    await Deno.mkdir(this.#truthFolder);
  }

  get #truthFolder(): string {
    return `${this.plan.folder}/truth`;
  }

  async day(day: number): Promise<void> {
    const morning = await this.#timed("register", () => Promise.resolve(this.#year.next()));
    const weather = this.#weather();
    if (this.#off > 0) {
      this.#off -= 1;
      return this.#count("box off", null, "off");
    }
    const isWeighed = this.plan.kills && day >= (this.#peaks.length + 1) * BETWEEN_PEAKS;
    if (isWeighed) await this.#timed("measuring", () => this.#twin.take(this.plan.folder));
    const first = await this.#attemptAll(day, morning, weather);
    const undecided = this.#endOf(morning, first.at(-1) as Attempt);
    const end = undecided === "refused" && weather.habits.has("decide")
      ? await this.#timed("habits", () =>
        this.#decide(day, morning, {
          last: first.at(-1) as Attempt,
          isTrue: weather.site.kind === "none",
        }))
      : undecided;
    this.#name(morning.kind, weather, first[0] as Attempt, end);
    await this.#indulge(morning, weather, end);
    await this.plan.afterDay?.(day, this.dmf);
    await this.#timed("measuring", async () => {
      if (isWeighed) await this.#weigh(morning, end);
      const events = this.#head?.seq ?? 0;
      const rows = morning.served.length;
      const evening = await measure(this.#scales, this.dmf.data, {
        date: morning.date,
        rows,
        events,
      });
      this.#evenings.push(evening);
      this.plan.progress?.(evening, end);
    });
    this.site.forget();
  }

  /** Lives a believed day once more as processes of their own, for what they take. */
  async #weigh({ date }: Morning, end: DayEnd): Promise<void> {
    const peaks = end === "believed" ? await this.#twin.peaks(this.plan.folder, date) : null;
    if (peaks !== null) this.#peaks.push(peaks);
    await this.#twin.drop();
  }

  /** Draws the day; an outage of several days, or a box that is off, outlasts the draw. */
  #weather(): Weather {
    if (this.plan.calm === true) return CALM;
    const drawn = draw(this.#roll, this.plan);
    if (this.#off === 0 && this.#head !== null) this.#off = drawn.off;
    if (this.#outage !== null && --this.#outage.left === 0) this.#outage = null;
    if (this.#outage !== null) return { ...drawn, site: this.#outage.site };
    const { site } = drawn;
    if (site.kind === "unreachable" && site.days === 3) this.#outage = { site, left: 3 };
    return drawn;
  }

  async #attemptAll(day: number, morning: Morning, weather: Weather): Promise<Attempt[]> {
    const { dmf, site } = this;
    const home = {
      dmf,
      site,
      roll: this.#roll,
      killer: this.#killer,
      suffix: this.#suffix,
      complain: (sentence: string) => void this.#untrue.push(`${morning.date}: ${sentence}`),
    };
    const attempts: Attempt[] = [];
    let since = performance.now();
    for await (const attempt of live(home, morning, weather)) {
      this.#spend(attempts.length === 0 && weather.machine === "kill -9" ? "kills" : "runs", since);
      attempts.push(attempt);
      await this.#timed("proofs of the day", () => this.#judge(day, morning, attempt));
      since = performance.now();
    }
    this.#attempts += attempts.length;
    if (weather.machine === "kill -9" && attempts[0]?.code === null) this.#kills += 1;
    return attempts;
  }

  async #judge(day: number, morning: Morning, attempt: Attempt): Promise<void> {
    const { date } = morning;
    const { code, expected, after } = attempt;
    const complain = (sentence: string) => void this.#untrue.push(`${date}: ${sentence}`);
    if (code !== null && !expected.includes(code)) {
      complain(`Exit ${code} instead of ${expected.join(" or ")}: ${attempt.words.slice(0, 400)}`);
    }
    const advanced = after.head !== null && after.head.run !== this.#head?.run;
    if (advanced) {
      if (after.head.run !== date) {
        complain(`The head went from ${this.#head?.run} to ${after.head.run}`);
      }
      if (!attempt.believable) complain("A list was believed that must not be");
      const from = this.#head?.seq ?? 0;
      if (after.seqs.some((seq, at) => seq !== from + 1 + at)) {
        complain("Entries are not contiguous");
      }
      if (after.head.seq !== from + after.seqs.length) {
        complain("The head does not count its entries");
      }
      await this.#believe(day, morning, attempt);
    } else if (after.head?.seq !== this.#head?.seq) complain("The head moved without a run");
    if (code === 0 && after.head?.run !== date) complain("Exit 0, and nothing is sealed");
    if (code !== null && code !== 4) {
      for (const litter of after.litter) {
        complain(`Left ${litter}`);
      }
    }
    this.#duty.follow(after, date);
    if (code === null) {
      const moment = momentOf(attempt, date);
      this.#cuts.set(moment, (this.#cuts.get(moment) ?? 0) + 1);
    }
    this.#head = after.head;
  }

  /** The program has sealed the day: what it said must be what happened. */
  async #believe(day: number, morning: Morning, { after }: Attempt): Promise<void> {
    const { date, list, served, suffix } = morning;
    this.#suffix = suffix;
    // A list that moved only afterwards was read without its newest row.
    const whole = this.site.rows.length >= served.length;
    const events = this.#watch.believe(whole ? list : list.slice(0, -1), {
      // What a person accepts is read from the archive; the site is asked for nothing.
      looksUp: !isReleased(after.record),
    });
    const truth: TrueDay = { date, events: this.plan.truth?.(day, events) ?? events };
    this.#untrue.push(...untrueEvents(truth, after.changes));
    this.#believed.push(date);
    await Deno.writeTextFile(`${this.#truthFolder}/${date}.json`, JSON.stringify(truth));
    if (this.#believed.length % SAMPLED === 1) {
      const standing = JSON.stringify(this.#watch.standing());
      await Deno.writeTextFile(`${this.#truthFolder}/${date}.list`, standing);
    }
  }

  #endOf({ date }: Morning, { after }: Attempt): DayEnd {
    if (after.head?.run === date) return "believed";
    switch (after.record?.state) {
      case "quarantined":
        return "refused";
      case "failed":
        return "failed";
      default:
        return "unfinished";
    }
  }

  #name(kind: DayKind, { site, machine }: Weather, first: Attempt, end: DayEnd): void {
    this.#tally.add(`register: ${kind}`, first, end);
    if (site.kind === "none" && machine === "none") return this.#count("no fault", first, end);
    if (site.kind !== "none") this.#tally.add(nameOf(site), first, end);
    if (machine !== "none") {
      const name = `machine: ${machine}${first.struck ? "" : " (came too late)"}`;
      this.#tally.add(name, first, end);
    }
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1);
  }

  #count(name: string, first: Attempt | null, end: DayEnd): void {
    this.#tally.add(name, first, end);
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1);
  }

  async #indulge({ date }: Morning, { habits }: Weather, end: DayEnd): Promise<void> {
    const clock = new ManualClock(hourOf(date, 14));
    if (habits.has("rerun") && end === "believed") {
      await this.#timed("habits", () => this.#rerun(date, clock));
    }
    const last = this.#believed.at(-1);
    if (habits.has("readers") && last !== undefined) {
      const faults = await this.#timed("habits", () => readers(this.dmf, clock, last));
      this.#untrue.push(...faults.map((fault) => `${date}: ${fault}`));
      this.#tally.add("habit: readers", null, end);
    }
    if (habits.has("fsck and backup") && last !== undefined && this.#can.size > 0) {
      const faults = await this.#timed("habits", () => checkAndBackUp(this.dmf, this.#can, date));
      this.#untrue.push(...faults.map((fault) => `${date}: ${fault}`));
      this.#tally.add("habit: fsck and backup", null, end);
    }
  }

  /** A person looks at a refused list: what is true is accepted, the rest rejected. */
  async #decide(
    day: number,
    morning: Morning,
    { last, isTrue }: { readonly last: Attempt; readonly isTrue: boolean },
  ): Promise<DayEnd> {
    const { end, faults, attempt } = await decide(this.dmf, morning, last, isTrue);
    this.#untrue.push(...faults.map((fault) => `${morning.date}: ${fault}`));
    this.#tally.add(`habit: decide, ${end === "believed" ? "accepted" : "rejected"}`, null, end);
    await this.#judge(day, morning, attempt);
    return end;
  }

  /** A day that is sealed is not asked for again. */
  async #rerun(date: string, clock: ManualClock): Promise<void> {
    this.site.forget();
    const { code, err } = await this.dmf.run(["--once"], { clock });
    if (code !== 0) this.#untrue.push(`${date}: A rerun ended with ${code}: ${err}`);
    if (this.site.log.length > 0) {
      this.#untrue.push(`${date}: A rerun sent ${this.site.log.length} requests`);
    }
    this.#tally.add("habit: rerun", null, "believed");
  }

  async end(): Promise<Omit<SoakResult, "openAtEnd"> & { untrue: string[] }> {
    const since = performance.now();
    await this.#oneMoreMorning();
    const { untrue, census } = await this.#proveStore();
    this.#untrue.push(...untrue, ...await this.#proveLog());
    this.#untrue.push(...await spoolFaults(`${this.dmf.data}/outbox`, this.#duty.ids));
    for (const date of await this.#unreported()) this.#untrue.push(`${date} has no report`);
    this.#untrue.push(...(await unfinishedFiles(this.dmf.data)).map((path) => `${path} was left`));
    const memory = judgeMemory(this.#evenings, this.#peaks);
    if (!memory.bounded) {
      const runs = memory.peaks.map(({ once }) => once);
      this.#untrue.push(
        `Memory grows: ${memory.quarters.join(", ")} MB, runs ${runs.join(", ")} MB`,
      );
    }
    this.#spend("proofs at the end", since);
    return {
      untrue: this.#untrue,
      lines: this.#tally.lines(),
      ends: this.#ends,
      evenings: this.#evenings,
      memory,
      census,
      head: this.#head as Head,
      can: this.#can,
      attempts: this.#attempts,
      kills: this.#kills,
      cuts: this.#cuts,
      alerts: this.#duty.ids.size,
      seconds: this.#seconds,
    };
  }

  /** What the last process left is cleared away when the box is started the next time. */
  async #oneMoreMorning(): Promise<void> {
    for (const path of await unfinishedFiles(this.dmf.data)) await age(path);
    const date = this.#believed.at(-1) as string;
    await this.#rerun(date, new ManualClock(hourOf(date, 23)));
  }

  async #proveStore() {
    const box = await this.dmf.open();
    try {
      const untrue = await untrueStore(box.log);
      const { head } = await readHead(box.log, SOURCE);
      return { untrue, census: await census(box.log, head as Head) };
    } finally {
      await box.close();
    }
  }

  async #proveLog(): Promise<string[]> {
    const truth: TrueDay[] = [];
    const faults: string[] = [];
    for (const date of this.#believed) {
      truth.push(JSON.parse(await Deno.readTextFile(`${this.#truthFolder}/${date}.json`)));
      const list = await this.#listOf(date);
      if (list === null) continue;
      const { code, out, err } = await this.dmf.run(["as-of", date, "--json"]);
      if (code !== 0) faults.push(`dmf as-of ${date} ended with ${code}: ${err}`);
      else faults.push(...untrueList(date, list, JSON.parse(out) as RegisterRecord[]));
    }
    const { code, out, err } = await this.dmf.run(["changes", "--json"]);
    if (code !== 0) return [...faults, `dmf changes ended with ${code}: ${err}`];
    return [...faults, ...untrueLog(truth, JSON.parse(out))];
  }

  async #listOf(date: string): Promise<FixtureRow[] | null> {
    try {
      return JSON.parse(await Deno.readTextFile(`${this.#truthFolder}/${date}.list`));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  async #unreported(): Promise<string[]> {
    const names = await Array.fromAsync(
      Deno.readDir(`${this.dmf.data}/reports`),
      ({ name }) => name,
    );
    return this.#believed.filter((date) => !names.includes(`${date}.xlsx`));
  }

  async #timed<T>(part: string, work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await work();
    } finally {
      this.#spend(part, since);
    }
  }

  #spend(part: string, since: number): void {
    this.#seconds[part] = (this.#seconds[part] ?? 0) + (performance.now() - since) / 1000;
  }
}

function isReleased(record: RunRecord | null): boolean {
  return record?.state === "accepted" && record.released !== undefined;
}

/** One believed day in so many is compared as of that day in the end. */
const SAMPLED = 12;

/** How far an attempt had come when it was cut off. */
function momentOf({ after }: Attempt, date: string): string {
  if (after.head?.run === date) {
    return after.litter.length > 0 ? "between seal and end" : "at the end";
  }
  const pages = after.litter.filter((litter) => litter.startsWith("a checkpoint")).length;
  return pages > 0 ? "with pages read" : "before the first page";
}
