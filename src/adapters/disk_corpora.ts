/**
 * Corpora on a disk: `data/corpus/NAME` with a log, a checkpoint and a lock.
 *
 * @module
 */

import type { Corpora, CorpusFiles, LogFile, Rewriting } from "../corpus/corpus_files.ts";
import { StoreFault } from "../store_fault.ts";
import { LeaseLost } from "../lease_lost.ts";
import { maybeStat, openLock } from "./data_folder.ts";
import { diskFault } from "./disk_fault.ts";
import { documentFiles } from "./document_files.ts";
import {
  maybeRead,
  removeIfThere,
  removeUnfinished,
  syncFolder,
  unfinishedName,
  writeDurably,
} from "./durable_file.ts";
import { replaceFile } from "./whole_file.ts";

/** The corpora below a data folder, and the files that are given to them. */
export const diskCorpora: Corpora = { open, documents: documentFiles };

const LOG = "documents.log";
const CHECKPOINT = "checkpoint.bin";
const MARK = "committed.json";

async function open(
  data: string,
  name: string,
  mode: "write" | "read",
): Promise<CorpusFiles | null> {
  const folder = `${data}/corpus/${name}`;
  if (mode === "read") {
    if (await maybeStat(`${folder}/${LOG}`) === null) return null;
    const file = await opened(`${folder}/${LOG}`, { read: true });
    return corpusFiles(folder, file, () => {});
  }
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (error) {
    throw diskFault(error, folder);
  }
  const lock = await openLock(`${folder}/lock`);
  try {
    if (!await lock.tryLock(true)) throw busy(name);
    await removeUnfinished(folder);
    const known = await maybeStat(`${folder}/${LOG}`) !== null;
    if (!known && await maybeStat(`${folder}/${MARK}`) !== null) throw lost(folder);
    const file = await opened(`${folder}/${LOG}`, { read: true, write: true, create: true });
    if (!known) await syncFolder(folder);
    return corpusFiles(folder, file, () => lock.close());
  } catch (error) {
    lock.close();
    throw error;
  }
}

async function opened(path: string, how: Deno.OpenOptions): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, how);
  } catch (error) {
    throw diskFault(error, path);
  }
}

function corpusFiles(folder: string, first: Deno.FsFile, release: () => void): CorpusFiles {
  const path = `${folder}/${LOG}`;
  const checkpoint = `${folder}/${CHECKPOINT}`;
  const log = logFile(first, path);
  let isOpen = true;
  const closeLog = async () => {
    await log.idle();
    if (isOpen) first.close();
    isOpen = false;
  };
  return {
    path,
    log,
    readCheckpoint: () => maybeRead(checkpoint),
    writeCheckpoint: (pieces) =>
      replaceFile(checkpoint, async (sink) => {
        for (const piece of pieces) await sink(piece);
      }, "dmf corpus scan"),
    async readMark() {
      const bytes = await maybeRead(`${folder}/${MARK}`);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    writeMark: (text) => writeDurably(`${folder}/${MARK}`, new TextEncoder().encode(text)),
    async isReplaced() {
      const [own, there] = [await first.stat(), await maybeStat(path)];
      return there === null || there.ino !== own.ino || there.dev !== own.dev;
    },
    rewrite: () => rewriting(folder, closeLog),
    async close() {
      await closeLog();
      release();
    },
  };
}

/** A log beside the one in force, under a name that a later process removes. */
async function rewriting(folder: string, closeOld: () => Promise<void>): Promise<Rewriting> {
  const draft = unfinishedName(`${folder}/${LOG}`);
  const file = await opened(draft, { read: true, write: true, createNew: true });
  const log = logFile(file, draft);
  return {
    log,
    async finish(mark) {
      await log.idle();
      file.close();
      // Windows lets nothing take the place of an open file.
      await closeOld();
      try {
        // Without its mark and checkpoint a log is read from its beginning: no crash can mix two.
        for (const name of [CHECKPOINT, MARK]) {
          if (await maybeStat(`${folder}/${name}`) !== null) await Deno.remove(`${folder}/${name}`);
        }
        await syncFolder(folder);
        await Deno.rename(draft, `${folder}/${LOG}`);
        await syncFolder(folder);
      } catch (error) {
        throw diskFault(error, `${folder}/${LOG}`);
      }
      await writeDurably(`${folder}/${MARK}`, new TextEncoder().encode(mark));
    },
    async discard() {
      await log.idle();
      file.close();
      await removeIfThere(draft);
    },
  };
}

/** `idle()` resolves when nothing is under way: a write must not outlive the lock. */
function logFile(file: Deno.FsFile, path: string): LogFile & { idle(): Promise<void> } {
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw diskFault(error, path);
    }
  };
  // One file has one position: nothing else may move it between a seek and what follows it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => guarded(work));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    async idle() {
      await last;
    },
    size: async () => (await guarded(() => file.stat())).size,
    read: (at, length) =>
      inTurn(async () => {
        await file.seek(at, Deno.SeekMode.Start);
        const bytes = new Uint8Array(length);
        let done = 0;
        while (done < length) {
          const read = await file.read(bytes.subarray(done));
          if (read === null) break;
          done += read;
        }
        return bytes.subarray(0, done);
      }),
    append: (at, bytes) =>
      inTurn(async () => {
        await file.seek(at, Deno.SeekMode.Start);
        for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
        await file.syncData();
      }),
    cut: (length) =>
      inTurn(async () => {
        await file.truncate(length);
        await file.syncData();
      }),
  };
}

function busy(name: string): LeaseLost {
  return new LeaseLost({
    ko: `다른 dmf가 말뭉치 "${name}"에 쓰고 있습니다. 끝난 뒤 다시 실행하십시오.`,
    en: `Another dmf is writing to the corpus "${name}"; run again when it has ended`,
  });
}

function lost(folder: string): StoreFault {
  return new StoreFault({
    ko: `"${folder}/${LOG}" 파일이 없습니다: 전에 쓰던 말뭉치입니다. 백업에서 복원하거나, 새로 ` +
      '시작하려면 "--corpus" 옵션으로 다른 이름을 쓰십시오.',
    en: `"${folder}/${LOG}" is missing, but the corpus has been used before; restore it from a ` +
      'backup, or begin anew under another name with "--corpus"',
  });
}
