/**
 * A small origin server for one document, that answers conditions as told: honestly or not.
 *
 * @module
 */

import { isWeakMatch, readEntityTag, readTagList } from "../../src/corpus/entity_tag.ts";
import type { Answer, ConditionalRequest } from "../../src/corpus/validators.ts";
import { parseHttpDate } from "../../src/retry_after.ts";

/** How the server marks its versions, and how it reads conditions. */
export interface Manners {
  /** The tag of a version; `visit` counts requests. */
  readonly etag: "none" | "version" | "every-visit" | "frozen" | "weak-version";
  readonly lastModified: "none" | "version" | "every-visit" | "frozen";
  readonly conditions: "obeyed" | "ignored" | "always-304";
}

/** One document whose version changes when told. */
export class ValidatorServer {
  #version = 1;
  #changedAt: Temporal.Instant;
  #visits = 0;

  constructor(readonly manners: Manners, now: Temporal.Instant) {
    this.#changedAt = now;
  }

  /** The hash of the content in force. */
  get hash(): string {
    return `v${this.#version}`;
  }

  change(now: Temporal.Instant): void {
    this.#version++;
    this.#changedAt = now;
  }

  answer({ headers: conditions }: ConditionalRequest, receivedAt: Temporal.Instant): Answer {
    this.#visits++;
    const headers: Record<string, string> = { date: httpDate(receivedAt) };
    const etag = this.#etag();
    if (etag !== null) headers["etag"] = etag;
    const lastModified = this.#lastModified(receivedAt);
    if (lastModified !== null) headers["last-modified"] = lastModified;
    return this.#isNotModified(conditions, etag, lastModified, receivedAt)
      ? { status: 304, headers, receivedAt, contentHash: null }
      : { status: 200, headers, receivedAt, contentHash: this.hash };
  }

  #etag(): string | null {
    switch (this.manners.etag) {
      case "none":
        return null;
      case "version":
        return `"v${this.#version}"`;
      case "weak-version":
        return `W/"v${this.#version}"`;
      case "every-visit":
        return `"r${this.#visits}"`;
      case "frozen":
        return '"same"';
    }
  }

  #lastModified(now: Temporal.Instant): string | null {
    switch (this.manners.lastModified) {
      case "none":
        return null;
      case "version":
        return httpDate(this.#changedAt);
      case "every-visit":
        return httpDate(now.subtract({ seconds: 2 }));
      case "frozen":
        return "Sun, 06 Nov 1994 08:49:37 GMT";
    }
  }

  /** RFC 9110, section 13.2.2: the tag first, the date only where no tag was sent. */
  #isNotModified(
    conditions: Readonly<Record<string, string>>,
    etag: string | null,
    lastModified: string | null,
    now: Temporal.Instant,
  ): boolean {
    const [tags, since] = [conditions["If-None-Match"], conditions["If-Modified-Since"]];
    if (this.manners.conditions === "ignored" || tags === undefined && since === undefined) {
      return false;
    }
    if (this.manners.conditions === "always-304") return true;
    if (tags !== undefined) {
      const own = readEntityTag(etag ?? "");
      const list = readTagList(tags);
      return own !== null && list !== null && list !== "*" &&
        list.some((tag) => isWeakMatch(tag, own));
    }
    const [modified, than] = [
      parseHttpDate(lastModified ?? "", now),
      parseHttpDate(since ?? "", now),
    ];
    return modified !== null && than !== null && Temporal.Instant.compare(modified, than) <= 0;
  }
}

/** IMF-fixdate of RFC 9110, section 5.6.7; fractions of a second are cut off. */
export function httpDate(at: Temporal.Instant): string {
  return new Date(at.epochMilliseconds).toUTCString();
}
