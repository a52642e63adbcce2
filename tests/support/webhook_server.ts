/**
 * A receiver of webhooks on loopback that answers as its test says.
 *
 * @module
 */

/** A request as it arrived. */
export interface SeenCall {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What is to be answered; `drop` takes the body and cuts the line, `hang` never answers. */
export type WebhookAnswer = Response | "drop" | "hang";

/** The server; closes with all its connections. */
export class WebhookServer implements AsyncDisposable {
  readonly calls: SeenCall[] = [];
  answer: (call: SeenCall) => WebhookAnswer = () => new Response(null, { status: 204 });
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();
  readonly #work: Promise<void>;

  constructor() {
    this.#work = this.#serve();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}/hook/s3cret-path`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#open) connection.close();
    await this.#work;
  }

  async #serve(): Promise<void> {
    const exchanges: Promise<void>[] = [];
    for await (const connection of this.#listener) exchanges.push(this.#exchange(connection));
    await Promise.all(exchanges);
  }

  async #exchange(connection: Deno.Conn): Promise<void> {
    this.#open.add(connection);
    try {
      const call = await readCall(connection);
      this.calls.push(call);
      const answer = this.answer(call);
      if (answer === "hang") await connection.read(new Uint8Array(1));
      else if (answer !== "drop") await write(connection, answer);
    } catch (error) {
      // A client may leave at any moment, and the test may end.
      if (!(error instanceof Error)) throw error;
    } finally {
      if (this.#open.delete(connection)) closeQuietly(connection);
    }
  }
}

async function readCall(connection: Deno.Conn): Promise<SeenCall> {
  let bytes = new Uint8Array();
  for (;;) {
    const text = new TextDecoder("latin1").decode(bytes);
    const end = text.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (end >= 0 && bytes.length >= end + 4 + length) {
      const [first = "", ...lines] = text.slice(0, end).split("\r\n");
      const headers = new Headers(
        lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]),
      );
      const body = new TextDecoder().decode(bytes.subarray(end + 4));
      return { path: first.split(" ")[1] ?? "", headers, body };
    }
    const chunk = new Uint8Array(65_536);
    const read = await connection.read(chunk);
    if (read === null) throw new Error("The client left");
    bytes = new Uint8Array([...bytes, ...chunk.subarray(0, read)]);
  }
}

async function write(connection: Deno.Conn, answer: Response): Promise<void> {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `HTTP/1.1 ${answer.status} X\r\n${headers}content-length: 0\r\n` +
    "connection: close\r\n\r\n";
  await connection.write(new TextEncoder().encode(head));
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
