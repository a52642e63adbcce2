import assert from "node:assert/strict";
import { MOST_WATCHED } from "../src/alert.ts";
import { alertFor } from "../src/announce.ts";
import type { Delisted } from "../src/log.ts";
import type { InstantText, RecordId } from "../src/model.ts";
import type { Told, WatchedChange } from "../src/watch_list.ts";
import { jobFor } from "./support/memory_world.ts";

const job = jobFor("2026-11-02");
const accepted = {
  baseline: false,
  records: 10,
  finishedAt: "2026-11-01T21:05:00Z" as InstantText,
  issues: [],
};

function hit(ingredient: string, entries = ["가나정"]): WatchedChange<Told> {
  const change = {
    kind: "delisted",
    record: "r" as RecordId,
    registrationNumber: "수1-1-ND",
    ingredient,
    applicant: "㈜솔빛",
    fields: {},
  } as const;
  return { change, entries, move: null };
}

function alertOf(watched: readonly WatchedChange<Told>[]) {
  const entries = watched.map(() => ({ kind: "delisted" }) as Delisted);
  const [alert] = alertFor(job, accepted, { entries, trouble: null, watched });
  return alert!;
}

Deno.test("alertFor() names five watched changes and counts the rest, then all", () => {
  const { sentence } = alertOf(Array.from({ length: 7 }, (_, index) => hit(`가나정${index}`)));
  assert.match(
    sentence.ko,
    /^관심 목록 7건: 목록 삭제 가나정0 ㈜솔빛 수1-1-ND; .*가나정4.*; 외 2건\. 전체: 목록 삭제 7건$/,
  );
  assert.ok(!sentence.ko.includes("가나정5"));
  assert.match(sentence.en, /; and 2 more\. In all: 7 delisted$/);
});

Deno.test("alertFor() stays small, whatever the list holds and however much is watched", () => {
  const entries = Array.from({ length: 1_000 }, () => "나".repeat(500));
  const alert = alertOf(Array.from({ length: 10_000 }, () => hit("가".repeat(30_000), entries)));
  assert.equal(alert.watched?.count, 10_000);
  assert.equal(alert.watched?.changes.length, MOST_WATCHED);
  assert.ok(JSON.stringify(alert).length < 150_000);
});
