/**
 * Whatever was thrown, in one sentence per language: foreseen faults bring theirs along.
 *
 * Who is told, and with which exit code, is decided in `cli.ts` and by the commands.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import { LeaseLost } from "./lease_lost.ts";
import { ArchiveFault } from "./ports.ts";
import type { Sentence } from "./refusal.ts";
import { StoreFault } from "./store_fault.ts";

/** Another process has the data folder, or a source in it. */
export const BUSY: Sentence = {
  ko: "다른 dmf가 같은 자료 폴더에서 실행 중입니다. 끝난 뒤 다시 실행하십시오.",
  en: "Another dmf is at work in this data folder; run again when it has ended.",
};

/** A fault that says what a person can do about it. */
export type ForeseenFault = ConfigurationError | StoreFault | ArchiveFault | LeaseLost;

/** Tells the faults that speak for themselves from the program's own. */
export function isForeseen(fault: unknown): fault is ForeseenFault {
  return fault instanceof ConfigurationError || fault instanceof StoreFault ||
    fault instanceof ArchiveFault || fault instanceof LeaseLost;
}

/** Puts a fault into words; one that nobody foresaw shows its stack below the sentence. */
export function describeFault(fault: unknown): Sentence {
  if (isForeseen(fault)) return fault.sentence;
  const trace = fault instanceof Error ? fault.stack ?? fault.message : String(fault);
  return {
    ko: `dmf 프로그램 자체의 오류입니다. 아래 내용을 그대로 개발자에게 알려 주십시오.\n${trace}`,
    en: `This is a fault of dmf itself; report it to its developers as it stands\n${trace}`,
  };
}
