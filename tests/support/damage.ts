/**
 * One damaged box: what every command says of it, and that a restore brings everything back.
 *
 * @module
 */

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openDenoKv } from "../../src/adapters/deno_kv.ts";
import { withLargeValues } from "../../src/adapters/large_values.ts";
import { encodeKey } from "../../src/adapters/store_file.ts";
import type { Entry, EventLog, Key } from "../../src/ports.ts";
import { DAY3, DAY4, type LivedBox } from "./lived_box.ts";
import type { Dmf, Ran } from "./run_dmf.ts";

/** The one source of the box. */
export const SOURCE = "mfds-dmf";

/** What a command ends with: its code, and words of its English sentence. */
export type End = readonly [code: number, words: RegExp];

/** One way to damage a box. */
export interface Damage {
  readonly name: string;
  readonly damage: (data: string, box: LivedBox) => Promise<void> | void;
  /** The next morning's crawl; left out where it cannot notice and need not. */
  readonly once?: End;
  readonly changes: End;
  readonly asOf?: End;
  /** Kind and place of a finding. */
  readonly fsck: RegExp;
}

/** An end with nothing to say. */
export const FINE: End = [0, /^/];

/** Where the store lies in a data folder. */
export const kv = (data: string) => `${data}/dmf.kv`;
/** Where its marker lies. */
export const marker = (data: string) => `${data}/store.json`;

/** Damages a copy of the box, and holds the commands to what they must say. */
export async function endure({ damage, ...cell }: Damage, box: LivedBox): Promise<void> {
  await using dmf = await box.copy();
  await damage(dmf.data, box);
  const found = await fsck(dmf);
  assert.equal(found.code, 4);
  assert.match(found.lines, cell.fsck);
  expectEnd(await dmf.run(["changes", "--lang", "en"]), cell.changes);
  if (cell.asOf) expectEnd(await dmf.run(["as-of", DAY3.date, "--lang", "en"]), cell.asOf);
  if (cell.once) expectEnd(await dmf.once(DAY4.date, "--lang", "en"), cell.once);
  const backup = `${dmf.folder}/damaged.db`;
  expectEnd(await dmf.run(["backup", backup, "--lang", "en"]), [4, /./]);
  await assert.rejects(Deno.stat(backup), Deno.errors.NotFound);
  const restored = await dmf.run(["restore", box.backup, "--replace"]);
  assert.equal(restored.code, 0, restored.err);
  assert.deepEqual(await fsck(dmf), { code: 0, lines: "" });
  assert.deepEqual(await dmf.changes(), box.changes);
}

/** Kind and place of every damage that fsck finds. */
export async function fsck(dmf: Dmf): Promise<{ code: number; lines: string }> {
  const { code, out } = await dmf.run(["fsck", "--json"]);
  const report = JSON.parse(out) as {
    whole: boolean;
    findings: { kind: string; at: string; damage: boolean }[];
  };
  assert.equal(report.whole, code === 0);
  const damage = report.findings.filter(({ damage }) => damage);
  return { code, lines: damage.map(({ kind, at }) => `${kind} ${at}`).join("\n") };
}

export function expectEnd({ code, err, out }: Ran, [expected, words]: End): void {
  assert.equal(code, expected, err);
  assert.match(expected === 0 ? out : err, words);
}

export async function withLog(
  data: string,
  work: (log: EventLog) => Promise<unknown>,
): Promise<void> {
  const log = withLargeValues(await openDenoKv(kv(data)));
  try {
    await work(log);
  } finally {
    log.close();
  }
}

export function put(log: EventLog, key: Key, value: unknown): Promise<boolean> {
  return log.atomic([], [{ key, value }]);
}

/** The first entry below a prefix. */
export async function firstOf(log: EventLog, prefix: Key): Promise<Entry> {
  for await (const entry of log.list({ prefix, limit: 1 })) return entry;
  throw new Error(`Nothing is below ${prefix}`);
}

/** Puts another value in place of the first below a prefix. */
export function alter(
  data: string,
  prefix: Key,
  change: (value: Record<string, unknown>) => unknown,
): Promise<void> {
  return withLog(data, async (log) => {
    const { key, value } = await firstOf(log, prefix);
    await put(log, key, change(value as Record<string, unknown>));
  });
}

/** Flips a bit of the first value below a prefix, where its bytes hold one of some letters. */
export async function flip(data: string, prefix: Key, letters: string): Promise<void> {
  let key: Key = [];
  await withLog(data, async (log) => {
    key = (await firstOf(log, prefix)).key;
  });
  const database = new DatabaseSync(kv(data));
  const where = encodeKey(key);
  const row = database.prepare("SELECT v FROM kv WHERE k = ?").get(where);
  const bytes = Uint8Array.from(row?.v as Uint8Array);
  const at = Math.max(new TextDecoder("latin1").decode(bytes).search(letters), bytes.length >> 1);
  bytes[at] = (bytes[at] as number) ^ 1;
  database.prepare("UPDATE kv SET v = ? WHERE k = ?").run(bytes, where);
  database.close();
}

/** Writes over some bytes of a file, at a share of its length. */
export async function overwrite(path: string, share: number, length: number): Promise<void> {
  const bytes = await Deno.readFile(path);
  const at = Math.floor(bytes.length * share / length) * length;
  await Deno.writeFile(path, bytes.fill(0xA5, at, at + length));
}
