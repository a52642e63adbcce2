import assert from "node:assert/strict";
import { Found, PrefixTable } from "../src/corpus/prefix_table.ts";

/** A hash that many documents have, and one that few have. */
const hashesOf = (document: number) =>
  Uint32Array.of(document % 1_000, Math.imul(document + 7, 0x2545F491) >>> 0);

Deno.test("PrefixTable.putAll() puts in what put() puts in one by one, of more entries than it sorts at once", () => {
  const documents = 150_000;
  const [together, singly] = [new PrefixTable(), new PrefixTable()];
  for (const table of [together, singly]) table.clear(2 * documents, 0);
  together.putAll(documents, (document, into) => into.gather(hashesOf(document), 2, document));
  const homes = new Uint32Array(2);
  for (let document = 0; document < documents; document++) {
    const hashes = hashesOf(document);
    singly.approach(hashes, 2, homes);
    for (const n of [0, 1]) singly.put(hashes[n] as number, document, homes[n] as number);
  }
  assert.equal(together.filled, singly.filled);
  const found = (table: PrefixTable, hash: number) => {
    const documents = new Found();
    table.approach(Uint32Array.of(hash), 1, homes);
    table.find(hash, homes[0] as number, documents);
    return new Set(documents.count === 0 ? [] : documents.inOrder());
  };
  for (let document = 0; document < documents; document += 4_999) {
    for (const hash of hashesOf(document)) {
      const [one, other] = [found(together, hash), found(singly, hash)];
      assert.ok(one.has(document) && other.has(document));
      // Neither misses one that has it; what shares no more than a tag may be another.
      const having = (documents: Set<number>) =>
        [...documents].filter((each) => hashesOf(each).includes(hash));
      assert.deepEqual(having(one), having(other));
    }
  }
});
