import assert from "node:assert/strict";
import { judgeDecay } from "../src/corpus/decay.ts";
import { DECAY_POLICY, type DecayState, type FetchedDocument } from "../src/corpus/decay_state.ts";
import { HostTexts, type HostView, placeMarks, textMark } from "../src/corpus/host_texts.ts";
import { HostTurns } from "../src/corpus/host_turns.ts";
import golden from "./golden/corpus/decay.json" with { type: "json" };
import { assertBilingual } from "./support/bilingual.ts";

interface GoldenVisit {
  readonly text?: string;
  readonly status?: number | null;
  readonly title?: string;
  readonly finalUrl?: string;
  /** Since the visit before; one where nothing is said. */
  readonly days?: number;
  readonly verdict: string;
  readonly reason?: string;
}

interface GoldenCase {
  readonly fact: string;
  readonly url?: string;
  /** Other documents of the host, each with the names of its texts in their order. */
  readonly host?: Readonly<Record<string, readonly string[]>>;
  readonly visits: readonly GoldenVisit[];
}

const TEXTS = golden.texts as Readonly<Record<string, string>>;
const START = Temporal.Instant.from("2026-05-19T06:00:00Z");

for (const each of golden.cases as readonly GoldenCase[]) {
  Deno.test(`judgeDecay() judges ${each.fact}`, () => {
    const url = each.url ?? "https://a.kr/doc";
    let state: DecayState | null = null;
    let fetchedAt = START;
    each.visits.forEach((visit, index) => {
      fetchedAt = fetchedAt.add({ hours: 24 * (visit.days ?? 1) });
      const fetched = fetchedOf(visit, url, fetchedAt);
      const verdict = judgeDecay(
        state,
        fetched,
        hostOf(each, url, state?.text ?? ""),
        DECAY_POLICY,
      );
      state = JSON.parse(JSON.stringify(verdict.state)) as DecayState;
      const found = [state.verdict, state.reason?.kind];
      assert.deepEqual(found, [visit.verdict, visit.reason], `visit ${index + 1}`);
      assert.equal(verdict.takeText, visit.verdict === "fresh" && fetched.text !== null);
      assertBilingual(verdict.why);
    });
  });
}

/** The host as it is for a document whose last good text had the mark `before`. */
function hostOf({ host = {} }: GoldenCase, url: string, before: string): HostView {
  const [texts, turns] = [new HostTexts(), new HostTurns()];
  const marks = new Map<string, number>();
  const numberOf = (mark: string) => marks.set(mark, marks.get(mark) ?? marks.size).get(mark) ?? -1;
  const [own, path] = placeMarks(url);
  for (const [other, names] of Object.entries(host)) {
    const [at, otherPath] = placeMarks(other);
    texts.add(otherPath, textOf(names.at(-1) as string));
    const [former, now] = names.map((name) => textMark(textOf(name)));
    if (now !== undefined) turns.note(at, otherPath, now, numberOf(former as string));
  }
  return {
    sameText: (mark) => turns.others(own, path, mark, numberOf(before)),
    sharedShare: (text) => texts.sharedShare(path, text),
  };
}

function fetchedOf(visit: GoldenVisit, url: string, fetchedAt: Temporal.Instant): FetchedDocument {
  return {
    url,
    finalUrl: visit.finalUrl ?? url,
    status: visit.status === undefined ? 200 : visit.status,
    text: visit.text === undefined ? null : textOf(visit.text),
    title: visit.title ?? null,
    fetchedAt,
    notModified: visit.status === 304,
  };
}

function textOf(name: string): string {
  const text = TEXTS[name];
  assert.notEqual(text, undefined, `no text "${name}"`);
  return text as string;
}
