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
import { locateItems } from "./locate_items.ts";
import { locateRows } from "./locate.ts";
import type { Digest, Evidence, Row, RunId } from "./model.ts";
import type { Archive } from "./ports.ts";

/** A page of the list as it lies in the archive. */
export interface ProvablePage {
  readonly body: Uint8Array;
  readonly decoded: Decoded;
}

/** Finds the byte ranges of rows that were read from one page. */
export function provePage(
  rows: readonly Row[],
  { body, decoded }: ProvablePage,
  prepared: PreparedSpec,
): Map<Row, Evidence> {
  const sorted = rows.toSorted((a, b) => a.position.row - b.position.row);
  // Inside a workbook, which is compressed, no range of bytes is a row: the whole of it is the proof.
  if (prepared.spec.kind === "xlsx") {
    return new Map(sorted.map((row) => [row, evidenceOf(row, 0, body.length)]));
  }
  if (decoded.kind === "undecodable") throw new Error("A page without text has no rows to prove");
  const indexes = sorted.map((row) => row.position.row);
  const spans = prepared.spec.kind === "openapi"
    ? locateItems(decoded.text, indexes)
    : locateRows(decoded.text, prepared, indexes);
  const ends = spans.flatMap(({ start, end }) => [start, end]);
  const offsets = byteOffsets(body, decoded.charset, decoded.text, ends);
  return new Map(sorted.map((row, index) => {
    return [row, evidenceOf(row, offsets[2 * index] as number, offsets[2 * index + 1] as number)];
  }));
}

function evidenceOf({ position }: Row, start: number, end: number): Evidence {
  const { url, digest, page, row } = position;
  return { url, digest, start, end, page, row };
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
    if (decoded.kind === "undecodable" && from.prepared.spec.kind !== "xlsx") {
      throw new Error(`Archived page "${digest}" was decodable once`);
    }
    for (const [row, proof] of provePage(onPage, { body, decoded }, from.prepared)) {
      proofs.set(row, proof);
    }
  }
  return proofs;
}
