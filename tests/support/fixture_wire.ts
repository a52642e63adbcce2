/**
 * HTTP/1.1 by hand over a loopback socket, because a real server library refuses to misbehave.
 *
 * Answers GET requests one after another on each connection. What to answer, and how badly, is
 * decided by the `answer` function.
 *
 * @module
 */

/** A request line with its headers. */
export interface WireRequest {
  readonly method: string;
  /** Path with query, as sent. */
  readonly target: string;
  readonly headers: Headers;
  /** Connections are counted from 1 in the order in which they were opened. */
  readonly connection: number;
  /** Requests being answered at this moment on all connections, this one included. */
  readonly inFlight: number;
}

/** How an answer ends. */
export type Ending =
  | "whole"
  /** Content-Length promises the whole body; half of it comes, then the connection closes. */
  | "cut-announced"
  /** No Content-Length; half of the body comes, then the connection closes as if that were all. */
  | "cut-unannounced"
  /** A chunked body of which half comes, and no last chunk. */
  | "cut-chunked"
  /** Half of the promised body comes, then the connection is reset; needs a `rude` server. */
  | "reset"
  /** Half of the promised body comes, and the connection stays open. */
  | "hang-in-body"
  /** The promised body comes, a byte every few milliseconds. */
  | "drip"
  /** The connection closes before a byte of an answer. */
  | "drop"
  /** Nothing comes, and the connection stays open. */
  | "hang";

/** An answer with the way it ends. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly ending: Ending;
}

const encoder = new TextEncoder();

/** A loopback server that closes all it opened. */
export class WireServer {
  readonly origin: string;
  readonly #listener: Deno.TcpListener;
  readonly #answer: (request: WireRequest) => Promise<WireAnswer>;
  readonly #open = new Map<Deno.TcpConn, Promise<void>>();
  readonly #accepting: Promise<void>;
  readonly #rude: boolean;
  readonly #greeting: string | null;
  #connections = 0;
  #inFlight = 0;
  #closed: Promise<void> | null = null;

  /**
   * A `rude` server never reads a request to its end: that makes a reset of each of its closings.
   * One with a `greeting` says that before it hears anything, and hangs up.
   */
  constructor(
    answer: (request: WireRequest) => Promise<WireAnswer>,
    { rude = false, greeting = null }: {
      readonly rude?: boolean;
      readonly greeting?: string | null;
    } = {},
  ) {
    this.#answer = answer;
    this.#rude = rude;
    this.#greeting = greeting;
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.origin = `http://127.0.0.1:${this.#listener.addr.port}`;
    this.#accepting = this.#accept();
  }

  /** Stops listening, closes every connection and waits until all of it is done. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#listener.close();
    await this.#accepting;
    const open = [...this.#open];
    for (const [connection] of open) hangUp(connection);
    await Promise.all(open.map(([, served]) => served));
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener) {
      // A body that waits for the head to be acknowledged makes each answer take 40 ms longer.
      connection.setNoDelay();
      this.#connections += 1;
      const served = this.#serve(connection, this.#connections).finally(() => {
        hangUp(connection);
        this.#open.delete(connection);
      });
      this.#open.set(connection, served);
    }
  }

  async #serve(connection: Deno.TcpConn, number: number): Promise<void> {
    try {
      if (this.#greeting !== null) {
        return await writeAll(connection, encoder.encode(this.#greeting));
      }
      for await (const head of heads(connection, this.#rude)) {
        this.#inFlight += 1;
        try {
          const request = parseHead(head, { connection: number, inFlight: this.#inFlight });
          const stays = await send(connection, await this.#answer(request), request);
          if (!stays) return;
        } finally {
          this.#inFlight -= 1;
        }
      }
    } catch (error) {
      if (!isHangUp(error)) throw error;
    }
  }
}

/** Sends an answer; false where the connection must close after it. */
async function send(
  connection: Deno.TcpConn,
  answer: WireAnswer,
  { method }: WireRequest,
): Promise<boolean> {
  const { status, headers, body, ending } = answer;
  if (ending === "drop") return false;
  if (ending === "hang") {
    await untilClosed(connection);
    return false;
  }
  const connect = ending === "whole" ? "keep-alive" : "close";
  const all = { ...headers, ...lengthOf(answer), connection: connect };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await writeAll(connection, encoder.encode(`HTTP/1.1 ${status} -\r\n${lines}\r\n`));
  if (method === "HEAD") return true;
  if (ending === "drip") return await drip(connection, body);
  const part = ending === "whole" ? body : body.subarray(0, body.length / 2);
  if (ending === "cut-chunked") {
    await writeAll(connection, encoder.encode(`${part.length.toString(16)}\r\n`));
  }
  await writeAll(connection, part);
  if (ending === "hang-in-body") await untilClosed(connection);
  return ending === "whole";
}

/** What an answer says of its own length; one without content, by its status, says nothing. */
function lengthOf({ status, body, ending }: WireAnswer): Readonly<Record<string, string>> {
  if (ending === "cut-unannounced" || status === 204 || status === 304) return {};
  if (ending === "cut-chunked") return { "transfer-encoding": "chunked" };
  return { "content-length": String(body.length) };
}

/** A byte at a time until the client has enough of it, or all. */
async function drip(connection: Deno.TcpConn, body: Uint8Array): Promise<boolean> {
  for (let sent = 0; sent < body.length; sent++) {
    await writeAll(connection, body.subarray(sent, sent + 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}

/** Yields the head of each request; a request body is not expected and would be read as a head. */
async function* heads(connection: Deno.TcpConn, rude: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(rude ? 1 : 16_384);
  const terminator = rude ? "\r\n\r" : "\r\n\r\n";
  let text = "";
  for (;;) {
    const end = text.indexOf(terminator);
    if (end >= 0) {
      yield text.slice(0, end).trimStart();
      text = text.slice(end + terminator.length);
      continue;
    }
    const read = await connection.read(chunk);
    if (read === null) return;
    text += decoder.decode(chunk.subarray(0, read), { stream: true });
  }
}

function parseHead(
  head: string,
  where: { readonly connection: number; readonly inFlight: number },
): WireRequest {
  const [requestLine = "", ...lines] = head.split("\r\n");
  const [method = "", target = ""] = requestLine.split(" ");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { method, target, headers, ...where };
}

async function untilClosed(connection: Deno.TcpConn): Promise<void> {
  const chunk = new Uint8Array(1024);
  while (await connection.read(chunk) !== null);
}

async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

function hangUp(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch (error) {
    if (!isHangUp(error)) throw error;
  }
}

/** True for the ways in which a closed connection shows itself to whoever still reads or writes. */
function isHangUp(error: unknown): boolean {
  return error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted ||
    error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe ||
    error instanceof Deno.errors.NotConnected;
}
