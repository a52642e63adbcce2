/**
 * A small box with a backup, and a restore of it that is killed at one change of the disk.
 *
 * @module
 */

import assert from "node:assert/strict";
import { restore } from "../../src/adapters/restore.ts";
import { serveReplica } from "../../src/adapters/replica_server.ts";
import { generateRegister, type RegisterRow } from "../../src/demo/register.ts";
import { replica } from "../../src/demo/replica.ts";
import { digestOf } from "../../src/digest.ts";
import type { Change } from "../../src/model.ts";
import { killedAt } from "./dying_disk.ts";
import { tree } from "./file_tree.ts";
import { Dmf, type Ran } from "./run_dmf.ts";

const FIRST = "2026-11-02";

/** A box of two days towards the built-in replica, with the backup of the first. */
export class RestoredBox implements AsyncDisposable {
  /** What was seen after a kill: the old store, none, or the restored one. */
  readonly seen = { old: 0, none: 0, restored: 0 };

  private constructor(
    private readonly dmf: Dmf,
    private readonly backup: string,
    private readonly then: readonly Change[],
    private readonly now: readonly Change[],
    private readonly old: string,
  ) {}

  static async lived(): Promise<RestoredBox> {
    let rows: readonly RegisterRow[] = generateRegister({ size: 12 });
    const site = serveReplica(replica(() => rows));
    const changeTo = (documentVersion: string) => {
      rows = [{ ...rows[0] as RegisterRow, documentVersion }, ...rows.slice(1)];
    };
    try {
      const dmf = await Dmf.towards(site.origin);
      fine(await dmf.once(FIRST));
      changeTo("v2");
      fine(await dmf.once("2026-11-03"));
      const backup = `${dmf.folder}/backup.db`;
      fine(await dmf.run(["backup", backup]));
      const then = await dmf.changes();
      changeTo("v3");
      fine(await dmf.once("2026-11-04"));
      const old = digestOf(await Deno.readFile(`${dmf.data}/dmf.kv`));
      return new RestoredBox(dmf, backup, then, await dmf.changes(), old);
    } finally {
      await site.close();
    }
  }

  /** Kills a restore at change `n` and runs it again; false where it ended before it. */
  async killAt(n: number): Promise<boolean> {
    const { backup, then, seen } = this;
    const how = { replace: true, now: Temporal.Instant.from("2026-11-05T00:00:00Z") };
    await using dmf = await this.dmf.copyTowards("http://127.0.0.1:9");
    const lost = await spoilArchive(dmf.data);
    if (!await killedAt(n, n % 2 === 0, () => restore(dmf.data, backup, how))) return false;
    const { code, out, err } = await dmf.run(["changes", "--json", "--lang", "en"]);
    if (code === 0) {
      const changes = JSON.parse(out);
      const isOld = changes.length === this.now.length;
      seen[isOld ? "old" : "restored"] += 1;
      assert.deepEqual(changes, isOld ? this.now : then);
    } else {
      seen.none += 1;
      assert.match(err, /a restore was cut off halfway; run "dmf restore FILE"/);
      if (n % 8 === 0) assert.equal((await dmf.run(["fsck"])).code, 4);
      if (n % 8 === 1) assert.equal((await dmf.once("2026-11-05")).code, 4);
    }
    fine(await dmf.run(["restore", backup, "--replace"]));
    if (n % 8 === 2) fine(await dmf.run(["fsck"]));
    assert.deepEqual(await dmf.changes(), then, `change ${n}`);
    const digests = Object.values(await tree(dmf.data));
    assert.ok(digests.includes(this.old), `change ${n} lost the old store`);
    assert.ok(digests.includes(lost), `change ${n} lost a damaged body`);
    return true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dmf[Symbol.asyncDispose]();
  }
}

function fine({ code, err, out }: Ran): void {
  assert.equal(code, 0, err + out);
}

/** Removes one archived body and damages another; returns the digest of the damaged file. */
async function spoilArchive(data: string): Promise<string> {
  const folder = `${data}/raw/${FIRST}`;
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  const [gone, damaged] = names.filter((name) => name.endsWith(".gz")).sort();
  await Deno.remove(`${folder}/${gone}`);
  await Deno.writeTextFile(`${folder}/${damaged}`, "damaged");
  return digestOf("damaged");
}
