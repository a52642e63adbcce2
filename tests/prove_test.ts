import assert from "node:assert/strict";
import { byteOffsets, decode } from "../src/decode.ts";
import { digestOf } from "../src/digest.ts";
import { extractPage, prepareSpec } from "../src/extract.ts";
import { locateRows } from "../src/locate.ts";
import { type InstantText, type RecordId, type Row, runId, type SourceId } from "../src/model.ts";
import { ArchiveFault } from "../src/ports.ts";
import type { Given, Standing } from "../src/proof/given.ts";
import { Pages } from "../src/proof/page.ts";
import { proveField } from "../src/proof/prove.ts";
import type { Accepted } from "../src/run_record.ts";
import { selectSpec, specOf } from "../src/selectors.ts";
import { encodeEucKr } from "./support/fixture_euc_kr.ts";
import { MemoryArchive } from "./support/memory_world.ts";

const RUN = runId("2026-11-02");
const RECORD = "r1" as RecordId;
const SOURCE = "mfds-dmf" as SourceId;
const AT = "2026-11-01T21:00:00Z" as InstantText;
const URL = "http://127.0.0.1:1/list?page=1";
const spec = selectSpec(SOURCE);
const prepared = prepareSpec(spec);

const normal = Deno.readTextFileSync(
  new globalThis.URL("golden/mfds-dmf/normal.html", import.meta.url),
).replaceAll(/<meta charset[^>]*>/gi, "");

/** A page in an archive, its rows, and what a log that read them would say. */
async function archived(body: Uint8Array, contentType = "text/html; charset=utf-8") {
  const archive = new MemoryArchive();
  const digest = digestOf(body);
  const headers = { "content-type": contentType };
  await archive.put(RUN, {
    url: URL,
    finalUrl: URL,
    status: 200,
    headers,
    requestedAt: AT,
    receivedAt: AT,
    digest,
    bytes: body.length,
  }, body);
  const decoded = decode(body, contentType);
  assert.ok(decoded.kind === "decoded");
  const { text, charset } = decoded;
  const extraction = extractPage(text, prepared, { page: 1, url: URL, digest, observedAt: AT });
  assert.ok(extraction.kind === "read");
  const { rows } = extraction.page;
  const spans = locateRows(text, prepared, rows.map((_, index) => index));
  const offsets = byteOffsets(body, charset, text, spans.flatMap(({ start, end }) => [start, end]));
  return {
    body,
    pages: (version = spec.version) => new Pages(archive, SOURCE, () => specOf(SOURCE, version)),
    rows,
    given: (row: Row, over: Partial<Row["position"]> & { start?: number } = {}): Given => {
      const at = { ...row.position, ...over };
      const { applicant, ingredient, registrationNumber } = row.values;
      const [start = 0, end = 0] = offsets.slice(2 * row.position.row);
      return {
        sealed: {
          seq: 7,
          run: RUN,
          hash: "",
          entry: {
            kind: "amended",
            record: RECORD,
            fields: { applicant: { from: null, to: applicant } },
            raw: {},
            registrationNumber,
            ingredient,
            applicant,
            observedAt: AT,
            evidence: { ...at, start: over.start ?? start, end },
          },
        },
        run: { after: null, specVersion: spec.version } as Accepted,
        version: standing(row).versions[0],
      };
    },
  };
}

function standing({ values, raw }: Pick<Row, "values" | "raw">): Standing {
  const version = { record: RECORD, values, raw, validFrom: RUN, validTo: null, seq: 7 };
  return { record: RECORD, versions: [version], delistedBy: null };
}

const says = (words: RegExp) => (fault: unknown) =>
  fault instanceof ArchiveFault && words.test(fault.sentence.en) && fault.sentence.ko !== "";

for (
  const [name, encode, contentType] of [
    ["UTF-8", (text: string) => new TextEncoder().encode(text), "text/html; charset=utf-8"],
    ["UTF-8 with a mark", (text: string) => new TextEncoder().encode(`\uFEFF${text}`), "text/html"],
    ["EUC-KR", encodeEucKr, "text/html; charset=euc-kr"],
    [
      "decomposed UTF-8",
      (text: string) => new TextEncoder().encode(text.normalize("NFD")),
      "text/html",
    ],
    ["UTF-16", utf16, "text/html"],
  ] as const
) {
  Deno.test(`proveField() gives the exact bytes of a cell in ${name}`, async () => {
    const page = await archived(encode(normal), contentType);
    for (const row of page.rows) {
      const given = page.given(row);
      const proof = await proveField(standing(row), "applicant", given, page.pages());
      const cell = proof.row.cells.find(({ proves }) => proves);
      const [range] = cell?.texts[0]?.ranges ?? [];
      assert.ok(cell && range);
      const decoder = new TextDecoder(proof.page.charset, { fatal: true });
      const text = decoder.decode(page.body.subarray(range.start, range.end));
      assert.equal(text.normalize("NFC"), row.values.applicant);
      const whole = decoder.decode(page.body.subarray(cell.start, cell.end));
      assert.match(whole, /^<td[^]*<\/td>$/);
    }
  });
}

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length + 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xFEFF, true);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i + 2, text.charCodeAt(i), true);
  return bytes;
}

Deno.test("proveField() proves nothing by a row that is another record, or another row's value", async () => {
  const page = await archived(new TextEncoder().encode(normal));
  const [row, other] = page.rows as [Row, Row];
  const there = page.given(row, { row: 1 });
  await assert.rejects(
    proveField(standing(row), "registrationNumber", there, page.pages()),
    says(/"registrationNumber" reads .* there, and .* in the record/),
  );
  const values = { ...row.values, status: other.values.status, applicant: row.values.applicant };
  await assert.rejects(
    proveField(standing({ values, raw: {} }), "status", there, page.pages()),
    says(/row 2 is not this record: "/),
  );
});

Deno.test("proveField() proves nothing where the place is not the recorded one", async () => {
  const page = await archived(new TextEncoder().encode(normal));
  const [row] = page.rows as [Row];
  const prove = (given: Given) => proveField(standing(row), "applicant", given, page.pages());
  await assert.rejects(prove(page.given(row, { row: 77 })), says(/row 78, but the page has 3/));
  await assert.rejects(prove(page.given(row, { start: 5 })), says(/at other bytes .* expected 5–/));
  await assert.rejects(
    prove(page.given(row, { url: `${URL}9` })),
    says(/sidecar \(\.json\) does not tell of/),
  );
});

Deno.test("proveField() needs the spec of the run, and says which", async () => {
  const page = await archived(new TextEncoder().encode(normal));
  const [row] = page.rows as [Row];
  await assert.rejects(
    proveField(standing(row), "applicant", page.given(row), page.pages(99)),
    says(/the selector spec of that run, "mfds-dmf\/2\.json", is not in this program/),
  );
});

Deno.test("proveField() says so where no page gave the value", async () => {
  const page = await archived(new TextEncoder().encode(normal));
  const [row] = page.rows as [Row];
  const given = page.given(row);
  const entry = { kind: "sighted", record: RECORD } as const;
  await assert.rejects(
    proveField(
      standing(row),
      "applicant",
      { ...given, sealed: { ...given.sealed, entry } },
      page.pages(),
    ),
    says(/There is no archived page to prove it by: entry #7 \("sighted"\)/),
  );
});
