/**
 * A run's progress in one line of a terminal, or as JSON lines for a log.
 *
 * @module
 */

import type { Common } from "./action.ts";
import type { Desk } from "./desk.ts";
import type { Progress } from "./progress.ts";

/** Shows steps as they come; says nothing when asked to be quiet. */
export class ProgressLine {
  #delayMs = 0;
  #pagesRead = 0;
  #begun: Temporal.Instant | null = null;

  constructor(private readonly desk: Desk, private readonly common: Common) {}

  show(step: Progress): void {
    const { desk, common } = this;
    if (common.quiet) return;
    if (common.log === "json") {
      const at = desk.clock.now().toString();
      desk.err(`${JSON.stringify({ at, ...step })}\n`);
      return;
    }
    const text = this.#text(step);
    if (text !== null) desk.line(text);
  }

  #text(step: Progress): string | null {
    const ko = this.common.lang === "ko";
    switch (step.kind) {
      case "queue":
        if (step.event.kind === "waiting") this.#delayMs = step.event.ms;
        if (step.event.kind !== "retrying") return null;
        return ko
          ? `다시 시도 ${step.event.attempt}회째(${
            seconds(step.event.waitMs)
          } 뒤): ${step.event.failure.kind}`
          : `retry ${step.event.attempt} in ${
            seconds(step.event.waitMs)
          }: ${step.event.failure.kind}`;
      case "page":
        return this.#pageText(step, ko);
      case "reread":
        return ko
          ? `목록을 다시 읽습니다(${step.reread}/2)`
          : `reading the list again (${step.reread}/2)`;
      case "look-up":
        return ko
          ? `삭제 여부 확인 ${step.index}/${step.of}: ${step.text}`
          : `looking up ${step.index}/${step.of}: ${step.text}`;
      case "stage":
        return step.stage === "done" ? "" : ko ? STAGES[step.stage] : step.stage;
    }
  }

  #pageText(step: Progress & { kind: "page" }, ko: boolean): string {
    const now = this.desk.clock.now();
    this.#begun ??= now;
    this.#pagesRead += 1;
    const { page, rows, statedTotal } = step;
    const left = this.#left(now, rows, statedTotal);
    const total = statedTotal?.toLocaleString("en-US") ?? "?";
    const read = rows.toLocaleString("en-US");
    return ko
      ? `${page}쪽 · ${read}/${total}건 · 간격 ${seconds(this.#delayMs)}${
        left ? ` · 남은 시간 약 ${left}` : ""
      }`
      : `page ${page} · ${read}/${total} rows · delay ${seconds(this.#delayMs)}${
        left ? ` · about ${left} left` : ""
      }`;
  }

  /** Time left at the pace so far; not before three pages have shown one. */
  #left(now: Temporal.Instant, rows: number, total: number | null): string | null {
    if (this.#begun === null || this.#pagesRead < 3 || !total || rows === 0) return null;
    const spentMs = this.#begun.until(now).total("milliseconds");
    const share = rows / total;
    return seconds(spentMs / share * (1 - share));
  }
}

const STAGES = { verify: "검증", diff: "비교", commit: "확정", report: "보고서" } as const;

function seconds(ms: number): string {
  const s = Math.round(ms / 100) / 10;
  return s < 90 ? `${s} s` : `${Math.round(s / 60)} min`;
}
