/**
 * The documents say what the program does: commands, options, exit codes, links.
 *
 * @module
 */

import assert from "node:assert/strict";
import { ALERT_KINDS } from "../src/alert.ts";
import schema from "../src/config_schema.json" with { type: "json" };
import { BROWSER_OPTIONS } from "../src/browser/browser_arguments.ts";
import { help } from "../src/help.ts";
import { NOTIFY_OPTIONS } from "../src/notify/notify_arguments.ts";
import { COMMAND_NAMES, OPTIONS } from "../src/options.ts";

const PROJECT = new URL("../", import.meta.url);

function read(name: string): Promise<string> {
  return Deno.readTextFile(new URL(name, PROJECT));
}

Deno.test("README.md shows how to try and how to test within its first 40 lines", async () => {
  const top = (await read("README.md")).split("\n").slice(0, 40).join("\n");
  for (const command of ["npx -y deno@2.9.6 task demo", "npx -y deno@2.9.6 task test"]) {
    assert.ok(top.includes(command), `README.md does not show "${command}" in its first 40 lines`);
  }
});

Deno.test("README.md names every long option and every command", async () => {
  const text = await read("README.md");
  const words = [...Object.keys(OPTIONS).map((name) => `--${name}`), ...COMMAND_NAMES];
  const missing = words.filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text));
  assert.deepEqual(missing, [], `README.md does not name ${missing.join(", ")}`);
});

Deno.test("README.md names no option that dmf, dmf-notify or dmf-browser does not have", async () => {
  // Lines that run Deno or another program carry the options of those programs.
  const own = (await read("README.md")).split("\n").filter((line) => /\bdmf\b/.test(line)).filter(
    (line) => !/\b(deno|npx|docker|systemctl)\b/.test(line),
  );
  const unknown = own.flatMap((line) => {
    const known = /\bdmf-notify\b/.test(line)
      ? NOTIFY_OPTIONS
      : /\bdmf-browser\b/.test(line)
      ? BROWSER_OPTIONS
      : OPTIONS;
    const named = line.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
    return named.filter((option) => !Object.hasOwn(known, option.slice(2)));
  });
  assert.deepEqual(unknown, [], `README.md names ${unknown.join(", ")}`);
});

Deno.test("README.md names every channel, every kind of alert and every mode of dmf-notify", async () => {
  const text = await read("README.md");
  const channels = Object.keys(schema.properties.notify.properties);
  const words = [...channels, ...ALERT_KINDS].map((word) => `\`${word}\``);
  const missing = [...words, "dmf-notify --watch", "dmf-notify --test"]
    .filter((word) => !text.includes(word));
  assert.deepEqual(missing, [], `README.md does not name ${missing.join(", ")}`);
});

Deno.test("README.md holds the table of exit codes that --help shows", async () => {
  const rows = [...(await read("README.md")).matchAll(/^\|\s*`?(\d+)`?\s*\|\s*(.+?)\s*\|/gm)]
    .map(([, code, words]) => `| ${code} | ${words} |`);
  const tables = (["ko", "en"] as const).map(exitCodes);
  assert.ok(tables[0]!.length >= 6, "help() lists fewer exit codes than design.md");
  assert.ok(
    tables.some((table) => table.every((row) => rows.includes(row))),
    `README.md needs these rows, in one language:\n${
      tables.map((table) => table.join("\n")).join("\n\n")
    }`,
  );
});

/** The exit codes of the overview, as rows of a table. */
function exitCodes(lang: "ko" | "en"): string[] {
  return [...help(null, lang).matchAll(/^\s+(\d+)\s+(.+)$/gm)]
    .map(([, code, words]) => `| ${code} | ${words} |`);
}

Deno.test("documents name no task that deno.json does not have", async () => {
  const { tasks } = JSON.parse(await read("deno.json"));
  for (const file of await documents()) {
    for (const [, name] of (await read(file)).matchAll(/\bdeno(?:@[\d.]+)? task ([a-z][a-z:]*)/g)) {
      assert.ok(Object.hasOwn(tasks, name!), `${file} names task "${name}", deno.json does not`);
    }
  }
});

Deno.test("every relative link in a document leads to a file, and to a heading that is there", async () => {
  for (const file of await documents()) {
    const text = (await read(file)).replace(/^```[\s\S]*?^```/gm, "");
    for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link!)) continue;
      const [path, heading] = link!.split("#") as [string, string?];
      const target = path === "" ? file : path;
      const found = await Deno.stat(new URL(target, PROJECT)).catch(() => null);
      assert.ok(found, `${file} links to "${link}", which does not exist`);
      if (heading === undefined || !target.endsWith(".md")) continue;
      const anchors = anchorsOf(await read(target));
      assert.ok(anchors.includes(heading), `${file} links to "${link}": no such heading`);
    }
  }
});

/** Anchors as code hosts make them from headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, words]) =>
    words!.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}

/** Markdown files at the top, where the product's documents are. */
async function documents(): Promise<string[]> {
  const found = [];
  for await (const { name } of Deno.readDir(PROJECT)) if (name.endsWith(".md")) found.push(name);
  for (const name of ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]) {
    assert.ok(found.includes(name), `${name} is missing`);
  }
  return found;
}
