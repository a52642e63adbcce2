/**
 * What `deno compile` bakes into the executables of both systems.
 *
 * @module
 */

import assert from "node:assert/strict";
import { compile, explain, type Program, type Target } from "../../tools/compile.ts";
import { flagsOf, type Metadata, readMetadata } from "../../tools/metadata.ts";
import { sandboxFlags, specs } from "../../tools/permissions.ts";
import { smallestPe } from "../support/smallest_executables.ts";

const PROJECT = new URL("../../", import.meta.url);

/** Compiles upon a base without content and reads back what was baked. */
async function baked(
  target: Target,
  program: Program = "dmf",
  openapi = false,
): Promise<Metadata> {
  const folder = await Deno.makeTempDir({ prefix: "dmf-compile-" });
  try {
    const pe = `${folder}/base.exe`;
    await Deno.writeFile(pe, smallestPe());
    const base = target.includes("windows") ? pe : "/bin/true";
    const output = `${folder}/dmf.exe`;
    const { success, said } = await compile(target, { output, base, program, openapi });
    assert.ok(success, said);
    return readMetadata(await Deno.readFile(output));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test.each(
  [
    ["x86_64-unknown-linux-gnu"],
    ["x86_64-pc-windows-msvc"],
  ] as const,
)("compile() bakes exactly the sandbox for $0", async (target: Target) => {
  const { permissions, unstable_config, app_name } = await baked(target);
  const folder = ["./data", "./selectors", "./dmf.json"];
  const hosts = (await specs(new URL("selectors/", PROJECT)))
    .filter(({ kind = "html-list" }) => kind === "html-list" || kind === "board")
    .map(({ origin }) => new URL(origin).host);
  assert.deepEqual(permissions, {
    allow_net: [...new Set(hosts)].sort().concat("127.0.0.1"),
    deny_net: null,
    allow_read: folder,
    deny_read: null,
    ignore_read: null,
    allow_write: folder,
    deny_write: null,
    allow_env: null,
    deny_env: null,
    ignore_env: [],
    allow_sys: null,
    deny_sys: [],
    allow_ffi: null,
    deny_ffi: [],
    allow_run: null,
    deny_run: [],
    allow_import: ["none.invalid"],
    deny_import: null,
    prompt: false,
  });
  assert.deepEqual(unstable_config.features, ["kv", "cron"]);
  assert.equal(app_name, "dmf");
});

Deno.test.each(
  [
    ["x86_64-unknown-linux-gnu", "/usr/bin/notify-send"],
    [
      "x86_64-pc-windows-msvc",
      "C:/Windows/System32/WindowsPowerShell/v1.0/powershell.exe",
    ],
  ] as const,
)("compile() bakes exactly the sandbox of dmf-notify for $0", async (
  target: Target,
  notifier: string,
) => {
  const { permissions, app_name } = await baked(target, "dmf-notify");
  assert.deepEqual(permissions, {
    allow_net: [],
    deny_net: ["nedrug.mfds.go.kr", "www.mfds.go.kr"],
    allow_read: ["./data/outbox", "./data/heartbeat.json", "./drop", "./secrets", "./dmf.json"],
    deny_read: null,
    ignore_read: null,
    allow_write: ["./data/outbox", "./drop"],
    deny_write: null,
    allow_env: null,
    deny_env: null,
    ignore_env: [],
    allow_sys: null,
    deny_sys: [],
    allow_ffi: null,
    deny_ffi: [],
    allow_run: [notifier],
    deny_run: null,
    allow_import: ["none.invalid"],
    deny_import: null,
    prompt: false,
  });
  assert.equal(app_name, "dmf-notify");
});

Deno.test.each(
  [
    ["x86_64-unknown-linux-gnu", [
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome-stable",
      "/snap/bin/chromium",
    ]],
    ["x86_64-pc-windows-msvc", [
      "C:/Program Files/Google/Chrome/Application/chrome.exe",
      "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
      "C:/Program Files/Microsoft/Edge/Application/msedge.exe",
    ]],
  ] as [Target, string[]][],
)("compile() bakes exactly the sandbox of dmf-browser for $0", async (
  target: Target,
  browsers: string[],
) => {
  const { permissions, app_name } = await baked(target, "dmf-browser");
  assert.deepEqual(permissions, {
    allow_net: ["127.0.0.1"],
    deny_net: null,
    allow_read: ["./data"],
    deny_read: null,
    ignore_read: null,
    allow_write: ["./data/browser"],
    deny_write: null,
    allow_env: null,
    deny_env: null,
    ignore_env: [],
    allow_sys: null,
    deny_sys: [],
    allow_ffi: null,
    deny_ffi: [],
    allow_run: browsers,
    deny_run: null,
    allow_import: ["none.invalid"],
    deny_import: null,
    prompt: false,
  });
  assert.equal(app_name, "dmf-browser");
});

Deno.test("compile() with openapi bakes the API's host beside the register's, and no more", async () => {
  const usual = await baked("x86_64-unknown-linux-gnu");
  const second = await baked("x86_64-unknown-linux-gnu", "dmf", true);
  assert.deepEqual(usual.permissions.allow_net, [
    "nedrug.mfds.go.kr",
    "www.mfds.go.kr",
    "127.0.0.1",
  ]);
  assert.deepEqual(second.permissions, {
    ...usual.permissions,
    allow_net: ["apis.data.go.kr", "nedrug.mfds.go.kr", "www.mfds.go.kr", "127.0.0.1"],
  });
});

Deno.test("flagsOf() gives back the flags that were baked", async () => {
  const hosts = (await specs(new URL("selectors/", PROJECT)))
    .filter(({ kind = "html-list" }) => kind === "html-list" || kind === "board")
    .map(({ origin }) => new URL(origin).host);
  const expected = [...sandboxFlags([...new Set(hosts)]), "--unstable-kv", "--unstable-cron"];
  const flags = flagsOf(await baked("x86_64-unknown-linux-gnu"));
  assert.deepEqual([...flags].sort(), expected.sort());
});

Deno.test("readMetadata() refuses a file that deno compile did not write", () => {
  assert.throws(() => readMetadata(smallestPe()), /Cannot find baked metadata/);
  const magic = new TextEncoder().encode("d3n0l4nd");
  const tooLong = new Uint8Array([...magic, 255, 255, 255, 255, 255, 255, 255, 255, 123]);
  assert.throws(() => readMetadata(tooLong), /Cannot find baked metadata/);
  assert.throws(() => readMetadata(magic), /Cannot find baked metadata/);
});

Deno.test("explain() tells what to do when the base runtime cannot be downloaded", () => {
  const said = "error: Writing …\n\nCaused by:\n    0: Setting up base binary.\n    1: dns error";
  assert.match(explain("x86_64-pc-windows-msvc", said), /could not be downloaded[\s\S]*DENORT_BIN/);
  assert.match(explain("x86_64-pc-windows-msvc", "TS2304"), /^Cannot compile .*\nTS2304$/);
});
