import assert from "node:assert/strict";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };
import { isDomestic, type NumberShape, parseNumber } from "../src/registration_number.ts";

const wellFormed = new RegExp(spec.identity.wellFormed, "u");

Deno.test.each(
  [
    ["20050831-1-C-1-01", "20050831-1-C-1-01", null, false, true],
    ["20100402-01-HP-22-17", "20100402-01-HP-22-17", null, false, true],
    ["20260901-209-J-2268", "20260901-209-J-2268", null, false, true],
    ["20241015-209-J-1903(1)", "20241015-209-J-1903", "1", true, true],
    ["20130329-170-I-181-06(19)", "20130329-170-I-181-06", "19", true, true],
    ["20250623-94-E-188-16(A)", "20250623-94-E-188-16", "A", false, true],
    ["116-1-ND", "116-1-ND", null, false, true],
    ["수5-1-ND(2)", "수5-1-ND", "2", true, true],
    ["수30-12-ND", "수30-12-ND", null, false, true],
    ["20261007---12263-25", "20261007---12263-25", null, false, false],
    ["20261007---12263-25(1)", "20261007---12263-25", "1", true, false],
    ["20241015-209-J-1903 （1）", "20241015-209-J-1903", "1", true, true],
    ["20241015-209-J-1903(1)(2)", "20241015-209-J-1903(1)", "2", true, false],
    ["20241015-209-J-1903(주)", "20241015-209-J-1903㈜", null, false, false],
    ["(1)", "(1)", null, false, false],
    ["", "", null, false, false],
  ] as const,
)(
  "parseNumber() takes %s apart",
  (text: string, base: string, suffix: string | null, grant: boolean, known: boolean) => {
    const expected: NumberShape = { base, suffix, grant, known };
    assert.deepEqual(parseNumber(text, wellFormed), expected);
  },
);

Deno.test.each(
  [
    [["대한민국"], true],
    [["대한민국", null], true],
    [["대한민국,대한민국"], true],
    [["대한민국@중국"], false],
    [["대한민국", "인도"], false],
    [[" 대한 민국\r\n"], true],
    [["인도"], false],
    [[null, ""], null],
    [[], null],
  ] as const,
)("isDomestic() calls %j %s", (countries: readonly (string | null)[], expected: boolean | null) => {
  const sites = countries.map((country) => ({ name: "A", address: null, country }));
  assert.equal(isDomestic(sites), expected);
});
