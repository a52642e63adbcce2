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
import type { NearIndex } from "./near_join.ts";
import { Pages } from "./pages.ts";
import { type Facts, Projections } from "./projections.ts";

/** Version of what is written here. */
const FORMAT = 1;
const MAGIC = "DMFK";

interface Head {
  readonly format: number;
  readonly end: { readonly length: number; readonly digest: string };
  readonly facts: Facts;
  readonly pages: number;
  readonly texts: number;
  /** Lengths of the pieces behind the head. */
  readonly pieces: readonly number[];
}

/** The pieces of a checkpoint file. */
export function toCheckpoint(state: Projections, end: LogEnd): readonly Uint8Array[] {
  const { pages, near } = state;
  const tables = [
    joined(pages.rows.save()),
    joined(pages.kept.save()),
    joined(pages.hashes.save()),
    joined([pages.keys.save()]),
    joined([pages.texts.save()]),
    ...near.save(),
  ];
  const head: Head = {
    format: FORMAT,
    end: { length: end.length, digest: Buffer.from(end.digest).toString("hex") },
    facts: state.facts as Facts,
    pages: pages.rows.size,
    texts: pages.kept.size,
    pieces: tables.map(({ length }) => length),
  };
  const json = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(json.length);
  const pieces = [Buffer.from(MAGIC), size, json, ...tables];
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return [...pieces, hash.digest()];
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
  const pieces: Uint8Array[] = [];
  let at = 8 + json;
  for (const length of head.pieces) {
    // Columns of numbers need an aligned buffer of their own.
    pieces.push(bytes.slice(at, at + length));
    at += length;
  }
  const [rows, kept, hashes, keys, texts, ...near] = pieces as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    ...Uint8Array[],
  ];
  const pages = new Pages();
  pages.rows.load(head.pages, rows);
  pages.kept.load(head.texts, kept);
  pages.hashes.load(head.pages, hashes);
  pages.keys = DigestTable.load(new Uint32Array(keys.buffer));
  pages.texts = DigestTable.load(new Uint32Array(texts.buffer));
  const end = { length: head.end.length, digest: Buffer.from(head.end.digest, "hex") };
  return { state: new Projections(loadNear(near), pages, head.facts), end };
}

function joined(columns: readonly ArrayBufferView[]): Uint8Array {
  return Buffer.concat(
    columns.map(({ buffer, byteOffset, byteLength }) =>
      new Uint8Array(buffer, byteOffset, byteLength)
    ),
  );
}
