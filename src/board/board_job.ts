/**
 * What a run of boards is given, and the pages it has already.
 *
 * @module
 */

import { wrongClock } from "../clock_check.ts";
import type { NotCrawled, WrongClock } from "../crawl.ts";
import { decode } from "../decode.ts";
import type { Hold, PageCheckpoint } from "../hold.ts";
import type { HostQueue, RequestCost } from "../host_queue.ts";
import type { InstantText } from "../model.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import type { PageProof } from "../notice/notice.ts";
import { ArchiveFault } from "../ports.ts";
import type { Job, World } from "../world.ts";
import type { ReadContent } from "./read_content.ts";

/** One run of the boards of one source, decided before it begins. */
export interface BoardJob extends
  Pick<
    Job,
    | "origin"
    | "replica"
    | "politeness"
    | "userAgent"
    | "productToken"
    | "run"
    | "alone"
    | "signal"
  > {
  readonly spec: BoardSpec;
  /** Finds the text of a notice where the spec does not say where it stands. */
  readonly content: ReadContent;
}

/** A page that was read, now or earlier in the same run. */
export interface PageText {
  readonly kind: "text";
  /** `null` where no charset fits its bytes. */
  readonly text: string | null;
  readonly proof: PageProof;
  readonly observedAt: InstantText;
  /** Of the response, names in lower case; none where the page is one of an earlier attempt. */
  readonly headers: Readonly<Record<string, string>> | null;
}

/** How asking for a page ended. */
export type Asked =
  | PageText
  /** 304: the page is as it was. */
  | { readonly kind: "not-modified"; readonly headers: Readonly<Record<string, string>> }
  /** 404 or 410. */
  | { readonly kind: "absent"; readonly status: number }
  | NotCrawled
  | WrongClock;

/**
 * Asks for pages, each archived before anything reads it and remembered, so that an attempt that is
 * cut off goes on with what it has.
 */
export class Pages {
  readonly #kept = new Map<string, PageCheckpoint>();
  #next = 1;

  constructor(
    private readonly job: BoardJob,
    private readonly world: World,
    private readonly hold: Hold,
    private readonly queue: HostQueue,
    kept: readonly PageCheckpoint[],
  ) {
    for (const page of kept) this.#kept.set(page.url, page);
    this.#next = kept.length + 1;
  }

  /** Pages that were read, those of earlier attempts included. */
  get count(): number {
    return this.#next - 1;
  }

  /** Asks for the address, once a run unless `anew`. */
  async ask(
    url: string,
    { feed = false, anew = false, conditions = {} }: {
      readonly feed?: boolean;
      readonly anew?: boolean;
      readonly conditions?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Asked> {
    const kept = anew ? null : await this.#again(url);
    if (kept) return kept;
    const { request } = this.job.spec;
    const cost: RequestCost = { ...request, ...(feed ? FEED : {}), conditions };
    const answer = await this.queue.get(url, cost);
    if (answer.kind === "disallowed") return answer;
    if (answer.kind !== "fetched") {
      if (answer.kind !== "status") return { kind: "failed", failure: answer };
      const { status, headers = {} } = answer;
      if (status === 304) return { kind: "not-modified", headers };
      return [404, 410].includes(status)
        ? { kind: "absent", status }
        : { kind: "failed", failure: answer };
    }
    const { snapshot, body } = answer;
    const reason = wrongClock(snapshot, this.world.clock.now());
    if (reason) return { kind: "wrong-clock", reason };
    await this.world.archive.put(this.job.run, snapshot, body);
    const { pass } = this.hold.record;
    const { digest, headers, receivedAt: observedAt } = snapshot;
    const contentType = headers["content-type"] ?? null;
    const page = { page: this.#next, pass, url, digest, contentType, observedAt };
    await this.hold.checkpoint(page);
    this.#kept.set(url, page);
    this.#next += 1;
    this.world.observe?.({
      kind: "page",
      page: page.page,
      rows: this.count,
      statedTotal: null,
      resumed: false,
    });
    return { ...textOf(page, body), headers };
  }

  async #again(url: string): Promise<PageText | null> {
    const page = this.#kept.get(url);
    if (page === undefined) return null;
    try {
      return { ...textOf(page, await this.world.archive.body(this.job.run, page.digest)) };
    } catch (fault) {
      // Bytes that are gone or damaged have to be asked for again.
      if (fault instanceof ArchiveFault) return null;
      throw fault;
    }
  }
}

const FEED: Pick<RequestCost, "accept" | "contentTypes"> = {
  accept: "application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1",
  contentTypes: [],
};

function textOf(page: PageCheckpoint, body: Uint8Array): PageText {
  const decoded = decode(body, page.contentType);
  return {
    kind: "text",
    text: decoded.kind === "undecodable" ? null : decoded.text,
    proof: { url: page.url, digest: page.digest, start: 0, end: body.length },
    observedAt: page.observedAt,
    headers: null,
  };
}
