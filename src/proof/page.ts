/**
 * An archived page read again, as the run that archived it read it: body, sidecar, charset, spec.
 *
 * Each of them is held against what the log says of the page; where one does not agree there is no
 * page to prove anything by. What stands in it is decided in `prove.ts`.
 *
 * @module
 */

import { decode } from "../decode.ts";
import { digestOf } from "../digest.ts";
import { extractPage, type PageReading, prepareSpec } from "../extract.ts";
import { locateCells, type LocatedRow } from "../locate.ts";
import type { Digest, InstantText, RunId, SourceId } from "../model.ts";
import type { Archive, KeptSnapshot } from "../ports.ts";
import type { PreparedSpec } from "../prepared_spec.ts";
import { sentence } from "../refusal_words.ts";
import type { SelectorSpec } from "../selector_spec.ts";
import {
  bodyPath,
  DAMAGED_SIDECAR,
  NO_SIDECAR,
  noSpec,
  notProven,
  OTHER_BYTES,
  otherRequest,
  unreadablePage,
} from "./not_proven.ts";

/** A page as the log points to it. */
export interface PagePlace {
  readonly run: RunId;
  /** Page of the list, counted as the site counts. */
  readonly page: number;
  readonly url: string;
  readonly digest: Digest;
  readonly observedAt: InstantText;
  /** Version of the spec that it was read with. */
  readonly specVersion: number;
}

/** A page whose bytes, sidecar and reading agree with the log. */
export interface ProvenPage extends PagePlace {
  /** Paths below the data folder. */
  readonly bodyPath: string;
  readonly sidecarPath: string;
  readonly body: Uint8Array;
  readonly text: string;
  readonly charset: string;
  readonly prepared: PreparedSpec;
  readonly reading: PageReading;
  /** Where a row, counted from 0, and all that is in it stand. */
  locate(row: number): LocatedRow;
}

/** Reads pages again, each once. */
export class Pages {
  readonly #archive: Archive;
  readonly #source: SourceId;
  readonly #specOf: (version: number) => SelectorSpec | null;
  readonly #pages = new Map<string, Promise<ProvenPage>>();

  /** `specOf` gives the spec of the source in a version. */
  constructor(
    archive: Archive,
    source: SourceId,
    specOf: (version: number) => SelectorSpec | null,
  ) {
    this.#archive = archive;
    this.#source = source;
    this.#specOf = specOf;
  }

  /**
   * Reads a page.
   *
   * @throws {ArchiveFault} that says what does not hold.
   */
  read(place: PagePlace): Promise<ProvenPage> {
    const key = [place.run, place.digest, place.page, place.observedAt].join(" ");
    const page = this.#pages.get(key) ?? this.#read(place);
    this.#pages.set(key, page);
    return page;
  }

  async #read(place: PagePlace): Promise<ProvenPage> {
    const { run, digest, page, url, observedAt, specVersion } = place;
    const body = await this.#archive.body(run, digest);
    if (digestOf(body) !== digest) throw notProven(place, OTHER_BYTES);
    const sidecar = matching(place, await this.#archive.snapshots(run, digest), body.length);
    const spec = this.#specOf(specVersion);
    if (spec === null) throw notProven(place, noSpec(this.#source, specVersion));
    const prepared = prepareSpec(spec);
    const decoded = decode(body, sidecar.snapshot.headers["content-type"] ?? null);
    const extraction = decoded.kind === "decoded"
      ? extractPage(decoded.text, prepared, { page, url, digest, observedAt })
      : { kind: "refused", refusal: { kind: "undecodable", page, tried: decoded.tried } } as const;
    if (extraction.kind === "refused" || decoded.kind === "undecodable") {
      const { refusal } = extraction as typeof extraction & { kind: "refused" };
      throw notProven(place, unreadablePage(sentence(refusal)));
    }
    const { text, charset } = decoded;
    const rows = new Map<number, LocatedRow>();
    return {
      ...place,
      bodyPath: bodyPath(place),
      sidecarPath: `raw/${sidecar.path}`,
      body,
      text,
      charset,
      prepared,
      reading: extraction.page,
      locate(row) {
        const located = rows.get(row) ?? locateCells(text, prepared, row);
        rows.set(row, located);
        return located;
      },
    };
  }
}

type Readable = KeptSnapshot & { readonly snapshot: NonNullable<KeptSnapshot["snapshot"]> };

/** The sidecar that tells of the request as the log does; equal bodies may have several. */
function matching(place: PagePlace, kept: readonly KeptSnapshot[], bytes: number): Readable {
  const { url, observedAt } = place;
  if (kept.length === 0) throw notProven(place, NO_SIDECAR);
  const readable = kept.filter((one): one is Readable => one.snapshot !== null);
  if (readable.length === 0) throw notProven(place, DAMAGED_SIDECAR);
  const found = readable.find(({ snapshot }) =>
    snapshot.finalUrl === url && snapshot.receivedAt === observedAt && snapshot.bytes === bytes
  );
  if (found) return found;
  throw notProven(place, otherRequest(url, observedAt));
}
