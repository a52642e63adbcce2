/**
 * A whole list out of the archive: which bodies are its pages, and what they say.
 *
 * @module
 */

import { readList } from "./completeness.ts";
import { decode } from "./decode.ts";
import { describeFailure } from "./failure_words.ts";
import { pageUrl } from "./frontier.ts";
import type { Digest, InstantText, Row, RunId } from "./model.ts";
import { type Archive, ArchiveFault } from "./ports.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import { readPage } from "./read_page.ts";
import type { Refusal, Sentence } from "./refusal.ts";
import type { SelectorSpec } from "./selector_spec.ts";

/** A page of a list as it lies in the archive. */
export interface ArchivedPage {
  readonly page: number;
  readonly url: string;
  readonly digest: Digest;
  readonly contentType: string | null;
  readonly observedAt: InstantText;
}

/**
 * The pages of a run's list from the first on, as far as they are there without a gap. Of a page
 * that was read several times, because the list moved, the last reading counts.
 */
export async function pagesOfRun(
  archive: Archive,
  run: RunId,
  spec: SelectorSpec,
): Promise<ArchivedPage[]> {
  const { pageParameter, firstPage } = spec.paging;
  const last = new Map<number, ArchivedPage>();
  for (const { snapshot } of await archive.snapshots(run, null)) {
    if (snapshot === null || !URL.canParse(snapshot.url)) continue;
    const { origin, searchParams } = new URL(snapshot.url);
    // What is not paged is one page.
    const asked = pageParameter === undefined ? firstPage : searchParams.get(pageParameter);
    const page = Number(asked ?? NaN);
    if (!Number.isInteger(page) || pageUrl(spec, origin, page) !== snapshot.url) continue;
    const { receivedAt, digest, finalUrl, headers } = snapshot;
    const known = last.get(page);
    if (known && isBefore(receivedAt, known.observedAt)) continue;
    const contentType = headers["content-type"] ?? null;
    last.set(page, { page, url: finalUrl, digest, contentType, observedAt: receivedAt });
  }
  const pages: ArchivedPage[] = [];
  for (let page = firstPage; last.has(page); page++) pages.push(last.get(page) as ArchivedPage);
  return pages;
}

function isBefore(a: InstantText, b: InstantText): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}

/** A list that was read again. */
export interface ReadAgain {
  readonly kind: "read";
  readonly rows: readonly Row[];
  readonly contentTypes: ReadonlyMap<Digest, string | null>;
}

/** Reads the pages of a list with a spec. */
export async function readAgain(
  archive: Archive,
  run: RunId,
  pages: readonly ArchivedPage[],
  prepared: PreparedSpec,
): Promise<
  | ReadAgain
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "unread"; readonly reason: Sentence }
> {
  const list = readList(prepared.spec);
  for (const { page, url, digest, contentType, observedAt } of pages) {
    let body: Uint8Array;
    try {
      body = await archive.body(run, digest);
    } catch (fault) {
      if (fault instanceof ArchiveFault) return { kind: "unread", reason: fault.sentence };
      throw fault;
    }
    const decoded = decode(body, contentType);
    const read = readPage({ body, decoded }, prepared, { page, url, digest, observedAt });
    if (read.kind === "refused") return read;
    if (read.kind === "failed") return { kind: "unread", reason: describeFailure(read.failure) };
    const refusal = list.add(page, read.page);
    if (refusal) return { kind: "refused", refusal };
  }
  const refusal = list.finish();
  if (refusal) return { kind: "refused", refusal };
  const contentTypes = new Map(pages.map(({ digest, contentType }) => [digest, contentType]));
  return { kind: "read", rows: list.rows, contentTypes };
}
