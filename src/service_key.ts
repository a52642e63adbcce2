/**
 * The key of an OpenAPI: put into its requests at the last moment, taken out of all that comes back.
 *
 * Whatever is archived, logged, shown or stored is made from what passes here, so the key is nowhere
 * else: neither in URLs nor in an error page that repeats the request. An answer that holds the key
 * is archived with asterisks in its place, and its digest is that of the archived bytes.
 *
 * @module
 */

import { digestOf } from "./digest.ts";
import type { Fetched, Outcome } from "./outcome.ts";
import type { Fetch } from "./ports.ts";

/** What the key is, and the one address it is for. */
export interface ServiceKey {
  /** Address of the list; no other path gets the key. */
  readonly url: URL;
  readonly parameter: string;
  /** Decoded. */
  readonly key: string;
}

/** Returns a `Fetch` whose requests for the list carry the key. */
export function withKey(fetch: Fetch, secret: ServiceKey): Fetch {
  return {
    async get(request) {
      const url = new URL(request.url);
      if (url.origin !== secret.url.origin || url.pathname !== secret.url.pathname) {
        return await fetch.get(request);
      }
      url.searchParams.set(secret.parameter, secret.key);
      return withoutKey(await fetch.get({ ...request, url: url.href }), request.url, secret);
    },
  };
}

const HIDDEN = "***";

function withoutKey(outcome: Outcome, asked: string, secret: ServiceKey): Outcome {
  const texts = Object.entries(outcome).map(([name, value]) => {
    if (name === "url") return [name, asked];
    if (name === "to") return [name, urlWithoutKey(value, secret)];
    return [name, typeof value === "string" ? textWithoutKey(value, secret) : value];
  });
  const clean = Object.fromEntries(texts) as Outcome;
  return clean.kind === "fetched" ? fetchedWithoutKey(clean, asked, secret) : clean;
}

function fetchedWithoutKey(fetched: Fetched, asked: string, secret: ServiceKey): Fetched {
  const { snapshot } = fetched;
  const body = bytesWithoutKey(fetched.body, secret);
  const headers = Object.entries(snapshot.headers).map(([name, value]) =>
    [name, textWithoutKey(value, secret)] as const
  );
  return {
    ...fetched,
    body,
    snapshot: {
      ...snapshot,
      url: asked,
      finalUrl: urlWithoutKey(snapshot.finalUrl, secret),
      headers: Object.fromEntries(headers),
      digest: body === fetched.body ? snapshot.digest : digestOf(body),
    },
  };
}

function urlWithoutKey(text: string, secret: ServiceKey): string {
  const url = new URL(text);
  if (url.searchParams.has(secret.parameter)) url.searchParams.delete(secret.parameter);
  return textWithoutKey(url.href, secret);
}

/** The key as it may be written: as it is, encoded in two ways, and with entities of markup. */
function formsOf({ key }: ServiceKey): string[] {
  const form = new URLSearchParams({ key }).toString().slice("key=".length);
  const encoded = encodeURIComponent(key);
  const lower = encoded.replace(/%../g, (hex) => hex.toLowerCase());
  const markup = key.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const slashed = key.replaceAll("/", "\\/");
  return [...new Set([key, form, encoded, lower, markup, slashed])]
    .sort((a, b) => b.length - a.length);
}

function textWithoutKey(text: string, secret: ServiceKey): string {
  return formsOf(secret).reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
}

const ASTERISK = 0x2a;

/** The same bytes where the key is not in them, else as many with asterisks. */
function bytesWithoutKey(bytes: Uint8Array, secret: ServiceKey): Uint8Array {
  let clean = bytes;
  for (const form of formsOf(secret)) {
    const needle = new TextEncoder().encode(form);
    for (let at = indexOf(clean, needle, 0); at >= 0; at = indexOf(clean, needle, at)) {
      if (clean === bytes) clean = bytes.slice();
      clean.fill(ASTERISK, at, at + needle.length);
    }
  }
  return clean;
}

function indexOf(bytes: Uint8Array, needle: Uint8Array, from: number): number {
  const [first] = needle;
  for (
    let at = bytes.indexOf(first as number, from);
    at >= 0;
    at = bytes.indexOf(first as number, at + 1)
  ) {
    if (needle.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}
