import assert from "node:assert/strict";
import fc from "fast-check";
import { agedDecay, judgeDecay } from "../src/corpus/decay.ts";
import { detourOf } from "../src/corpus/decay_signs.ts";
import { DECAY_POLICY, type DecayState, type FetchedDocument } from "../src/corpus/decay_state.ts";
import { assertBilingual } from "./support/bilingual.ts";
import { suiteTest } from "./support/suites.ts";

const START = Temporal.Instant.from("2026-05-19T06:00:00Z");
const URL_ASKED = "https://a.kr/notice/3";

function fetched(more: Partial<FetchedDocument>): FetchedDocument {
  return {
    ...{ url: URL_ASKED, finalUrl: URL_ASKED, status: 200, text: null, title: null },
    ...{ fetchedAt: START, notModified: false },
    ...more,
  };
}

const DETOURS: readonly [from: string, to: string, detour: string | null][] = [
  ["https://a.kr/b/1", "https://a.kr/", "redirect-home"],
  ["https://a.kr/b/1", "https://a.kr/index.html", "redirect-home"],
  ["https://a.kr/b/1", "https://parked.example/", "redirect-home"],
  ["https://a.kr/b/1", "https://a.kr/?id=1", null],
  ["https://a.kr/b/1", "https://m.a.kr/b/1", null],
  ["https://a.kr/b/1", "https://a.kr/b/1/", null],
  ["https://a.kr/b/1", "https://a.kr/b", "redirect-category"],
  ["https://a.kr/b/1", "https://a.kr/search?q=1", "redirect-category"],
  ["https://a.kr/b/1", "https://a.kr/errors/404.html", "redirect-category"],
  ["https://a.kr/b/1", "https://a.kr/c/1-new-name", null],
  ["https://a.kr/list/1", "https://a.kr/list/1?page=1", null],
  ["https://a.kr/b/1", "https://a.kr/login?next=/b/1", "redirect-login"],
  ["https://a.kr/b/1", "https://a.kr/bbs/login.php", "redirect-login"],
  ["https://a.kr/b/1", "https://a.kr/authors/1", null],
  ["https://a.kr/login/help", "https://a.kr/login/help-2", null],
  ["https://a.kr/", "https://a.kr/main", null],
  ["mailto:x", "nothing", null],
];

for (const [from, to, detour] of DETOURS) {
  Deno.test(`detourOf() takes ${from} → ${to} for ${detour ?? "the document"}`, () => {
    assert.equal(detourOf(from, to), detour);
  });
}

Deno.test("agedDecay() lets a fresh document turn stale by age, and no other", () => {
  const { state } = judgeDecay(null, fetched({ text: "글 하나입니다." }), null, DECAY_POLICY);
  const after = (days: number) => agedDecay(state, START.add({ hours: 24 * days }), DECAY_POLICY);
  assert.equal(after(30).state, state);
  assert.deepEqual(after(31).state.reason, { kind: "unverified", days: 31 });
  assert.equal(after(31).state.verdict, "stale");
  assertBilingual(after(31).why);
  const gone = judgeDecay(state, fetched({ status: 410 }), null, DECAY_POLICY).state;
  assert.equal(agedDecay(gone, START.add({ hours: 24 * 900 }), DECAY_POLICY).state, gone);
});

for (const status of [202, 206]) {
  Deno.test(`judgeDecay() never takes the text of a ${status} for the document`, () => {
    const whole = fetched({ text: "가나다라 ".repeat(90) });
    const { state } = judgeDecay(null, whole, null, DECAY_POLICY);
    const part = fetched({ status, text: "가나다라 ".repeat(80) });
    const judged = judgeDecay(state, part, null, DECAY_POLICY);
    assert.deepEqual([judged.takeText, judged.state.verdict], [false, "fresh"]);
    assert.equal(judged.state.text, state.text);
  });
}

Deno.test("judgeDecay() says of a page that never had a text that it has none", () => {
  const { why } = judgeDecay(null, fetched({ text: "" }), null, DECAY_POLICY);
  assert.deepEqual(why, { ko: "글이 없습니다.", en: "It has no text" });
});

Deno.test("judgeDecay() says what it saw, in both languages", () => {
  const page = "로그인이 필요합니다. 아이디 저장 비밀번호 찾기";
  const { state } = judgeDecay(null, fetched({ text: "가나다라 ".repeat(90) }), null, DECAY_POLICY);
  const { why } = judgeDecay(state, fetched({ text: page }), null, DECAY_POLICY);
  assert.equal(why.ko, '문서 대신 로그인 안내입니다(26자, "로그인이 필요").');
  assert.equal(
    why.en,
    'In its place is a page that asks to log in: 26 characters, "로그인이 필요"',
  );
});

const TEXTS = [
  "",
  "이번 개정은 제조소 변경 시 제출하는 자료의 범위를 명확히 합니다. ".repeat(12),
  "The agency amends the rules for the registration of drug substances. ".repeat(8),
  "요청하신 페이지를 찾을 수 없습니다. 주소가 잘못되었거나 삭제된 페이지입니다.",
  "We use cookies. Accept all cookies Reject all Cookie settings",
  "배송이 빠르고 좋습니다.",
];
const VISIT = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 304, 301, 403, 404, 410, 429, 500, 503, null),
  text: fc.constantFrom(...TEXTS),
  finalUrl: fc.constantFrom(
    URL_ASKED,
    URL_ASKED,
    "https://a.kr/",
    "https://a.kr/login",
    "https://a.kr/n/3",
  ),
  hours: fc.integer({ min: 1, max: 24 * 40 }),
});

Deno.test("judgeDecay() never lets a bad visit touch what is known of the good text", () => {
  fc.assert(
    fc.property(fc.array(VISIT, { maxLength: 20 }), (visits) => {
      let state = null as DecayState | null;
      let now = START;
      for (const { hours, text, ...visit } of visits) {
        now = now.add({ hours });
        const isBody = visit.status === 200;
        const seen = fetched({
          ...visit,
          text: isBody ? text : null,
          fetchedAt: now,
          notModified: visit.status === 304 && state !== null,
        });
        const before = state as DecayState | null;
        const verdict = judgeDecay(before, seen, null, DECAY_POLICY);
        state = JSON.parse(JSON.stringify(verdict.state)) as DecayState;
        assert.deepEqual(state, verdict.state);
        assertBilingual(verdict.why);
        assert.equal(state.reason === null, state.verdict === "fresh");
        assert.ok(Temporal.Instant.compare(Temporal.Instant.from(state.since), now) <= 0);
        if (verdict.takeText) {
          assert.deepEqual([state.verdict, state.lastVerifiedAt], ["fresh", now.toString()]);
        } else if (visit.status !== 304) {
          assert.deepEqual(
            [state.text, state.lengths, state.lastVerifiedAt],
            [before?.text ?? null, before?.lengths ?? [], before?.lastVerifiedAt ?? null],
          );
        }
        if (visit.status === null || visit.status >= 500) {
          const isOlder = before?.verdict === "fresh" && state.verdict === "stale";
          assert.ok(isOlder || state.verdict === (before?.verdict ?? "stale"));
        }
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("judgeDecay() believes the last good text whenever it comes back", () => {
  const good = fc.constantFrom(...TEXTS.filter((text) => text.length > 100));
  fc.assert(fc.property(good, fc.array(VISIT, { maxLength: 8 }), (text, visits) => {
    let { state } = judgeDecay(null, fetched({ text }), null, DECAY_POLICY);
    const { text: mark } = state;
    for (const visit of visits) {
      const seen = fetched({ ...visit, text: visit.status === 200 ? visit.text : null });
      state = judgeDecay(state, seen, null, DECAY_POLICY).state;
    }
    const again = judgeDecay(state, fetched({ text }), null, DECAY_POLICY);
    if (state.text === mark) assert.equal(again.state.verdict, "fresh");
  }));
});

suiteTest("nsmc", "judgeDecay() takes no real review for a notice", async (suite) => {
  const file = await Deno.open(new URL("reviews.tsv.gz", suite));
  const rows = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip")))
    .text();
  let texts = 0;
  const all = rows.split("\n");
  // One in ten; the whole quarter million gives none, either.
  for (const row of all.filter((_, index) => index % 10 === 0)) {
    const text = (row.split("\t")[2] ?? "").normalize("NFC").replace(/\s+/g, " ").trim();
    if (text === "") continue;
    texts++;
    assert.equal(judgeDecay(null, fetched({ text }), null, DECAY_POLICY).takeText, true, text);
  }
  assert.ok(texts > 20_000, `${texts} texts`);
});

suiteTest(
  "content-wcxb",
  "judgeDecay() takes no real page for a notice, new or edited",
  async (suite) => {
    const folder = new URL("dev/ground-truth/", suite);
    let pages = 0;
    for await (const { name } of Deno.readDir(folder)) {
      const { ground_truth } = JSON.parse(await Deno.readTextFile(new URL(name, folder)));
      const text = String(ground_truth.main_content ?? "").replace(/\s+/g, " ").trim();
      if (text === "") continue;
      pages++;
      const page = fetched({ text, title: ground_truth.title ?? null });
      assert.equal(judgeDecay(null, page, null, DECAY_POLICY).takeText, true, name);
      const before = fetched({ text: "가 ".repeat(text.length / 2 + 1) });
      const { state } = judgeDecay(null, before, null, DECAY_POLICY);
      assert.equal(judgeDecay(state, page, null, DECAY_POLICY).takeText, true, name);
    }
    assert.ok(pages > 1400, `${pages} pages`);
  },
);
