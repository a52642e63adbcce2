import assert from "node:assert/strict";
import { ALERT_KINDS, alertName } from "../src/alert.ts";
import type { RecordId } from "../src/model.ts";
import { documentOf, messageOf, oneLine } from "../src/notify/message.ts";
import { readAlert } from "../src/notify/spool.ts";
import { alertOf, HOSTILE, hostileAlert } from "./support/alerts.ts";

Deno.test("messageOf() says what happened where and when, in either language", () => {
  const ko = messageOf(alertOf("a"), "ko");
  assert.equal(ko.title, "[dmf] 변동: mfds-dmf 2026-11-02");
  assert.equal(
    ko.text,
    "신규 3건, 변경 1건\n\n출처와 실행: mfds-dmf 2026-11-02\n시각(서울): 2026-11-02 06:05\n" +
      "알림 번호: a\n자세히: dmf status\n",
  );
  assert.equal(messageOf(alertOf("a"), "en").sentence, "3 registered, 1 amended");
});

Deno.test("messageOf() has words for every kind, and takes a kind it does not know", () => {
  for (const kind of ALERT_KINDS) {
    assert.match(messageOf(alertOf("a", { kind }), "ko").title, /^\[dmf\] .*[가-힣]/);
  }
  const newer = messageOf(alertOf("a", { kind: "newer" as never, at: "soon" as never }), "en");
  assert.match(newer.title, /newer/);
  assert.match(newer.text, /soon/);
});

Deno.test("whatever a page says, a title is one short line and a text has its seven lines", () => {
  for (const text of HOSTILE) {
    const message = messageOf(hostileAlert(text), "en");
    for (const line of [message.title, message.sentence, ...message.text.split("\n")]) {
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/, text);
      assert.ok(line.isWellFormed(), text);
    }
    assert.ok([...message.title].length <= 120 && [...message.sentence].length <= 2000);
    assert.equal(message.text.split("\n").length, 7, text);
    assert.equal(JSON.parse(documentOf(message)).kind, "changes");
  }
});

/** An alert with a change on the watch list, every text of it `text`. */
function watchedAlert(text: string, count = 1) {
  const change = {
    kind: "withdrawn",
    record: text as RecordId,
    registrationNumber: text,
    ingredient: text,
    applicant: null,
    entries: [text],
    move: "left",
  } as const;
  return alertOf("a", { watched: { count, changes: [change] } });
}

Deno.test("hits of the watch list stand in the title, a line each in the text, and in the document", () => {
  const ko = messageOf(watchedAlert("가나정", 3), "ko");
  assert.equal(ko.title, "[dmf] 관심 3건 · 변동: mfds-dmf 2026-11-02");
  assert.deepEqual(ko.text.split("\n").slice(0, 5), [
    "신규 3건, 변경 1건",
    "",
    "★ 취하(관심 대상에서 벗어남)  가나정 · 가나정 · –  [가나정]",
    "… 외 2건(보고서에 모두)",
    "",
  ]);
  const { watched } = JSON.parse(documentOf(ko));
  assert.deepEqual(watched, watchedAlert("가나정", 3).watched);
  assert.ok(!("watched" in JSON.parse(documentOf(messageOf(alertOf("a"), "ko")))));
});

Deno.test("whatever a watched change says, it is one line of an alert", () => {
  for (const text of HOSTILE) {
    const { text: lines } = messageOf(watchedAlert(text), "en");
    assert.equal(lines.split("\n").length, 9, text);
    for (const line of lines.split("\n")) {
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/, text);
      assert.ok(line.isWellFormed() && [...line].length <= 400, text);
    }
  }
});

Deno.test("readAlert() leaves out what is no watched part, and takes kinds it does not know", () => {
  const read = (watched: unknown) => readAlert(JSON.stringify({ ...alertOf("a"), watched }));
  for (const bad of [null, 1, {}, { count: 1, changes: [null] }, { count: 1, changes: [{}] }]) {
    assert.deepEqual(read(bad), alertOf("a"), JSON.stringify(bad));
  }
  const { watched } = watchedAlert("x");
  const newer = { count: 1, changes: [{ ...watched!.changes[0], kind: "melted", move: "hidden" }] };
  assert.match(messageOf(read(newer)!, "ko").text, /★ meltedhidden {2}x/);
});

Deno.test("oneLine() cuts between letters, not inside them", () => {
  assert.equal(oneLine("😀😀😀😀", 3), "😀😀…");
  assert.equal(oneLine(" a\nb ", 9), "a\ufffdb");
});

Deno.test("alertName() carries any id through files and headers, different ones apart", () => {
  const names = HOSTILE.map((text) => alertName(text));
  assert.equal(new Set(names).size, HOSTILE.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_%-][A-Za-z0-9_.%-]*$/);
  assert.throws(() => alertName(""), RangeError);
});
