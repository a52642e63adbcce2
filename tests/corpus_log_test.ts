/** Frames of a corpus log, tables of digests, and lines of streams. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { DigestTable, wordsOf } from "../src/corpus/digest_table.ts";
import { linesOf } from "../src/corpus/document_lines.ts";
import { decodeFrame, encodeFrame, FIRST, isWhole } from "../src/corpus/log_frame.ts";
import type { SeenEntry } from "../src/corpus/corpus_record.ts";
import { digestOf } from "../src/digest.ts";

const texts = fc.array(fc.string({ unit: "grapheme" }).map((text) => text.toWellFormed()), {
  maxLength: 6,
});

function entriesFor(given: readonly string[]): SeenEntry[] {
  return given.map((text, page) => ({ kind: "seen", page, length: text.length } as SeenEntry));
}

Deno.test("a frame gives its entries and texts back, for any texts", () => {
  fc.assert(fc.property(texts, (given) => {
    const bytes = encodeFrame({ entries: entriesFor(given), position: null }, given, FIRST);
    assert.ok(isWhole(bytes));
    const frame = decodeFrame(bytes);
    assert.deepEqual(given.map((_, i) => frame.text(i)), given);
    assert.deepEqual(frame.entries, entriesFor(given));
  }));
});

Deno.test("a frame with any bit turned over is not whole", () => {
  const bytes = encodeFrame({ entries: entriesFor(["가나다"]), position: null }, ["가나다"], FIRST);
  fc.assert(fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
    const turned = bytes.slice();
    turned[bit >> 3] = (turned[bit >> 3] as number) ^ (1 << (bit & 7));
    assert.ok(!isWhole(turned));
  }));
});

Deno.test("DigestTable finds the last row of a digest, also after load(save())", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3000), { maxLength: 5000 }), (numbers) => {
      const table = new DigestTable();
      const last = new Map<number, number>();
      const words = (number: number) => wordsOf(digestOf(String(number)));
      for (const number of numbers) last.set(number, table.add(words(number)));
      const loaded = DigestTable.load(table.save());
      for (const [number, row] of last) {
        assert.equal(table.find(words(number)), row);
        assert.equal(loaded.find(words(number)), row);
      }
      assert.equal(table.find(words(-1)), -1);
    }),
    { numRuns: 20 },
  );
});

Deno.test("linesOf() cuts the same lines however a stream is cut into chunks", async () => {
  await fc.assert(fc.asyncProperty(
    fc.string({ unit: fc.constantFrom("a", "가", "\n", "\r") }),
    fc.array(fc.integer({ min: 1, max: 5 })),
    async (text, sizes) => {
      const bytes = new TextEncoder().encode(text);
      const chunks: Uint8Array[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = sizes[i % (sizes.length || 1)] ?? 3;
        chunks.push(bytes.subarray(at, at += size));
      }
      const found = await Array.fromAsync(linesOf(ReadableStream.from(chunks), 0));
      const expected = text.split("\n");
      if (expected.at(-1) === "") expected.pop();
      assert.deepEqual(found.map((line) => new TextDecoder().decode(line.bytes)), expected);
      assert.equal(found.at(-1)?.end ?? 0, bytes.length);
    },
  ));
});
