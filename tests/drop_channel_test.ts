import assert from "node:assert/strict";
import { dropChannel } from "../src/adapters/drop_channel.ts";
import { messageOf } from "../src/notify/message.ts";
import { alertOf, HOSTILE, hostileAlert } from "./support/alerts.ts";

const settings = (folder: string) =>
  ({ name: "file", type: "file", kinds: null, lang: "en", folder }) as const;

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a dropped alert is one file under its id, however often it is sent", async () => {
  await inFolder(async (folder) => {
    const channel = dropChannel(settings(`${folder}/drop`));
    for (let i = 0; i < 2; i++) {
      const receipt = await channel.send(messageOf(alertOf("a:b"), "en"), { only: null });
      assert.deepEqual(receipt, { kind: "delivered" });
    }
    const names = Array.from(Deno.readDirSync(`${folder}/drop`), ({ name }) => name);
    assert.deepEqual(names, ["a%3Ab.json"]);
    const text = Deno.readTextFileSync(`${folder}/drop/a%3Ab.json`);
    assert.equal(JSON.parse(text).id, "a:b");
  });
});

Deno.test("a folder that cannot be written is a failure that names it", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/drop`, "in the way");
    const channel = dropChannel(settings(`${folder}/drop`));
    const receipt = await channel.send(messageOf(alertOf("a"), "en"), { only: null });
    assert.match(receipt.kind === "failed" ? receipt.reason.en : "", /Cannot use ".*drop/);
  });
});

Deno.test("nothing that a page says leaves the drop folder", async () => {
  await inFolder(async (folder) => {
    const channel = dropChannel(settings(`${folder}/drop`));
    const texts = HOSTILE.filter((text) => text.length < 200).concat("../../x", "/etc/x", "C:\\x");
    for (const text of texts) {
      const alert = { ...hostileAlert(text), id: text };
      const receipt = await channel.send(messageOf(alert, "en"), { only: null });
      assert.deepEqual(receipt, { kind: "delivered" }, text);
    }
    assert.deepEqual(Array.from(Deno.readDirSync(folder), ({ name }) => name), ["drop"]);
    assert.equal(Array.from(Deno.readDirSync(`${folder}/drop`)).length, texts.length);
  });
});
