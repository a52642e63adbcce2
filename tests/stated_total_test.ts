import assert from "node:assert/strict";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };
import { surveyPage } from "../src/find_table.ts";
import { parseHtml } from "../src/html.ts";
import { prepareSpec } from "../src/prepared_spec.ts";
import type { SelectorSpec } from "../src/selector_spec.ts";
import { statedTotal } from "../src/stated_total.ts";

const prepared = prepareSpec(spec as unknown as SelectorSpec);
const HEAD = prepared.columns.map(({ label }) => `<th>${label}</th>`).join("");
const LIST =
  `<table><caption>총 5건</caption><tr>${HEAD}</tr><tr><td title="총 6건">총 7건</table>`;

Deno.test.each(
  [
    ["총 <strong>9,812</strong> 건 LIST", 9812],
    ["<p title='총 1,234 건'>1,234</p> LIST", 1234],
    ["총\r\n&nbsp;0건 LIST", 0],
    ["<p>총<br>3</p><p>건</p> LIST", 3],
    ["총 1건 총 2건 LIST 총 3건", 2],
    ["<i title='총 1건'></i>총 2건 LIST", 2],
    ["총 2건 <i title='총 1건'></i> LIST", 1],
    ["총 <b title='총 8건'>2</b>건 LIST", 2],
    ["LIST 총 3건 총 4건", 3],
    ["LIST <i title='총 3건'></i>총 4건", 3],
    ["LIST", null],
    ["총건 총 건 총 ,건 LIST", null],
    ["총 99999999999999999999건 LIST", null],
    ["<!-- 총 1건 --><script>총 1건</script><p hidden>총 1건</p> LIST", null],
    ["총 4 LIST 건", null],
  ] as const,
)("statedTotal() reads %j as %s", (html: string, expected: number | null) => {
  const survey = surveyPage(parseHtml(html.replace("LIST", LIST))!, prepared);
  assert.equal(survey.lists.length, 1);
  assert.equal(statedTotal(survey, prepared.statedTotal), expected);
});
