/**
 * A tab of a real Chromium for tests: opens addresses, clicks, types, looks, takes pictures.
 *
 * Where no Chromium is installed such tests are reported as ignored, not passed.
 *
 * @module
 */

import { BROWSERS, type Chromium, startChromium } from "../../src/adapters/chromium.ts";

/** Whether this machine has a browser. */
export const HAS_BROWSER = BROWSERS.linux.some((program) => {
  try {
    return Deno.statSync(program).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
});

/** Where pictures of tests are left, for people to look at; git ignores it. */
const PICTURES = new URL("../../dist/screenshots/", import.meta.url);

/** Does something with a browser that is gone afterwards. */
export async function withChromium<T>(work: (browser: Chromium) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "dmf-chromium-" });
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error("The browser took too long")), 60_000);
  try {
    await using browser = await startChromium({ folder, online: true, signal: limit.signal });
    return await work(browser);
  } finally {
    clearTimeout(timer);
    await Deno.remove(folder, { recursive: true });
  }
}

/** One tab. */
export class BrowserTab {
  readonly #browser: Chromium;
  readonly #session: string;
  /** Addresses that it asked for. */
  readonly requests: string[] = [];
  /** What its console complained of. */
  readonly complaints: string[] = [];

  private constructor(browser: Chromium, session: string) {
    this.#browser = browser;
    this.#session = session;
    browser.cdp.listen(({ method, params }) => {
      if (method === "Network.requestWillBeSent") {
        this.requests.push((params.request as { readonly url: string }).url);
      }
      if (method === "Runtime.exceptionThrown" || method === "Log.entryAdded") {
        this.complaints.push(JSON.stringify(params));
      }
    });
  }

  /** Opens an address; resolves when it is loaded. */
  static async open(browser: Chromium, url: string, width = 1440, height = 900) {
    const { cdp } = browser;
    const { targetId } = await cdp.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await cdp.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new BrowserTab(browser, String(sessionId));
    for (const domain of ["Page", "Network", "Runtime", "Log"]) await tab.send(`${domain}.enable`);
    await tab.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    const loaded = tab.event("Page.loadEventFired");
    await tab.send("Page.navigate", { url });
    await loaded;
    return tab;
  }

  send(method: string, params: object = {}) {
    return this.#browser.cdp.send(method, params, this.#session);
  }

  /** Resolves at the next event of a name. */
  event(name: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.#browser.cdp.listen(({ method, session }) => {
      if (method !== name || session !== this.#session) return;
      stop();
      resolve();
    });
    return promise;
  }

  /** The value of an expression; a promise is waited for. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
    return (answer.result as { readonly value?: unknown }).value;
  }

  /** Waits in the page, frame by frame, until an expression holds. */
  async until(expression: string): Promise<void> {
    await this.evaluate(`new Promise((resolve) => {
      const look = () => (${expression}) ? resolve() : requestAnimationFrame(look);
      look();
    })`);
  }

  /** Clicks the middle of the first element that a selector finds, with a real mouse. */
  async click(selector: string, { shift = false } = {}): Promise<void> {
    const at = await this.evaluate(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + Math.min(width, 40) / 2, y + height / 2];
    })()`);
    const [x, y] = at as [number, number];
    const mouse = { x, y, button: "left", clickCount: 1, modifiers: shift ? 8 : 0 };
    await this.send("Input.dispatchMouseEvent", { ...mouse, type: "mousePressed" });
    await this.send("Input.dispatchMouseEvent", { ...mouse, type: "mouseReleased" });
  }

  /** Presses a key. */
  async press(key: string, code = key): Promise<void> {
    const text = key.length === 1 ? { text: key } : {};
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, ...text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code });
  }

  /** Leaves a picture of what the window shows, for people. */
  async picture(name: string): Promise<void> {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    await keepPicture(name, Uint8Array.fromBase64(String(data)));
  }
}

/** Leaves a picture for people. */
export async function keepPicture(name: string, bytes: Uint8Array): Promise<void> {
  await Deno.mkdir(PICTURES, { recursive: true });
  await Deno.writeFile(new URL(name, PICTURES), bytes);
}
