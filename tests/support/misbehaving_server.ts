/**
 * A loopback server that misbehaves by name: the path says how.
 *
 * It speaks HTTP/1.1 by hand, because a real server library refuses to be this bad. Every answer
 * closes its connection. `/robots.txt` behaves like the robots route that is asked for.
 *
 * @module
 */

import { gzipSync } from "node:zlib";

/** A request as it arrived. */
export interface SeenRequest {
  /** Path and query. */
  readonly path: string;
  readonly at: Temporal.Instant;
  readonly headers: Headers;
}

/** What a route can do to its client. */
interface Exchange {
  readonly origin: string;
  readonly query: URLSearchParams;
  /** Requests for this path and query so far, this one included. */
  readonly count: number;
  write(content: string | Uint8Array): Promise<void>;
  /** Resolves after `ms`, or as soon as the server closes. */
  rest(ms: number): Promise<void>;
}

type Route = (exchange: Exchange) => Promise<void>;

const HTML = "<!doctype html><html><title>목록</title><p>총 1건</p></html>\n";
const NEVER_MS = 600_000;

const ROUTES: Readonly<Record<string, Route>> = {
  "ok": answer("200 OK", { "Content-Type": "text/html; charset=UTF-8", "Set-Cookie": "a=b" }, HTML),
  "no-type": answer("200 OK", {}, HTML),
  "wrong-type": answer("200 OK", { "Content-Type": "application/json" }, "{}"),
  "gzip": answer("200 OK", { "Content-Encoding": "gzip" }, gzipSync(HTML)),
  "gzip-bomb": answer("200 OK", { "Content-Encoding": "gzip" }, gzipSync(new Uint8Array(11e6))),
  "gzip-truncated": answer(
    "200 OK",
    { "Content-Encoding": "gzip" },
    gzipSync(HTML).subarray(0, 40),
  ),
  "deflate": answer("200 OK", { "Content-Encoding": "deflate" }, "raw"),
  "zstd": answer("200 OK", { "Content-Encoding": "zstd" }, "raw"),
  "stacked-coding": answer("200 OK", { "Content-Encoding": "gzip, deflate" }, "raw"),
  "huge": answer("200 OK", { "Content-Type": "text/html" }, new Uint8Array(3e6).fill(0x61)),
  "304": answer("304 Not Modified", {}),
  "404": answer("404 Not Found", {}, "none"),
  "503": answer("503 Service Unavailable", {}, "busy"),
  "503-then-ok": (exchange) =>
    exchange.count > Number(exchange.query.get("fails") ?? 1)
      ? ROUTES["ok"]?.(exchange) ?? Promise.resolve()
      : answer("503 Service Unavailable", {})(exchange),
  "429-with-retry-after": (exchange) =>
    answer("429 Too Many Requests", { "Retry-After": exchange.query.get("value") ?? "120" })(
      exchange,
    ),
  "close-without-answer": () => Promise.resolve(),
  "not-http": ({ write }) => write("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
  "slow-header": ({ rest }) => rest(NEVER_MS),
  "slow-drip": async ({ write, rest, query }) => {
    await write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n");
    for (let i = 0; i < Number(query.get("bytes") ?? 1000); i++) {
      await write("x");
      await rest(10);
    }
  },
  "cut-content-length": ({ write }) =>
    write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\n<html>half"),
  "cut-chunked": ({ write }) =>
    write(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n",
    ),
  "broken-chunk": ({ write }) =>
    write(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\nzz",
    ),
  "redirect": redirect(({ query }) => query.get("to") ?? "/ok"),
  "redirect-chain": redirect(({ query }) => {
    const left = Number(query.get("n") ?? 1) - 1;
    return left > 0 ? `/redirect-chain?n=${left}` : "/ok";
  }),
  "redirect-to-self": redirect(() => "/redirect-to-self"),
  "redirect-loop": redirect(({ query }) =>
    `/redirect-loop?at=${query.get("at") === "a" ? "b" : "a"}`
  ),
  "redirect-off-host": redirect(({ origin }) => `${origin.replace("127.0.0.1", "localhost")}/ok`),
  "redirect-off-scheme": redirect(({ origin }) => `${origin.replace("http:", "https:")}/ok`),
  "redirect-with-password": redirect(({ origin }) => `${origin.replace("://", "://u:p@")}/ok`),
  "redirect-without-location": answer("302 Found", {}),
  "robots-allow": answer("200 OK", { "Content-Type": "text/plain" }, "User-agent: *\nAllow: /\n"),
  "robots-disallow": answer("200 OK", {}, "User-agent: *\nDisallow: /\n"),
  "robots-crawl-delay": answer("200 OK", {}, "User-agent: *\nCrawl-delay: 0.2\n"),
  "robots-404": answer("404 Not Found", {}),
  "robots-429": answer("429 Too Many Requests", {}),
  "robots-503": answer("503 Service Unavailable", {}),
  "robots-never": ({ rest }) => rest(NEVER_MS),
  "robots-redirect": redirect(() => "/robots-disallow"),
  "robots-redirect-off-host": redirect(({ origin }) =>
    `${origin.replace("127.0.0.1", "localhost")}/x`
  ),
};

/**
 * Runs `body` against a server of its own and closes it with all its connections.
 *
 * The paths are the keys of the table above: `/slow-drip`, `/redirect?to=/404`, …; any other path
 * is a 404. `log` grows as requests arrive.
 */
export async function withMisbehavingServer(
  body: (origin: string, log: readonly SeenRequest[]) => Promise<void>,
  robots: `robots-${string}` = "robots-allow",
): Promise<void> {
  const server = new MisbehavingServer(robots);
  try {
    await body(server.origin, server.log);
  } finally {
    await server.close();
  }
}

class MisbehavingServer {
  readonly log: SeenRequest[] = [];
  readonly origin: string;
  readonly #robots: string;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #closing = new AbortController();
  readonly #work: Promise<void>;

  constructor(robots: string) {
    this.#robots = robots;
    this.origin = `http://127.0.0.1:${this.#listener.addr.port}`;
    this.#work = this.#serve();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#listener.close();
    await this.#work;
  }

  async #serve(): Promise<void> {
    const exchanges: Promise<void>[] = [];
    for await (const connection of this.#listener) exchanges.push(this.#answer(connection));
    await Promise.all(exchanges);
  }

  async #answer(connection: Deno.Conn): Promise<void> {
    try {
      const head = await readHead(connection);
      if (head !== null) await this.#misbehave(head, connection);
    } catch (error) {
      // A client that gives up in the middle is what many of these routes are for.
      if (!isHangUp(error)) throw error;
    } finally {
      connection.close();
    }
  }

  async #misbehave({ path, headers }: Head, connection: Deno.Conn): Promise<void> {
    this.log.push({ path, headers, at: Temporal.Now.instant() });
    const { pathname, searchParams } = new URL(path, this.origin);
    const name = pathname === "/robots.txt" ? this.#robots : pathname.slice(1);
    const route = ROUTES[name] ?? answer("404 Not Found", {});
    await route({
      origin: this.origin,
      query: searchParams,
      count: this.log.filter((seen) => seen.path === path).length,
      write: (content) => writeAll(connection, content),
      rest: (ms) => rest(ms, this.#closing.signal),
    });
  }
}

function answer(
  status: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = "",
): Route {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const all = { ...headers, "Content-Length": String(bytes.length), "Connection": "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return async ({ write }) => {
    await write(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`);
    await write(bytes);
  };
}

function redirect(to: (exchange: Exchange) => string): Route {
  return (exchange) => answer("302 Found", { "Location": to(exchange) })(exchange);
}

interface Head {
  readonly path: string;
  readonly headers: Headers;
}

async function readHead(connection: Deno.Conn): Promise<Head | null> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(8192);
  let text = "";
  while (!text.includes("\r\n\r\n")) {
    const count = await connection.read(buffer);
    if (count === null) return null;
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
  const [requestLine = "", ...lines] = text.trimEnd().split("\r\n");
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { path: requestLine.split(" ")[1] ?? "/", headers: new Headers(pairs) };
}

async function writeAll(connection: Deno.Conn, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function rest(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (closing.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      closing.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    closing.addEventListener("abort", end);
  });
}

function isHangUp(error: unknown): boolean {
  return error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.ConnectionAborted;
}
