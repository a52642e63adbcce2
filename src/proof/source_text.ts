/**
 * The archived bytes of a proof as text: what stands in its ranges, and around them.
 *
 * @module
 */

import type { Span } from "../locate.ts";
import type { FieldProof, ProvenCell } from "./prove.ts";
import type { ProvenPage } from "./page.ts";

/** A stretch of source, proving or not. */
export interface Stretch {
  readonly text: string;
  readonly proves: boolean;
}

/** What a range of bytes says in the charset of its page. */
export function textAt({ body, charset }: ProvenPage, { start, end }: Span): string {
  return new TextDecoder(charset, { ignoreBOM: true }).decode(body.subarray(start, end));
}

/** The ranges that prove a field, in the order of the source; of a blank cell the cell itself. */
export function provingRanges({ row }: FieldProof): readonly Span[] {
  const cells = row.cells.filter(({ proves }) => proves);
  return cells.flatMap(rangesOf).toSorted((a, b) => a.start - b.start);
}

function rangesOf(cell: ProvenCell): readonly Span[] {
  const ranges = cell.texts.flatMap((text) => text.ranges);
  return ranges.length > 0 ? ranges : [cell];
}

/** The source of the proven row, cut where what proves begins and ends. */
export function stretches(proofs: readonly [FieldProof, ...FieldProof[]]): readonly Stretch[] {
  const [{ page, row }] = proofs;
  const proving = proofs.flatMap(provingRanges).toSorted((a, b) => a.start - b.start);
  const end = Math.max(row.end, ...proving.map((span) => span.end));
  const found: Stretch[] = [];
  let at = Math.min(row.start, ...proving.map((span) => span.start));
  for (const span of proving) {
    // A cell that spans rows may be met twice.
    if (span.start < at) continue;
    if (span.start > at) {
      found.push({ text: textAt(page, { start: at, end: span.start }), ...PLAIN });
    }
    found.push({ text: textAt(page, span), proves: true });
    at = span.end;
  }
  if (at < end) found.push({ text: textAt(page, { start: at, end }), ...PLAIN });
  return found;
}

const PLAIN = { proves: false } as const;

/** Proofs that stand in one row of one page by one event, together. */
export function byPlace(proofs: readonly FieldProof[]): (readonly [FieldProof, ...FieldProof[]])[] {
  const groups = Map.groupBy(
    proofs,
    ({ event, page, row }) => `${event.seq} ${page.run} ${page.digest} ${page.page} ${row.index}`,
  );
  return [...groups.values()] as [FieldProof, ...FieldProof[]][];
}
