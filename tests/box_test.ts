import assert from "node:assert/strict";
import { openBox } from "../src/adapters/box.ts";
import { shortLived } from "./support/run_dmf.ts";

Deno.test("openBox() clears away what a dead process left half-written, and only when it is alone", async () => {
  const folder = await shortLived();
  try {
    await (await openBox(folder, "found")).close();
    const drafts = [
      `${folder}/raw/2026-11-02/0123.gz.0badcafe.tmp`,
      `${folder}/reports/2026-11-02.xlsx.tmp`,
      `${folder}/outbox/mfds-dmf-2026-11-02-changes.json.0badcafe.tmp`,
    ];
    const left = () => drafts.filter((path) => exists(path)).length;
    await Deno.mkdir(`${folder}/raw/2026-11-02`);
    for (const path of drafts) {
      await Deno.writeTextFile(path, "half a fi");
      await Deno.utime(path, 0, 0);
    }
    await (await openBox(folder, "existing")).close();
    assert.equal(left(), 3);
    await (await openBox(folder, "found")).close();
    assert.equal(left(), 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
