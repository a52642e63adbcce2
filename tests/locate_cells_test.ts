import assert from "node:assert/strict";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };
import { valueIn } from "../src/row_draft.ts";
import { extractPage, prepareSpec } from "../src/extract.ts";
import { locateCells, type LocatedText } from "../src/locate.ts";
import type { Digest, InstantText, RegisterRecord, Site } from "../src/model.ts";
import type { SelectorSpec } from "../src/selector_spec.ts";

const prepared = prepareSpec(spec as unknown as SelectorSpec);
const GOLDEN = new URL("golden/mfds-dmf/", import.meta.url);
const AT = { page: 1, url: "", digest: "" as Digest, observedAt: "" as InstantText };

const page = (name: string) => Deno.readTextFileSync(new URL(`${name}.html`, GOLDEN));

/** The cells of a row by the field of their column. */
function cellsOf(text: string, row: number) {
  return new Map(
    locateCells(text, prepared, row).cells.map((cell) => [cell.column.target?.field, cell]),
  );
}

const sourceOf = (text: string, { pieces }: LocatedText) =>
  pieces.map(({ start, end }) => text.slice(start, end));

/** Reads sources as a reader who knows nothing of parsers: no tags, five references. */
function plainly(pieces: readonly string[]): string {
  return pieces.join("").replace(/<!--.*?-->|<[^>]*>/gs, "").replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");
}

const squeezed = (text: string) => text.normalize("NFC").replace(/[\s\u200B]+/g, "");

Deno.test("locateCells() gives the bare text of a value, without its label and its tags", () => {
  const text = page("normal");
  const cells = cellsOf(text, 0);
  const applicant = cells.get("applicant");
  assert.ok(applicant && text.slice(applicant.start, applicant.end).startsWith("<td>"));
  assert.ok(text.slice(applicant.start, applicant.end).endsWith("</td>"));
  const [only] = applicant.texts;
  assert.ok(only);
  assert.deepEqual(sourceOf(text, only), [only.text]);
});

Deno.test("locateCells() gives one text for each row of a nested table", () => {
  const text = page("normal");
  for (let row = 0; row < 3; row++) {
    const cells = cellsOf(text, row);
    for (const field of ["sites.name", "sites.address", "sites.country"] as const) {
      for (const one of cells.get(field)?.texts ?? []) {
        assert.equal(squeezed(plainly(sourceOf(text, one))), squeezed(one.text));
      }
    }
  }
});

Deno.test("locateCells() points into the title where the page shows a text cut", () => {
  const text = page("normal").replace(
    /<span>㈜?[^<]*<\/span><\/td>/,
    `<span title='가나다라 "마" 바사'>가나다…</span></td>`,
  );
  const found = locateCells(text, prepared, 0).cells.flatMap(({ texts }) => texts)
    .find((one) => one.text.startsWith("가나다"));
  assert.ok(found);
  assert.equal(found.text, '가나다라 "마" 바사');
  assert.deepEqual(sourceOf(text, found), ['가나다라 "마" 바사']);
});

Deno.test("locateCells() gives every piece of a text that comments and hidden words divide", () => {
  const text = page("normal").replace(
    /<span>(노메게스트롤)(아세테이트)<\/span>/,
    "<span>$1<!-- 옛 이름 --><b hidden>숨김</b><i>$2</i></span>",
  );
  const found = cellsOf(text, 0).get("ingredient")?.texts[0];
  assert.ok(found);
  assert.deepEqual(sourceOf(text, found), ["노메게스트롤", "아세테이트"]);
  assert.equal(found.text, "노메게스트롤아세테이트");
});

Deno.test("locateCells() has no piece where a cell says nothing, and says which row is not there", () => {
  const text = page("normal");
  const blank = locateCells(text, prepared, 0).cells.flatMap(({ texts }) => texts)
    .filter((one) => one.text === "");
  assert.ok(blank.length > 0);
  for (const one of blank) assert.deepEqual(one.pieces, []);
  assert.throws(() => locateCells(text, prepared, 99), /Cannot locate row 100/);
});

/** The value that the texts of a field's columns amount to. */
function valueOf(cells: ReturnType<typeof cellsOf>, field: keyof RegisterRecord) {
  const textsOf = (column: string) =>
    (cells.get(column as "applicant")?.texts ?? []).map(({ text }) => valueIn(text, prepared));
  if (field !== "sites") return textsOf(field)[0] ?? null;
  const [names, addresses, countries] = ["name", "address", "country"].map((part) =>
    textsOf(`sites.${part}`)
  ) as [(string | null)[], (string | null)[], (string | null)[]];
  const length = Math.max(names.length, addresses.length, countries.length);
  return Array.from({ length }, (_, i): Site => ({
    name: names[i] ?? null,
    address: addresses[i] ?? null,
    country: countries[i] ?? null,
  })).filter(({ name, address, country }) => name ?? address ?? country);
}

const goldens = [...Deno.readDirSync(GOLDEN)].map(({ name }) => name)
  .filter((name) => name.endsWith(".html")).map((name) => name.replace(".html", ""));

Deno.test("locateCells() reads every cell of every golden page as extractPage() does", () => {
  let cellCount = 0;
  for (const name of goldens) {
    const text = page(name);
    const extraction = extractPage(text, prepared, AT);
    if (extraction.kind !== "read") continue;
    for (const { values, position } of extraction.page.rows) {
      const cells = cellsOf(text, position.row);
      for (const field of ["applicant", "registrationNumber", "ingredient", "sites"] as const) {
        assert.deepEqual(valueOf(cells, field), values[field], `${name} ${position.row} ${field}`);
        cellCount += 1;
      }
      for (const one of [...cells.values()].flatMap(({ texts }) => texts)) {
        const read = squeezed(plainly(sourceOf(text, one)));
        if (!/&(?!amp|lt|gt|quot|nbsp)/.test(sourceOf(text, one).join(""))) {
          assert.equal(read, squeezed(one.text), `${name} ${position.row}`);
        }
      }
    }
  }
  assert.ok(cellCount > 150, `${cellCount}`);
});
