/**
 * `dmf why`: where the value of a cell comes from, proven by the archived bytes.
 *
 * What is proven goes to stdout; where something does not hold, stderr says what, and the exit code
 * is 4. No page is opened: with `--open` one is written, and its path printed.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import { toField } from "../field_name.ts";
import { printableLines } from "../field_text.ts";
import { findRecords } from "../history.ts";
import type { FieldName, RecordId, RunId, SourceId } from "../model.ts";
import { type Answer, answer, reasonsIn, type Witnesses } from "../proof/answer.ts";
import { type Standing, standingOn } from "../proof/given.ts";
import { pageName, proofPage } from "../proof/proof_page.ts";
import { specOf } from "../selectors.ts";
import { readHead } from "../store.ts";
import { readSources, readSpecs } from "./job.ts";
import { reading } from "./reading.ts";
import { whyJson, whyText } from "./why_text.ts";

type Why = Command & { readonly kind: "why" };

/** Runs the command. */
export function why(desk: Desk, command: Why): Promise<number> {
  const { common } = command;
  return reading(desk, common, async (data) => {
    const field = command.field === null ? null : toField(command.field);
    const { source, records } = await recordsMeant(desk, data, command);
    const overrides = await readSpecs(desk);
    const witnesses: Witnesses = {
      log: data.log,
      archive: data.archive,
      source,
      specOf: (version) => specOf(source, version, overrides),
    };
    const answers: Answer[] = [];
    for (const standing of await standings(witnesses, records, command)) {
      answers.push(await answer(witnesses, standing, field));
    }
    const files = command.open === null ? [] : await writePages(data, answers, command, field);
    return tell(desk, command, answers, files);
  });
}

function tell(
  desk: Desk,
  { common, open }: Why,
  answers: readonly Answer[],
  files: readonly (string | null)[],
): number {
  const { lang } = common;
  if (common.json) {
    const told = answers.map((one, index) => ({
      ...whyJson(one, lang),
      ...(open === null ? {} : { file: files[index] ?? null }),
    }));
    desk.out(`${JSON.stringify(told)}\n`);
  } else {
    const text = answers.map((one) => whyText(one, lang)).join("\n");
    desk.out(printableLines(text) + files.map((file) => file === null ? "" : `${file}\n`).join(""));
  }
  const reasons = answers.flatMap(reasonsIn);
  for (const reason of reasons) desk.err(`${inWords(lang, reason)}\n`);
  return reasons.length > 0 ? 4 : 0;
}

/** The source that was named, or the one that knows the record. */
async function recordsMeant(
  desk: Desk,
  { log }: DataFolder,
  { record, source: named }: Why,
): Promise<{ readonly source: SourceId; readonly records: readonly RecordId[] }> {
  const known = await readSources(desk);
  const asked = named === null ? known : known.filter((id) => id === named);
  if (asked.length === 0) throw noSource(named as string, known);
  const found: { source: SourceId; records: RecordId[] }[] = [];
  for (const source of asked) {
    const records = await findRecords(log, source, record);
    if (records.length > 0) found.push({ source, records });
  }
  const [only] = found;
  if (only && found.length === 1) return only;
  throw only ? severalSources(record, found.map(({ source }) => source)) : noRecord(record, asked);
}

/** The records as they stood on the day that was asked for, the last one by default. */
async function standings(
  { log, source }: Witnesses,
  records: readonly RecordId[],
  { record, date }: Why,
): Promise<Standing[]> {
  const { head } = await readHead(log, source);
  const run = date ?? head?.run;
  const found: Standing[] = [];
  for (const id of records) {
    const standing = run && await standingOn(log, source, id, run);
    if (standing) found.push(standing);
  }
  if (found.length > 0) return found;
  throw notYetKnown(record, run ?? null);
}

/** Writes a page for every record of which something is proven. */
async function writePages(
  data: DataFolder,
  answers: readonly Answer[],
  { common, open }: Why,
  field: FieldName | null,
): Promise<(string | null)[]> {
  const provable = answers.filter(({ proven }) => proven.length > 0);
  if (open !== "" && provable.length > 1) throw onePage(open as string, provable);
  const files: (string | null)[] = [];
  for (const one of answers) {
    const name = pageName(one, field);
    // Records with one number have pages with one name.
    const own = provable.length > 1 ? `${one.record}-${name}` : name;
    const path = open === "" ? `${data.path}/proof/${own}` : open as string;
    if (one.proven.length > 0) await data.writePage(path, proofPage(one, common.lang));
    files.push(one.proven.length > 0 ? path : null);
  }
  return files;
}

function noSource(named: string, known: readonly SourceId[]): ConfigurationError {
  const all = known.map((id) => `"${id}"`).join(", ");
  return new ConfigurationError({
    ko: `"${named}" 출처를 찾을 수 없습니다. 알려진 출처: ${all}.`,
    en: `Cannot find the source "${named}", known are ${all}`,
  });
}

function noRecord(record: string, asked: readonly SourceId[]): ConfigurationError {
  const all = asked.map((id) => `"${id}"`).join(", ");
  return new ConfigurationError({
    ko: `"${record}" 값은 ${all} 출처의 등록번호도 레코드 ID도 아닙니다.`,
    en: `"${record}" is neither a registration number nor a record id of ${all}`,
  });
}

function severalSources(record: string, sources: readonly SourceId[]): ConfigurationError {
  const all = sources.map((id) => `"${id}"`).join(", ");
  return new ConfigurationError({
    ko: `"${record}" 값은 여러 출처에 있습니다(${all}). "--source" 옵션으로 하나를 고르십시오.`,
    en: `"${record}" is known to ${all}; choose one with "--source"`,
  });
}

function notYetKnown(record: string, run: RunId | null): ConfigurationError {
  return new ConfigurationError({
    ko: `"${run}" 날짜의 "${record}" 등록 건은 알 수 없습니다: 그날까지 관측된 적이 없습니다.`,
    en: `Cannot tell "${record}" on "${run}": it had not been seen by that day`,
  });
}

function onePage(file: string, answers: readonly Answer[]): ConfigurationError {
  const ids = answers.map(({ record }) => `"${record}"`).join(", ");
  return new ConfigurationError({
    ko: `"${file}" 파일 하나에 여러 등록 건을 쓸 수 없습니다. 레코드 ID 하나를 적으십시오: ${ids}.`,
    en: `Cannot write several records into "${file}"; name one by its record id: ${ids}`,
  });
}
