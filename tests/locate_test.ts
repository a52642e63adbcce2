import assert from "node:assert/strict";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };
import { extractPage, prepareSpec } from "../src/extract.ts";
import { locateRows } from "../src/locate.ts";
import type { Digest, InstantText } from "../src/model.ts";
import type { SelectorSpec } from "../src/selector_spec.ts";

const prepared = prepareSpec(spec as unknown as SelectorSpec);
const GOLDEN = new URL("golden/mfds-dmf/", import.meta.url);

function page(name: string): string {
  return Deno.readTextFileSync(new URL(`${name}.html`, GOLDEN));
}

function sourceOf(text: string, rows: readonly number[]): string[] {
  return locateRows(text, prepared, rows).map(({ start, end }) => text.slice(start, end));
}

Deno.test("locateRows() gives each row from <tr> to after </tr>, in the order asked for", () => {
  const [third = "", first = ""] = sourceOf(page("normal"), [2, 0]);
  assert.ok(first.startsWith("<tr>") && first.endsWith("</tr>"));
  assert.ok(first.includes("노메게스트롤아세테이트") && first.includes("1 rue Exemple"));
  assert.ok(third.startsWith("<tr>") && third.includes("메트포르민염산염"));
  assert.ok(!third.includes("레미펜타닐염산염") && third.endsWith("</tr>"));
});

/** Every golden page that is read, so that indexes are compared under each kind of markup. */
const readable = [...Deno.readDirSync(GOLDEN)].map(({ name }) => name.replace(/\.\w+$/, ""))
  .filter((name, i, all) => all.indexOf(name) === i).flatMap((name) => {
    const at = { page: 1, url: "", digest: "" as Digest, observedAt: "" as InstantText };
    const extraction = extractPage(page(name), prepared, at);
    return extraction.kind === "read" ? [{ name, rows: extraction.page.rows }] : [];
  });

Deno.test("locateRows() counts rows as extractPage() does, on every golden page", () => {
  assert.ok(readable.length > 12);
  for (const { name, rows } of readable) {
    const found = sourceOf(page(name), rows.map(({ position }) => position.row));
    rows.forEach(({ values }, i) => {
      assert.ok(found[i]?.includes(values.registrationNumber ?? "none"), `${name}, row ${i}`);
      assert.match(found[i] ?? "", /^<tr>[^]*<\/tr>$/);
    });
  }
});

Deno.test("locateRows() counts UTF-16 units, also behind CRLF, entities, a BOM and emoji", () => {
  const text = "\uFEFF" + page("normal").replaceAll("\n", "\r\n")
    .replace("<p class", "<p>😀 &amp;&#128512; 𠮷\0</p><p class");
  const [second] = sourceOf(text, [1]);
  assert.match(second ?? "", /^<tr>\r\n[^]*수30-12-ND[^]*<\/tr>$/);
});

Deno.test("locateRows() ends a row without end tags where the next one begins", () => {
  const text = page("normal").replaceAll("</tr>", "").replaceAll("</td>", "");
  const [second, third] = sourceOf(text, [1, 2]);
  assert.match(second ?? "", /^<tr>[^]*수30-12-ND[^]*<\/span>\s*$/);
  assert.match(third ?? "", /^<tr>[^]*20050831-37-C-34-05\(4\)/);
});

Deno.test("locateRows() says which row is not there", () => {
  assert.deepEqual(locateRows(page("firewall"), prepared, []), []);
  assert.throws(() => locateRows(page("normal"), prepared, [0, 3]), {
    name: "RangeError",
    message: "Cannot locate row 4 of a page that has 3 rows",
  });
  assert.throws(() => locateRows(page("firewall"), prepared, [0]), RangeError);
});
