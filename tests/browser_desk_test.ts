/**
 * Browsers that are not there, end, hang or talk nonsense: each told, none left behind.
 *
 * The browsers are shell scripts, and where one listens it is a WebSocket of the test.
 *
 * @module
 */

import assert from "node:assert/strict";
import { systemBrowserDesk } from "../src/adapters/browser_desk.ts";
import { BrowserFault } from "../src/browser/browser_fault.ts";
import { ConfigurationError } from "../src/configuration_error.ts";

const FILE = { kind: "file", url: null, html: "<p>글</p>", online: false } as const;

/** Reads a page with a script in place of a browser; gives the fault, and what is left in the folder. */
async function readWith(
  script: string | null,
  { seconds = 20, signal = new AbortController().signal, abandoned = [] as readonly Date[] } = {},
): Promise<{ readonly fault: unknown; readonly left: readonly string[] }> {
  const folder = await Deno.makeTempDir({ prefix: "dmf-browser-" });
  try {
    const program = `${folder}/browser`;
    if (script !== null) {
      await Deno.writeTextFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    const profiles = `${folder}/profiles`;
    for (const [index, date] of abandoned.entries()) {
      await Deno.mkdir(`${profiles}/profile-${index}/Default`, { recursive: true });
      await Deno.utime(`${profiles}/profile-${index}`, date, date);
    }
    const desk = systemBrowserDesk({ version: "1", signal, folder: profiles, programs: [program] });
    const fault = await desk.withPage(FILE, { name: "a.html", seconds }, () => Promise.resolve())
      .then(() => null, (fault: unknown) => fault);
    const left = Array.from(Deno.readDirSync(profiles), ({ name }) => name);
    return { fault, left };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A script that says it listens where a WebSocket of the test answers. */
async function withSocket<T>(
  answer: (socket: WebSocket, command: { readonly id: number; readonly method: string }) => void,
  work: (script: string) => Promise<T>,
): Promise<T> {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onmessage = ({ data }) => answer(socket, JSON.parse(data));
    return response;
  });
  const address = `ws://127.0.0.1:${server.addr.port}/devtools/browser/x`;
  return await work(`echo "DevTools listening on ${address}" >&2; exec sleep 60`);
}

function assertFault(fault: unknown, en: RegExp): void {
  assert.ok(fault instanceof BrowserFault, String(fault));
  assert.match(fault.sentence.en, en);
  assert.match(fault.sentence.ko, /[가-힣]/);
}

Deno.test("a browser that is not there is told, with the places that were looked at", async () => {
  const { fault, left } = await readWith(null);
  assert.ok(fault instanceof ConfigurationError);
  assert.match(fault.sentence.en, /install Chromium.*Looked for ".*\/browser"/);
  assert.deepEqual(left, []);
});

Deno.test("profiles that a killed program left behind are removed, those of others at work are not", async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  const { left } = await readWith("exit 1", { abandoned: [hours(2), hours(0.5)] });
  assert.deepEqual(left, ["profile-1"]);
});

Deno.test("a browser that ends at once is told, with its last words", async () => {
  const { fault, left } = await readWith('echo "no \\"display\\"" >&2; exit 3');
  assertFault(fault, /ended before it was ready: "no 'display'"/);
  assert.deepEqual(left, []);
});

Deno.test("a browser that says nothing of use is ended when its time is over", async () => {
  const { fault, left } = await readWith(
    'echo "DevTools listening on nothing" >&2; exec sleep 60',
    { seconds: 1 },
  );
  assertFault(fault, /Could not read "a\.html" within 1 s/);
  assert.deepEqual(left, []);
});

Deno.test("a browser whose children hold on to its pipe is ended all the same", async () => {
  const { fault, left } = await readWith("sleep 5 & echo >&2 started; exec sleep 60", {
    seconds: 1,
  });
  assertFault(fault, /within 1 s/);
  assert.deepEqual(left, []);
});

Deno.test("a stop ends the browser, and is told as a stop", async () => {
  const stop = new AbortController();
  const reason = new Error("Stopped by the user");
  const { fault, left } = await withSocket(
    () => stop.abort(reason),
    (script) => readWith(script, { signal: stop.signal }),
  );
  assert.equal(fault, reason);
  assert.deepEqual(left, []);
});

Deno.test.each<[string, (socket: WebSocket, id: number) => void, RegExp]>([
  ["answers what is no JSON", (socket) => socket.send("garbage"), /Cannot understand.*WebSocket/],
  ["answers what is no message", (socket) => socket.send("[1]"), /Cannot understand.*WebSocket/],
  [
    "answers a command with nothing",
    (socket, id) => socket.send(JSON.stringify({ id })),
    /Cannot understand/,
  ],
  [
    "declines",
    (socket, id) => socket.send(JSON.stringify({ id, error: { message: 'no "such" thing' } })),
    /declined "Target\.createBrowserContext": "no 'such' thing"/,
  ],
  ["hangs up", (socket) => socket.close(), /died on the way/],
])(
  "a browser that $0 is told",
  async (_: string, answer: (socket: WebSocket, id: number) => void, said: RegExp) => {
    const { fault, left } = await withSocket(
      (socket, { id }) => answer(socket, id),
      (script) => readWith(script),
    );
    assertFault(fault, said);
    assert.deepEqual(left, []);
  },
);

Deno.test("a page that is never loaded ends with its time", async () => {
  const { fault, left } = await withSocket(
    (socket, { id }) => socket.send(JSON.stringify({ id, result: { sessionId: "s" } })),
    (script) => readWith(script, { seconds: 1 }),
  );
  assertFault(fault, /within 1 s/);
  assert.deepEqual(left, []);
});

Deno.test("a browser whose snapshot is none is told", async () => {
  const { fault } = await withSocket(
    (socket, { id, method }) => {
      const result = method === "Target.createTarget" ? { targetId: "t" } : { sessionId: "s" };
      socket.send(JSON.stringify({ id, result }));
      if (method !== "Page.navigate") return;
      socket.send(JSON.stringify({ method: "Page.loadEventFired", params: {}, sessionId: "s" }));
    },
    (script) => readWith(script),
  );
  assertFault(fault, /Cannot understand.*DOMSnapshot\.captureSnapshot/);
});
