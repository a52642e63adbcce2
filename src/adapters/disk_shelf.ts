/**
 * The archive on a disk, day by day: what lies there, dropping bodies, and writing an export.
 *
 * A body goes after its sidecars say so and that is durable: a kill at any moment leaves whole files,
 * and none that is gone without a word. One process at a time drops, see `data_folder.ts`.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { basename, dirname } from "node:path";
import { ConfigurationError } from "../configuration_error.ts";
import { type Digest, type InstantText, type RunId, runId } from "../model.ts";
import { ArchiveFault } from "../ports.ts";
import type { Shelf, Shelved, Written } from "../shelf.ts";
import { parseSnapshot, type Snapshot } from "../snapshot.ts";
import { StoreFault } from "../store_fault.ts";
import { placeOf } from "./archive_census.ts";
import { maybeStat } from "./data_folder.ts";
import { toGzip } from "./disk_archive.ts";
import { diskFault } from "./disk_fault.ts";
import {
  entriesIn,
  maybeRead,
  removeIfThere,
  removeUnfinished,
  syncFolder,
  unfinishedName,
  type WholeFile,
  writeTogether,
} from "./durable_file.ts";

/** Opens the archive in the folder `raw`, usually `data/raw`. */
export function diskShelf(raw: string): Shelf {
  const folderOf = (run: RunId) => `${raw}/${runId(run)}`;
  return {
    async days() {
      const days = (await entriesIn(raw)).filter(({ isDirectory }) => isDirectory);
      return days.map(({ name }) => name).filter(isRun).sort();
    },
    day: (run) => dayIn(folderOf(run), run),
    async snapshot(run, sidecar) {
      const path = `${folderOf(run)}/${sidecar}`;
      const snapshot = await readSnapshot(path);
      if (snapshot?.digest === placeOf(`raw/${run}/${sidecar}`)?.digest) {
        return snapshot as Snapshot;
      }
      throw damaged(path);
    },
    drop: (run, bodies, at) => drop(folderOf(run), bodies, at),
    write,
  };
}

function isRun(name: string): name is RunId {
  try {
    return runId(name) === name;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

async function dayIn(folder: string, run: RunId): Promise<readonly Shelved[]> {
  const found = new Map<Digest, { body: boolean; sidecars: string[] }>();
  for (const { name } of await entriesIn(folder)) {
    const place = placeOf(`raw/${run}/${name}`);
    if (place === null) continue;
    const member = found.get(place.digest) ?? { body: false, sidecars: [] };
    if (name.endsWith(".gz")) member.body = true;
    else member.sidecars.push(name);
    found.set(place.digest, member);
  }
  const digests = [...found.keys()].sort();
  return await Promise.all(digests.map(async (digest) => {
    const { body, sidecars } = found.get(digest) as { body: boolean; sidecars: string[] };
    const bytes = body ? (await maybeStat(`${folder}/${digest}.gz`))?.size ?? null : null;
    return { digest, bytes, sidecars: sidecars.sort() };
  }));
}

async function readSnapshot(path: string): Promise<Snapshot | null> {
  const bytes = await maybeRead(path);
  return bytes && parseSnapshot(new TextDecoder().decode(bytes));
}

function damaged(path: string): ArchiveFault {
  return new ArchiveFault({
    ko: `"${path}" 파일을 읽을 수 없습니다: 보관 파일에 딸린 기록(json)이 손상되었습니다. 자료 ` +
      "폴더의 백업에서 이 파일을 복원하십시오.",
    en:
      `Cannot read "${path}": this sidecar of an archived body is damaged; restore the file from ` +
      "a backup of the data folder",
  });
}

/** Files written at once; each is open until it is synced. */
const AT_ONCE = 64;

async function drop(
  folder: string,
  bodies: readonly Digest[],
  at: InstantText,
): Promise<readonly Digest[]> {
  // Whoever was killed here before left drafts of sidecars that nobody else would look for.
  if (await maybeStat(folder) !== null) await removeUnfinished(folder);
  const dropped: Digest[] = [];
  const marks: WholeFile[] = [];
  const names = (await entriesIn(folder)).map(({ name }) => name).sort();
  for (const digest of bodies) {
    const marked = await marksFor(folder, names, digest, at);
    if (marked === null) continue;
    dropped.push(digest);
    marks.push(...marked);
  }
  for (let i = 0; i < marks.length; i += AT_ONCE) {
    await writeTogether(marks.slice(i, i + AT_ONCE));
  }
  for (const digest of dropped) await remove(`${folder}/${digest}.gz`);
  if (dropped.length > 0) await syncFolder(folder);
  return dropped;
}

/** The sidecars of a body with the mark in them; `null` where one of them cannot be read. */
async function marksFor(
  folder: string,
  names: readonly string[],
  digest: Digest,
  at: InstantText,
): Promise<readonly WholeFile[] | null> {
  const marks: WholeFile[] = [];
  for (const name of names) {
    if (!name.startsWith(`${digest}.`) || !name.endsWith(".json")) continue;
    const path = `${folder}/${name}`;
    const snapshot = await readSnapshot(path);
    if (snapshot?.digest !== digest) return null;
    const text = `${JSON.stringify({ ...snapshot, pruned: at }, null, 2)}\n`;
    marks.push({ path, bytes: new TextEncoder().encode(text) });
  }
  return marks;
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskFault(error, path);
  }
}

async function write(
  file: string,
  records: AsyncIterable<readonly Uint8Array[]>,
): Promise<Written> {
  if (await maybeStat(file) !== null) throw taken(file);
  const draft = unfinishedName(file);
  try {
    const written = await writeDraft(draft, records, file.endsWith(".gz"));
    await Deno.rename(draft, file);
    await syncFolder(dirname(file));
    return written;
  } catch (error) {
    await removeIfThere(draft);
    if (!(error instanceof Deno.errors.NotFound)) throw diskFault(error, file);
    throw await maybeStat(dirname(file)) === null ? nowhere(file) : swept(file);
  }
}

/** One record, and where it is compressed one member of the gzip file, is in memory at a time. */
async function writeDraft(
  draft: string,
  records: AsyncIterable<readonly Uint8Array[]>,
  compressed: boolean,
): Promise<Written> {
  using file = await Deno.open(draft, { write: true, createNew: true });
  let [count, bytes] = [0, 0];
  for await (const parts of records) {
    const whole = Buffer.concat(parts);
    const member = compressed ? await toGzip(whole) : whole;
    for (let at = 0; at < member.length;) at += await file.write(member.subarray(at));
    count += 1;
    bytes += member.length;
  }
  await file.sync();
  return { records: count, bytes };
}

function taken(file: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일이 이미 있습니다. 내보내기는 덮어쓰지 않으니 다른 이름을 쓰십시오.`,
    en: `"${file}" is there already; an export is never written over, choose another name`,
  });
}

/** A crawl that begins takes the drafts in the data folder for those of a dead process. */
function swept(file: string): StoreFault {
  return new StoreFault({
    ko: `"${file}" 파일을 쓰는 동안 다른 dmf가 쓰다 만 파일을 치웠습니다. 다시 실행하십시오.`,
    en: `Another dmf swept away the draft of "${file}" while it was written; run again`,
  });
}

function nowhere(file: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${basename(file)}" 파일을 쓸 수 없습니다: "${dirname(file)}" 폴더가 없습니다.`,
    en: `Cannot write "${basename(file)}": there is no folder "${dirname(file)}"`,
  });
}
