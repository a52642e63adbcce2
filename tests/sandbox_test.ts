/**
 * What the sandbox refuses, shown with the flags the tasks and the executables carry.
 *
 * @module
 */

import assert from "node:assert/strict";
import { sandboxFlags, specHosts } from "../tools/permissions.ts";
import { probe } from "./support/sandbox_probe.ts";

const PROJECT = new URL("../", import.meta.url);
const FLAGS = sandboxFlags(await specHosts(new URL("selectors/", PROJECT)));

Deno.test.each([
  ["another host", 'await fetch("https://other.invalid/")', /^NotCapable .*other\.invalid:443/],
  ["a file of the system", 'Deno.readTextFileSync("/etc/hosts")', /^NotCapable .*read access/],
  ["the folder above", 'Deno.readTextFileSync("../x")', /^NotCapable .*read access/],
  ["its own source", 'Deno.readTextFileSync("probe.ts")', /^NotCapable .*read access/],
  ["a write beside data", 'Deno.writeTextFileSync("x", "")', /^NotCapable .*write access/],
  [
    "a write out of data by dots",
    'Deno.writeTextFileSync("data/../x", "")',
    /^NotCapable .*write access/,
  ],
  ["a program", 'new Deno.Command("true").outputSync()', /^NotCapable .*run access/],
  ["system facts", "Deno.hostname()", /^NotCapable .*sys access/],
  ["a library", 'Deno.dlopen("x.so", {})', /^NotCapable .*ffi access/],
  [
    "code from the network",
    'await import("https://raw.githubusercontent.com/x.ts")',
    /^TypeError Requires import access/,
  ],
  ["a mail server", 'await Deno.connect({ hostname: "192.0.2.1", port: 25 })', /^NotCapable .*net/],
  ["to listen to the world", 'Deno.listen({ hostname: "0.0.0.0", port: 0 })', /^NotCapable .*net/],
])("the sandbox refuses $0", async (_: string, code: string, refusal: RegExp) => {
  assert.match(await probe(code, FLAGS), refusal);
});

Deno.test("the sandbox hides the environment", async () => {
  assert.equal(await probe('Deno.env.get("DMF_SECRET")', FLAGS), "done undefined");
});

Deno.test.each([
  ["write below data", 'Deno.writeTextFileSync("data/x", "")'],
  ["open a store below data", '(await Deno.openKv("data/dmf.kv")).close()'],
  ["write its configuration", 'Deno.writeTextFileSync("dmf.json", "{}")'],
  [
    "talk to itself",
    'await Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response()).shutdown()',
  ],
])("the sandbox lets the crawler $0", async (_: string, code: string) => {
  assert.equal(await probe(code, [...FLAGS, "--unstable-kv"]), "done undefined");
});

Deno.test("the sandbox lets the crawler copy a store below data, and nowhere else", async () => {
  const copy = (path: string) =>
    `await (async () => {
      (await Deno.openKv("data/dmf.kv")).close();
      const { backup, DatabaseSync } = await import("node:sqlite");
      const source = new DatabaseSync("data/dmf.kv", { readOnly: true });
      try { await backup(source, ${JSON.stringify(path)}); } finally { source.close(); }
    })()`;
  const flags = [...FLAGS, "--unstable-kv"];
  assert.equal(await probe(copy("data/b.db"), flags), "done undefined");
  assert.match(await probe(copy("../b.db"), flags), /^NotCapable .*access/);
});

Deno.test("the sandbox asks nobody but the publishers in selectors/ and this machine", async () => {
  const hosts = [];
  for await (const source of Deno.readDir(new URL("selectors/", PROJECT))) {
    if (!source.isDirectory) continue;
    const folder = new URL(`selectors/${source.name}/`, PROJECT);
    for await (const { name } of Deno.readDir(folder)) {
      const { kind = "html-list", origin } = JSON.parse(
        await Deno.readTextFile(new URL(name, folder)),
      );
      if (kind === "html-list" || kind === "board") hosts.push(new URL(origin).host);
    }
  }
  const net = FLAGS.filter((flag) => flag.startsWith("--allow-net"));
  const expected = [...new Set(hosts)].sort().concat("127.0.0.1");
  assert.deepEqual(net, [`--allow-net=${expected.join(",")}`]);
  assert.ok(expected.length > 1);
});

Deno.test("the second build may also ask the hosts of the OpenAPI, and nothing else changes", async () => {
  const hosts = await specHosts(new URL("selectors/", PROJECT), { openapi: true });
  assert.deepEqual(hosts, ["apis.data.go.kr", "nedrug.mfds.go.kr", "www.mfds.go.kr"]);
  const flags = sandboxFlags(hosts);
  assert.deepEqual(
    flags.filter((flag) => !FLAGS.includes(flag)),
    ["--allow-net=apis.data.go.kr,nedrug.mfds.go.kr,www.mfds.go.kr,127.0.0.1"],
  );
  assert.match(await probe('await fetch("https://apis.data.go.kr/")', FLAGS), /^NotCapable .*net/);
});

Deno.test("in the default sandbox an API with a key ends with 2 and names the other build", async () => {
  const folder = await Deno.makeTempDir({ prefix: "dmf-sandbox-" });
  try {
    const key = "s3cr3t+key/with==signs01234";
    await Deno.writeTextFile(
      `${folder}/dmf.json`,
      JSON.stringify({ contact: "ra@example.kr", sources: { "mfds-openapi": { key } } }),
    );
    const main = new URL("src/main.ts", PROJECT).href;
    const config = new URL("deno.json", PROJECT).pathname;
    const args = ["--once", "--source", "mfds-openapi", "--lang", "en"];
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--config", config, ...FLAGS, main, ...args],
      cwd: folder,
    }).output();
    const said = new TextDecoder().decode(stderr);
    assert.equal(code, 2, said);
    assert.match(said, /This build may not reach "apis\.data\.go\.kr".*task compile --openapi/);
    assert.ok(!said.includes("s3cr3t"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("tasks that run the crawler carry exactly the sandbox", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", PROJECT)));
  for (
    const [name, words] of [
      ["once", " --once"],
      ["watch", " watch"],
      ["demo", " demo"],
      ["dmf", ""],
    ]
  ) {
    const expected = `deno run ${FLAGS.join(" ")} src/main.ts${words}`;
    assert.equal(
      tasks[name!].command,
      expected,
      `task "${name}" differs from tools/permissions.ts`,
    );
  }
});
