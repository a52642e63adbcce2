import assert from "node:assert/strict";
import { openDenoKv } from "../src/adapters/deno_kv.ts";
import { withLargeValues } from "../src/adapters/large_values.ts";
import { numberKey, partKey } from "../src/keys.ts";
import type { SourceId } from "../src/model.ts";
import type { EventLog } from "../src/ports.ts";
import { says } from "./support/bilingual.ts";

async function withStore(use: (log: EventLog, bare: EventLog) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const bare = await openDenoKv(`${folder}/dmf.kv`);
  try {
    await use(withLargeValues(bare), bare);
  } finally {
    bare.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Text that no compression makes small. */
function text(length: number, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(0xAC00 + state % 11_172);
  }).join("");
}

Deno.test("withLargeValues() stores what one key cannot take, and lists it once", async () => {
  await withStore(async (log) => {
    const large = { fields: { to: text(40_000, 1) }, values: [text(40_000, 2), null] };
    const writes = [{ key: ["event", 1], value: large }, { key: ["event", 2], value: { a: "b" } }];
    assert.equal(await log.atomic([], writes), true);
    assert.deepEqual((await log.get(["event", 1])).value, large);
    const listed = await Array.fromAsync(log.list({ prefix: ["event"] }));
    assert.deepEqual(listed.map(({ key, value }) => ({ key, value })), writes);
  });
});

Deno.test("withLargeValues() replaces a large value by a smaller one, and checks its version", async () => {
  await withStore(async (log) => {
    await log.atomic([], [{ key: ["a"], value: text(90_000, 1) }]);
    const before = await log.get(["a"]);
    assert.equal(await log.atomic([before], [{ key: ["a"], value: text(40_000, 2) }]), true);
    assert.equal(await log.atomic([before], [{ key: ["a"], value: text(40_000, 3) }]), false);
    assert.equal((await log.get(["a"])).value, text(40_000, 2));
    await log.atomic([], [{ key: ["a"], value: undefined }]);
    assert.equal((await log.get(["a"])).value, null);
  });
});

Deno.test("withLargeValues() never returns a value of which a part is missing", async () => {
  await withStore(async (log, bare) => {
    await log.atomic([], [{ key: ["a"], value: text(90_000, 1) }]);
    await bare.atomic([], [{ key: partKey(["a"], 1), value: undefined }]);
    const words = /^Cannot read \["a"\]: parts of its value are missing/;
    await assert.rejects(log.get(["a"]), says("StoreFault", words));
  });
});

Deno.test("withLargeValues() leaves a commit refused that is too large as a whole", async () => {
  await withStore(async (log) => {
    const writes = [{ key: ["a"], value: text(900_000, 1) }];
    await assert.rejects(log.atomic([], writes), says("StoreFault", /at once|Cannot store/));
  });
});

Deno.test("numberKey() of any number fits a key of the store", async () => {
  await withStore(async (log) => {
    const key = numberKey("mfds-dmf" as SourceId, "1".repeat(40_000));
    assert.equal(await log.atomic([], [{ key, value: ["r1"] }]), true);
    assert.deepEqual((await log.get(key)).value, ["r1"]);
  });
});
