/**
 * What `dmf reextract` found, in words and as JSON.
 *
 * @module
 */

import { FIELDS } from "../fields.ts";
import type { FieldChanges, FieldName, RecordId, RunId, SourceId } from "../model.ts";
import type { NotReplayed } from "../reextract.ts";
import { valueText } from "../report/value_text.ts";

type Lang = "ko" | "en";

/** A record that would stand otherwise. */
export interface ChangedRecord {
  readonly record: RecordId;
  readonly registrationNumber: string | null;
  /** Whether only one of the two histories has it. */
  readonly presence: "new" | "gone" | null;
  readonly fields: FieldChanges;
}

/** What the command found, before it has a format. */
export interface Reextracted {
  readonly source: SourceId;
  readonly specVersion: number;
  /** Runs that were read again. */
  readonly replayed: number;
  /** Runs that would have been sealed with other entries, with how many of each kind. */
  readonly runs: readonly {
    readonly run: RunId;
    readonly before: number;
    readonly after: number;
  }[];
  /** Records that would stand otherwise now. */
  readonly records: readonly ChangedRecord[];
  /** The run at which it ended, and why; `null` where all were read. */
  readonly stopped: NotReplayed | null;
  /** Id of the correction; `null` where none was sealed. */
  readonly sealed: RunId | null;
}

/** The shape of `dmf reextract --json`; stable. */
export function reextractJson(result: Reextracted, lang: Lang) {
  const { stopped, ...rest } = result;
  return { ...rest, stopped: stopped && { run: stopped.run, reason: stopped.reason[lang] } };
}

/** Records that are shown one by one. */
const MOST_SHOWN = 20;

/** The same for people. */
export function reextractText(
  { source, specVersion, replayed, runs, records, stopped, sealed }: Reextracted,
  lang: Lang,
  confirmed: boolean,
): string {
  const ko = lang === "ko";
  const lines = [
    ko
      ? `${source}: 선택자 버전 ${specVersion}(으)로 실행 ${replayed}개를 다시 읽었습니다. ` +
        `기록이 달라지는 실행 ${runs.length}개, 현재 내용이 달라지는 등록 건 ${records.length}건.`
      : `${source}: read ${replayed} runs again with spec version ${specVersion}; ` +
        `${runs.length} of them and ${records.length} records would differ.`,
    ...runs.slice(0, MOST_SHOWN).map(({ run, before, after }) =>
      ko ? `  ${run}: 변동 ${before}건 → ${after}건` : `  ${run}: ${before} → ${after} events`
    ),
    ...more(runs.length, ko),
    ...records.slice(0, MOST_SHOWN).map((record) => `  ${recordText(record, lang)}`),
    ...more(records.length, ko),
  ];
  if (stopped) {
    const { run, reason } = stopped;
    lines.push(
      ko
        ? `"${run}" 실행에서 멈추었습니다: ${reason.ko} 그 뒤부터 보려면 "--from"을 쓰십시오.`
        : `Stopped at run "${run}": ${reason.en}; to look at later ones, use "--from"`,
    );
  } else if (sealed) {
    lines.push(ko ? `정정으로 기록했습니다(${sealed}).` : `Sealed as correction ${sealed}.`);
  } else if (runs.length > 0 && !confirmed) {
    lines.push(
      ko
        ? '아직 아무것도 바꾸지 않았습니다. 기록하려면 "--confirm --reason 이유"를 붙이십시오.'
        : 'Nothing is changed yet; to seal this, add "--confirm --reason TEXT".',
    );
  }
  return `${lines.join("\n")}\n`;
}

function more(count: number, ko: boolean): string[] {
  if (count <= MOST_SHOWN) return [];
  return [ko ? `  … 외 ${count - MOST_SHOWN}건` : `  … and ${count - MOST_SHOWN} more`];
}

function recordText({ record, registrationNumber, presence, fields }: ChangedRecord, lang: Lang) {
  const name = registrationNumber ?? record;
  if (presence === "new") return lang === "ko" ? `${name}: 새로 나타남` : `${name}: appears`;
  if (presence === "gone") return lang === "ko" ? `${name}: 사라짐` : `${name}: disappears`;
  const changes = Object.entries(fields).map(([name, { from, to }]) => {
    const field = name as FieldName;
    const [was, is] = [from, to].map((value) => valueText(field, value, lang) ?? "–");
    return `${FIELDS[field][lang]} ${was} → ${is}`;
  });
  return `${name}: ${changes.join("; ")}`;
}
