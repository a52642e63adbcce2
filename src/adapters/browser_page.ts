/**
 * One page in a Chromium: opened under the rules for it, waited for, and looked at once.
 *
 * @module
 */

import { SNAPSHOT_STYLES } from "../content/dom_snapshot.ts";
import { answeredWith, garbled, noPage, notReached } from "../browser/browser_fault.ts";
import { addressOf, rule, type Wanted } from "../browser/request_rule.ts";
import type { Cdp, CdpAnswer, CdpEvent } from "./cdp.ts";

/** A window such as a desk has. */
const WINDOW = { width: 1280, height: 900 } as const;
/** After its load event a page gets so long to fetch what its scripts want. */
const SETTLE_MS = 3_000;
/** After its text is there a page gets so long for all else that it holds. */
const LOAD_MS = 10_000;
/** The protocol takes no larger pictures. */
const TALLEST = 16_384;

/** A picture without a size of its own: CSS gives it 300 by 150, where the page says nothing. */
const BLANK = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>');

/** What became of a page. */
export interface OpenedPage {
  /** Where it was in the end, after redirects. */
  readonly url: string;
  /** The answer of `DOMSnapshot.captureSnapshot`. */
  snapshot(): Promise<unknown>;
  /** The whole page as PNG or JPEG bytes, cut off where the protocol ends. */
  picture(format: "png" | "jpeg"): Promise<Uint8Array>;
}

/**
 * Opens a page.
 *
 * @throws {BrowserFault}
 */
export async function openPage(
  cdp: Cdp,
  wanted: Wanted,
  { version }: { readonly version: string },
): Promise<OpenedPage> {
  const tab = await newTab(cdp, wanted, version);
  const send = (method: string, params: object = {}) => cdp.send(method, params, tab.session);
  const visit = new Visit(cdp, wanted, tab);
  const { errorText } = await send("Page.navigate", { url: addressOf(wanted) });
  await visit.loaded(typeof errorText === "string" ? errorText : null);
  return {
    url: visit.url,
    snapshot: () =>
      send("DOMSnapshot.captureSnapshot", {
        computedStyles: SNAPSHOT_STYLES,
      }),
    picture: async (format) => bytesOf(await picture(send, format)),
  };
}

/** A tab by the names that commands and events have for it. */
interface Tab {
  readonly session: string;
  /** Its main frame. */
  readonly frame: string;
}

/** A tab that knows nothing, saves nothing, and asks before it loads anything. */
async function newTab(cdp: Cdp, wanted: Wanted, version: string): Promise<Tab> {
  const { browserContextId } = await cdp.send("Target.createBrowserContext");
  await cdp.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId });
  const { targetId } = await cdp.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    ...WINDOW,
  });
  const { sessionId } = await cdp.send("Target.attachToTarget", { targetId, flatten: true });
  const session = textOf(sessionId);
  const { userAgent } = await cdp.send("Browser.getVersion");
  const setUp: readonly (readonly [string, object])[] = [
    ["Page.enable", {}],
    ["Page.setLifecycleEventsEnabled", { enabled: true }],
    ["Network.enable", {}],
    ["Network.setBypassServiceWorker", { bypass: true }],
    ["Network.setUserAgentOverride", {
      userAgent: `${textOf(userAgent)} dmf-browser/${version}`,
      acceptLanguage: "ko,en",
    }],
    ["Fetch.enable", { patterns: [{ urlPattern: "*" }] }],
    ["Emulation.setDeviceMetricsOverride", { ...WINDOW, deviceScaleFactor: 1, mobile: false }],
    ["Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-reduced-motion", value: "reduce" }],
    }],
    ["Emulation.setScriptExecutionDisabled", {
      value: wanted.kind === "file" || wanted.bare === true,
    }],
  ];
  for (const [method, params] of setUp) await cdp.send(method, params, session);
  return { session, frame: textOf(targetId) };
}

/** What happens while a page loads. */
class Visit {
  url: string;
  readonly #cdp: Cdp;
  readonly #wanted: Wanted;
  readonly #tab: Tab;
  readonly #load = Promise.withResolvers<void>();
  readonly #idle = Promise.withResolvers<void>();
  readonly #fault = Promise.withResolvers<never>();
  #patience: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  #status = 0;
  #type = "";

  constructor(cdp: Cdp, wanted: Wanted, tab: Tab) {
    this.#cdp = cdp;
    this.#wanted = wanted;
    this.#tab = tab;
    this.url = addressOf(wanted);
    cdp.listen((event) => {
      if (event.session === tab.session) this.#hear(event);
    });
    // It is told to whoever waits for the page; nobody has to.
    this.#fault.promise.catch(() => {});
  }

  /** Waits until it can be looked at; `error` is how its navigation ended. */
  async loaded(error: string | null): Promise<void> {
    try {
      await this.#settled(error);
    } finally {
      // A page of an error goes on loading after it was refused.
      this.#over = true;
      clearTimeout(this.#patience);
    }
  }

  async #settled(error: string | null): Promise<void> {
    const name = addressOf(this.#wanted);
    if (this.#status >= 400) throw answeredWith(name, this.#status);
    // A download ends a navigation, too.
    if (error === "net::ERR_ABORTED") throw noPage(name, this.#type || "?");
    if (error !== null) throw notReached(name, error);
    await Promise.race([this.#load.promise, this.#fault.promise, this.#cdp.lost]);
    if (this.#status >= 400) throw answeredWith(name, this.#status);
    if (!PAGES.test(this.#type)) throw noPage(name, this.#type);
    if (this.#wanted.kind === "file" || this.#wanted.bare) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<void>((resolve) => timer = setTimeout(resolve, SETTLE_MS));
    await Promise.race([this.#idle.promise, this.#fault.promise, this.#cdp.lost, limit]);
    clearTimeout(timer);
  }

  #hear({ method, params }: CdpEvent): void {
    switch (method) {
      case "Fetch.requestPaused":
        return this.#answer(params);
      case "Page.javascriptDialogOpening":
        return this.#quietly("Page.handleJavaScriptDialog", { accept: false });
      case "Inspector.targetCrashed":
        return this.#fault.reject(garbled("crash"));
      case "Page.loadEventFired":
        return this.#load.resolve();
      case "Page.domContentEventFired":
        clearTimeout(this.#patience);
        if (!this.#over) this.#patience = setTimeout(this.#load.resolve, LOAD_MS);
        return;
      case "Page.lifecycleEvent":
        if (params.name === "networkAlmostIdle" && params.frameId === this.#tab.frame) {
          this.#idle.resolve();
        }
        return;
      case "Network.responseReceived":
        if (params.type === "Document") this.#note(params);
        return;
    }
  }

  /** The first document of the main frame is the page. */
  #note({ response, requestId, loaderId, frameId }: CdpEvent["params"]): void {
    if (requestId !== loaderId || frameId !== this.#tab.frame) return;
    const { status, mimeType, url } = response as Readonly<Record<string, unknown>>;
    this.#status = Number(status);
    this.#type = textOf(mimeType);
    this.url = textOf(url) || this.url;
  }

  #answer({ requestId, request, resourceType, frameId }: CdpEvent["params"]): void {
    const { url } = request as { readonly url: string };
    const main = resourceType === "Document" && frameId === this.#tab.frame;
    const ruling = rule(this.#wanted, { url, type: textOf(resourceType), main });
    switch (ruling) {
      case "load":
        return this.#quietly("Fetch.continueRequest", { requestId });
      case "refuse":
        return this.#quietly("Fetch.failRequest", { requestId, errorReason: "Aborted" });
      case "blank":
        return this.#fulfil(requestId, "image/svg+xml", BLANK);
      case "page": {
        const { html } = this.#wanted as Wanted & { readonly kind: "file" };
        const bytes = new TextEncoder().encode(html.toWellFormed());
        return this.#fulfil(requestId, "text/html; charset=utf-8", bytes.toBase64());
      }
    }
  }

  #fulfil(requestId: unknown, type: string, body: string): void {
    const responseHeaders = [{ name: "content-type", value: type }];
    this.#quietly("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body });
  }

  /** A request may be gone by the time it is answered; a connection that is lost is told elsewhere. */
  #quietly(method: string, params: object): void {
    this.#cdp.send(method, params, this.#tab.session).catch(() => undefined);
  }
}

const PAGES = /^(?:text\/html|application\/xhtml\+xml|text\/plain|)$/;

async function picture(
  send: (method: string, params?: object) => Promise<CdpAnswer>,
  format: "png" | "jpeg",
): Promise<unknown> {
  const { cssContentSize } = await send("Page.getLayoutMetrics");
  const { width, height } = cssContentSize as { readonly width: number; readonly height: number };
  const clip = {
    x: 0,
    y: 0,
    width: Math.min(width, TALLEST),
    height: Math.min(height, TALLEST),
    scale: 1,
  };
  const how = format === "jpeg" ? { format, quality: 70 } : { format };
  const { data } = await send("Page.captureScreenshot", {
    ...how,
    clip,
    captureBeyondViewport: true,
  });
  return data;
}

function bytesOf(data: unknown): Uint8Array {
  try {
    return Uint8Array.fromBase64(textOf(data));
  } catch (error) {
    if (error instanceof SyntaxError) throw garbled("Page.captureScreenshot");
    throw error;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
