import assert from "node:assert/strict";
import fc from "fast-check";
import {
  bitsSet,
  featureHash,
  featuresOf,
  hammingDistance,
  readSimhash,
  type SimHash,
  simhash,
  simhashText,
} from "../src/simhash.ts";

const half = fc.integer({ min: 0, max: 0xFFFFFFFF });
const fingerprint: fc.Arbitrary<SimHash> = fc.record({ high: half, low: half }, {
  noNullPrototype: true,
});
const features = fc.array(fc.tuple(fc.string(), fc.double({ min: 0, max: 1e6, noNaN: true })));

function hashOf(text: string): SimHash {
  const into = new Uint32Array(2);
  featureHash(text, into);
  return { high: into[0] as number, low: into[1] as number };
}

/** The definition, bit by bit, with whole numbers of any size. */
function byDefinition(given: readonly (readonly [string, number])[]): bigint {
  let out = 0n;
  for (let bit = 0n; bit < 64n; bit++) {
    let vote = 0n;
    for (const [feature, weight] of given) {
      const { high, low } = hashOf(feature);
      const hash = BigInt(low) << 32n | BigInt(high);
      const steps = BigInt(Math.round(weight * 256));
      vote += hash >> bit & 1n ? steps : -steps;
    }
    if (vote > 0n) out |= 1n << bit;
  }
  return out;
}

Deno.test("simhash() is what the definition says, bit by bit", () => {
  fc.assert(fc.property(features, (given) => {
    const { high, low } = simhash(given);
    assert.equal(BigInt(low) << 32n | BigInt(high), byDefinition(given));
  }));
});

Deno.test("simhash() does not depend on the order of features, nor on how one is divided", () => {
  fc.assert(fc.property(features, fc.nat(), (given, turn) => {
    const at = turn % (given.length + 1);
    const turned = [...given.slice(at), ...given.slice(0, at)].reverse();
    assert.deepEqual(simhash(turned), simhash(given));
    const halves = given.flatMap(([f, w]) => [[f, Math.floor(w)], [f, Math.floor(w)]] as const);
    const whole = given.map(([f, w]) => [f, 2 * Math.floor(w)] as const);
    assert.deepEqual(simhash(halves), simhash(whole));
  }));
});

Deno.test("simhash() lets the heavier feature win, and none make zero", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => {
    assert.deepEqual(simhash([[a, 3], [b, 2]]), hashOf(a));
    assert.deepEqual(simhash([[a, 2], [b, 3]]), hashOf(b));
  }));
  assert.deepEqual(simhash([]), { high: 0, low: 0 });
});

Deno.test("hammingDistance() is a metric: zero only for equals, symmetric, no detour is shorter", () => {
  fc.assert(fc.property(fingerprint, fingerprint, fingerprint, (a, b, c) => {
    const equal = a.high === b.high && a.low === b.low;
    assert.equal(hammingDistance(a, b) === 0, equal);
    assert.equal(hammingDistance(a, a), 0);
    assert.equal(hammingDistance(a, b), hammingDistance(b, a));
    assert.ok(hammingDistance(a, c) <= hammingDistance(a, b) + hammingDistance(b, c));
  }));
});

Deno.test("bitsSet() counts as the digits of the number do", () => {
  fc.assert(fc.property(half, (word) => {
    const ones = word.toString(2).replaceAll("0", "").length;
    assert.equal(bitsSet(word), ones);
    assert.equal(bitsSet(word | 0), ones);
  }));
});

Deno.test("simhashText() has 16 digits and is read back", () => {
  fc.assert(fc.property(fingerprint, (given) => {
    assert.match(simhashText(given), /^[0-9a-f]{16}$/);
    assert.deepEqual(readSimhash(simhashText(given)), given);
  }));
  assert.equal(simhashText({ high: 0, low: 0xF }), "000000000000000f");
  for (const text of ["", "0", "g".repeat(16), "0".repeat(17)]) {
    assert.throws(() => readSimhash(text), SyntaxError);
  }
});

Deno.test("featureHash() gives values that were fixed once, as stored fingerprints depend on them", () => {
  const given = ["", "a", "식약", "약처"].map((text) => simhashText(hashOf(text)));
  assert.deepEqual(given, [
    "2429a4338a378134",
    "049c892411b69110",
    "4ae19f77da100e62",
    "a0902415d776e09f",
  ]);
  assert.equal(
    simhashText(simhash(featuresOf("경기도 화성시 향남읍 제약공단1길 12"))),
    "fe4304ffcf0aabda",
  );
});
Deno.test("featureHash() flips every bit of the hash half the time, whichever bit of a text flips", () => {
  const random = numbers();
  const trials = 2_000;
  for (let bit = 0; bit < 32; bit++) {
    const flips = new Uint32Array(64);
    for (let trial = 0; trial < trials; trial++) {
      const units = [random() & 0xFFFF, random() & 0xFFFF] as const;
      const other = [...units];
      other[bit >> 4]! ^= 1 << (bit & 15);
      const [a, b] = [hashOf(String.fromCharCode(...units)), hashOf(String.fromCharCode(...other))];
      const [high, low] = [a.high ^ b.high, a.low ^ b.low];
      for (let n = 0; n < 32; n++) {
        flips[n]! += high >>> n & 1;
        flips[n + 32]! += low >>> n & 1;
      }
    }
    // Six deviations of a fair coin: of 2,048 such counts none should be beyond.
    const most = 6 * Math.sqrt(trials) / 2;
    for (const [n, count] of flips.entries()) {
      assert.ok(Math.abs(count - trials / 2) < most, `bit ${bit} flips bit ${n} ${count} times`);
    }
  }
});

Deno.test("featureHash() spreads pairs of Hangul evenly, bits independent, none alike", () => {
  const count = 90_000;
  const seen = new Set<string>();
  const ones = new Uint32Array(64);
  const together = new Uint32Array(64 * 64);
  const buckets = new Uint32Array(1 << 12);
  const lower = new Uint32Array(1 << 12);
  for (let n = 0; n < count; n++) {
    const text = String.fromCharCode(0xAC00 + n % 300, 0xAC00 + Math.floor(n / 300) * 37 % 11_172);
    const hash = hashOf(text);
    seen.add(simhashText(hash));
    buckets[hash.high >>> 20]!++;
    lower[hash.low & 0xFFF]!++;
    if (n >= 20_000) continue;
    const set = Array.from(
      { length: 64 },
      (_, bit) => (bit < 32 ? hash.high >>> bit : hash.low >>> bit - 32) & 1,
    );
    for (let a = 0; a < 64; a++) {
      if (set[a] === 0) continue;
      ones[a]!++;
      for (let b = 0; b < a; b++) together[a * 64 + b]! += set[b] as number;
    }
  }
  assert.equal(seen.size, count);
  for (let a = 0; a < 64; a++) {
    assert.ok(Math.abs((ones[a] as number) - 10_000) < 6 * Math.sqrt(20_000) / 2, `bit ${a}`);
    for (let b = 0; b < a; b++) {
      const both = together[a * 64 + b] as number;
      assert.ok(Math.abs(both - 5_000) < 6 * Math.sqrt(20_000 * 3 / 16), `bits ${a} and ${b}`);
    }
  }
  for (const counts of [buckets, lower]) {
    const expected = count / counts.length;
    const chi = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    const freedom = counts.length - 1;
    assert.ok(Math.abs(chi - freedom) < 6 * Math.sqrt(2 * freedom), `chi² ${chi} of ${freedom}`);
  }
});

Deno.test("featuresOf() moves no bit for notation noise, and some for one character", () => {
  const text = "(주)한솔파마, 경기도 화성시 향남읍 제약공단1길 12 '가동'";
  const noisy = "㈜한솔파마,\r\n경기도  화성시 향남읍 제약공단１길 12 ’가동‘";
  assert.deepEqual(featuresOf(noisy), featuresOf(text));
  const changed = text.replace("12", "13");
  assert.notDeepEqual(simhash(featuresOf(changed)), simhash(featuresOf(text)));
});

Deno.test("featuresOf() gives short and blank texts what they have", () => {
  assert.deepEqual([...featuresOf("")], []);
  assert.deepEqual([...featuresOf(" \r\n")], []);
  assert.deepEqual([...featuresOf("가")], [["가", 1]]);
  assert.deepEqual([...featuresOf("가 나")], [["가나", 1]]);
  assert.deepEqual([...featuresOf("하하 하하")], [["하하하", 2]]);
  assert.deepEqual([...featuresOf("가나가나")], [["가나가", 1], ["나가나", 1]]);
});

Deno.test("equal texts have distance 0, whatever they are", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(hammingDistance(simhash(featuresOf(text)), simhash(featuresOf(text))), 0);
  }));
});

/** Whole numbers of 32 bits from a fixed seed. */
function numbers(): () => number {
  let state = 2463534242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
