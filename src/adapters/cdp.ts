/**
 * The browser's debugging protocol over a WebSocket: commands with their answers, and events.
 *
 * @module
 */

import { declined, died, garbled } from "../browser/browser_fault.ts";

/** An event of the protocol. */
export interface CdpEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The page it is about; empty for the browser as a whole. */
  readonly session: string;
}

/** What a command gives back; every command has its own fields. */
export type CdpAnswer = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly method: string;
  resolve(answer: CdpAnswer): void;
  reject(fault: unknown): void;
}

/** One connection. After its end every command is rejected. */
export class Cdp {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(event: CdpEvent) => void>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #lost = Promise.withResolvers<never>();
  #last = 0;
  #fault: unknown = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    // It is told to whoever waits for an event; nobody has to.
    this.#lost.promise.catch(() => {});
    socket.onmessage = ({ data }) => this.#take(data);
    socket.onerror = () => this.#end(died());
    socket.onclose = () => {
      this.#end(died());
      this.#closed.resolve();
    };
  }

  /** Rejects when the connection ends, with the fault that tells why. */
  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  /** Connects to the browser that listens at `url`, which must be a loopback one. */
  static async connect(url: string, signal: AbortSignal): Promise<Cdp> {
    signal.throwIfAborted();
    const socket = new WebSocket(url);
    const cdp = new Cdp(socket);
    const opened = Promise.withResolvers<void>();
    const stop = () => {
      cdp.#end(signal.reason);
      socket.close();
    };
    socket.onopen = () => opened.resolve();
    cdp.#waiting.set(0, { method: "connect", resolve: () => {}, reject: opened.reject });
    signal.addEventListener("abort", stop);
    cdp.#closed.promise.then(() => signal.removeEventListener("abort", stop));
    await opened.promise;
    cdp.#waiting.delete(0);
    return cdp;
  }

  /** Sends a command, to a page where `session` names one. */
  async send(method: string, params: object = {}, session = ""): Promise<CdpAnswer> {
    if (this.#fault !== null) throw this.#fault;
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<CdpAnswer>();
    this.#waiting.set(id, { method, resolve, reject });
    this.#socket.send(JSON.stringify({
      id,
      method,
      params,
      ...(session === "" ? {} : { sessionId: session }),
    }));
    return await promise;
  }

  /** Calls `listener` for every event until the function it returns is called. */
  listen(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the connection; resolves when it is closed. */
  async close(): Promise<void> {
    this.#end(died());
    if (this.#socket.readyState !== WebSocket.CLOSED) this.#socket.close();
    await this.#closed.promise;
  }

  #take(data: unknown): void {
    const message = parsed(data);
    if (message === null) return this.#end(garbled("WebSocket"));
    const { id, method, params, result, error, sessionId } = message;
    if (typeof id === "number") {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (isRecord(result)) waiting?.resolve(result);
      else waiting?.reject(refused(waiting.method, error));
    } else if (typeof method === "string") {
      const session = typeof sessionId === "string" ? sessionId : "";
      const event = { method, params: isRecord(params) ? params : {}, session };
      for (const listener of this.#listeners) listener(event);
    } else this.#end(garbled("WebSocket"));
  }

  /** The first fault is the one that tells why. */
  #end(fault: unknown): void {
    this.#fault ??= fault;
    this.#lost.reject(this.#fault);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(this.#fault);
  }
}

function parsed(data: unknown): Readonly<Record<string, unknown>> | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return isRecord(message) ? message : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function refused(method: string, error: unknown): Error {
  const message = isRecord(error) ? error.message : null;
  return typeof message === "string" ? declined(method, message) : garbled(method);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
