import assert from "node:assert/strict";
import fc from "fast-check";
import { HostTexts, textMark } from "../src/corpus/host_texts.ts";

const MENU =
  "본문 바로가기 알림소식 공지사항 보도자료 입법예고 법령정보 민원안내 정보공개 기관소개 " +
  "조직도 찾아오시는 길 개인정보처리방침 이용약관 저작권정책 고객센터 대표전화 누리집 안내";
const url = (n: number) => `https://a.kr/p/${n}`;
/** A text of its own for every number. */
const own = (n: number) =>
  Array.from({ length: 30 }, (_, i) => `word${(n + 1) * 7919 * (i + 1) % 100_003}`).join(" ");

Deno.test("sameText() counts other paths that have the text now, and no views of one path", () => {
  const texts = new HostTexts();
  for (let n = 0; n < 4; n++) texts.add(url(n), own(1));
  for (let n = 0; n < 3; n++) texts.add(`${url(9)}?page=${n}`, own(1));
  assert.equal(texts.sameText(url(0), own(1), null), 4);
  texts.add(url(3), own(2));
  assert.equal(texts.sameText(url(0), own(1), null), 3);
  assert.equal(texts.sameText(url(0), own(3), null), 0);
});

Deno.test("sameText() counts no documents that had the former text as well", () => {
  const texts = new HostTexts();
  for (let n = 0; n < 4; n++) texts.add(url(n), n < 3 ? own(1) : own(5));
  for (let n = 1; n < 4; n++) texts.add(url(n), own(2));
  assert.equal(texts.sameText(url(0), own(2), textMark(own(1))), 1);
  assert.equal(texts.sameText(url(0), own(2), null), 3);
});

Deno.test("sharedShare() is high for a frame, wherever it stands, and low for a text of its own", () => {
  const texts = new HostTexts();
  for (let n = 0; n < 5; n++) texts.add(url(n), `${own(n)} ${MENU}`);
  assert.ok(texts.sharedShare(url(7), MENU) > 0.85);
  assert.ok(texts.sharedShare(url(7), `${own(7)} ${MENU}`) < 0.5);
  assert.equal(texts.sharedShare(url(7), own(7)), 0);
  assert.equal(texts.sharedShare(url(7), ""), 0);
});

Deno.test("sharedShare() does not count a document for its own witness", () => {
  const texts = new HostTexts();
  for (let n = 0; n < 3; n++) texts.add(url(n), MENU);
  assert.equal(texts.sharedShare(url(0), MENU), 0);
  assert.ok(texts.sharedShare(url(3), MENU) > 0.85);
});

Deno.test("HostTexts forgets what is two thousand documents old", () => {
  const texts = new HostTexts();
  for (let n = 0; n < 5; n++) texts.add(url(n), MENU);
  for (let n = 5; n < 2005; n++) texts.add(url(n), own(n));
  assert.equal(texts.sameText(url(0), MENU, null), 0);
  assert.equal(texts.sharedShare(url(0), MENU), 0);
  assert.ok(texts.save().length < 2_000_000);
});

Deno.test("HostTexts.load() answers as what was saved", () => {
  const visit = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(fc.property(fc.array(visit), fc.array(visit), (before, after) => {
    const texts = new HostTexts();
    for (const [n, text] of before) texts.add(url(n), own(text));
    const loaded = HostTexts.load(texts.save());
    for (const [n, text] of after) {
      for (const each of [texts, loaded]) each.add(url(n), own(text));
    }
    for (let n = 0; n < 9; n++) {
      for (let text = 0; text < 4; text++) {
        const ask = (each: HostTexts) => [
          each.sameText(url(n), own(text), textMark(own(0))),
          each.sharedShare(url(n), own(text)),
        ];
        assert.deepEqual(ask(loaded), ask(texts));
      }
    }
  }));
});

Deno.test("HostTexts.load() begins anew where another version wrote", () => {
  const bytes = new TextEncoder().encode('{"format":0,"generations":"?"}');
  assert.equal(HostTexts.load(bytes).sameText(url(0), MENU, null), 0);
});
