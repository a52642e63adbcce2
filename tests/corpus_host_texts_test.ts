import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { fromCheckpoint, toCheckpoint } from "../src/corpus/checkpoint.ts";
import { POLICIES } from "../src/corpus/corpus_policy.ts";
import { HostTexts, placeMarks } from "../src/corpus/host_texts.ts";
import { HostTurns } from "../src/corpus/host_turns.ts";
import { NearIndex } from "../src/corpus/near_join.ts";
import { Projections } from "../src/corpus/projections.ts";
import type { InstantText } from "../src/model.ts";

const MENU =
  "본문 바로가기 알림소식 공지사항 보도자료 입법예고 법령정보 민원안내 정보공개 기관소개 " +
  "조직도 찾아오시는 길 개인정보처리방침 이용약관 저작권정책 고객센터 대표전화 누리집 안내";
/** A text of its own for every number. */
const own = (n: number) =>
  Array.from({ length: 30 }, (_, i) => `word${(n + 1) * 7919 * (i + 1) % 100_003}`).join(" ");

Deno.test("sharedShare() is high for a frame, wherever it stands, and low for a text of its own", () => {
  const texts = new HostTexts();
  for (let n = 0; n < 5; n++) texts.add(n, `${own(n)} ${MENU}`);
  assert.ok(texts.sharedShare(7, MENU) > 0.85);
  assert.ok(texts.sharedShare(7, `${own(7)} ${MENU}`) < 0.5);
  assert.equal(texts.sharedShare(7, own(7)), 0);
  assert.equal(texts.sharedShare(7, ""), 0);
});

Deno.test("sharedShare() does not count a path for its own witness", () => {
  const texts = new HostTexts();
  for (let n = 0; n < 3; n++) texts.add(n, MENU);
  assert.equal(texts.sharedShare(0, MENU), 0);
  assert.ok(texts.sharedShare(3, MENU) > 0.85);
});

Deno.test("placeMarks() are one for the views of a path, and none where there is no address", () => {
  const [host, path] = placeMarks("https://a.kr/p/1");
  assert.deepEqual(placeMarks("https://a.kr/p/1?page=2#x"), [host, path]);
  assert.equal(placeMarks("https://a.kr/p/2")[0], host);
  assert.notEqual(placeMarks("https://a.kr/p/2")[1], path);
  assert.notEqual(placeMarks("https://b.kr/p/1")[0], host);
  assert.equal(placeMarks("http://a/x")[0], placeMarks("http://a/y?z")[0]);
  assert.equal(placeMarks("https://a.kr")[0], host);
  for (const key of ["id:1", "file:a/b.txt", "text:00"]) assert.deepEqual(placeMarks(key), [0, 0]);
});

Deno.test("HostTurns counts other paths of the host that show the text now", () => {
  const turns = new HostTurns();
  for (let path = 1; path <= 4; path++) turns.note(1, path, "a", path);
  turns.note(2, 9, "a", 9);
  assert.equal(turns.others(1, 1, "a", 1), 3);
  assert.equal(turns.others(1, 7, "a", 7), 4);
  assert.equal(turns.others(1, 7, "b", 7), 0);
  turns.note(1, 2, "b", 2);
  turns.stay(1, 3, "own");
  turns.stay(1, 8, "own");
  turns.stay(1, 4, "a");
  assert.equal(turns.others(1, 7, "a", 7), 2);
});

Deno.test("HostTurns counts no paths that had the former text as well", () => {
  const turns = new HostTurns();
  for (let path = 1; path <= 4; path++) turns.note(1, path, "a", path < 4 ? 50 : 60);
  assert.equal(turns.others(1, 7, "a", 50), 1);
  assert.equal(turns.others(1, 7, "a", 60), 3);
});

Deno.test("HostTurns is bounded, and forgets first what was used last", () => {
  const turns = new HostTurns();
  for (let path = 0; path < 6; path++) turns.note(1, path, "stays", path);
  for (let path = 6; path < 40_000; path++) {
    turns.note(1, path, `text ${path}`, path);
    if (path % 10_000 === 0) turns.note(1, 0, "stays", 0);
  }
  assert.equal(turns.others(1, 7, "stays", 7), 6);
  assert.equal(turns.others(1, 7, "text 20000", 7), 0);
  assert.equal(turns.others(1, 7, "text 39999", 7), 1);
  for (let path = 0; path < 1000; path++) turns.note(1, path, "many", path);
  assert.equal(turns.others(1, -1, "many", -1), 32);
  assert.ok(turns.save().length < 1_000_000);
});

Deno.test("HostTurns.load() answers and forgets as what was saved", () => {
  const visit = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom("a", "b", "c", null));
  fc.assert(fc.property(fc.array(visit), fc.array(visit), (before, after) => {
    const turns = new HostTurns();
    const tell = (each: HostTurns, [path, mark]: readonly [number, string | null]) =>
      mark === null ? each.stay(1, path, "own") : each.note(1, path, mark, path % 3);
    for (const one of before) tell(turns, one);
    const loaded = HostTurns.load(turns.save());
    for (const one of after) for (const each of [turns, loaded]) tell(each, one);
    assert.deepEqual(loaded.save(), turns.save());
    for (const mark of ["a", "b", "c"]) {
      assert.equal(loaded.others(1, 0, mark, 0), turns.others(1, 0, mark, 0));
    }
  }));
});

Deno.test("a checkpoint brings the turns back; one of an older format counts as none", () => {
  const state = new Projections(new NearIndex(POLICIES.ours.near));
  const at = "2026-01-01T00:00:00Z" as InstantText;
  state.apply(
    { kind: "founded", corpus: "main", at, policy: POLICIES.ours },
    [0, 0],
    () => "",
  );
  state.turns.note(1, 2, "a", 3);
  const bytes = Buffer.concat([...toCheckpoint(state, { length: 5, digest: new Uint8Array(32) })]);
  const read = (from: Uint8Array) =>
    fromCheckpoint(
      from,
      POLICIES.ours,
      (pieces) => NearIndex.load(pieces, POLICIES.ours.near, "checkpoint.bin"),
    );
  assert.equal(read(bytes)?.state.turns.others(1, 9, "a", 9), 1);
  const body = Buffer.from(bytes.subarray(0, -32));
  const format = body.indexOf('"format":') + '"format":'.length;
  body[format] = (body[format] as number) - 1;
  assert.equal(read(Buffer.concat([body, createHash("sha256").update(body).digest()])), null);
});
