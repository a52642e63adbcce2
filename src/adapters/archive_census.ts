/**
 * Everything that lies in an archive, body by body with its sidecars, wherever its files come from.
 *
 * What must be there, and what in it, is decided in `fsck/`.
 *
 * @module
 */

import type { ArchiveMember } from "../fsck/archive_proof.ts";
import type { Digest, RunId } from "../model.ts";
import { bodyIn } from "./disk_archive.ts";
import { entriesIn, maybeRead } from "./durable_file.ts";

/** The files of an archive. */
export interface ArchiveFiles {
  /** Paths as `raw/<run>/<name>`, those of one run together. */
  paths(): AsyncIterable<string>;
  /** Bytes of a file, `null` where it is gone. */
  read(path: string): Promise<Uint8Array | null>;
}

/** The files of the archive in the folder `raw`, which may be missing. */
export function filesBelow(raw: string): ArchiveFiles {
  const inFolder = (path: string) => `${raw}/${path.slice("raw/".length)}`;
  return {
    async *paths() {
      for (const run of await entriesIn(raw)) {
        const names = run.isDirectory ? await entriesIn(`${raw}/${run.name}`) : null;
        if (names === null) yield `raw/${run.name}`;
        for (const { name } of names ?? []) yield `raw/${run.name}/${name}`;
      }
    },
    read: (path) => maybeRead(inFolder(path)),
  };
}

/** Whether a path is one that an archive can hold: what is restored is written where it says. */
export function isArchivePath(path: string): boolean {
  return PLACE.test(path);
}

/** `disk_archive.ts` names its files so. */
const PLACE = /^raw\/(\d{4}-\d\d-\d\d)\/([0-9a-f]{64})\.(?:gz|[0-9TZ.]+(?:-\d+)?\.json)$/;

/** The run and the digest that a path in an archive tells of; `null` where it is none of one. */
export function placeOf(path: string): { readonly run: RunId; readonly digest: Digest } | null {
  const [, run, digest] = PLACE.exec(path) ?? [];
  return run && digest ? { run: run as RunId, digest: digest as Digest } : null;
}

/** Whether the bytes of the file at `path` are the body that its name tells of, however packed. */
export async function isWholeBody(path: string, bytes: Uint8Array): Promise<boolean> {
  const [, , digest] = PLACE.exec(path) ?? [];
  if (digest === undefined || !path.endsWith(".gz")) return false;
  return await bodyIn(bytes, digest) instanceof Uint8Array;
}

/** Bodies with their sidecars, in the order of runs. */
export async function* membersOf(files: ArchiveFiles): AsyncGenerator<ArchiveMember> {
  let run = "";
  let bodies = new Map<string, string[]>();
  for await (const path of files.paths()) {
    const [, of, digest] = PLACE.exec(path) ?? [];
    if (of === undefined || digest === undefined) {
      yield { kind: "stray", path };
      continue;
    }
    if (of !== run) {
      yield* membersOfRun(files, run, bodies);
      [run, bodies] = [of, new Map()];
    }
    bodies.set(digest, [...bodies.get(digest) ?? [], path]);
  }
  yield* membersOfRun(files, run, bodies);
}

function* membersOfRun(
  files: ArchiveFiles,
  run: string,
  bodies: ReadonlyMap<string, readonly string[]>,
): Generator<ArchiveMember> {
  for (const [digest, paths] of bodies) {
    const path = `raw/${run}/${digest}.gz`;
    yield {
      kind: "body",
      path,
      run,
      digest,
      read: async () => await bodyIn(await files.read(path), digest),
      sidecars: paths.filter((other) => other !== path).map((sidecar) => ({
        path: sidecar,
        text: async () => new TextDecoder().decode(await files.read(sidecar) ?? undefined),
      })),
    };
  }
}
