/**
 * A box after three days, with a backup and with what its files were on the way.
 *
 * @module
 */

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Change } from "../../src/model.ts";
import { type FixtureDay, simulate } from "./fixture_days.ts";
import { FixtureSite } from "./fixture_site.ts";
import { Dmf } from "./run_dmf.ts";

/** The days of the box; the fourth is still to come. */
export const [DAY1, DAY2, DAY3, DAY4] = simulate(
  110,
  4,
  5,
) as readonly FixtureDay[] as [
  FixtureDay,
  FixtureDay,
  FixtureDay,
  FixtureDay,
];

/** Three days of a box, its backup, and what it said before anything was damaged. */
export class LivedBox implements AsyncDisposable {
  /** dmf.kv as it was after the second day. */
  older = new Uint8Array();
  /** dmf.kv and its -wal file after the third day, before the one was written into the other. */
  unmerged = { kv: new Uint8Array(), wal: new Uint8Array() };
  changes: readonly Change[] = [];

  private constructor(readonly dmf: Dmf) {}

  static async lived(): Promise<LivedBox> {
    await using site = new FixtureSite();
    const box = new LivedBox(await Dmf.towards(site.origin));
    await box.#live(site, DAY1);
    await box.#live(site, DAY2);
    const { data } = box.dmf;
    box.older = await Deno.readFile(`${data}/dmf.kv`);
    const reader = new DatabaseSync(`${data}/dmf.kv`, { readOnly: true });
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM kv").get();
    await box.#live(site, DAY3);
    box.unmerged = {
      kv: await Deno.readFile(`${data}/dmf.kv`),
      wal: await Deno.readFile(`${data}/dmf.kv-wal`),
    };
    reader.close();
    await box.#run(["backup", box.backup]);
    box.changes = await box.dmf.changes();
    return box;
  }

  get backup(): string {
    return `${this.dmf.folder}/backup.db`;
  }

  /** A copy of the whole box, to be damaged. */
  copy(origin = "http://127.0.0.1:9"): Promise<Dmf> {
    return this.dmf.copyTowards(origin);
  }

  async #live(site: FixtureSite, day: FixtureDay): Promise<void> {
    site.setRows(day.rows);
    await this.#run(["--once", "--date", day.date]);
  }

  async #run(args: readonly string[]): Promise<void> {
    const { code, err } = await this.dmf.run(args);
    assert.equal(code, 0, err);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dmf[Symbol.asyncDispose]();
  }
}
