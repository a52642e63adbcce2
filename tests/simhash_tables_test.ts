import assert from "node:assert/strict";
import fc from "fast-check";
import { hammingDistance, type SimHash } from "../src/simhash.ts";
import { SimHashIndex } from "../src/simhash_tables.ts";

const half = fc.integer({ min: 0, max: 0xFFFFFFFF });
const fingerprint: fc.Arbitrary<SimHash> = fc.record({ high: half, low: half }, {
  noNullPrototype: true,
});

/** Fingerprints around a few: by chance alone no two would ever be near. */
const crowded = fc.tuple(
  fc.array(fingerprint, { minLength: 1, maxLength: 4 }),
  fc.array(fc.tuple(fc.nat(3), fc.array(fc.nat(63), { maxLength: 3 })), { maxLength: 60 }),
).map(([centers, members]) =>
  members.map(([at, flips]) => {
    let { high, low } = centers[at % centers.length] as SimHash;
    for (const bit of flips) {
      if (bit < 32) high = (high ^ 1 << bit) >>> 0;
      else low = (low ^ 1 << bit - 32) >>> 0;
    }
    return { high, low };
  })
);

const layout = fc.integer({ min: 0, max: 4 }).chain((k) =>
  fc.record({ k: fc.constant(k), blocks: fc.integer({ min: k + 1, max: k + 4 }) })
);

function bruteForce(all: readonly SimHash[], wanted: SimHash, k: number) {
  return all.map((one, id) => ({ id, distance: hammingDistance(one, wanted) }))
    .filter(({ distance }) => distance <= k)
    .sort((a, b) => a.distance - b.distance || a.id - b.id);
}

Deno.test("query() finds exactly what looking at every fingerprint finds, however they were added", () => {
  let found = 0;
  fc.assert(
    fc.property(crowded, layout, fc.array(fc.nat(20), { maxLength: 6 }), (all, how, cuts) => {
      const index = new SimHashIndex(how);
      let at = 0;
      for (const size of [...cuts, all.length]) index.add(all.slice(at, at += size));
      assert.equal(index.size, all.length);
      for (const wanted of all) {
        const expected = bruteForce(all, wanted, how.k);
        assert.deepEqual(index.query(wanted), expected);
        found += expected.length - 1;
      }
    }),
  );
  assert.ok(found > 100, "pairs that are near");
});

Deno.test("query() finds the near ones of 10,000 evenly spread fingerprints", () => {
  const random = xorshift(88172645);
  const all = Array.from({ length: 10_000 }, () => ({ high: random(), low: random() }));
  for (const blocks of [4, 5, 6, 10]) {
    const index = new SimHashIndex({ blocks });
    for (let at = 0; at < all.length; at += 3_000) index.add(all.slice(at, at + 3_000));
    for (let n = 0; n < 40; n++) {
      const { high, low } = all[random() % all.length] as SimHash;
      const bit = () => 1 << (random() & 31);
      const near = { high: (high ^ bit()) >>> 0, low: (low ^ bit() ^ bit()) >>> 0 };
      assert.deepEqual(index.query(near), bruteForce(all, near, 3));
    }
  }
});

Deno.test("an empty index finds nothing, an empty batch adds nothing", () => {
  const index = new SimHashIndex();
  assert.deepEqual(index.query({ high: 0, low: 0 }), []);
  index.add([]);
  assert.equal(index.size, 0);
  assert.equal(index.bytes, 0);
});

Deno.test("the same fingerprint may be there many times", () => {
  const index = new SimHashIndex();
  const zero = { high: 0, low: 0 };
  index.add([zero, zero]);
  index.add([{ high: 0, low: 7 }, { high: 0, low: 15 }]);
  assert.deepEqual(index.query(zero), [
    { id: 0, distance: 0 },
    { id: 1, distance: 0 },
    { id: 2, distance: 3 },
  ]);
});

Deno.test("an index that could not find all is refused", () => {
  for (const how of [{ k: 3, blocks: 3 }, { k: -1 }, { k: 1.5 }, { k: 64 }, { k: 3, blocks: 65 }]) {
    assert.throws(() => new SimHashIndex(how), RangeError);
  }
  const exact = new SimHashIndex({ k: 0, blocks: 1 });
  exact.add([{ high: 1, low: 2 }, { high: 1, low: 3 }]);
  assert.deepEqual(exact.query({ high: 1, low: 3 }), [{ id: 1, distance: 0 }]);
});

function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
