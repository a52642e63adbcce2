import assert from "node:assert/strict";
import { readDocument } from "../src/corpus/given_document.ts";
import { Dmf } from "./support/run_dmf.ts";

const NOW = Temporal.Instant.from("2026-12-01T06:00:00Z");
const NAMING = {
  toKey: (url: string) => ({ kind: "canonical", url, applied: [] }) as const,
  now: () => NOW.epochMilliseconds,
};

/** Why a line is refused, or the key that it goes by. */
function read(line: string | object): string {
  const text = typeof line === "string" ? line : JSON.stringify(line);
  const given = readDocument(text, NAMING);
  if (given.kind === "document") return given.document.key;
  assert.match(given.why.ko, /[가-힣]/);
  return given.why.en;
}

Deno.test("a document keeps keys of any kind, up to a hundred levels deep", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  assert.equal(read(`{"id":1,"text":"a","x":null,"y":[],"z":${nested(100)}}`), "id:1");
  for (const depth of [101, 20_000, 1_000_000]) {
    assert.equal(
      read(`{"id":1,"text":"a","odd":{"key":${nested(depth)}}}`),
      '"odd" is nested deeper than 100 levels',
    );
  }
});

Deno.test("an id is a text that is not blank, or a whole number that JSON keeps apart", () => {
  for (const id of ["a", "0", 0, 7, 2 ** 53 - 1]) {
    assert.equal(read({ id, text: "a" }), `id:${id}`);
  }
  for (const id of ['""', '" "', "9007199254740993", "1e400", "1.5", "true", "[]", "null"]) {
    assert.match(read(`{"id":${id},"text":"a"}`), /^"id" must be a text that is not blank/, id);
  }
});

Deno.test("half a character in an id or a URL is refused, in a text it is replaced", () => {
  assert.match(read('{"id":"\\ud800","text":"a"}'), /^"id" has half a character/);
  assert.match(read('{"url":"https://a.kr/\\udc00","text":"a"}'), /^"url" has half a character/);
  assert.equal(read('{"id":"\\ud83d\\ude00","text":"\\ud800"}'), "id:\u{1f600}");
});

Deno.test("fetchedAt may be a day ahead of the clock and no more", () => {
  const at = (fetchedAt: unknown) => read({ id: 1, text: "a", fetchedAt });
  assert.equal(at("2026-12-02T06:00:00Z"), "id:1");
  assert.equal(at("1999-12-31T23:59:59+09:00"), "id:1");
  assert.match(at("2026-12-02T06:00:00.001Z"), /more than a day ahead of the clock/);
  assert.match(at("+275760-01-01T00:00:00Z"), /more than a day ahead of the clock/);
  for (const none of ["yesterday", "2026-12-01", 1764568800000, [], null]) {
    assert.match(at(none), /"fetchedAt" must be a time such as/, String(none));
  }
});

Deno.test("a status is 0, or three digits from 100 on", () => {
  for (const status of [0, 100, 304, 404, 599, 999]) {
    assert.equal(read({ id: 1, text: "a", status }), "id:1");
  }
  for (const status of [-1, 1, 99, 1000, 99_999_999_999, 200.5, "200", null]) {
    assert.match(
      read({ id: 1, text: "a", status }),
      /^"status" must be an HTTP status from 100 to 999, or 0/,
      String(status),
    );
  }
});

Deno.test("dmf corpus add names file and line of what is nested too deep, and goes on", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const file = `${dmf.folder}/deep.jsonl`;
  const deep = `{"id":1,"text":"a b c","odd":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  await Deno.writeTextFile(file, `${deep}\n{"id":2,"text":"d e f"}\n`);
  const { code, out, err } = await dmf.run(["corpus", "add", file, "--lang", "en", "--json"]);
  assert.equal(code, 3, err);
  assert.equal(err, `${file}:1: "odd" is nested deeper than 100 levels\n`);
  assert.equal(JSON.parse(out).kept, 1);
});
