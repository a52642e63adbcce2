import assert from "node:assert/strict";
import type { SelectorSpec } from "../src/selector_spec.ts";
import { selectSpec } from "../src/selectors.ts";
import { keyFor } from "../src/view_settings.ts";
import { says } from "./support/bilingual.ts";

const list = selectSpec("mfds-dmf");
const api = selectSpec("mfds-openapi");
const excel = selectSpec("mfds-excel");

function keyOf(key: string, spec: SelectorSpec = api): string | null {
  return keyFor(spec, { key }, "dmf.json");
}

Deno.test("keyFor() decodes a key once, and leaves a decoded one as it is", () => {
  const decoded = "abcd+efgh/ijkl==mnop";
  assert.equal(keyOf(decoded), decoded);
  assert.equal(keyOf(encodeURIComponent(decoded)), decoded);
  assert.equal(keyOf(encodeURIComponent(encodeURIComponent(decoded))), encodeURIComponent(decoded));
  assert.equal(keyOf(` ${decoded}\n`), decoded);
});

Deno.test("keyFor() asks a list for nothing, and a workbook to be named", () => {
  assert.equal(keyFor(list, undefined, "dmf.json"), null);
  assert.equal(keyFor(excel, {}, "dmf.json"), null);
  assert.throws(
    () => keyFor(excel, undefined, "dmf.json"),
    says(
      "ConfigurationError",
      '"mfds-excel" is switched off, because it asks for the whole list once more: add ' +
        '"sources": {"mfds-excel": {}} to "dmf.json" to switch it on',
    ),
  );
});

Deno.test("keyFor() refuses what is no key without showing it", () => {
  for (const key of ["", "short", "broken%zzbroken%zzbroken", "two words of a sentence"]) {
    assert.throws(() => keyOf(key), (fault: Error) => {
      assert.match(fault.message, /"sources\.mfds-openapi\.key" must be the key as data\.go\.kr/);
      assert.ok(key === "" || !fault.message.includes(key), fault.message);
      return true;
    });
  }
});
