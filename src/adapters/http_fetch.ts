/**
 * The `Fetch` port over Deno's `fetch`: every end of a GET becomes an `Outcome`.
 *
 * Here is decided what counts as which failure, and that one call is one request. Whether and when
 * to ask, to ask again, or to ask where a redirect points, is the host queue's.
 *
 * @module
 */

import { digestOf } from "../digest.ts";
import type { InstantText } from "../model.ts";
import type { Outcome } from "../outcome.ts";
import type { Fetch, FetchRequest } from "../ports.ts";
import type { Snapshot } from "../snapshot.ts";
import { Deadline } from "./deadline.ts";
import { toFailure } from "./fetch_failure.ts";

/** A `Fetch` that may hold a connection pool of its own. */
export interface HttpFetch extends Fetch, Disposable {
  close(): void;
}

/**
 * Returns a `Fetch` over the network.
 *
 * `caCerts` are certificates in PEM that are trusted besides the usual ones; verification is never
 * switched off.
 */
export function httpFetch(options: { readonly caCerts?: readonly string[] } = {}): HttpFetch {
  const caCerts = options.caCerts ?? [];
  const client = caCerts.length > 0 ? Deno.createHttpClient({ caCerts: [...caCerts] }) : null;
  const close = () => client?.close();
  return { get: (request) => get(request, client), close, [Symbol.dispose]: close };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What Deno undoes by itself; it also asks for `gzip, br` and no others. */
const UNDONE_CODINGS: ReadonlySet<string> = new Set(["", "identity", "gzip", "br"]);

async function get(request: FetchRequest, client: Deno.HttpClient | null): Promise<Outcome> {
  request.signal?.throwIfAborted();
  // Outside of the try: a URL that is none is a fault of the caller, not of the network.
  const url = new URL(request.url).href;
  const requestedAt = now();
  const deadline = new Deadline(request);
  const received = { bytes: 0 };
  try {
    const response = await fetch(url, {
      headers: {
        "user-agent": request.userAgent,
        "accept": request.accept,
        "accept-language": "ko",
        ...request.conditions,
      },
      redirect: "manual",
      signal: deadline.signal,
      ...(client === null ? {} : { client }),
    });
    deadline.enterBody();
    const unwanted = judgeHeader(response, request);
    if (unwanted !== null) {
      await response.body?.cancel();
      return unwanted;
    }
    const body = await readBody(response, request.maxBytes, received);
    if (body === null) return { kind: "too-large", url: request.url, limitBytes: request.maxBytes };
    const asked = { url: request.url, finalUrl: url, requestedAt };
    return { kind: "fetched", body, snapshot: toSnapshot(response, body, asked) };
  } catch (error) {
    request.signal?.throwIfAborted();
    return deadline.failure() ?? toFailure(error, deadline.phase, request.url, received.bytes);
  } finally {
    deadline.end();
  }
}

/** Everything about the header that makes the body unwanted. */
function judgeHeader(
  { status, headers }: Response,
  { url, conditions = {} }: FetchRequest,
): Exclude<Outcome, { kind: "fetched" }> | null {
  if (status !== 200) {
    const retryAfter = headers.get("retry-after");
    const to = REDIRECTS.has(status) ? redirectTarget(headers, url) : null;
    const isAsked = status === 304 && Object.keys(conditions).length > 0;
    const said = isAsked ? { headers: kept(headers) } : {};
    return to === null
      ? { kind: "status", url, status, retryAfter, ...said }
      : { kind: "redirected", url, to, status, retryAfter };
  }
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  return UNDONE_CODINGS.has(coding) ? null : { kind: "wrong-coding", url, coding };
}

/** The `Location` of a redirect; without a readable one the response is a status like any other. */
function redirectTarget(headers: Headers, url: string): string | null {
  const location = headers.get("location");
  const to = location === null ? null : URL.parse(location, url);
  if (to === null) return null;
  to.hash = "";
  return to.href;
}

/** Reads the body as it comes; `null` as soon as it is longer than `maxBytes`. */
async function readBody(response: Response, maxBytes: number, received: { bytes: number }) {
  const chunks: Uint8Array[] = [];
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    received.bytes += chunk.length;
    if (received.bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  const body = new Uint8Array(received.bytes);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

function toSnapshot(
  response: Response,
  body: Uint8Array,
  asked: Pick<Snapshot, "url" | "finalUrl" | "requestedAt">,
): Snapshot {
  return {
    ...asked,
    status: response.status,
    headers: kept(response.headers),
    receivedAt: now(),
    digest: digestOf(body),
    bytes: body.length,
  };
}

function kept(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
}

function now(): InstantText {
  return Temporal.Now.instant().toString({ smallestUnit: "millisecond" }) as InstantText;
}
