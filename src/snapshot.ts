/**
 * The sidecar record of one archived response.
 *
 * The body lies beside it under its digest; together they are the snapshot that every extracted
 * cell can be proven from.
 *
 * @module
 */

import type { Digest, InstantText } from "./model.ts";

/** What was asked, what was answered, and when. */
export interface Snapshot {
  /** As asked, before redirects. */
  readonly url: string;
  /** As answered, after redirects on the same origin. */
  readonly finalUrl: string;
  readonly status: number;
  /** Response headers, names in lower case; `set-cookie` is left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestedAt: InstantText;
  /** When the last byte of the body had arrived. */
  readonly receivedAt: InstantText;
  readonly digest: Digest;
  /** Length of the body after decompression. */
  readonly bytes: number;
  /** When retention dropped the body; this record of it stays. */
  readonly pruned?: InstantText;
}

/** Reads the text of a sidecar; `null` where it is none, whatever made it so. */
export function parseSnapshot(text: string): Snapshot | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return typeof value === "object" && value !== null && isSnapshot(value) ? value : null;
}

function isSnapshot(value: Partial<Record<keyof Snapshot, unknown>>): value is Snapshot {
  const { url, finalUrl, status, headers, requestedAt, receivedAt, digest, bytes, pruned } = value;
  return [url, finalUrl].every((text) => typeof text === "string" && isWebAddress(text)) &&
    Number.isInteger(status) && status as number >= 100 && status as number <= 599 &&
    typeof headers === "object" && headers !== null &&
    Object.values(headers).every((field) => typeof field === "string") &&
    [requestedAt, receivedAt, pruned ?? receivedAt].every(isInstant) &&
    typeof digest === "string" && /^[0-9a-f]{64}$/.test(digest) &&
    Number.isSafeInteger(bytes) && bytes as number >= 0;
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

function isInstant(text: unknown): boolean {
  return typeof text === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text);
}
