import assert from "node:assert/strict";
import { fitsKind } from "../src/kind_check.ts";
import type { SelectorSpec } from "../src/selector_spec.ts";
import { selectSpec } from "../src/selectors.ts";

const list = selectSpec("mfds-dmf");
const api = selectSpec("mfds-openapi");
const excel = selectSpec("mfds-excel");

function without<Key extends keyof SelectorSpec>(spec: SelectorSpec, key: Key): SelectorSpec {
  return Object.fromEntries(
    Object.entries(spec).filter(([name]) => name !== key),
  ) as unknown as SelectorSpec;
}

Deno.test("fitsKind() finds nothing wrong with the specs of the program", () => {
  for (const spec of [list, api, excel]) assert.equal(fitsKind(spec), null, spec.source);
});

Deno.test.each(
  [
    [
      "a list without its table",
      without(list, "table"),
      '"table" is missing, the kind "html-list" needs it',
    ],
    [
      "a list that lacks fields",
      { ...list, lacks: ["documentVersion"] },
      '"lacks" does not belong to the kind "html-list", only to "openapi", "xlsx"',
    ],
    [
      "an API without a service",
      without(api, "service"),
      '"service" is missing, the kind "openapi" needs it',
    ],
    [
      "an API with a table",
      { ...api, table: list.table },
      '"table" does not belong to the kind "openapi", only to "html-list"',
    ],
    [
      "an API without look-ups",
      { ...api, lookUps: [] },
      '"lookUps" is missing, the kind "openapi" needs it',
    ],
    [
      "pages of more than 500 rows",
      { ...api, paging: { ...api.paging, pageSize: 501 } },
      '"paging.pageSize" must be at most 500 for the kind "openapi", found 501',
    ],
    [
      "a field that is lacked and has a column",
      { ...api, lacks: ["noticeCategory"] },
      '"lacks" names the field "noticeCategory", which has a column',
    ],
    [
      "a workbook with a key",
      { ...excel, service: api.service },
      '"service" does not belong to the kind "xlsx", only to "openapi"',
    ],
    [
      "a view of nothing",
      without(excel, "viewOf"),
      '"viewOf" is missing, the kind "xlsx" needs it',
    ],
  ] as const,
)("fitsKind() refuses $0", (_, spec, words) => {
  assert.equal(fitsKind(spec as unknown as SelectorSpec)?.en, words);
});
