/**
 * A loopback site that lists a register as site.md describes it, in many markups, and misbehaves
 * when told to.
 *
 * Independent of the built-in replica. Rows come from the test (`setRows`); how pages are written
 * is `Markup`, what goes wrong `Misbehaviour`.
 *
 * @module
 */

import { gzipSync } from "node:zlib";
import { encodeEucKr } from "./fixture_euc_kr.ts";
import { listHtml, pageAsked, targetOf } from "./fixture_list.ts";
import {
  answered,
  FAULT_PAGES,
  type FaultPageKind,
  type Misbehaviour,
  rewritten,
} from "./fixture_misbehaviour.ts";
import type { SiteOptions } from "./fixture_options.ts";
import { renderDocument } from "./fixture_page.ts";
import type { FixtureRow } from "./fixture_row.ts";
import { type Ending, type WireAnswer, type WireRequest, WireServer } from "./fixture_wire.ts";

/** One request as the site saw it. */
export interface SiteRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly userAgent: string | null;
  readonly headers: Headers;
  readonly at: Temporal.Instant;
  readonly connection: number;
  /** Requests being answered at that moment, this one included. */
  readonly inFlight: number;
}

const ROBOTS_TEXT = {
  allow: "User-agent: *\nAllow: /\n",
  disallow: "User-agent: *\nDisallow: /pbp/\n",
} as const;
const HTML = "text/html";

type Timer = ReturnType<typeof setTimeout>;

/** The site; close it, or declare it with `await using`. */
export class FixtureSite {
  readonly #server: WireServer;
  readonly #log: SiteRequest[] = [];
  readonly #timers = new Map<Timer, () => void>();
  readonly #spent = new Map<Misbehaviour, number>();
  #options: SiteOptions;
  #rows: readonly FixtureRow[] = [];
  #misbehaviours: readonly Misbehaviour[] = [];
  #pagesServed = 0;
  #shifts = 0;

  constructor(options: SiteOptions = {}) {
    this.#options = options;
    this.#server = new WireServer(
      async (request) => this.#dated(await this.#answer(request)),
      options,
    );
  }

  /** Scheme, host and port. */
  get origin(): string {
    return this.#server.origin;
  }

  /** Every request since the start or the last `forget`, oldest first. */
  get log(): readonly SiteRequest[] {
    return this.#log;
  }

  /** The rows as they are now, those inserted while the list was read included. */
  get rows(): readonly FixtureRow[] {
    return this.#rows;
  }

  /** A new day: other rows, in the order in which the list shows them. */
  setRows(rows: readonly FixtureRow[]): void {
    this.#rows = rows;
    this.#pagesServed = 0;
    this.#shifts = 0;
  }

  /** Replaces all options. */
  setOptions(options: SiteOptions): void {
    this.#options = options;
  }

  /** Replaces all misbehaviours; none makes the site good again. */
  misbehave(...misbehaviours: readonly Misbehaviour[]): void {
    this.#misbehaviours = misbehaviours;
    this.#spent.clear();
  }

  /** Empties the log. */
  forget(): void {
    this.#log.length = 0;
  }

  async close(): Promise<void> {
    for (const [timer, wake] of this.#timers) {
      clearTimeout(timer);
      wake();
    }
    await this.#server.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #dated(answer: WireAnswer): WireAnswer {
    const now = this.#options.clock?.();
    if (now === undefined) return answer;
    const date = new Date(now.epochMilliseconds).toUTCString();
    return { ...answer, headers: { ...answer.headers, date } };
  }

  async #answer(request: WireRequest): Promise<WireAnswer> {
    const url = new URL(request.target, this.origin);
    this.#log.push({
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      userAgent: request.headers.get("user-agent"),
      headers: request.headers,
      at: Temporal.Now.instant(),
      connection: request.connection,
      inFlight: request.inFlight,
    });
    if (url.pathname.startsWith("/robots")) return this.#robots(url.pathname);
    if (url.pathname === "/login") return this.#faultPage("login-page");
    const on = targetOf(url);
    if (on === null) return this.#html(this.#page("404", "<p>없는 화면</p>"), { status: 404 });
    const troubles = this.#due(on, pageAsked(url.searchParams));
    for (const trouble of troubles) if (trouble.kind === "slow") await this.#wait(trouble.ms);
    const answer = this.#spoilt(troubles) ??
      this.#html(on === "terms" ? this.#terms() : this.#list(url.searchParams, on, troubles), {
        status: on === "terms" && this.#options.terms === null ? 404 : 200,
        ending: endingOf(troubles),
        type: troubles.find((trouble) => trouble.kind === "wrong-type")?.type ?? HTML,
      });
    return answered(answer, troubles);
  }

  /** Misbehaviours that spoil this request; counts it against their `times`. */
  #due(on: NonNullable<Misbehaviour["on"]>, page: number): readonly Misbehaviour[] {
    return this.#misbehaviours.filter((trouble) => {
      if ((trouble.on ?? "list") !== on) return false;
      if (trouble.page !== undefined && trouble.page !== page) return false;
      const spent = this.#spent.get(trouble) ?? 0;
      this.#spent.set(trouble, spent + 1);
      return spent < (trouble.times ?? Infinity);
    });
  }

  /** The answer where it is not the page that was asked for; `null` where it is. */
  #spoilt(troubles: readonly Misbehaviour[]): WireAnswer | null {
    for (const trouble of troubles) {
      switch (trouble.kind) {
        case "status": {
          const retry = trouble.retryAfter === undefined
            ? {}
            : { "retry-after": trouble.retryAfter };
          const body = this.#page(String(trouble.status), "<p>잠시 후 다시 시도</p>");
          return this.#html(body, { status: trouble.status, headers: retry });
        }
        case "redirect":
          return this.#html("", { status: 302, headers: { location: trouble.to } });
        case "maintenance-page":
        case "waf-page":
        case "error-shell":
        case "login-page":
          return this.#faultPage(trouble.kind);
        default:
      }
    }
    return null;
  }

  #list(
    query: URLSearchParams,
    on: "list" | "look-up",
    troubles: readonly Misbehaviour[],
  ): string {
    const html = listHtml(this.#rows, { query, options: this.#options, troubles });
    if (on === "list") this.#shift();
    return rewritten(html, troubles);
  }

  #shift(): void {
    this.#pagesServed += 1;
    const { shifting } = this.#options;
    if (shifting === undefined || this.#shifts >= shifting.shifts) return;
    if (this.#pagesServed % shifting.afterPages !== 0) return;
    this.#shifts += 1;
    const grown = [shifting.row(this.#shifts), ...this.#rows];
    this.#rows = shifting.keepsTotal ? grown.slice(0, -1) : grown;
  }

  /** A document other than the list, in the encoding that all documents have. */
  #page(title: string, content: string): string {
    return renderDocument(title, content, this.#options.encoding);
  }

  #faultPage(kind: FaultPageKind): WireAnswer {
    const { title, content } = FAULT_PAGES[kind];
    return this.#html(this.#page(title, content));
  }

  #terms(): string {
    return this.#page("이용약관", `<div><p>${this.#options.terms ?? "약관 제1조"}</p></div>`);
  }

  #robots(path: string): WireAnswer {
    const robots = this.#options.robots ?? { kind: "allow" };
    switch (robots.kind) {
      case "text":
        return plain(robots.text);
      case "allow":
      case "disallow":
        return plain(ROBOTS_TEXT[robots.kind]);
      case "status":
        return { ...plain("robots"), status: robots.status };
      case "answer":
        return robots.as(plain(ROBOTS_TEXT.allow), path);
      case "hang":
        return { ...plain(""), ending: "hang" };
      case "html-page":
        return this.#html(this.#page("메인", "<p>메인 화면</p>"));
      case "redirect":
        return { ...plain(""), status: 302, headers: { location: robots.to } };
    }
  }

  #html(
    html: string,
    { status = 200, ending = "whole", type = HTML, headers = {} }: {
      readonly status?: number;
      readonly ending?: Ending;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): WireAnswer {
    const { encoding = "utf-8", headerCharset = encoding, gzip } = this.#options;
    const bytes = encode(html, this.#options);
    return {
      status,
      headers: {
        "content-type": headerCharset === null ? type : `${type}; charset=${headerCharset}`,
        ...(gzip ? { "content-encoding": "gzip" } : {}),
        ...headers,
      },
      body: gzip ? gzipSync(bytes) : bytes,
      ending,
    };
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#timers.delete(timer);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#timers.set(timer, wake);
    });
  }
}

function endingOf(troubles: readonly Misbehaviour[]): Ending {
  for (const trouble of troubles) {
    if (trouble.kind === "hang" || trouble.kind === "drop") return trouble.kind;
    if (trouble.kind === "cut-body") return trouble.announced ? "cut-announced" : "cut-unannounced";
  }
  return "whole";
}

function plain(text: string): WireAnswer {
  const headers = { "content-type": "text/plain" };
  return { status: 200, headers, body: new TextEncoder().encode(text), ending: "whole" };
}

function encode(html: string, { encoding, byteOrderMark, nfd }: SiteOptions): Uint8Array {
  const text = nfd === "document" ? html.normalize("NFD") : html;
  if (encoding === "euc-kr") return encodeEucKr(text);
  return new TextEncoder().encode(byteOrderMark ? `\ufeff${text}` : text);
}
