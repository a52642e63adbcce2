/**
 * A checkpoint: the projections of a corpus in one file, so that the log need not be read from its beginning.
 *
 * It can be thrown away at any time; one that is damaged, or made by another version or policy, counts as
 * none.
 *
 * ```text
 * "DMFK" · length of the JSON · JSON {end, facts, sizes} · columns and index, one behind the other · SHA-256
 * ```
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { canonical } from "../digest.ts";
import type { CorpusPolicy } from "./corpus_policy.ts";
import { DigestTable } from "./digest_table.ts";
import type { LogEnd } from "./document_log.ts";
import { HostTurns } from "./host_turns.ts";
import type { NearIndex } from "./near_join.ts";
import { Pages } from "./pages.ts";
import { type Facts, Projections } from "./projections.ts";

/** Version of what is written here. */
const FORMAT = 2;
const MAGIC = "DMFK";

interface Head {
  readonly format: number;
  readonly end: { readonly length: number; readonly digest: string };
  readonly facts: Facts;
  readonly pages: number;
  readonly texts: number;
  /** Bytes of the tables behind the head; what follows them is the index. */
  readonly tables: readonly number[];
}

/** The pieces of a checkpoint file, made as they are written: the index is never held twice. */
export function* toCheckpoint(state: Projections, end: LogEnd): Generator<Uint8Array> {
  const hash = createHash("sha256");
  for (const piece of piecesOf(state, end)) {
    hash.update(piece);
    yield piece;
  }
  yield hash.digest();
}

function* piecesOf({ pages, near, facts, turns }: Projections, end: LogEnd): Generator<Uint8Array> {
  const tables = [
    joined(pages.rows.save()),
    joined(pages.kept.save()),
    joined(pages.hashes.save()),
    joined([pages.keys.save()]),
    joined([pages.texts.save()]),
    turns.save(),
  ];
  const head: Head = {
    format: FORMAT,
    end: { length: end.length, digest: Buffer.from(end.digest).toString("hex") },
    facts: facts as Facts,
    pages: pages.rows.size,
    texts: pages.kept.size,
    tables: tables.map(({ length }) => length),
  };
  const json = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(json.length);
  yield Buffer.concat([Buffer.from(MAGIC), size, json]);
  yield* tables;
  yield* near.save();
}

/** The projections in a checkpoint; `null` where it cannot be used. */
export function fromCheckpoint(
  bytes: Uint8Array,
  policy: CorpusPolicy,
  loadNear: (pieces: readonly Uint8Array[]) => NearIndex,
): { readonly state: Projections; readonly end: LogEnd } | null {
  const body = bytes.subarray(0, -32);
  if (bytes.length < 40 || Buffer.from(bytes.subarray(0, 4)).toString() !== MAGIC) return null;
  const digest = createHash("sha256").update(body).digest();
  if (Buffer.compare(digest, bytes.subarray(-32)) !== 0) return null;
  const json = Buffer.from(bytes.subarray(4, 8)).readUInt32LE();
  const head = JSON.parse(Buffer.from(bytes.subarray(8, 8 + json)).toString()) as Head;
  if (head.format !== FORMAT || canonical(head.facts.policy) !== canonical(policy)) return null;
  const tables: Uint8Array[] = [];
  let at = 8 + json;
  for (const length of head.tables) {
    tables.push(body.subarray(at, at + length));
    at += length;
  }
  const [rows, kept, hashes, keys, texts, turns] = tables as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const pages = new Pages();
  pages.rows.load(head.pages, rows);
  pages.kept.load(head.texts, kept);
  pages.hashes.load(head.pages, hashes);
  pages.keys = DigestTable.load(wordsIn(keys));
  pages.texts = DigestTable.load(wordsIn(texts));
  const near = loadNear([body.subarray(at)]);
  const end = { length: head.end.length, digest: Buffer.from(head.end.digest, "hex") };
  return { state: new Projections(near, pages, head.facts, HostTurns.load(turns)), end };
}

/** Words need an aligned buffer of their own. */
function wordsIn(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

function joined(columns: readonly ArrayBufferView[]): Uint8Array {
  return Buffer.concat(
    columns.map(({ buffer, byteOffset, byteLength }) =>
      new Uint8Array(buffer, byteOffset, byteLength)
    ),
  );
}
