import assert from "node:assert/strict";
import fc from "fast-check";
import { ReadingAhead } from "../src/adapters/reading_ahead.ts";
import { NearIndex } from "../src/corpus/near_join.ts";
import { OUR_NEAR, PAPER_NEAR } from "../src/corpus/near_policy.ts";
import { shingling } from "../src/corpus/shingles.ts";
import type { ShingleReader } from "../src/corpus/shingles.ts";

const word = fc.constantFrom("가", "나다", "the", "w1", "3일", "1,200원", "long-word", "x");
const text = fc.array(word, { maxLength: 120 }).map((words) => words.join(" "));

const said = (reader: ShingleReader, of: string) => {
  const count = reader.read(of);
  return [count, reader.count, reader.skeleton, [...reader.set.subarray(0, count)]];
};

/** Answers of the worker itself: it has begun when it has read what it was given first. */
async function begun(reader: ReadingAhead): Promise<void> {
  reader.ahead(["the first text"]);
  await reader.begun;
}

Deno.test("ReadingAhead reads what shingling() reads, whatever is announced, passed over or not", async () => {
  const [reader, plain] = [new ReadingAhead(2), shingling(2)];
  try {
    await begun(reader);
    fc.assert(
      fc.property(
        fc.array(fc.record({ text, announced: fc.boolean(), asked: fc.boolean() }), {
          minLength: 30,
          maxLength: 150,
        }),
        (texts) => {
          reader.ahead(texts.filter((one) => one.announced).map((one) => one.text));
          for (const { text, asked } of texts) {
            if (asked) assert.deepEqual(said(reader, text), said(plain, text));
          }
        },
      ),
    );
    assert.ok(reader.helped > 500, `${reader.helped} texts were read by the worker`);
  } finally {
    reader.close();
  }
});

Deno.test("ReadingAhead gives up what was announced four times before", async () => {
  const [reader, plain] = [new ReadingAhead(5), shingling(5)];
  try {
    await begun(reader);
    const many = Array.from(
      { length: 5_000 },
      (_, n) => `${n} of many texts that are not asked for`,
    );
    for (let round = 0; round < 9; round++) reader.ahead(many);
    const asked = Array.from({ length: 300 }, (_, n) => `${n} is one text that is asked for`);
    for (let round = 0; round < 3; round++) reader.ahead([]);
    reader.ahead(asked);
    const before = reader.helped;
    for (const one of asked) assert.deepEqual(said(reader, one), said(plain, one));
    assert.equal(reader.helped, before + asked.length);
  } finally {
    reader.close();
  }
});

Deno.test("ReadingAhead reads a text that is too long for the worker's memory", async () => {
  const [reader, plain] = [new ReadingAhead(5), shingling(5)];
  try {
    await begun(reader);
    const long = Array.from({ length: 60_000 }, (_, n) => `w${n}`).join(" ");
    const texts = ["one short text before", long, "and one short text after"];
    reader.ahead(texts);
    for (const one of texts) assert.deepEqual(said(reader, one), said(plain, one));
  } finally {
    reader.close();
  }
});

Deno.test("ReadingAhead reads on when its worker is gone", () => {
  const [reader, plain] = [new ReadingAhead(5), shingling(5)];
  const texts = Array.from({ length: 2_000 }, (_, n) => `${n} text of a worker that was ended`);
  reader.ahead(texts);
  reader.close();
  for (const one of texts) assert.deepEqual(said(reader, one), said(plain, one));
});

Deno.test("NearIndex answers the same with a reader that reads ahead", async () => {
  for (const policy of [PAPER_NEAR, OUR_NEAR]) {
    const reader = new ReadingAhead(policy.words);
    try {
      await begun(reader);
      const texts = Array.from(
        { length: 1_000 },
        (_, n) =>
          Array.from({ length: 40 }, (_, at) => `w${(n % 90) * (at % 39 === 7 ? n : 1) + at}`)
            .join(" "),
      );
      const [one, other] = [new NearIndex(policy), new NearIndex(policy, reader)];
      other.ahead(texts);
      for (const text of texts) assert.deepEqual(other.admit(text), one.admit(text));
      assert.ok(one.size < texts.length && reader.helped === texts.length);
    } finally {
      reader.close();
    }
  }
});
