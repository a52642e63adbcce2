/**
 * Opening the file of a backup and proving all of it, before anything is believed or touched.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import { canonical, digestOf } from "../digest.ts";
import { findingSentence } from "../fsck/finding_words.ts";
import { isDamage } from "../fsck/finding.ts";
import { isObject } from "../fsck/reading.ts";
import { fsck, type FsckReport } from "../fsck.ts";
import type { Sentence } from "../refusal.ts";
import { StoreFault } from "../store_fault.ts";
import { isArchivePath, membersOf } from "./archive_census.ts";
import { BACKUP_FORMAT, type BackupContents, type Manifest, openContents } from "./backup_file.ts";
import { maybeStat } from "./data_folder.ts";
import { STORE_SCHEMA } from "./store_marker.ts";

/** A backup that was proven whole. */
export interface ProvenBackup extends Disposable {
  readonly contents: BackupContents;
  readonly manifest: Manifest;
}

/**
 * Opens the backup `file`.
 *
 * @throws {ConfigurationError} where the file is no backup at all.
 * @throws {StoreFault} where it is damaged, or a newer program made it.
 */
export async function openBackup(file: string): Promise<ProvenBackup> {
  if (await maybeStat(file) === null) {
    throw new ConfigurationError({
      ko: `"${file}" 파일이 없습니다. "dmf backup FILE"로 만든 파일을 지정하십시오.`,
      en: `Cannot find "${file}": name a file that "dmf backup FILE" made`,
    });
  }
  const contents = opened(file);
  try {
    const manifest = manifestOf(file, contents);
    await prove(file, contents, manifest);
    return { contents, manifest, [Symbol.dispose]: () => contents[Symbol.dispose]() };
  } catch (fault) {
    contents[Symbol.dispose]();
    throw fault;
  }
}

function opened(file: string): BackupContents {
  try {
    return openContents(file);
  } catch (fault) {
    if (!(fault instanceof StoreFault)) throw fault;
    const { message } = fault.cause as Error;
    // A torn file and a file of another kind look alike to SQLite; both are no backup to rely on.
    if (/not a database|no such table/.test(message)) throw noBackup(file, message);
    throw damaged(file, { ko: message, en: message });
  }
}

function manifestOf(file: string, { manifest: text, integrity }: BackupContents): Manifest {
  const [broken] = integrity();
  if (broken !== undefined) throw damaged(file, { ko: broken, en: broken });
  if (text === null) throw noBackup(file, "dmf_backup");
  const manifest = parse(text);
  if (manifest === null) {
    throw damaged(file, { ko: "목록을 읽을 수 없음", en: "its manifest cannot be read" });
  }
  const { format, schema } = manifest;
  if (format <= BACKUP_FORMAT && schema <= STORE_SCHEMA) return manifest;
  throw new StoreFault({
    ko: `"${file}" 파일을 복원할 수 없습니다: 더 새로운 dmf가 만든 백업입니다(형식 ${format}, ` +
      `스키마 ${schema}, 이 프로그램은 ${BACKUP_FORMAT}, ${STORE_SCHEMA}까지). 새 프로그램을 쓰십시오.`,
    en: `Cannot restore "${file}": a newer dmf made it (format ${format}, schema ${schema}, this ` +
      `program reads ${BACKUP_FORMAT} and ${STORE_SCHEMA}); use the newer program`,
  });
}

function parse(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text);
    const whole = isObject(value) && typeof value.format === "number" &&
      typeof value.schema === "number" && typeof value.store === "string" &&
      Array.isArray(value.heads);
    return whole ? value as unknown as Manifest : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function prove(file: string, contents: BackupContents, manifest: Manifest): Promise<void> {
  if (contents.contents() !== manifest.contents) {
    throw damaged(file, { ko: "저장소의 다이제스트가 다름", en: "its store has another digest" });
  }
  const members = contents.members();
  if (digestOf(canonical(members)) !== manifest.memberDigests) {
    throw damaged(file, { ko: "구성 파일의 목록이 다름", en: "its list of members has changed" });
  }
  for (const { path, digest } of members) {
    const bytes = contents.member(path);
    const strange = path !== "store.json" && !isArchivePath(path);
    if (!strange && bytes && digestOf(bytes) === digest) continue;
    throw damaged(file, { ko: `구성 파일 ${path}`, en: `its member ${path}` });
  }
  const report = await proofOf(contents, manifest.archive);
  const found = firstDamage(report);
  if (found) throw damaged(file, found);
}

/** The proof of the store and of the archive in a backup. */
export function proofOf(
  { log, files }: Pick<BackupContents, "log" | "files">,
  archive: boolean,
): Promise<FsckReport> {
  return fsck({ log, members: archive ? membersOf(files) : null, sources: [] });
}

/** The words of the first damage in a report, or `null` where it is whole. */
export function firstDamage({ findings }: FsckReport): Sentence | null {
  const damage = findings.find(isDamage);
  return damage ? findingSentence(damage) : null;
}

function damaged(file: string, found: Sentence): StoreFault {
  const whole = (text: string) => text.replace(/\.$/, "");
  return new StoreFault({
    ko: `"${file}" 파일을 복원할 수 없습니다: 백업이 손상되었습니다(${whole(found.ko)}). 다른 ` +
      "백업을 쓰십시오. 자료 폴더는 그대로입니다.",
    en: `Cannot restore "${file}": the backup is damaged (${whole(found.en)}); use another ` +
      "backup, the data folder is untouched",
  });
}

function noBackup(file: string, found: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일을 복원할 수 없습니다: "dmf backup FILE"로 만든 파일이 아니거나 잘린 ` +
      `파일입니다(${found}). 자료 폴더는 그대로입니다.`,
    en: `Cannot restore "${file}": it is no file that "dmf backup FILE" made, or was cut off ` +
      `(${found}); the data folder is untouched`,
  });
}
