/**
 * Which failure an error of Deno's `fetch` is.
 *
 * Deno throws one class, `TypeError`, for all of them and tells them apart in the message of the
 * cause only, so this table of messages (Deno 2.9) is confined to one place.
 *
 * @module
 */

import type { Failure } from "../outcome.ts";

const DNS = /\bdns error\b|failed to lookup address/;
/** Certificates that do not verify, and peers that do not speak TLS. */
const TLS = /invalid peer certificate|\btls\b|received fatal alert|received corrupt message/i;

/** Turns an error of a request for `url` into a failure; what is no network error is thrown on. */
export function toFailure(
  error: unknown,
  phase: "header" | "body",
  url: string,
  receivedBytes: number,
): Failure {
  if (error instanceof Deno.errors.NotCapable) {
    return { kind: "not-permitted", url, detail: error.message };
  }
  if (!(error instanceof TypeError)) throw error;
  const detail = error.cause instanceof Error ? error.cause.message : error.message;
  if (phase === "body") return { kind: "cut", url, receivedBytes, detail };
  // The message names the URL first, whose words are not to be taken for the error's.
  const reason = detail.slice(Math.max(0, detail.lastIndexOf("client error")));
  if (DNS.test(reason)) return { kind: "dns", url, detail };
  if (TLS.test(reason)) return { kind: "tls", url, detail };
  // What remains never got as far as a response: refused, reset, closed, or no HTTP at all.
  return { kind: "refused", url, detail };
}
