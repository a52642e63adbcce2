/**
 * Every rule of the architecture, shown to bite: a small house that obeys, and one change to it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type House, violations } from "./support/architecture.ts";

/** A house of eight modules; every test below breaks one rule in it. */
const SMALL: House = {
  flow: [
    ["words", ["model.ts", "ports.ts"]],
    ["decode", ["decode.ts", "html.ts"]],
    ["commit", ["commit.ts"]],
    ["demo", ["demo/"]],
    ["adapters", ["adapters/"]],
    ["main", ["main.ts"]],
  ],
  world: ["adapters/", "main.ts"],
  wiring: ["main.ts"],
  packages: { "parse5": ["html.ts"] },
  builtins: { "node:crypto": ["createHash"], "node:util": ["*"] },
  addresses: ["register.example", "/list/get"],
  parameters: ["page", "searchNo"],
};

const MODULES: Readonly<Record<string, string>> = {
  "model.ts": "export type A = string;",
  "ports.ts": "export interface Clock { now(): A; sleep(ms: number): void; readonly zone: string }",
  "decode.ts": 'import type { A } from "./model.ts";',
  "html.ts": 'import { parse } from "parse5";',
  "commit.ts": 'import { createHash } from "node:crypto"; import { a } from "./decode.ts";',
  "demo/site.ts": 'export const host = "register.example/list/get?page=1&searchNo=2";',
  "adapters/clock.ts": "export const now = () => Date.now();",
  "main.ts": 'import { now } from "./adapters/clock.ts"; console.log(now());',
};

/** Violations of the small house after `changes`; a text of `null` removes the module. */
function broken(changes: Readonly<Record<string, string | null>>): string {
  const modules = { ...MODULES, ...changes };
  return violations(
    Object.entries(modules).flatMap(([path, text]) =>
      text === null ? [] : [{
        path,
        text: text.startsWith("/**") ? text : `/** Decides it. @module */\n${text}\n`,
      }]
    ),
    SMALL,
  ).join("\n");
}

Deno.test("violations() finds nothing in a house that obeys", () => {
  assert.equal(broken({}), "");
});

Deno.test.each([
  ["fetch()", 'await fetch("x");'],
  ["Deno.readTextFile", 'await Deno.readTextFile("x");'],
  ["Deno.Kv", "export type Store = Deno.Kv;"],
  ["Date.now", "export const t = Date.now();"],
  ["Date", "export const t = new Date(0);"],
  ["Temporal.Now", "Temporal.Now.instant();"],
  ["setTimeout", "setTimeout(() => {}, 1);"],
  ["setInterval", "setInterval(() => {}, 1);"],
  ["Math.random", "Math.random();"],
  ["crypto.randomUUID", "crypto.randomUUID();"],
  ["crypto.getRandomValues", "crypto.getRandomValues(new Uint8Array(1));"],
  ["console.log", 'console.log("x");'],
  ["performance.now", "performance.now();"],
  ["process.env", "process.env;"],
  ["globalThis.fetch", 'globalThis["fetch"]("x");'],
  ["AbortSignal.timeout", "AbortSignal.timeout(1);"],
])("violations() sees $0 in the core", (name: string, code: string) => {
  assert.match(
    broken({ "decode.ts": code }),
    new RegExp(`decode.ts:2 uses ${name.replace(/\W/g, "\\$&")}:`),
  );
});

Deno.test("violations() is not fooled by comments, texts, members and ports of a forbidden name", () => {
  const text = `
    // fetch("x"); Date.now()
    /* Deno.exit() */
    const said = "Date.now() " + \`console.log(\${1})\`, pattern = /Math.random\\(\\)/;
    export const use = (port: { fetch: { get(): void }; process: number }) => {
      port.fetch.get(); port.process; crypto.subtle.digest("SHA-256", new Uint8Array());
      return { process: 1, performance: said, pattern, at: Temporal.Instant.from("2026-01-01T00:00Z") };
    };`;
  assert.equal(broken({ "decode.ts": text }), "");
});

Deno.test.each(
  [
    [
      "a later stage",
      { "decode.ts": 'import "./commit.ts";', "commit.ts": "" },
      /decode.ts:2 \(decode\) imports commit.ts \(commit\), a later stage/,
    ],
    [
      "a later stage's type",
      { "model.ts": 'import type { B } from "./html.ts";' },
      /model.ts:2 \(words\) imports html.ts/,
    ],
    [
      "a later stage, lazily",
      { "model.ts": 'await import("./html.ts");' },
      /model.ts:2 \(words\) imports html.ts/,
    ],
    [
      "a later stage, in a type",
      { "model.ts": 'export type B = import("./html.ts").B;' },
      /model.ts:2 \(words\) imports html.ts/,
    ],
    ["a module without a stage", { "new.ts": "" }, /new.ts has no place in the flow: add it/],
    [
      "a stage without its module",
      { "html.ts": null },
      /the tables name src\/html.ts, which does not exist/,
    ],
    [
      "an adapter in the core",
      { "commit.ts": 'import "./adapters/clock.ts";' },
      /only main.ts join adapters to ports/,
    ],
    [
      "the replica in the core",
      { "commit.ts": 'import "./demo/site.ts";' },
      /commit.ts:2 \(commit\) imports demo\/site.ts/,
    ],
    [
      "a package away from home",
      { "decode.ts": 'import "parse5";' },
      /package "parse5", which is confined to html.ts/,
    ],
    [
      "an unknown package",
      { "decode.ts": 'import x from "npm:@a/b@1/c";' },
      /package "@a\/b", which is confined to no module yet/,
    ],
    [
      "chance from a built-in",
      { "decode.ts": 'import { randomUUID } from "node:crypto";' },
      /imports randomUUID from "node:crypto"/,
    ],
    ["the disk from a built-in", { "decode.ts": 'import fs from "node:fs";' }, /from "node:fs"/],
    [
      "a circle",
      { "decode.ts": 'import "./html.ts";', "html.ts": 'import "./decode.ts";' },
      /circular imports: decode.ts → html.ts → decode.ts/,
    ],
    [
      "a host name",
      { "decode.ts": 'export const a = "https://register.example/";' },
      /holds "register.example"/,
    ],
    ["a path", { "decode.ts": "export const a = `${1}/list/get`;" }, /holds "\/list\/get"/],
    ["a parameter name", { "decode.ts": 'export const a = "searchNo";' }, /holds "searchNo"/],
    [
      "an ordinary word in a query",
      { "decode.ts": "export const a = `x?page=${1}`;" },
      /holds "page"/,
    ],
    [
      "an ordinary word as a query key",
      { "decode.ts": 'url.searchParams.set("page", "1");' },
      /holds "page"/,
    ],
    ["a wide port", {
      "ports.ts": "export interface P { a(): void; b(): void; c: () => void; d(): void }",
    }, /port P has 4 methods/],
    ["a barrel", { "decode.ts": 'export { A } from "./model.ts";' }, /decode.ts is a barrel/],
    [
      "a star export",
      { "decode.ts": 'export * from "./model.ts"; export const a = 1;' },
      /decode.ts is a barrel/,
    ],
    ["an empty name", { "adapters/net_utils.ts": "" }, /net_utils.ts says nothing by its name/],
    ["a camel-case name", { "adapters/webClock.ts": "" }, /not named in snake_case/],
    [
      "a missing header",
      { "decode.ts": "/** Decides it. */\nexport const a = 1;" },
      /decode.ts opens without a @module comment/,
    ],
    ["a long file", { "decode.ts": "export {};\n".repeat(300) }, /decode.ts has 301 lines/],
  ] as const,
)(
  "violations() sees $0",
  (_, changes: Readonly<Record<string, string | null>>, expected: RegExp) => {
    assert.match(broken(changes), expected);
  },
);

Deno.test("violations() lets a long file pass whose header says why, and ordinary words outside queries", () => {
  const reason = "/** Longer than 300 lines because it is one table. @module */\n";
  assert.equal(broken({ "decode.ts": reason + "export {};\n".repeat(400) }), "");
  assert.equal(
    broken({ "decode.ts": 'export const key = ["page", "limit"]; key.includes("page");' }),
    "",
  );
});

Deno.test("violations() sees a large median", () => {
  const long = "export {};\n".repeat(140);
  const all = Object.fromEntries(Object.keys(MODULES).map((path) => [path, MODULES[path] + long]));
  assert.match(broken(all), /the median module has 141 lines/);
});
