import assert from "node:assert/strict";
import { siteName } from "../src/site_name.ts";

Deno.test("siteName() takes the role off the front of a name", () => {
  assert.deepEqual(siteName("[조품 제조원 ①] 솔빛약품(주)"), {
    role: "조품 제조원 ①",
    name: "솔빛약품(주)",
  });
  assert.deepEqual(siteName("[미분화공정]Vento SA"), { role: "미분화공정", name: "Vento SA" });
  assert.deepEqual(siteName(" [a] [b]\r\nVento"), { role: "a b", name: "Vento" });
});

Deno.test("siteName() leaves a name without a role, and brackets that are all of it", () => {
  for (const name of ["Vento (Unit [2])", "[only brackets]", "[unclosed Vento", ""]) {
    assert.deepEqual(siteName(name), { role: null, name });
  }
});
