/**
 * A mail server on loopback that speaks as much SMTP as a client needs, and misbehaves at will.
 *
 * @module
 */

/** How the server treats its clients. */
export interface SmtpManners {
  /** Receivers refused for good (550), and for now (450). */
  readonly refuses?: readonly string[];
  readonly defers?: readonly string[];
  /** User and password it asks for; none where this is left out. */
  readonly login?: { readonly user: string; readonly password: string };
  /** The verb at which it says nothing any more; `""` is the greeting. */
  readonly hangsAt?: string;
  /** Takes the whole mail and cuts the line without an answer. */
  readonly dropsAfterData?: boolean;
  /** Answer to the end of a mail, instead of 250. */
  readonly endAnswer?: string;
  /** Certificate and key in PEM for TLS from the first byte. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A mail as it arrived. */
export interface SeenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Everything between DATA and the dot, as sent. */
  readonly data: string;
}

/** The server; closes with all its connections. */
export class SmtpServer implements AsyncDisposable {
  readonly mails: SeenMail[] = [];
  /** Lines that clients sent, in order. */
  readonly lines: string[] = [];
  manners: SmtpManners;
  readonly #listener: Deno.Listener;
  readonly #open = new Set<Deno.Conn>();
  readonly #work: Promise<void>;

  constructor(manners: SmtpManners = {}) {
    this.manners = manners;
    const where = { hostname: "127.0.0.1", port: 0 };
    this.#listener = manners.tls
      ? Deno.listenTls({ ...where, ...manners.tls })
      : Deno.listen(where);
    this.#work = this.#serve();
  }

  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#open) hangUp(connection);
    await this.#work;
  }

  async #serve(): Promise<void> {
    const sessions: Promise<void>[] = [];
    for await (const connection of this.#listener) {
      this.#open.add(connection);
      sessions.push(this.#session(connection));
    }
    await Promise.all(sessions);
  }

  async #session(connection: Deno.Conn): Promise<void> {
    try {
      await new Session(this, connection).run();
    } catch (error) {
      // A client may leave at any moment.
      if (!(error instanceof Error)) throw error;
    } finally {
      this.#open.delete(connection);
      hangUp(connection);
    }
  }
}

class Session {
  #from = "";
  #to: string[] = [];
  readonly #lines: AsyncGenerator<string>;

  constructor(readonly server: SmtpServer, readonly connection: Deno.Conn) {
    this.#lines = linesOf(connection);
  }

  async run(): Promise<void> {
    if (this.server.manners.hangsAt === "") return await this.#hang();
    await this.#say("220 mail.invalid ESMTP");
    for (;;) {
      const { value: line, done } = await this.#lines.next();
      if (done) return;
      this.server.lines.push(line);
      const verb = line.split(/[ :]/)[0]!.toUpperCase();
      if (verb === this.server.manners.hangsAt) return await this.#hang();
      if (!await this.#answer(verb, line)) return;
    }
  }

  async #answer(verb: string, line: string): Promise<boolean> {
    const { login } = this.server.manners;
    switch (verb) {
      case "EHLO":
        await this.#say(login ? "250-mail.invalid\r\n250 AUTH PLAIN" : "250 mail.invalid");
        return true;
      case "AUTH": {
        const given = atob(line.split(" ")[2] ?? "").split("\0");
        const good = given[1] === login?.user && given[2] === login?.password;
        await this.#say(good ? "235 welcome" : `535 wrong password ${given[2]}`);
        return true;
      }
      case "STARTTLS":
        await this.#say("502 not here");
        return true;
      case "MAIL":
        this.#from = addressIn(line);
        this.#to = [];
        await this.#say("250 ok");
        return true;
      case "RCPT":
        await this.#receiver(addressIn(line));
        return true;
      case "DATA":
        return await this.#data();
      case "QUIT":
        await this.#say("221 bye");
        return false;
      default:
        await this.#say("250 ok");
        return true;
    }
  }

  async #receiver(address: string): Promise<void> {
    const { refuses = [], defers = [] } = this.server.manners;
    if (refuses.includes(address)) return await this.#say("550 no such user");
    if (defers.includes(address)) return await this.#say("450 try later");
    this.#to.push(address);
    await this.#say("250 ok");
  }

  async #data(): Promise<boolean> {
    await this.#say("354 go on");
    const data: string[] = [];
    for (;;) {
      const { value: line, done } = await this.#lines.next();
      if (done) return false;
      if (line === ".") break;
      data.push(line);
    }
    const { dropsAfterData, endAnswer = "250 queued" } = this.server.manners;
    const mail = { from: this.#from, to: this.#to, data: data.join("\r\n") };
    if (dropsAfterData || endAnswer.startsWith("2")) this.server.mails.push(mail);
    if (dropsAfterData) return false;
    await this.#say(endAnswer);
    return true;
  }

  /** Says nothing until the client leaves. */
  async #hang(): Promise<void> {
    for await (const _ of this.#lines);
  }

  async #say(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(`${text}\r\n`);
    for (let at = 0; at < bytes.length;) at += await this.connection.write(bytes.subarray(at));
  }
}

async function* linesOf(connection: Deno.Conn): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of connection.readable) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\r\n");
    rest = parts.pop()!;
    yield* parts;
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}

function hangUp(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (error) {
    // Its reader may have closed it before.
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
