/**
 * The archive on a disk: `<run>/<digest>.gz` for bodies, a sidecar in JSON beside each.
 *
 * A body that is there and proves right is not written again; a damaged one is replaced. After a
 * crash one of the two may be there without the other: neither is looked for before its `put` has
 * ended, and the next `put` adds what is missing. What is archived when is decided in `crawl.ts`;
 * one process at a time writes, see `data_folder.ts`.
 *
 * @module
 */

import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { digestOf } from "../digest.ts";
import { ABSENT } from "../fsck/archive_proof.ts";
import { type Digest, type InstantText, type RunId, runId } from "../model.ts";
import { type Archive, ArchiveFault } from "../ports.ts";
import type { Sentence } from "../refusal.ts";
import { seoulDate } from "../schedule.ts";
import { parseSnapshot, type Snapshot } from "../snapshot.ts";
import { diskFault } from "./disk_fault.ts";
import {
  entriesIn,
  maybeRead,
  removeUnfinished,
  syncFolder,
  type WholeFile,
  writeTogether,
} from "./durable_file.ts";

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Opens the archive in `folder`, usually `data/raw`; folders of runs are made as needed. */
export function diskArchive(folder: string): Archive {
  const prepared = new Set<RunId>();
  let turn: Promise<void> = Promise.resolve();
  return {
    put(run, snapshot, body) {
      const done = turn.then(async () => {
        // After a fault it is prepared anew: what is there may be there for this process only.
        if (!prepared.delete(run)) await prepare(folder, run);
        await putAgain(() => putOne(`${folder}/${run}`, snapshot, body));
        prepared.add(run);
      });
      // One after the other, so that two sidecars never take one name; the caller gets the fault.
      turn = done.catch(() => undefined);
      return done;
    },
    async body(run, digest) {
      const path = bodyPath(`${folder}/${runId(run)}`, digest);
      const read = await readBody(path, digest);
      if (read instanceof Uint8Array) return read;
      const pruned = read === ABSENT ? await prunedAt(`${folder}/${run}`, digest) : null;
      if (pruned !== null) throw dropped(path, pruned);
      throw new ArchiveFault({
        ko: `"${path}" 파일을 사용할 수 없습니다: ${read.ko}. 자료 폴더의 백업에서 이 파일을 ` +
          "복원하십시오.",
        en: `Cannot use "${path}": ${read.en}; restore this file from a backup of the data folder`,
      });
    },
    async snapshots(run, digest) {
      const sidecars = await sidecarsIn(`${folder}/${runId(run)}`, digest);
      return sidecars.map(({ name, snapshot }) => ({ path: `${run}/${name}`, snapshot }));
    },
  };
}

/** When retention dropped a body that is not there; `null` where no sidecar says so. */
async function prunedAt(runFolder: string, digest: Digest): Promise<InstantText | null> {
  for (const { snapshot } of await sidecarsIn(runFolder, digest)) {
    if (snapshot?.pruned) return snapshot.pruned;
  }
  return null;
}

/**
 * Sidecars of a body, or of every body; what was cut off while it was written has another ending. In
 * place of what no longer is a snapshot, or is another body's, stands `null`.
 */
async function sidecarsIn(runFolder: string, digest: Digest | null) {
  const names = (await entriesIn(runFolder)).map(({ name }) => name).filter((name) =>
    /^[0-9a-f]{64}\..*\.json$/.test(name) && (digest === null || name.startsWith(`${digest}.`))
  );
  return await Promise.all(names.map(async (name) => {
    const bytes = await maybeRead(`${runFolder}/${name}`);
    const snapshot = bytes && parseSnapshot(new TextDecoder().decode(bytes));
    return { name, snapshot: snapshot && name.startsWith(`${snapshot.digest}.`) ? snapshot : null };
  }));
}

function dropped(path: string, pruned: InstantText): ArchiveFault {
  const day = seoulDate(Temporal.Instant.from(pruned));
  return new ArchiveFault({
    ko: `"${path}" 파일을 사용할 수 없습니다: "dmf.json" 파일의 보관 설정("archive")에 따라 ` +
      `${day}에 지웠습니다. 필요하면 그 전에 만든 백업에서 이 파일을 복원하십시오.`,
    en: `Cannot use "${path}": retention dropped it on ${day}, as "archive" in "dmf.json" asks; ` +
      "if it is needed, restore this file from a backup made before",
  });
}

/** Run and digest come from the store, but a path is built of them: neither may leave the folder. */
async function prepare(folder: string, run: RunId): Promise<void> {
  const path = `${folder}/${runId(run)}`;
  try {
    await Deno.mkdir(path, { recursive: true });
    await removeUnfinished(path);
  } catch (error) {
    throw diskFault(error, path);
  }
  // A process that was killed may have named files, and this folder, without making that durable.
  await syncFolder(path);
  await syncFolder(folder);
}

/**
 * Whoever takes over from a process that was only suspended removes its unfinished files as those of
 * a dead one. It tells by its lease that it was succeeded; until then its files are written again.
 */
async function putAgain(put: () => Promise<void>): Promise<void> {
  try {
    await put();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    await put();
  }
}

async function putOne(runFolder: string, snapshot: Snapshot, body: Uint8Array): Promise<void> {
  const { digest, requestedAt, bytes, url } = snapshot;
  if (digestOf(body) !== digest || body.length !== bytes) {
    throw new ArchiveFault({
      ko: `"${url}" 응답을 보관할 수 없습니다: 본문이 스냅숏에 적힌 것과 다릅니다.`,
      en: `Cannot archive "${url}": its bytes are not those its snapshot tells of`,
    });
  }
  const path = bodyPath(runFolder, digest);
  const stem = `${runFolder}/${digest}.${compact(requestedAt)}`;
  const missing = await Promise.all([
    missingBody(path, digest, body),
    missingSidecar(stem, snapshot),
  ]);
  await writeTogether(missing.filter((file) => file !== null));
}

async function missingBody(
  path: string,
  digest: Digest,
  body: Uint8Array,
): Promise<WholeFile | null> {
  if (await readBody(path, digest) instanceof Uint8Array) return null;
  return { path, bytes: await toGzip(body) };
}

function bodyPath(runFolder: string, digest: Digest): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError(`Cannot read "${digest}" as a digest`);
  return `${runFolder}/${digest}.gz`;
}

/** `2026-11-30T21:00:00.5Z` as part of a file name: no colons, which Windows does not allow. */
function compact(instant: string): string {
  return Temporal.Instant.from(instant).toString().replace(/[-:]/g, "");
}

async function missingSidecar(stem: string, snapshot: Snapshot): Promise<WholeFile | null> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(snapshot, null, 2)}\n`);
  // Equal bodies of two addresses in one instant need two sidecars.
  for (let n = 1;; n++) {
    const path = n === 1 ? `${stem}.json` : `${stem}-${n}.json`;
    const there = await maybeRead(path);
    if (there === null) return { path, bytes };
    if (equal(there, bytes)) return null;
  }
}

/** Compresses so that equal bodies give equal files on every system. */
export async function toGzip(body: Uint8Array): Promise<Uint8Array> {
  const zipped = await compress(body);
  // RFC 1952 section 2.3: byte 9 names the system; 255 is "unknown". zlib writes no time stamp.
  zipped[9] = 255;
  return zipped;
}

async function readBody(path: string, digest: Digest): Promise<Uint8Array | Sentence> {
  return await bodyIn(await maybeRead(path), digest);
}

/** The body in the bytes of its file, or what is wrong with them. */
export async function bodyIn(
  zipped: Uint8Array | null,
  digest: string,
): Promise<Uint8Array | Sentence> {
  if (zipped === null) return ABSENT;
  let body: Uint8Array;
  try {
    body = await expand(zipped);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      ko: `파일이 손상되었습니다(${error.message})`,
      en: `the file is damaged (${error.message})`,
    };
  }
  return digestOf(body) === digest ? body : {
    ko: "내용이 파일 이름의 다이제스트와 맞지 않습니다",
    en: "its bytes no longer have the digest in its name",
  };
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
