import assert from "node:assert/strict";
import fc from "fast-check";
import { NearIndex } from "../src/corpus/near_join.ts";
import { OUR_NEAR, PAPER_NEAR } from "../src/corpus/near_policy.ts";
import { StoreFault } from "../src/store_fault.ts";

function joined(pieces: Iterable<Uint8Array>): Uint8Array {
  return new Uint8Array([...pieces].flatMap((piece) => [...piece]));
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const texts = Array.from(
  { length: 60 },
  (_, n) => Array.from({ length: n }, (_, at) => `말${(n * at) % 97}`).join(" "),
);
const index = new NearIndex(OUR_NEAR);
for (const text of texts) index.add(text);
const saved = joined(index.save());

const load = (bytes: Uint8Array, size = 64, policy = OUR_NEAR) =>
  NearIndex.load(cut(bytes, size), policy, "data/corpus/near.idx");

Deno.test("NearIndex.load() reads a file in pieces of any size", () => {
  for (const size of [1, 3, 7, 4096, saved.length]) {
    const read = load(saved, size);
    assert.equal(read.size, texts.length);
    for (const text of texts) assert.deepEqual(read.nearest(text), index.nearest(text));
  }
});

Deno.test("NearIndex.load() reads an index of nothing", () => {
  assert.equal(load(joined(new NearIndex(OUR_NEAR).save())).size, 0);
});

Deno.test("NearIndex.load() refuses a file with any bit turned", () => {
  fc.assert(
    fc.property(
      fc.nat(saved.length - 1),
      fc.nat(7),
      fc.integer({ min: 1, max: 99 }),
      (at, bit, size) => {
        const bad = saved.slice();
        bad[at]! ^= 1 << bit;
        assert.throws(() => load(bad, size), StoreFault);
      },
    ),
    { numRuns: 1_000 },
  );
});

Deno.test("NearIndex.load() refuses a file cut anywhere, or with anything behind it", () => {
  for (let length = 0; length < saved.length; length += 13) {
    assert.throws(() => load(saved.subarray(0, length)), StoreFault, `${length} bytes`);
  }
  assert.throws(() => load(new Uint8Array([...saved, 0])), /expected \d+ bytes, found more/);
});

Deno.test("NearIndex.load() tells what it expected of a foreign file and what it found", () => {
  assert.throws(
    () => load(new TextEncoder().encode("PK\u0003\u0004 a workbook\n")),
    ({ sentence }: StoreFault) => {
      assert.match(sentence.en, /"data\/corpus\/near.idx".*expected a header of kind/);
      assert.match(sentence.en, /found "PK/);
      assert.match(sentence.ko, /near.idx/);
      return true;
    },
  );
});

Deno.test("NearIndex.load() names the rule by which an index was made otherwise", () => {
  assert.throws(
    () => load(saved, 64, PAPER_NEAR),
    /expected policy .*0\.85.*found policy .*allowed-edit/,
  );
  const text = new TextDecoder("latin1").decode(saved).replace('"form":1', '"form":2');
  const later = Uint8Array.from(text, (c) => c.charCodeAt(0));
  assert.throws(() => load(later), /expected form 1, found form 2/);
});
