import assert from "node:assert/strict";
import { diskFolder } from "../src/adapters/disk_folder.ts";
import { outboxKey } from "../src/keys.ts";
import { MOST_ATTEMPTS } from "../src/notify/backoff.ts";
import { type Delivery, ended } from "../src/notify/delivery.ts";
import { Spool } from "../src/notify/spool.ts";
import type { DataFolder } from "../src/desk.ts";
import { alertOf, DELIVERED, DOWN } from "./support/alerts.ts";
import { Dmf } from "./support/run_dmf.ts";
import { openBox } from "../src/adapters/box.ts";

const NOTIFY = { mail: { host: "smtp.invalid", from: "a@example.kr", to: ["b@example.kr"] } };
const NOW = Temporal.Instant.from("2026-11-01T21:10:00Z");

/** A box with a store, alerts in it, and what became of alerts in its outbox folder. */
async function box(
  inStore: readonly string[],
  deliveries: Readonly<Record<string, number | "delivered">>,
): Promise<Dmf> {
  const dmf = await Dmf.towards("http://127.0.0.1:9", { notify: NOTIFY });
  const data: DataFolder = await openBox(dmf.data, "found");
  for (const id of inStore) {
    await data.log.atomic([], [{ key: outboxKey(id), value: alertOf(id) }]);
  }
  await data.close();
  const spool = new Spool(diskFolder(`${dmf.data}/outbox`));
  for (const [id, attempts] of Object.entries(deliveries)) {
    await spool.add(alertOf(id));
    const to = { id, channel: "mail" };
    if (attempts === 0) continue;
    let delivery: Delivery = ended(to, null, NOW, attempts === "delivered" ? DELIVERED : DOWN);
    for (let i = 1; i < Number(attempts); i++) delivery = ended(to, delivery, NOW, DOWN);
    await spool.record(delivery);
  }
  return dmf;
}

Deno.test("dmf notify hands the store's alerts on, once, and names who delivers", async () => {
  await using dmf = await box(["a", "b"], {});
  const first = await dmf.run(["notify", "--lang", "en"]);
  assert.equal(first.code, 0, first.err);
  assert.match(
    first.out,
    /^2 alerts handed on to the outbox folder\.\nmail: 0 delivered, 2 waiting/,
  );
  assert.match(first.out, /It is "dmf-notify" that delivers/);
  assert.match((await dmf.run(["notify", "--lang", "en"])).out, /^0 alerts handed on/);
  const names = Array.from(Deno.readDirSync(`${dmf.data}/outbox`), ({ name }) => name).sort();
  assert.deepEqual(names, ["a.json", "b.json"]);
});

Deno.test("dmf notify --test adds a test alert to the outbox", async () => {
  await using dmf = await box([], {});
  const { code, out } = await dmf.run(["notify", "--test", "--json"]);
  assert.equal(code, 0);
  const { handedOn, test, channels } = JSON.parse(out);
  assert.deepEqual([handedOn, test], [0, true]);
  const [file] = Array.from(Deno.readDirSync(`${dmf.data}/outbox`), ({ name }) => name);
  const alert = JSON.parse(Deno.readTextFileSync(`${dmf.data}/outbox/${file}`));
  assert.equal(alert.kind, "test");
  assert.equal(channels[0].waiting[0].id, alert.id);
});

Deno.test("dmf notify shows what waits, since when, why, and what was given up", async () => {
  await using dmf = await box([], { a: "delivered", b: 2, c: MOST_ATTEMPTS, d: 0 });
  const { out } = await dmf.run(["notify", "--lang", "en"]);
  assert.match(out, /mail: 1 delivered \(2026-11-02 06:10\), 2 waiting, 1 given up/);
  assert.match(
    out,
    /b: since 2026-11-02 06:05, attempts: 2, next 2026-11-02 06:15\. It is down/,
  );
  assert.match(out, /c: since 2026-11-02 06:05, attempts: 15, given up\. It is down/);
  assert.match(out, /d: since 2026-11-02 06:05, not tried yet\./);
  const [mail] = JSON.parse((await dmf.run(["notify", "--json"])).out).channels;
  assert.deepEqual(Object.keys(mail), [
    "channel",
    "delivered",
    "lastDeliveredAt",
    "waiting",
    "givenUp",
  ]);
  assert.equal(mail.waiting[0].lastError, "닿지 않습니다.");
});

Deno.test("dmf status has a line for a channel that owes something, and none otherwise", async () => {
  await using dmf = await box([], { a: "delivered", b: 2, c: MOST_ATTEMPTS });
  const ko = (await dmf.run(["status"])).out;
  assert.match(ko, /알림 채널 mail: 대기 1건, 포기 1건: 닿지 않습니다\./);
  assert.deepEqual(JSON.parse((await dmf.run(["status", "--json"])).out).channels, [
    { channel: "mail", waiting: 1, givenUp: 1 },
  ]);
  await using well = await box([], { a: "delivered" });
  assert.doesNotMatch((await well.run(["status"])).out, /알림 채널/);
});

Deno.test("dmf notify without a channel says where to name one", async () => {
  await using dmf = await box(["a"], {});
  await Deno.writeTextFile(dmf.config, "{}");
  const { code, out } = await dmf.run(["notify", "--lang", "en"]);
  assert.equal(code, 0);
  assert.match(out, /There is no channel; name one under "notify" in dmf\.json/);
});
