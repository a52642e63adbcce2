/**
 * Large files that are there whole or not at all, written piece by piece.
 *
 * A file is written under a name of its own, so that two processes never write into one, synced,
 * then renamed; what a crash leaves behind is removed by the next process that writes alone.
 *
 * @module
 */

import { dirname } from "node:path";
import { ConfigurationError } from "../configuration_error.ts";
import type { Sink } from "../report/xlsx_file.ts";
import { StoreFault } from "../store_fault.ts";
import { diskFault } from "./disk_fault.ts";
import { unfinishedName } from "./durable_file.ts";

/**
 * Writes a file that a person named.
 *
 * @throws {ConfigurationError} where its folder is missing or outside the sandbox.
 */
export async function writeAnswer(
  path: string,
  write: (sink: Sink) => Promise<void>,
): Promise<void> {
  try {
    await replaceFile(path, write, "dmf");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new ConfigurationError({
      ko: `"${path}" 파일을 쓸 수 없습니다: "${dirname(path)}" 폴더가 없습니다.`,
      en: `Cannot write "${path}": there is no folder "${dirname(path)}"`,
    }, { cause: error });
  }
}

/** Makes a folder that a person named, and those it lies in; one that is there stays. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true });
  } catch (error) {
    throw diskFault(error, path);
  }
}

/** Refusals of a rename that are the disk's and not another program's. */
const OF_THE_DISK = ["ENOSPC", "EROFS", "EIO"];

/**
 * Writes a file and puts it in place of whatever had its name.
 *
 * @throws {StoreFault} that says to run `command` again where another program holds the file.
 */
export async function replaceFile(
  path: string,
  write: (sink: Sink) => Promise<void>,
  command: string,
  again = false,
): Promise<void> {
  const temporary = unfinishedName(path);
  try {
    await writeWhole(temporary, write);
  } catch (error) {
    await Promise.allSettled([removeIfThere(temporary)]);
    throw diskFault(error, path);
  }
  try {
    await Deno.rename(temporary, path);
  } catch (error) {
    await Promise.allSettled([removeIfThere(temporary)]);
    // A process that begins to write alone removes what it takes for a crash's.
    if (error instanceof Deno.errors.NotFound && !again) {
      return await replaceFile(path, write, command, true);
    }
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (OF_THE_DISK.includes(code)) throw diskFault(error, path);
    // Windows lets no file be replaced that a spreadsheet program has open.
    throw new StoreFault({
      ko:
        `"${path}" 파일을 바꿀 수 없습니다: 다른 프로그램이 열어 두었습니다. 그 프로그램에서 닫은 뒤 ` +
        `"${command}" 명령을 실행하십시오.`,
      en: `Cannot replace "${path}": another program holds it; close it there, then run ` +
        `"${command}"`,
    }, { cause: error });
  }
}

async function writeWhole(path: string, write: (sink: Sink) => Promise<void>): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true });
  await write(async (bytes) => {
    for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
  });
  await file.sync();
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskFault(error, path);
  }
}
