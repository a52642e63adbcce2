/** `dmf corpus` where a host puts one text, or its frame alone, in the place of many documents. */

import assert from "node:assert/strict";
import { drawnText, numbersFrom } from "./support/corpus_texts.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { type DeskParts, Dmf } from "./support/run_dmf.ts";

const MENU =
  "본문 바로가기 알림소식 공지사항 보도자료 입법예고 법령정보 민원안내 정보공개 기관소개 " +
  "조직도 찾아오시는 길 개인정보처리방침 이용약관 저작권정책 고객센터 대표전화 누리집 안내";
/** Says nothing of an error, and is as long as a document. */
const WORDLESS = drawnText(numbersFrom(4711), 30);
const url = (n: number, host = "a.kr") => `https://${host}/p/${n}`;

/** Text number `n`, unlike all others. */
function own(n: number): string {
  return drawnText(numbersFrom(n + 1), 30);
}

class Box {
  readonly clock = new ManualClock();

  private constructor(readonly dmf: Dmf) {}

  static async open(): Promise<Box> {
    return new Box(await Dmf.towards("http://127.0.0.1:1"));
  }

  async add(texts: ReadonlyMap<string, string>, parts: DeskParts = {}) {
    const lines = [...texts].map(([url, text]) => `${JSON.stringify({ url, text })}\n`);
    await Deno.writeTextFile(`${this.dmf.folder}/lines.jsonl`, lines.join(""));
    return await this.again(parts);
  }

  async again(parts: DeskParts = {}) {
    const args = ["corpus", "add", `${this.dmf.folder}/lines.jsonl`, "--json"];
    const ran = await this.dmf.run(args, { clock: this.clock, ...parts });
    this.clock.advance(86_400_000);
    return ran;
  }

  /** Reasons of all that cannot be trusted, by address. */
  async lost(): Promise<ReadonlyMap<string, { readonly kind: string }>> {
    const all = (await this.exported("--all")).map((line) => JSON.parse(line));
    return new Map(
      all.filter(({ corpus }) => corpus.verdict === "decayed")
        .map(({ url, corpus }) => [url, corpus.reason]),
    );
  }

  async exported(...more: string[]): Promise<readonly string[]> {
    const { out } = await this.dmf.run(["corpus", "export", ...more], { clock: this.clock });
    return out.trimEnd().split("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dmf[Symbol.asyncDispose]();
  }
}

function textsOf(numbers: readonly number[], textOf: (n: number) => string) {
  return new Map(numbers.map((n) => [url(n), textOf(n)]));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

Deno.test("a text that five other documents of the host turned to is no document", async () => {
  await using box = await Box.open();
  await box.add(new Map([...textsOf(range(0, 14), own), [url(0, "b.kr"), own(20)]]));
  await box.add(new Map([...textsOf(range(0, 9), () => WORDLESS), [url(0, "b.kr"), WORDLESS]]));
  // Again in one run, and in the next.
  await box.again();
  const lost = await box.lost();
  // The first five could be anything; they are one document, since they are copies.
  assert.deepEqual([...lost.keys()], range(5, 9).map((n) => url(n)));
  assert.deepEqual(lost.get(url(8)), { kind: "shared-text", documents: 8 });
  const kept = (await box.exported()).map((line) => JSON.parse(line).text);
  assert.equal(kept.filter((text) => text === WORDLESS).length, 1);
  // What was learned is in the log: neither a checkpoint nor the old index is needed for it.
  for (const [n, step] of [[9, "checkpoint"], [10, "again"]] as const) {
    if (step === "checkpoint") {
      const checkpoint = `${box.dmf.data}/corpus/main/checkpoint.bin`;
      if (await Deno.stat(checkpoint).then(() => true, () => false)) await Deno.remove(checkpoint);
    } else {
      await Deno.writeTextFile(`${box.dmf.folder}/lines.jsonl`, "");
      assert.equal((await box.dmf.run(["corpus", "scan", "--again"])).code, 0);
    }
    await box.add(new Map([[url(n), WORDLESS]]));
    assert.deepEqual((await box.lost()).get(url(n)), { kind: "shared-text", documents: n }, step);
  }
  // They show their own texts again, all but two: what the others turn to now is a text of theirs.
  await box.add(textsOf(range(0, 9), own));
  assert.equal((await box.lost()).size, 2);
  await box.add(new Map([[url(12), WORDLESS]]));
  assert.equal((await box.lost()).has(url(12)), false);
});

Deno.test("views of one list that change together are no error page", async () => {
  await using box = await Box.open();
  const views = [...range(0, 8).map((n) => `https://a.kr/list/${n}`), "https://a.kr/list?page=1"];
  const all = (text: string) => new Map(views.map((view) => [view, text]));
  await box.add(all(own(1)));
  await box.add(all(own(2)));
  assert.equal((await box.lost()).size, 0);
});

Deno.test("a page that shrinks to what all pages of its host have in common is decayed", async () => {
  await using box = await Box.open();
  const framed = (n: number) => `${MENU} ${own(n)}`;
  const texts = textsOf(range(0, 6), framed);
  for (const n of range(0, 6)) texts.set(url(n, "b.kr"), own(n + 50));
  await box.add(texts);
  await box.add(
    new Map([
      [url(0), MENU],
      // Shorter, but by a text of its own.
      [url(1), `${MENU} ${own(1).slice(0, 40)}`],
      // Not the frame of this host.
      [url(0, "b.kr"), MENU.slice(0, 70)],
    ]),
  );
  const lost = await box.lost();
  assert.deepEqual([...lost].map(([url, { kind }]) => [url, kind]), [[url(0), "boilerplate"]]);
  const { out } = await box.dmf.run(["corpus", "explain", url(0), "--lang", "en"]);
  assert.match(
    out,
    /decayed: The text shrank from \d+ to \d+ characters, \d+% of which other pages/,
  );
  await box.add(new Map([[url(0), framed(0)]]));
  assert.equal((await box.lost()).size, 0);
});

Deno.test("a run that was stopped among such pages ends as one that was not", async () => {
  const numbers = range(0, 1400);
  const first = (n: number) => n % 3 === 0 ? `${MENU} ${own(n)}` : own(n);
  // Frames of many lengths: one alone would soon be a text that many turned to.
  const frame = (n: number) => MENU.split(" ").slice(n % 13).join(" ");
  const then = (n: number) => n % 21 === 0 ? frame(n) : n % 7 === 1 ? WORDLESS : own(n + 3000);
  const ends: string[] = [];
  for (const stopAt of [Infinity, 16, 20]) {
    await using box = await Box.open();
    await box.add(textsOf(numbers, first));
    const stopping = new AbortController();
    let looks = 0;
    const clock = {
      now: () => {
        if (++looks === stopAt) stopping.abort();
        return box.clock.now();
      },
      sleep: () => Promise.resolve(),
    };
    const ran = await box.add(textsOf(numbers, then), { clock, signal: stopping.signal });
    if (stopAt < Infinity) {
      assert.equal(ran.code, 1);
      box.clock.advance(-86_400_000);
      assert.equal(JSON.parse((await box.again()).out).resumed, true);
    }
    const kinds = [...(await box.lost()).values()].map(({ kind }) => kind);
    assert.ok(kinds.filter((kind) => kind === "boilerplate").length > 20, kinds.join(" "));
    assert.ok(kinds.filter((kind) => kind === "shared-text").length > 150, String(kinds.length));
    ends.push((await box.exported("--all")).join("\n"));
  }
  assert.ok(ends.every((end) => end === ends[0]));
});
