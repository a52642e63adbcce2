/**
 * The commands that look after the data folder as a whole: fsck, backup, restore.
 *
 * @module
 */

import type { Command, Common } from "../action.ts";
import { type Desk, inWords } from "../desk.ts";
import { findingSentence } from "../fsck/finding_words.ts";
import { isDamage } from "../fsck/finding.ts";
import { fsck, type FsckReport, unreadable } from "../fsck.ts";
import type { Restored } from "../keeping.ts";
import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import { BUSY } from "../fault_words.ts";
import { seoulTime } from "../report/value_text.ts";
import { readEverySource } from "./job.ts";

/** `dmf fsck`: 0 where everything is whole, 4 where there is damage. */
export async function fsckData(desk: Desk, { common }: Command): Promise<number> {
  using data = await desk.keeping.inspect(common.data);
  const { log, findings } = data;
  const report = log
    ? await fsck({ log, members: data.members(), sources: await readEverySource(desk) }, findings)
    : unreadable(findings);
  if (common.json) desk.out(`${JSON.stringify(toJson(report, common.lang))}\n`);
  else desk.out(fsckText(report, common.lang));
  return report.whole ? 0 : 4;
}

function toJson(report: FsckReport, lang: Common["lang"]) {
  const { whole, findings, omitted, heads, checked } = report;
  return {
    whole,
    findings: findings.map((finding) => ({
      kind: finding.kind,
      damage: isDamage(finding),
      at: finding.at,
      expected: finding.expected ?? null,
      found: finding.found ?? null,
      sentence: findingSentence(finding)[lang],
    })),
    omitted,
    heads,
    checked,
  };
}

function fsckText(report: FsckReport, lang: Common["lang"]): string {
  const lines = report.findings.map((finding) =>
    `${isDamage(finding) ? "✗" : "·"} ${findingSentence(finding)[lang]}`
  );
  for (const [kind, count] of Object.entries(report.omitted)) {
    lines.push(lang === "ko" ? `✗ ${kind}: 외 ${count}건` : `✗ ${kind}: ${count} more`);
  }
  const { runs, entries, records, versions, bodies, unpointed, pruned } = report.checked;
  const counted = lang === "ko"
    ? `실행 ${runs}, 이력 ${entries}, 레코드 ${records}, 버전 ${versions}, ` +
      `보관 파일 ${bodies}(이력이 가리키지 않는 것 ${unpointed}, 보관 설정으로 지운 것 ${pruned})`
    : `${runs} runs, ${entries} entries, ${records} records, ${versions} versions, ` +
      `${bodies} archived bodies (${unpointed} that no entry points to), ` +
      `${pruned} dropped by retention`;
  const verdict = report.whole ? WHOLE[lang] : DAMAGED[lang];
  return [...lines, `${verdict}: ${counted}`, ""].join("\n");
}

const WHOLE: Sentence = { ko: "온전함", en: "Whole" };
const DAMAGED: Sentence = { ko: "손상됨", en: "Damaged" };

/** `dmf backup`. */
export async function backup(
  desk: Desk,
  { common, file, archive }: Command & { readonly kind: "backup" },
): Promise<number> {
  const how = { archive, program: desk.version, now: desk.clock.now() };
  const { report: _, ...made } = await desk.keeping.backUp(common.data, file, how);
  if (common.json) {
    desk.out(`${JSON.stringify(made)}\n`);
    return 0;
  }
  const runs = made.heads.map(({ source, run }) => `${source} ${run}`).join(", ");
  const size = (made.bytes / 1e6).toFixed(1);
  const left = inWords(common.lang, { ko: "보관 파일 제외", en: "without the archive" });
  const members = made.members === null ? left : inWords(common.lang, {
    ko: `보관 파일 ${made.members}개 포함`,
    en: `with ${made.members} files of the archive`,
  });
  desk.out(`${made.file}  ${size} MB  ${runs || "–"}  ${members}\n`);
  return 0;
}

/** `dmf restore`. */
export async function restore(
  desk: Desk,
  { common, file, replace }: Command & { readonly kind: "restore" },
): Promise<number> {
  const how = { replace, now: desk.clock.now() };
  const restored = await desk.keeping.restore(common.data, file, how);
  if (restored.kind === "busy") {
    desk.err(`${inWords(common.lang, BUSY)}\n`);
    return 1;
  }
  const { kind: _, ...told } = restored;
  if (common.json) desk.out(`${JSON.stringify(told)}\n`);
  else desk.out(`${inWords(common.lang, restoredSentence(restored, file))}\n`);
  return 0;
}

/** Else the first `dmf fsck` after the restore would come as a shock. */
const WITHOUT_ARCHIVE: Sentence = {
  ko:
    ' 이 백업에는 보관한 원본(raw)이 없어 "dmf fsck"가 없는 파일을 손상으로 알립니다. 남아 있는 raw ' +
    "폴더를 자료 폴더에 넣으면 됩니다.",
  en: '; it holds no archived pages, which "dmf fsck" calls damage until a raw folder that was ' +
    "kept is put back into the data folder",
};

function restoredSentence({ heads, madeAt, members, replaced }: Restored, file: string): Sentence {
  const runs = heads.map(({ source, run }) => `${source} ${run}`).join(", ") || "–";
  return {
    ko:
      `"${file}" 백업(${
        seoulTime(madeAt as InstantText)
      } 서울)을 복원했습니다. 마지막 실행: ${runs}.` +
      (members === null ? WITHOUT_ARCHIVE.ko : "") +
      (replaced === null ? "" : ` 전에 있던 파일은 "${replaced}" 폴더에 있습니다.`),
    en:
      `Restored "${file}" (made ${seoulTime(madeAt as InstantText)} in Seoul), last run: ${runs}` +
      (members === null ? WITHOUT_ARCHIVE.en : "") +
      (replaced === null ? "" : `; what was there before is in "${replaced}"`),
  };
}
