import assert from "node:assert/strict";
import { ConfigurationError, unreadable } from "../src/configuration_error.ts";
import { describeFault, isForeseen } from "../src/fault_words.ts";
import { LeaseLost } from "../src/lease_lost.ts";
import type { RecordId, RegisterRecord, RunId } from "../src/model.ts";
import { ArchiveFault } from "../src/ports.ts";
import { proveRecord } from "../src/store.ts";
import { StoreFault } from "../src/store_fault.ts";
import { says } from "./support/bilingual.ts";

const SENTENCE = { ko: "디스크가 가득 찼습니다.", en: "The disk is full" };

Deno.test.each(
  [[ConfigurationError], [StoreFault], [ArchiveFault], [LeaseLost]] as const,
)("every foreseen fault carries both languages and its cause: $0.name", (Fault) => {
  const cause = new Error("ENOSPC");
  const fault = new Fault(SENTENCE, { cause });
  assert.ok(isForeseen(fault) && fault instanceof Error);
  assert.deepEqual([fault.name, fault.message, fault.cause], [Fault.name, SENTENCE.en, cause]);
  assert.equal(describeFault(fault), SENTENCE);
});

Deno.test("describeFault() leads an unforeseen fault with a sentence and keeps its stack", () => {
  const fault = new TypeError("x is not a function");
  const { ko, en } = describeFault(fault);
  assert.match(ko.split("\n")[0] ?? "", /^dmf 프로그램 자체의 오류입니다/);
  assert.match(en.split("\n")[0] ?? "", /^This is a fault of dmf itself/);
  for (const words of [ko, en]) assert.ok(words.endsWith(`\n${fault.stack}`), words);
});

Deno.test("describeFault() takes whatever can be thrown", () => {
  for (const thrown of ["a text", undefined, null, { sentence: SENTENCE }, Symbol("s")]) {
    assert.match(describeFault(thrown).en, /^This is a fault of dmf itself/);
    assert.equal(isForeseen(thrown), false);
  }
});

Deno.test("unreadable() names the file in both languages", () => {
  const fault = unreadable("dmf.json", {
    ko: "그런 파일이 없습니다.",
    en: "there is no such file",
  });
  says("ConfigurationError", 'Cannot read "dmf.json": there is no such file')(fault);
});

Deno.test("proveRecord() names the damaged record, with or without a number", () => {
  for (const [registrationNumber, shown] of [["수30-12-ND", '"수30-12-ND"'], [null, "no number"]]) {
    const damaged = {
      record: "r-1" as RecordId,
      values: { registrationNumber } as RegisterRecord,
      raw: {},
      validFrom: "2026-11-02" as RunId,
      delisted: false,
      seq: 1,
      hash: "0",
    };
    const words = `Record "r-1" (${shown}) in "dmf.kv" does not match its hash: ` +
      'the file is damaged, restore a backup with "dmf restore FILE --replace"';
    assert.throws(() => proveRecord(damaged), says("StoreFault", words));
  }
});
