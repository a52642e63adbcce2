/**
 * Archived responses as WARC records: what describes the file, each body once, and its repetitions.
 *
 * A body that was exported before becomes a `revisit` that refers to the record with it. Only what
 * was archived is written: there is no request record and no IP address.
 *
 * @module
 */

import type { Digest, RunId, SourceId } from "../model.ts";
import type { Snapshot } from "../snapshot.ts";
import { httpHead } from "./http_head.ts";
import { type Fields, recordId, targetUri, warcFields, warcRecord } from "./record.ts";

/** One answer of a server, as it was archived. */
export interface Capture {
  readonly run: RunId;
  /** Name of its sidecar, unique within the run. */
  readonly sidecar: string;
  readonly snapshot: Snapshot;
}

/** What an export was asked for. */
export interface Asked {
  readonly program: string;
  readonly from: RunId | null;
  readonly to: RunId | null;
  readonly source: SourceId | null;
}

/** Bytes of one record, in parts. */
export type WarcRecord = readonly Uint8Array[];

interface Original {
  readonly id: string;
  readonly uri: string;
  readonly date: string;
}

const PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
const encoder = new TextEncoder();

/** Makes the records of one file, in the order they are asked for. */
export class WarcFile {
  readonly #info: string;
  readonly #about: Fields;
  /** A few hundred bytes for each body that was exported: all that grows with the file. */
  readonly #originals = new Map<Digest, Original>();
  readonly #uris = new Map<string, string>();

  constructor(asked: Asked) {
    this.#about = about(asked);
    this.#info = recordId(["warcinfo", this.#about]);
  }

  /** The first record; it bears the date of the first capture, so that two exports are equal. */
  info(first: Capture): WarcRecord {
    const fields: Fields = [
      ["WARC-Type", "warcinfo"],
      ["WARC-Record-ID", this.#info],
      ["WARC-Date", first.snapshot.receivedAt],
      ["Content-Type", "application/warc-fields"],
    ];
    return warcRecord(fields, [encoder.encode(warcFields(this.#about))]);
  }

  /** Whether a body has been exported. */
  has(digest: Digest): boolean {
    return this.#originals.has(digest);
  }

  /** The record of a response that has this body. */
  response(capture: Capture, body: Uint8Array): WarcRecord {
    const { snapshot } = capture;
    const id = this.#idOf(capture, null);
    const uri = this.#uri(snapshot);
    this.#originals.set(snapshot.digest, { id, uri, date: snapshot.receivedAt });
    const fields = this.#fields("response", id, { snapshot, uri });
    return warcRecord(fields, [httpHead(snapshot), body]);
  }

  /** The record of a response whose body was exported before. */
  revisit(capture: Capture): WarcRecord {
    const { snapshot } = capture;
    const original = this.#originals.get(snapshot.digest);
    if (!original) throw new Error(`Body "${snapshot.digest}" was not exported before`);
    const id = this.#idOf(capture, original);
    const fields: Fields = [
      ...this.#fields("revisit", id, { snapshot, uri: this.#uri(snapshot) }),
      ["WARC-Profile", PROFILE],
      ["WARC-Refers-To", original.id],
      ["WARC-Refers-To-Target-URI", original.uri],
      ["WARC-Refers-To-Date", original.date],
      ["WARC-Truncated", "length"],
    ];
    return warcRecord(fields, [httpHead(snapshot)]);
  }

  /** What was asked for, where the server answered with another address; `null` where not. */
  redirect(capture: Capture): WarcRecord | null {
    const { run, sidecar, snapshot } = capture;
    const via = targetUri(snapshot.url);
    const uri = this.#uri(snapshot);
    const original = this.#originals.get(snapshot.digest) ?? null;
    if (via === null || via === uri) return null;
    const isOriginal = original?.id === this.#idOf(capture, null);
    const fields: Fields = [
      ["WARC-Type", "metadata"],
      ["WARC-Record-ID", recordId(["metadata", run, sidecar, snapshot.digest])],
      ["WARC-Warcinfo-ID", this.#info],
      ["WARC-Date", snapshot.receivedAt],
      ["WARC-Target-URI", uri],
      ["WARC-Concurrent-To", this.#idOf(capture, isOriginal ? null : original)],
      ["Content-Type", "application/warc-fields"],
    ];
    return warcRecord(fields, [encoder.encode(warcFields([["via", via]]))]);
  }

  #idOf({ run, sidecar, snapshot: { digest } }: Capture, original: Original | null): string {
    return original === null
      ? recordId(["response", run, sidecar, digest])
      : recordId(["revisit", run, sidecar, digest, original.id]);
  }

  #fields(
    type: "response" | "revisit",
    id: string,
    { snapshot, uri }: { readonly snapshot: Snapshot; readonly uri: string },
  ): Fields {
    return [
      ["WARC-Type", type],
      ["WARC-Record-ID", id],
      ["WARC-Warcinfo-ID", this.#info],
      ["WARC-Date", snapshot.receivedAt],
      ["WARC-Target-URI", uri],
      ["WARC-Payload-Digest", `sha256:${snapshot.digest}`],
      ["Content-Type", "application/http;msgtype=response"],
    ];
  }

  /** Every address once: the same few hundred are asked for every day. */
  #uri({ finalUrl }: Snapshot): string {
    const uri = targetUri(finalUrl);
    if (uri === null) throw new RangeError(`Cannot write "${finalUrl}" as an address of the web`);
    const kept = this.#uris.get(uri) ?? uri;
    this.#uris.set(uri, kept);
    return kept;
  }
}

function about({ program, from, to, source }: Asked): Fields {
  return [
    ["software", `dmf/${program}`],
    ["format", "WARC File Format 1.1"],
    [
      "conformsTo",
      "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
    ],
    ["robots", "RFC 9309"],
    [
      "description",
      `Responses archived by dmf, source ${source ?? "all"}, runs ${from ?? "first"} to ${
        to ?? "last"
      }. Bodies are as archived, after decompression: Content-Encoding and Transfer-Encoding are ` +
      "left out, Content-Length is that of the body. Status lines are written anew, field names " +
      "are in lower case, repeated fields joined, Set-Cookie was not archived. WARC-Date is the " +
      "instant when the last byte had arrived, which dmf calls observedAt. Requests and IP " +
      "addresses were not archived.",
    ],
  ];
}
