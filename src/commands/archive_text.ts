/**
 * What `dmf archive` says to people.
 *
 * @module
 */

import type { ArchiveLimits } from "../config.ts";
import type { Dropped } from "../desk.ts";
import type { RunId } from "../model.ts";
import type { Amount } from "../retention.ts";
import type { Written } from "../shelf.ts";

type Lang = "ko" | "en";

/** A day of the archive, as `dmf archive list --json` prints it; the shape is stable. */
export interface DayListed {
  readonly run: RunId;
  readonly bodies: number;
  readonly bytes: number;
  /** Bodies that the log or a checkpoint points to. */
  readonly pointed: number;
  /** True where all of the day stays: a run that is open, or one of the last. */
  readonly whole: boolean;
  /** Bodies of which only the sidecars are left. */
  readonly gone: number;
}

/** What was dropped and what is left, as `dmf archive prune --json` prints it. */
export interface Pruned {
  readonly dryRun: boolean;
  readonly limits: ArchiveLimits;
  readonly dropped: Amount & { readonly from: RunId | null; readonly to: RunId | null };
  readonly left: Amount;
  /** Bodies past their days that must stay. */
  readonly overdue: Amount;
  /** Bytes over the limit that must stay. */
  readonly excessBytes: number;
  /** Bodies that should have gone but whose sidecars cannot be read. */
  readonly stuck: number;
  /** Files of old reports. */
  readonly reports: Dropped;
}

/** What was written, and what could not be, as `dmf archive export --json` prints it. */
export interface Exported extends Written {
  readonly file: string;
  readonly responses: number;
  readonly revisits: number;
  /** Responses whose body retention dropped. */
  readonly pruned: number;
  /** What a crash left: a sidecar without its body, or a body without one. */
  readonly unpaired: number;
}

/** One line a day, and the sum. */
export function listText(days: readonly DayListed[], lang: Lang): string {
  const lines = days.map(({ run, bodies, bytes, pointed, whole, gone }) => {
    const counts = lang === "ko"
      ? `원본 ${bodies}개  ${size(bytes)}  이력이 가리킴 ${pointed}개`
      : `${bodies} bodies  ${size(bytes)}  ${pointed} pointed to`;
    const notes = [
      ...(whole ? [lang === "ko" ? "전부 보존" : "kept whole"] : []),
      ...(gone > 0 ? [lang === "ko" ? `지워짐 ${gone}개` : `${gone} gone`] : []),
    ];
    return `${run}  ${counts}${notes.length > 0 ? `  (${notes.join(", ")})` : ""}`;
  });
  const sum = (of: (day: DayListed) => number) => days.reduce((all, day) => all + of(day), 0);
  const [bodies, bytes] = [sum((day) => day.bodies), sum((day) => day.bytes)];
  const pointed = sum((day) => day.pointed);
  lines.push(
    lang === "ko"
      ? `합계: ${days.length}일, 원본 ${bodies}개, ${size(bytes)}, 이력이 가리킴 ${pointed}개`
      : `Sum: ${days.length} days, ${bodies} bodies, ${size(bytes)}, ${pointed} pointed to`,
  );
  return `${lines.join("\n")}\n`;
}

/** What went, and what did not although the limits say so. */
export function prunedText(pruned: Pruned, lang: Lang): string {
  const { dropped, left, overdue, excessBytes, stuck, dryRun, limits, reports } = pruned;
  const span = dropped.from === dropped.to ? `${dropped.from}` : `${dropped.from}–${dropped.to}`;
  const days = dropped.from === null ? "" : ` (${span})`;
  const lines = lang === "ko"
    ? [
      `${dryRun ? "지울" : "지운"} 원본: ${dropped.bodies}개, ${size(dropped.bytes)}${days}`,
      `남은 원본: ${left.bodies}개, ${size(left.bytes)}`,
    ]
    : [
      `${dryRun ? "Would drop" : "Dropped"} ${dropped.bodies} bodies, ${
        size(dropped.bytes)
      }${days}`,
      `Left: ${left.bodies} bodies, ${size(left.bytes)}`,
    ];
  if (reports.files > 0) {
    lines.push(
      lang === "ko"
        ? `${dryRun ? "지울" : "지운"} 보고서 파일: ${reports.files}개, ${size(reports.bytes)}`
        : `${dryRun ? "Would drop" : "Dropped"} ${reports.files} files of reports, ${
          size(reports.bytes)
        }`,
    );
  }
  if (reports.held > 0) {
    lines.push(
      lang === "ko"
        ? `열려 있거나 권한이 없어 지우지 못한 보고서 파일: ${reports.held}개`
        : `${reports.held} files of reports stay: they are open, or this account may not remove them`,
    );
  }
  if (overdue.bodies > 0) {
    lines.push(
      lang === "ko"
        ? `기한(${limits.keepDays}일)이 지났지만 이력이 가리키거나 최근 실행의 것이라 남긴 원본: ` +
          `${overdue.bodies}개, ${size(overdue.bytes)}`
        : `Past ${limits.keepDays} days but kept, as the log points to them or their run is among ` +
          `the last: ${overdue.bodies} bodies, ${size(overdue.bytes)}`,
    );
  }
  if (excessBytes > 0) {
    lines.push(
      lang === "ko"
        ? `남은 것은 모두 보존해야 하는 것이라 한도(${size(limits.maxBytes ?? 0)})보다 ` +
          `${size(excessBytes)} 많습니다.`
        : `All that is left must stay: ${size(excessBytes)} more than the limit of ${
          size(limits.maxBytes ?? 0)
        }`,
    );
  }
  if (stuck > 0) {
    lines.push(
      lang === "ko"
        ? `딸린 기록(json)을 읽을 수 없어 지우지 않은 원본 ${stuck}개: "dmf fsck"로 확인하십시오.`
        : `${stuck} bodies were not dropped, as their sidecars cannot be read: see "dmf fsck"`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** There is nothing to do. */
export const NO_LIMITS = {
  ko:
    '보관 한도가 없어 아무것도 지우지 않습니다. "dmf.json" 파일에 "archive": {"keepDays": 400}처럼 ' +
    "적으면 됩니다.\n",
  en:
    'There are no limits, so nothing is dropped; add a line such as "archive": {"keepDays": 400} ' +
    'to "dmf.json"\n',
} as const;

/** The file, and what is not in it. */
export function exportedText(exported: Exported, lang: Lang): string {
  const { file, bytes, responses, revisits, pruned, unpaired } = exported;
  const lines = [
    lang === "ko"
      ? `${file}  ${size(bytes)}  응답 ${responses}개, 같은 내용 다시 받음 ${revisits}개`
      : `${file}  ${size(bytes)}  ${responses} responses, ${revisits} revisits`,
  ];
  if (pruned > 0) {
    lines.push(
      lang === "ko"
        ? `보관 설정에 따라 원본이 지워져 뺀 응답: ${pruned}개`
        : `Left out, as retention dropped the body: ${pruned} responses`,
    );
  }
  if (unpaired > 0) {
    lines.push(
      lang === "ko"
        ? `중단된 실행이 남긴 짝 없는 파일이라 뺀 것: ${unpaired}개`
        : `Left out, as a crash left only half of them: ${unpaired}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
