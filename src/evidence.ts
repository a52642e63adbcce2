/**
 * Where in the archived bytes a row stands: the proof that every event carries.
 *
 * Offsets are found by parsing the page once more with source positions, and only for rows that may
 * become events; keeping positions for every row of every page would slow each crawl for nothing.
 *
 * @module
 */

import { byteOffsets, decode, type Decoded } from "./decode.ts";
import type { PreparedSpec } from "./extract.ts";
import { locateRows } from "./locate.ts";
import type { Digest, Evidence, Row, RunId } from "./model.ts";
import type { Archive } from "./ports.ts";

/** A page of the list as it lies in the archive. */
export interface ProvablePage {
  readonly body: Uint8Array;
  readonly decoded: Decoded & { readonly kind: "decoded" };
}

/** Finds the byte ranges of rows that were read from one page. */
export function provePage(
  rows: readonly Row[],
  { body, decoded }: ProvablePage,
  prepared: PreparedSpec,
): Map<Row, Evidence> {
  const sorted = rows.toSorted((a, b) => a.position.row - b.position.row);
  const spans = locateRows(decoded.text, prepared, sorted.map((row) => row.position.row));
  const ends = spans.flatMap(({ start, end }) => [start, end]);
  const offsets = byteOffsets(body, decoded.charset, decoded.text, ends);
  return new Map(sorted.map((row, index) => {
    const { url, digest, page, row: at } = row.position;
    const start = offsets[2 * index] as number;
    const end = offsets[2 * index + 1] as number;
    return [row, { url, digest, start, end, page, row: at }];
  }));
}

/** Finds the byte ranges of rows in the archive, page by page. */
export async function proveRows(
  rows: readonly Row[],
  from: { readonly archive: Archive; readonly run: RunId; readonly prepared: PreparedSpec },
  contentTypes: ReadonlyMap<Digest, string | null>,
): Promise<Map<Row, Evidence>> {
  const proofs = new Map<Row, Evidence>();
  for (const [digest, onPage] of Map.groupBy(rows, (row) => row.position.digest)) {
    const body = await from.archive.body(from.run, digest);
    const decoded = decode(body, contentTypes.get(digest) ?? null);
    if (decoded.kind === "undecodable") {
      throw new Error(`Archived page "${digest}" was decodable once`);
    }
    for (const [row, proof] of provePage(onPage, { body, decoded }, from.prepared)) {
      proofs.set(row, proof);
    }
  }
  return proofs;
}
