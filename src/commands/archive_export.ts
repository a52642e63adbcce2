/**
 * `dmf archive export`: the archived responses of some days as one WARC file.
 *
 * Every body is proven on the way; a damaged one, or one that the log points to and that is not
 * there, ends the export without a file. What retention dropped is counted, and is a revisit where
 * the same body stands in the file already.
 *
 * @module
 */

import type { ArchiveAction } from "../archive_action.ts";
import type { Command } from "../action.ts";
import { originFor } from "../config.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { DataFolder, Desk } from "../desk.ts";
import type { RunId } from "../model.ts";
import { type Pointed, readPointed } from "../pointed.ts";
import { ArchiveFault } from "../ports.ts";
import type { Shelved } from "../shelf.ts";
import { type Capture, WarcFile, type WarcRecord } from "../warc/capture.ts";
import { readConfig, readSpec } from "./job.ts";
import { exportedText } from "./archive_text.ts";

type Exporting = Command & ArchiveAction & { readonly what: "export" };

/** Runs the command. */
export async function exportArchive(desk: Desk, command: Exporting): Promise<number> {
  const { common, file, from, to } = command;
  const spec = command.source === null ? null : await readSpec(desk, command.source);
  const origin = spec && originFor(await readConfig(desk, common), spec);
  const data = await desk.openData(common.data, "existing");
  try {
    const warc = new WarcFile({ program: desk.version, from, to, source: spec?.source ?? null });
    const exporting = new Export(data, warc, await readPointed(data.log), origin);
    const written = await data.shelf.write(file, exporting.records(desk, { from, to }));
    const exported = { file, ...written, ...exporting.counts };
    if (common.json) desk.out(`${JSON.stringify(exported)}\n`);
    else desk.out(exportedText(exported, common.lang));
    return 0;
  } finally {
    await data.close();
  }
}

interface Days {
  readonly from: RunId | null;
  readonly to: RunId | null;
}

/** A response with what there is of its body. */
interface Found extends Capture {
  readonly body: boolean;
}

class Export {
  readonly counts = { responses: 0, revisits: 0, pruned: 0, unpaired: 0 };

  constructor(
    private readonly data: DataFolder,
    private readonly warc: WarcFile,
    private readonly pointed: Pointed,
    /** Responses of other origins are left out; `null` takes all. */
    private readonly origin: string | null,
  ) {}

  /** The records, day after day in the order of arrival. */
  async *records({ signal }: Desk, { from, to }: Days): AsyncGenerator<WarcRecord> {
    let begun = false;
    for (const run of await this.data.shelf.days()) {
      if ((from !== null && run < from) || (to !== null && run > to)) continue;
      for (const found of await this.#capturesOf(run)) {
        signal.throwIfAborted();
        const record = await this.#recordOf(found);
        if (record === null) continue;
        if (!begun) yield this.warc.info(found);
        begun = true;
        yield record;
        const redirect = this.warc.redirect(found);
        if (redirect !== null) yield redirect;
      }
    }
    if (!begun) throw nothing();
  }

  async #capturesOf(run: RunId): Promise<readonly Found[]> {
    const found: Found[] = [];
    for (const shelved of await this.data.shelf.day(run)) {
      if (shelved.sidecars.length === 0) this.#alone(run, shelved);
      for (const sidecar of shelved.sidecars) {
        const snapshot = await this.data.shelf.snapshot(run, sidecar);
        if (this.origin !== null && URL.parse(snapshot.finalUrl)?.origin !== this.origin) continue;
        found.push({ run, sidecar, snapshot, body: shelved.bytes !== null });
      }
    }
    const order = ({ snapshot, sidecar }: Found) =>
      [Temporal.Instant.from(snapshot.receivedAt).epochNanoseconds, sidecar] as const;
    return found.sort((a, b) => {
      const [[at, name], [otherAt, otherName]] = [order(a), order(b)];
      return at !== otherAt ? (at < otherAt ? -1 : 1) : name < otherName ? -1 : 1;
    });
  }

  async #recordOf({ body, ...capture }: Found): Promise<WarcRecord | null> {
    const { run, snapshot } = capture;
    const { digest, pruned } = snapshot;
    const isPointed = this.pointed.has(run, digest);
    if (!body && !isPointed && !this.warc.has(digest)) {
      this.counts[pruned ? "pruned" : "unpaired"] += 1;
      return null;
    }
    // A body is proven also where another one like it is in the file.
    const bytes = body || isPointed ? await this.data.archive.body(run, digest) : null;
    if (bytes !== null && bytes.length !== snapshot.bytes) throw contradicted(capture);
    if (bytes === null || this.warc.has(digest)) {
      this.counts.revisits += 1;
      return this.warc.revisit(capture);
    }
    this.counts.responses += 1;
    return this.warc.response(capture, bytes);
  }

  /** Without its sidecar a body cannot be told of; a crash leaves such a one, of no use to the log. */
  #alone(run: RunId, { digest }: Shelved): void {
    if (this.pointed.has(run, digest)) throw untold(run, digest);
    this.counts.unpaired += 1;
  }
}

function contradicted({ run, sidecar }: Capture): ArchiveFault {
  const path = `raw/${run}/${sidecar}`;
  return new ArchiveFault({
    ko: `"${path}" 파일을 내보낼 수 없습니다: 적힌 길이가 원본과 다릅니다. 자료 폴더의 백업에서 ` +
      "복원하십시오.",
    en: `Cannot export what "${path}" tells of: it names another length than the body has; ` +
      "restore it from a backup of the data folder",
  });
}

function untold(run: RunId, digest: string): ArchiveFault {
  const path = `raw/${run}/${digest}.gz`;
  return new ArchiveFault({
    ko: `"${path}" 파일을 내보낼 수 없습니다: 딸린 기록(json)이 없습니다. 자료 폴더의 백업에서 ` +
      "복원하십시오.",
    en: `Cannot export "${path}": its sidecar is missing; restore it from a backup of the data ` +
      "folder",
  });
}

function nothing(): ConfigurationError {
  return new ConfigurationError({
    ko: "그 기간에 보관된 응답이 없어 파일을 쓰지 않았습니다. " +
      '"dmf archive list"로 확인하십시오.',
    en: 'Nothing was written: no response of these days is archived; see "dmf archive list"',
  });
}
