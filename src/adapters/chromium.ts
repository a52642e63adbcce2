/**
 * Starting a Chromium of this machine, and its end: killed, its folder removed, whatever happened.
 *
 * It has a profile of its own that lives as long as it does, no sign of the person at the machine,
 * and listens for commands on a loopback port that the system chooses.
 *
 * @module
 */

import { notStarted } from "../browser/browser_fault.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { oneLine } from "../notify/message.ts";
import { Cdp } from "./cdp.ts";
import { diskFault } from "./disk_fault.ts";

/** Full names, so that nothing in the search path can take their place; tried in this order. */
export const BROWSERS = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/snap/bin/chromium",
  ],
  windows: [
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
    "C:/Program Files/Microsoft/Edge/Application/msedge.exe",
  ],
} as const;

/** A Chromium at work. */
export interface Chromium extends AsyncDisposable {
  readonly cdp: Cdp;
}

/** How it is to be started. */
export interface ChromiumOptions {
  /** Where its profile is made; the folder is made where there is none. */
  readonly folder: string;
  /** Whether it may reach anything but what it is handed. */
  readonly online: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly programs?: readonly string[];
}

/** It may take so long to end of itself. */
const LAST_WORDS_MS = 2_000;
/** What is kept of its complaints. */
const LONGEST_SAID = 4_000;

/**
 * Starts it.
 *
 * @throws {ConfigurationError} where there is none; {@linkcode BrowserFault} where it does not start.
 */
export async function startChromium(options: ChromiumOptions): Promise<Chromium> {
  const { folder, online, signal, programs = programsHere() } = options;
  const profile = await makeProfile(folder);
  let started: Started | null = null;
  try {
    started = spawnFirst(programs, argumentsFor(profile, online), profile);
    const cdp = await Cdp.connect(await started.address(signal), signal);
    return { cdp, [Symbol.asyncDispose]: () => end(cdp, started as Started, profile) };
  } catch (fault) {
    await end(null, started, profile);
    throw fault;
  }
}

function programsHere(): readonly string[] {
  return Deno.build.os === "windows" ? BROWSERS.windows : BROWSERS.linux;
}

function argumentsFor(profile: string, online: boolean): string[] {
  return [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--block-new-web-contents",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-device-scale-factor=1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    // Names that a page hints at are looked up past all interception.
    ...(online ? [] : ["--host-resolver-rules=MAP * ~NOTFOUND", "--no-proxy-server"]),
    `--user-data-dir=${profile}`,
    "--remote-debugging-port=0",
    "about:blank",
  ];
}

const PREFIX = "profile-";
/** No page is given so long. */
const ABANDONED_MS = 3_600_000;

/** Removes profiles of browsers whose program was killed. */
async function removeAbandoned(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (!isDirectory || !name.startsWith(PREFIX)) continue;
    const { mtime } = await Deno.stat(`${folder}/${name}`);
    if (mtime !== null && Date.now() - mtime.getTime() > ABANDONED_MS) {
      await removeProfile(`${folder}/${name}`);
    }
  }
}

async function makeProfile(folder: string): Promise<string> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    await removeAbandoned(folder);
    return await Deno.makeTempDir({ dir: folder, prefix: PREFIX });
  } catch (error) {
    throw diskFault(error, folder);
  }
}

/** A process with what it says. */
class Started {
  readonly #child: Deno.ChildProcess;
  readonly #program: string;
  readonly #stderr: ReadableStreamDefaultReader<Uint8Array>;
  readonly #reading: Promise<void>;
  readonly #address = Promise.withResolvers<string>();
  readonly ended: Promise<Deno.CommandStatus>;
  #said = "";

  constructor(child: Deno.ChildProcess, program: string) {
    this.#child = child;
    this.#program = program;
    this.#stderr = child.stderr.getReader();
    this.#reading = this.#read();
    this.ended = child.status;
    // Whoever asks for the address is told; nobody has to.
    this.#address.promise.catch(() => {});
  }

  /** The address it listens at, as it says on stderr. */
  async address(signal: AbortSignal): Promise<string> {
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(signal.reason);
    signal.addEventListener("abort", stop);
    try {
      signal.throwIfAborted();
      return await Promise.race([this.#address.promise, stopped.promise]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async kill(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It may have ended of itself just now.
      if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
    }
    await this.ended;
    // Its children end after it, the last of them closes the pipe; until then they may write into the
    // profile, or make it anew.
    await within(LAST_WORDS_MS, this.#reading);
    await this.#stderr.cancel();
    await this.#reading;
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for (let next = await this.#stderr.read(); !next.done; next = await this.#stderr.read()) {
      const bytes = next.value;
      this.#said = (this.#said + decoder.decode(bytes, { stream: true })).slice(-LONGEST_SAID);
      const found = /DevTools listening on (ws:\/\/127\.0\.0\.1:\d+\/\S+)\s/.exec(this.#said);
      if (found) this.#address.resolve(found[1]!);
    }
    const last = this.#said.trim().split("\n").at(-1) ?? "";
    this.#address.reject(notStarted(this.#program, oneLine(last, 200)));
  }
}

/** Starts the first of the programs that is there. */
function spawnFirst(programs: readonly string[], args: string[], profile: string): Started {
  const home = Deno.realPathSync(profile);
  for (const program of programs) {
    try {
      const child = new Deno.Command(program, {
        args,
        stdin: "null",
        stdout: "null",
        stderr: "piped",
        // Windows programs do not start without their environment.
        ...(Deno.build.os === "windows"
          ? {}
          : { clearEnv: true, env: { HOME: home, PATH: "/usr/bin:/bin", LANG: "ko_KR.UTF-8" } }),
      }).spawn();
      return new Started(child, program);
    } catch (error) {
      const absent = error instanceof Deno.errors.NotFound ||
        error instanceof Deno.errors.NotCapable;
      if (!absent) throw diskFault(error, program);
    }
  }
  throw noBrowser(programs);
}

function noBrowser(programs: readonly string[]): ConfigurationError {
  const all = programs.map((program) => `"${program}"`).join(", ");
  return new ConfigurationError({
    ko: `브라우저를 찾을 수 없습니다. 크로미움을 설치하십시오(데비안: "apt install chromium"). ` +
      `찾아본 곳: ${all}.`,
    en:
      `Cannot find a browser; install Chromium (Debian: "apt install chromium"). Looked for ${all}`,
  });
}

async function end(cdp: Cdp | null, started: Started | null, profile: string): Promise<void> {
  try {
    if (cdp !== null && started !== null) await askToEnd(cdp, started);
    await cdp?.close();
    await started?.kill();
  } finally {
    await removeProfile(profile);
  }
}

/** Ended so, it takes its children with it. */
async function askToEnd(cdp: Cdp, { ended }: Started): Promise<void> {
  await within(LAST_WORDS_MS, cdp.send("Browser.close").then(() => ended, () => undefined));
}

/** Waits for something, but not for ever. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

/** A child that is still ending may write once more. */
async function removeProfile(profile: string): Promise<void> {
  for (let left = 20;; left--) {
    try {
      return await Deno.remove(profile, { recursive: true });
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      if (left === 0) throw diskFault(error, profile);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
