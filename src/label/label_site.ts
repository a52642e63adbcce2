/**
 * The labelling page as requests and answers.
 *
 * It answers this machine's own browser alone: the name it is called by must be the loopback one (DNS
 * rebinding), what it is asked must come from its own page, and whatever holds data needs the token
 * that only the address printed in the terminal carries, behind `#`, which no browser sends anywhere.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import clientScript from "./label_client.js" with { type: "text" };
import { labelPage, labelWords } from "./label_page.ts";
import { type LabelSheet, type Mark, MARKS } from "./label_sheet.ts";
import clientStyle from "./label_style.css" with { type: "text" };

/** What the page works with. */
export interface LabelDesk {
  readonly sheet: LabelSheet;
  readonly lang: keyof Sentence;
  /** An unguessable word. */
  readonly token: string;
  /** Writes the table; resolves when it is whole on the disk. */
  save(): Promise<void>;
  /** Called when the person is done. */
  finish(): void;
  /** What a fault means to the person. */
  explain(fault: unknown): Sentence;
}

/** A request to mark is never larger. */
const LARGEST_BODY = 1 << 20;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;

/** Answers requests; `origin` is where it listens, known by the time of the first request. */
export function labelSite(
  desk: LabelDesk,
  origin: () => string,
): (request: Request) => Promise<Response> {
  const site = new LabelSite(desk);
  return async (request) => {
    if (!isOurs(request, origin())) return answer(403, "text/plain", "403\n");
    return await site.answer(request);
  };
}

function isOurs(request: Request, origin: string): boolean {
  const { host } = new URL(origin);
  const from = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  return request.headers.get("host") === host && (from === null || from === origin) &&
    (site === null || site === "none" || site === "same-origin");
}

class LabelSite {
  readonly #desk: LabelDesk;
  /** Saves one after the other: the table on the disk never falls behind an older one. */
  #saving: Promise<void> = Promise.resolve();

  constructor(desk: LabelDesk) {
    this.#desk = desk;
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case "GET /":
        return answer(200, "text/html", labelPage(this.#desk.lang));
      case "GET /label.js":
        return answer(200, "text/javascript", clientScript);
      case "GET /label.css":
        return answer(200, "text/css", clientStyle);
    }
    if (!isSame(request.headers.get("x-token") ?? "", this.#desk.token)) {
      return answer(403, "text/plain", "403\n");
    }
    const page = /^\/pages\/(\d{1,6})$/.exec(pathname)?.[1];
    if (request.method === "GET" && pathname === "/pages") return json(200, this.#overview());
    if (request.method === "GET" && page !== undefined) return this.#page(Number(page));
    if (request.method === "POST" && page !== undefined) {
      return await this.#mark(Number(page), request);
    }
    if (request.method === "POST" && pathname === "/done") {
      await this.#saving;
      this.#desk.finish();
      return json(200, {});
    }
    return answer(404, "text/plain", "404\n");
  }

  #overview(): object {
    const { sheet, lang } = this.#desk;
    const pages = sheet.pages.map(({ name }, page) => ({ name, ...sheet.progress(page) }));
    return { words: labelWords(lang), pages };
  }

  #page(page: number): Response {
    const { sheet } = this.#desk;
    const found = sheet.pages[page];
    if (found === undefined) return answer(404, "text/plain", "404\n");
    const { width, height, title } = found.page;
    return json(200, { title, width, height, blocks: sheet.drawn(page) });
  }

  async #mark(page: number, request: Request): Promise<Response> {
    const { sheet, save, explain, lang } = this.#desk;
    if (sheet.pages[page] === undefined) return answer(404, "text/plain", "404\n");
    const marks = marksIn(await bodyOf(request));
    const known = sheet.drawn(page).length;
    if (marks === null || marks.some(([block]) => block >= known)) {
      return answer(400, "text/plain", "400\n");
    }
    for (const [block, mark] of marks) sheet.mark(page, block, mark);
    const saved = this.#saving.then(save);
    this.#saving = saved.catch(() => undefined);
    try {
      await saved;
    } catch (fault) {
      return json(500, { fault: explain(fault)[lang] });
    }
    return json(200, sheet.progress(page));
  }
}

/** Takes as long whatever the difference is. */
function isSame(given: string, token: string): boolean {
  let difference = given.length ^ token.length;
  for (let i = 0; i < token.length; i++) difference |= given.charCodeAt(i) ^ token.charCodeAt(i);
  return difference === 0;
}

async function bodyOf(request: Request): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers.get("content-type") ?? "")) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.length;
    if (bytes > LARGEST_BODY) return null;
    pieces.push(piece);
  }
  try {
    return JSON.parse(await new Blob(pieces as BlobPart[]).text());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** `[[block, mark], …]`, or `null` where it is anything else. */
function marksIn(body: unknown): readonly (readonly [number, Mark])[] | null {
  if (!Array.isArray(body)) return null;
  const whole = body.every((one) =>
    Array.isArray(one) && one.length === 2 && Number.isInteger(one[0]) && one[0] >= 0 &&
    MARKS.includes(one[1])
  );
  return whole ? body as [number, Mark][] : null;
}

function json(status: number, value: object): Response {
  return answer(status, "application/json", JSON.stringify(value));
}

function answer(status: number, type: string, body: string): Response {
  const headers = { ...HEADERS, "content-type": `${type}; charset=utf-8` };
  return new Response(body, { status, headers });
}
