/**
 * A box after some days of a site in one markup after the other, and its workbook.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type FixtureDay, simulate } from "./fixture_days.ts";
import type { SiteOptions } from "./fixture_options.ts";
import type { Dice } from "./fixture_founding.ts";
import { FixtureSite } from "./fixture_site.ts";
import {
  COLUMNS,
  inWorkbook,
  recordRows,
  type ToldField,
  type ToldRecord,
  witnessed,
} from "./cell_witness.ts";
import { readWorkbook } from "./read_xlsx.ts";
import { Dmf } from "./run_dmf.ts";

/** Markups by day; a longer life begins again with the first. */
export const MARKUPS: readonly SiteOptions[] = [
  { encoding: "euc-kr", truncateAt: 14 },
  { nfd: "document", layoutTables: true, rowNumbers: "descending" },
  { byteOrderMark: true, bareText: true, commentedCell: true, loneSiteFlat: true },
  { encoding: "euc-kr", mobile: "table", cellLabels: false, gzip: true },
  { swappedColumns: ["신청인", "성분명"], decoyTable: true, tableFoot: true, nfd: "values" },
  { truncateAt: 20, headerCharset: null, labelClass: "m-th", mobile: "list" },
];

/** A cell of the workbook, and what the archive says stands in it. */
export interface SampledCell {
  readonly record: string;
  readonly header: string;
  readonly shown: string;
  readonly archived: string;
  readonly told: ToldField;
}

/** The box. */
export class ProvenBox implements AsyncDisposable {
  private constructor(readonly dmf: Dmf, readonly days: readonly FixtureDay[]) {}

  /** Lives through `days` days; the first is written in markup number `first`. */
  static async lived(
    { size, days, seed, first }: {
      readonly size: number;
      readonly days: number;
      readonly seed: number;
      readonly first: number;
    },
  ): Promise<ProvenBox> {
    await using site = new FixtureSite();
    const box = new ProvenBox(await Dmf.towards(site.origin), simulate(size, days, seed));
    for (const [index, day] of box.days.entries()) {
      site.setOptions(MARKUPS[(first + index) % MARKUPS.length] as SiteOptions);
      site.setRows(day.rows);
      const { code, err } = await box.dmf.once(day.date);
      assert.equal(code, 0, `${day.date}: ${err}`);
    }
    return box;
  }

  get lastDay(): string {
    return this.days.at(-1)?.date ?? "";
  }

  /** What `why` tells of a record, all of it proven. */
  async told(record: string, ...more: readonly string[]): Promise<ToldRecord> {
    const { code, out, err } = await this.dmf.run(["why", record, ...more, "--json"]);
    assert.equal(code, 0, err);
    const [told, ...others] = JSON.parse(out) as ToldRecord[];
    assert.ok(told && others.length === 0, record);
    return told;
  }

  /** Random cells of random rows of the last workbook with what the archive says of them. */
  async sample(
    { cells, rows: most }: { readonly cells: number; readonly rows: number },
    roll: Dice,
  ): Promise<readonly SampledCell[]> {
    const path = `${this.dmf.data}/reports/${this.lastDay}.xlsx`;
    const sheet = readWorkbook(await Deno.readFile(path)).get("전체 현황");
    assert.ok(sheet);
    const all = recordRows(sheet);
    const rows = Array.from({ length: most }, () => all[roll(all.length)]);
    const known = new Map<string, ToldRecord>();
    const sampled: SampledCell[] = [];
    while (sampled.length < cells) {
      const row = rows[roll(rows.length)];
      const [header, field, column] = COLUMNS[roll(COLUMNS.length)] ?? ["", "", ""];
      const record = String(row?.get("관리 번호"));
      const told = known.get(record) ?? await this.told(record);
      known.set(record, told);
      const proof = told.fields.find((one) => one.field === field);
      assert.ok(proof?.proven, `${record} ${field}`);
      sampled.push({
        record,
        header,
        shown: inWorkbook(row?.get(header) ?? null, field),
        archived: witnessed(this.dmf.data, proof, column),
        told: proof,
      });
    }
    return sampled;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dmf[Symbol.asyncDispose]();
  }
}
