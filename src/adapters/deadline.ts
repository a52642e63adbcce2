/**
 * The two time limits of one HTTP request, header and body, and the caller's wish to stop.
 *
 * @module
 */

import type { Failure } from "../outcome.ts";
import type { FetchRequest } from "../ports.ts";

/** Aborts a request when its current phase takes too long, or when the caller says so. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #request: FetchRequest;
  readonly #forward: () => void;
  #phase: "header" | "body" = "header";
  #timer: ReturnType<typeof setTimeout>;
  #passed = false;

  constructor(request: FetchRequest) {
    this.#request = request;
    this.#forward = () => this.#controller.abort(request.signal?.reason);
    request.signal?.addEventListener("abort", this.#forward, { once: true });
    this.#timer = this.#start();
  }

  /** Goes to `fetch`, and so governs the body as well. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get phase(): "header" | "body" {
    return this.#phase;
  }

  /** The header is there: the limit of the body counts from now, however the bytes drip. */
  enterBody(): void {
    clearTimeout(this.#timer);
    this.#phase = "body";
    this.#timer = this.#start();
  }

  /** The failure, if it was a limit that ended the request. */
  failure(): Failure | null {
    if (!this.#passed) return null;
    const { url } = this.#request;
    return { kind: "time-out", url, phase: this.#phase, limitMs: this.#limitMs() };
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener("abort", this.#forward);
  }

  #limitMs(): number {
    const { headerTimeoutMs, bodyTimeoutMs } = this.#request;
    return this.#phase === "header" ? headerTimeoutMs : bodyTimeoutMs;
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#passed = true;
      this.#controller.abort();
    }, this.#limitMs());
  }
}
