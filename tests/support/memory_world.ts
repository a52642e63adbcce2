/**
 * A world without disk and network: an archive in memory and a fetch that asks a handler.
 *
 * @module
 */

import { digestOf } from "../../src/digest.ts";
import { prepareSpec } from "../../src/extract.ts";
import type { Digest, InstantText, RunId, SourceId } from "../../src/model.ts";
import type { Outcome } from "../../src/outcome.ts";
import {
  type Archive,
  ArchiveFault,
  type Fetch,
  type FetchRequest,
  type KeptSnapshot,
} from "../../src/ports.ts";
import { selectSpec } from "../../src/selectors.ts";
import type { Snapshot } from "../../src/snapshot.ts";
import type { Job } from "../../src/world.ts";

/** Archived bodies by digest; they outlive a power cut as files do. */
export class MemoryArchive implements Archive {
  constructor(
    readonly bodies = new Map<Digest, Uint8Array>(),
    readonly kept: KeptSnapshot[] = [],
  ) {}

  /** Another archive with the same bodies. */
  copy(): MemoryArchive {
    return new MemoryArchive(new Map(this.bodies), [...this.kept]);
  }

  put(run: RunId, snapshot: Snapshot, body: Uint8Array): Promise<void> {
    this.bodies.set(snapshot.digest, body);
    this.kept.push({ path: `${run}/${snapshot.digest}.json`, snapshot });
    return Promise.resolve();
  }

  body(_run: RunId, digest: Digest): Promise<Uint8Array> {
    const body = this.bodies.get(digest);
    if (body) return Promise.resolve(body);
    const sentence = {
      ko: `다이제스트가 "${digest}"인 것이 없습니다.`,
      en: `Nothing has the digest "${digest}"`,
    };
    return Promise.reject(new ArchiveFault(sentence));
  }

  snapshots(run: RunId, digest: Digest | null): Promise<readonly KeptSnapshot[]> {
    const isIn = ({ path }: KeptSnapshot) =>
      digest === null ? path.startsWith(`${run}/`) : path === `${run}/${digest}.json`;
    return Promise.resolve(this.kept.filter(isIn));
  }
}

/** Asks a handler instead of a host, and remembers what was asked. */
export class HandlerFetch implements Fetch {
  readonly asked: string[] = [];

  constructor(private readonly handler: (request: Request) => Response | Promise<Response>) {}

  async get({ url }: FetchRequest): Promise<Outcome> {
    this.asked.push(url);
    const response = await this.handler(new Request(url));
    const body = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200) {
      return { kind: "status", url, status: response.status, retryAfter: null };
    }
    const at = "2026-11-02T21:00:00Z" as InstantText;
    const snapshot: Snapshot = {
      url,
      finalUrl: url,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      requestedAt: at,
      receivedAt: at,
      digest: digestOf(body),
      bytes: body.length,
    };
    return { kind: "fetched", snapshot, body };
  }
}

/** A job towards a replica. */
export function jobFor(run: string): Job {
  const spec = selectSpec("mfds-dmf" as SourceId);
  return {
    spec,
    prepared: prepareSpec(spec),
    origin: "http://127.0.0.1:1",
    replica: true,
    politeness: { minDelayMs: 0, delayFactor: 0, maxDelayMs: 0 },
    userAgent: "dmf/0.0.0",
    productToken: "dmf",
    run: run as RunId,
    alone: true,
  };
}
