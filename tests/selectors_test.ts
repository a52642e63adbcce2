import assert from "node:assert/strict";
import type { SelectorSpec } from "../src/selector_spec.ts";
import { EMBEDDED_SPECS, selectSpec, sourceIds, viewIds } from "../src/selectors.ts";
import { isBoardSpec, parseBoardSpec } from "../src/notice/board_spec.ts";
import { EMBEDDED_BOARDS } from "../src/notice/boards.ts";
import { parseSelectorSpec } from "../src/spec_check.ts";
import { says } from "./support/bilingual.ts";

const folder = new URL("../selectors/", import.meta.url);
const embedded = EMBEDDED_SPECS["mfds-dmf/2.json"] as SelectorSpec;

Deno.test("EMBEDDED_SPECS lists every file below selectors/, and each is valid", () => {
  const files: string[] = [];
  for (const source of Deno.readDirSync(folder)) {
    if (!source.isDirectory) continue;
    for (const file of Deno.readDirSync(new URL(`${source.name}/`, folder))) {
      files.push(`${source.name}/${file.name}`);
    }
  }
  const embedded = [...Object.keys(EMBEDDED_SPECS), ...Object.keys(EMBEDDED_BOARDS)];
  assert.deepEqual(embedded.sort(), files.sort());
  for (const file of files) {
    const text = Deno.readTextFileSync(new URL(file, folder));
    if (isBoardSpec(text)) {
      assert.deepEqual(EMBEDDED_BOARDS[file], parseBoardSpec(text, `selectors/${file}`));
    } else assert.deepEqual(EMBEDDED_SPECS[file], parseSelectorSpec(text, `selectors/${file}`));
  }
});

Deno.test("selectSpec() takes the newest version, of equal versions the one beside the program", () => {
  const older = { ...embedded, version: 0 };
  const same = { ...embedded, publisher: "beside" };
  const newer = { ...embedded, version: 3 };
  assert.equal(selectSpec("mfds-dmf"), embedded);
  assert.equal(selectSpec("mfds-dmf", [older]), embedded);
  assert.equal(selectSpec("mfds-dmf", [same]), same);
  assert.equal(selectSpec("mfds-dmf", [newer, same, older]), newer);
});

Deno.test("selectSpec() knows sources that only stand beside the program", () => {
  const other = { ...embedded, source: "other-list" as SelectorSpec["source"] };
  assert.equal(selectSpec("other-list", [other]), other);
  assert.deepEqual(sourceIds([other]), ["mfds-dmf", "other-list"]);
  assert.deepEqual(sourceIds(), ["mfds-dmf"]);
});

Deno.test("viewIds() names the second views, which are no registers", () => {
  assert.deepEqual(viewIds(), ["mfds-excel", "mfds-openapi"]);
  const other = {
    ...embedded,
    source: "other-view" as SelectorSpec["source"],
    kind: "xlsx" as const,
  };
  assert.deepEqual(viewIds([other]), ["mfds-excel", "mfds-openapi", "other-view"]);
  assert.deepEqual(sourceIds([other]), ["mfds-dmf"]);
});

Deno.test("selectSpec() names the nearest known source", () => {
  const near = 'Cannot find the source "mfds-dfm", nearest is "mfds-dmf"';
  assert.throws(() => selectSpec("mfds-dfm"), says("ConfigurationError", near));
  const far = 'Cannot find the source "fda", known are "mfds-dmf", "mfds-excel", "mfds-openapi"';
  assert.throws(() => selectSpec("fda"), says("ConfigurationError", far));
});
