import assert from "node:assert/strict";
import { parseArguments } from "../src/arguments.ts";
import { help } from "../src/help.ts";
import {
  COMMAND_NAMES,
  COMMON_OPTIONS,
  type OptionName,
  OPTIONS,
  OWN_OPTIONS,
} from "../src/options.ts";

const LANGS = ["ko", "en"] as const;

Deno.test("help() names every long option and every command, in both languages", () => {
  for (const lang of LANGS) {
    const text = help(null, lang);
    for (const name of Object.keys(OPTIONS)) assert.match(text, new RegExp(`--${name}\\b`));
    for (const name of COMMAND_NAMES) assert.match(text, new RegExp(`^  (?:--)?${name}\\b`, "m"));
  }
});

Deno.test("help() on a command shows exactly the options that the command takes", () => {
  for (const name of COMMAND_NAMES) {
    const own: readonly OptionName[] = OWN_OPTIONS[name];
    for (const lang of LANGS) {
      const listed = [...help(name, lang).matchAll(/^ {2}(?:-\w,| {3}) --([a-z-]+)/gm)];
      assert.deepEqual(listed.map((match) => match[1]), [...own, ...COMMON_OPTIONS]);
    }
  }
});

Deno.test("help() tells every exit code of the command line", () => {
  for (const lang of LANGS) {
    const codes = [...help(null, lang).matchAll(/^ {2}(\d+) {2,3}\S/gm)].map((match) => match[1]);
    assert.deepEqual(codes, ["0", "1", "2", "3", "4", "10"]);
  }
});

Deno.test("help() is Korean or English throughout", () => {
  assert.match(help(null, "ko"), /사용법/);
  for (const name of COMMAND_NAMES) {
    assert.match(help(name, "ko"), /[가-힣]/, name);
    assert.doesNotMatch(help(name, "en"), /[가-힣]/, name);
  }
});

Deno.test("help() shows examples that can be typed", () => {
  for (const topic of [null, ...COMMAND_NAMES]) {
    const examples = [...help(topic, "en").matchAll(/^ {2}dmf (?!COMMAND)(.*)$/gm)];
    assert.ok(examples.length > 0, String(topic));
    for (const [, line = ""] of examples) {
      const argv = line.split(" ").map((word) => word.replaceAll('"', ""));
      assert.doesNotThrow(() => parseArguments(argv), line);
    }
  }
});

Deno.test("help() fits a terminal of 100 columns", () => {
  const columns = (line: string) => line.replace(/[\u1100-\uFFDC]/g, "xx").length;
  for (const lang of LANGS) {
    for (const topic of [null, ...COMMAND_NAMES]) {
      for (const line of help(topic, lang).split("\n")) assert.ok(columns(line) <= 100, line);
    }
  }
});
