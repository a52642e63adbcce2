/**
 * Pages in a real Chromium: where things stand, what is loaded, and what is left behind.
 *
 * @module
 */

import assert from "node:assert/strict";
import { systemBrowserDesk } from "../../src/adapters/browser_desk.ts";
import { BrowserFault } from "../../src/browser/browser_fault.ts";
import type { LaidOutPage } from "../../src/browser/browser_desk.ts";
import type { Wanted } from "../../src/browser/request_rule.ts";
import type { PageNode } from "../../src/content/page_node.ts";
import { browserFlags } from "../../tools/permissions.ts";
import { HAS_BROWSER, keepPicture } from "../support/browser_tab.ts";

const PROJECT = new URL("../../", import.meta.url);
const NOTICE = new URL("../golden/laid-out/notice.html", import.meta.url);
const ignore = !HAS_BROWSER;

/** Looks at a page through the desk of the program, and proves that nothing is left of the browser. */
async function look<T>(
  wanted: Wanted,
  work: (page: LaidOutPage) => Promise<T>,
  seconds = 60,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "dmf-browser-" });
  try {
    const { signal } = new AbortController();
    const desk = systemBrowserDesk({ version: "1", signal, folder });
    return await desk.withPage(wanted, { name: "the page", seconds }, work);
  } finally {
    const left = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    await Deno.remove(folder, { recursive: true });
    assert.deepEqual(left, []);
  }
}

const file = (html: string, online = false): Wanted => ({ kind: "file", url: null, html, online });
const pageOf = (wanted: Wanted) => look(wanted, ({ page }) => Promise.resolve(page));

Deno.test({
  name: "Chromium gives every text and image of a page its place, size and weight",
  ignore,
  fn: async () => {
    const page = await pageOf(file(await Deno.readTextFile(NOTICE)));
    const find = (text: string) =>
      page.nodes.find((node) => node.text.startsWith(text)) as PageNode;
    assert.equal(page.width, 1280);
    const title = find("원료의약품등록 변경 공고");
    assert.deepEqual([title.x, title.fontSize, title.fontWeight], [40, 32, 700]);
    const image = page.nodes.find(({ kind }) => kind === "image")!;
    assert.deepEqual([image.x, image.width, image.height], [40, 320, 160]);
    // A paragraph of two lines: its later part goes round the link, from margin to margin.
    const rest = find("합니다. 제조소의");
    assert.deepEqual([rest.x, rest.height], [40, 48]);
    const [item, head, cell] = ["변경 전후", "성분명", "아세트아미노펜"].map(find);
    assert.equal(item!.x, 80);
    assert.equal(head!.x, cell!.x);
    assert.equal(head!.fontWeight, 700);
    assert.ok(cell!.y > head!.y + head!.height);
    // The float stands beside the article, as high as its title.
    const side = find("많이 본 공고");
    assert.ok(side.x > 940 && side.y < image.y);
    assert.doesNotMatch(page.nodes.map(({ text }) => text).join(), /숨김/);
  },
});

/** Counts whoever connects; answers nothing. */
function door() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let knocks = 0;
  const done = (async () => {
    for await (const connection of listener) {
      knocks++;
      connection.close();
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    knocks: () => knocks,
    async [Symbol.asyncDispose]() {
      listener.close();
      await done;
    },
  };
}

/** Every way that is known for a page to make a browser connect. */
function reaching(port: number): string {
  const at = `http://127.0.0.1:${port}`;
  return `<!doctype html><html><head>
<title>닿으려는 페이지</title>
<base href="${at}/">
<link rel="dns-prefetch" href="//127.0.0.1:${port}"><link rel="preconnect" href="${at}">
<link rel="prefetch" href="${at}/next"><link rel="prerender" href="${at}/next">
<link rel="preload" as="image" href="${at}/p.png"><link rel="modulepreload" href="${at}/m.js">
<link rel="stylesheet" href="${at}/a.css"><link rel="icon" href="${at}/i.png">
<link rel="manifest" href="${at}/m.json">
<script type="speculationrules">{"prerender":[{"source":"list","urls":["${at}/spec"]}]}</script>
<style>@import "${at}/b.css"; @font-face { font-family: f; src: url(${at}/f.woff2) }
body { font-family: f; background: url(${at}/bg.png) }</style>
<script src="${at}/a.js"></script>
<script>fetch("${at}/x"); new WebSocket("ws://127.0.0.1:${port}/"); navigator.sendBeacon("${at}/b");
new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] }).createDataChannel("x");
location = "${at}/gone";</script>
<meta http-equiv="refresh" content="0;url=${at}/refresh">
</head><body onload="fetch('${at}/onload')">
<h1>남는 글</h1>
<img src="${at}/a.png" srcset="${at}/a2.png 2x" alt="그림"><img src="http://localhost:${port}/l.png">
<picture><source srcset="${at}/s.webp"><img src="${at}/s.png"></picture>
<iframe src="${at}/frame"></iframe><object data="${at}/o.svg"></object><embed src="${at}/e.swf">
<video src="${at}/v.mp4" poster="${at}/v.png" autoplay></video><audio src="${at}/a.mp3" autoplay></audio>
<svg><image href="${at}/svg.png"/><use href="${at}/u.svg#x"/></svg>
<input type="image" src="${at}/button.png"><a href="${at}/ping" ping="${at}/p" autofocus>링크</a>
<p>마지막 글</p></body></html>`;
}

Deno.test({
  name: "a page given as a file makes no request at all, and is read whole",
  ignore,
  fn: async () => {
    await using knocked = door();
    const page = await pageOf(file(reaching(knocked.port)));
    assert.equal(knocked.knocks(), 0);
    assert.equal(page.title, "닿으려는 페이지");
    const all = page.nodes.map(({ text }) => text);
    for (const text of ["남는 글", "그림", "마지막 글"]) assert.ok(all.includes(text), text);
    // A picture that may not be had has the size that CSS gives to one without.
    const picture = page.nodes.find(({ text }) => text === "그림")!;
    assert.deepEqual([picture.width, picture.height], [300, 150]);
  },
});

Deno.test({
  name: "the same page knocks at the door where it is opened by its address",
  ignore,
  fn: async () => {
    await using knocked = door();
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url }) =>
        new URL(url).pathname === "/"
          ? new Response(
            reaching(knocked.port).replace(/location = [^;]*;|<meta http-equiv.*/g, ""),
            {
              headers: { "content-type": "text/html" },
            },
          )
          : new Response(null, { status: 404 }),
    );
    await pageOf({ kind: "address", url: `http://127.0.0.1:${server.addr.port}/` });
    assert.ok(knocked.knocks() > 3, `${knocked.knocks()} connections`);
  },
});

Deno.test({
  name: "an address is read after its scripts, where its redirects lead, under an honest name",
  ignore,
  fn: async () => {
    const agents: string[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url, headers }) => {
        agents.push(headers.get("user-agent") ?? "");
        if (new URL(url).pathname === "/robots.txt") {
          return new Response("User-agent: *\nDisallow: /x");
        }
        if (new URL(url).pathname === "/old") return Response.redirect(new URL("/new", url), 302);
        const html = `<title>새 주소</title><p id=p>전</p><a href="b">다음</a><script>alert("멈춤");
          document.getElementById("p").textContent = "스크립트가 쓴 글"; open("/popup");</script>`;
        return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
      },
    );
    const origin = `http://127.0.0.1:${server.addr.port}`;
    const page = await pageOf({ kind: "address", url: `${origin}/old` });
    assert.equal(page.url, `${origin}/new`);
    assert.deepEqual(page.nodes.map(({ text, link }) => link ?? text), [
      "스크립트가 쓴 글",
      `${origin}/b`,
    ]);
    assert.ok(agents.length > 0 && agents.every((agent) => / dmf-browser\/1$/.test(agent)));
  },
});

Deno.test.each<[string, () => Response, RegExp]>([
  [
    "an error",
    () => new Response("<p>없음</p>", { status: 404, headers: { "content-type": "text/html" } }),
    /answered with HTTP 404/,
  ],
  [
    "a file to save",
    () =>
      new Response("MZ", {
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment; filename=a.exe",
        },
      }),
    /another file \(application\/octet-stream\)/,
  ],
  [
    "a PDF",
    () => new Response("%PDF-1.4", { headers: { "content-type": "application/pdf" } }),
    /another file/,
  ],
])("a server that answers with $0 gives no page", {
  ignore,
}, async (_: string, answer: () => Response, said: RegExp) => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ url }) => url.endsWith("/robots.txt") ? new Response(null, { status: 404 }) : answer(),
  );
  const fault = await pageOf({ kind: "address", url: `http://127.0.0.1:${server.addr.port}/` })
    .catch((fault: unknown) => fault);
  assert.ok(fault instanceof BrowserFault, String(fault));
  assert.match(fault.sentence.en, said);
});

Deno.test.each<[string, () => Response, 1 | 3, RegExp]>([
  [
    "forbids the page",
    () => new Response("User-agent: *\nDisallow: /\n\nUser-agent: other\nAllow: /"),
    3,
    /robots\.txt forbids ".*" \("Disallow: \/"\)/,
  ],
  [
    "cannot be had",
    () => new Response(null, { status: 503 }),
    1,
    /robots\.txt" cannot be read.*HTTP 503/,
  ],
])("a page whose robots.txt $0 is not opened", {
  ignore,
}, async (_: string, robots: () => Response, exitCode: 1 | 3, said: RegExp) => {
  const asked: string[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ url }) => {
      asked.push(new URL(url).pathname);
      return robots();
    },
  );
  const fault = await pageOf({ kind: "address", url: `http://127.0.0.1:${server.addr.port}/a` })
    .catch((fault: unknown) => fault);
  assert.ok(fault instanceof BrowserFault, String(fault));
  assert.match(fault.sentence.en, said);
  assert.equal(fault.exitCode, exitCode);
  assert.deepEqual(asked.filter((path) => path !== "/favicon.ico"), ["/robots.txt"]);
});

Deno.test({
  name: "a server that never answers ends with the time that a page is given",
  ignore,
  fn: async () => {
    const release = Promise.withResolvers<void>();
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async () => {
      await release.promise;
      return new Response();
    });
    const wanted = { kind: "address", url: `http://127.0.0.1:${server.addr.port}/` } as const;
    const fault = await look(wanted, () => Promise.resolve(), 5).catch((fault: unknown) => fault);
    release.resolve();
    await server.shutdown();
    assert.ok(fault instanceof BrowserFault);
    assert.match(fault.sentence.en, /within 5 s/);
  },
});

Deno.test({
  name: "browsers that are ended while they start leave no profile behind, also later",
  ignore,
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "dmf-browser-" });
    try {
      // What a child of one makes anew shows while the next ones start.
      for (let at = 0; at < 8; at++) {
        const { signal } = new AbortController();
        const desk = systemBrowserDesk({ version: "1", signal, folder });
        const limits = { name: "the page", seconds: 0.8 + at / 20 };
        await assert.rejects(
          desk.withPage(file("<p>글"), limits, () => Promise.reject(new Error("too quick"))),
        );
        assert.deepEqual(Array.from(Deno.readDirSync(folder), ({ name }) => name), []);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "dmf-browser extracts and draws within its sandbox, and leaves what was asked for alone",
  ignore,
  fn: async () => {
    const box = await Deno.makeTempDir({ prefix: "dmf-box-" });
    try {
      await Deno.mkdir(`${box}/data`);
      const whole = await Deno.readTextFile(NOTICE);
      // Room that hidden texts leave would be empty in the picture for people.
      const shown = whole.replace(/<div class="cut">[^]*?<\/details>/, "")
        .replace(/<p class="none">[^]*?(?=<\/article>)/, "").replace('height="160"', 'height="80"');
      await Deno.writeTextFile(`${box}/data/notice.html`, shown);
      const run = async (...args: readonly string[]) => {
        const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
          args: [
            ...["run", "--no-check", "--config", new URL("deno.json", PROJECT).pathname],
            ...browserFlags(),
            new URL("src/browser_main.ts", PROJECT).href,
            ...args,
          ],
          cwd: box,
          env: { NO_COLOR: "1" },
        }).output();
        const decoder = new TextDecoder();
        return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
      };
      const overlay = "data/browser/overlay.png";
      const drawn = await run("extract", "data/notice.html", "--json", "--overlay", overlay);
      assert.equal(drawn.code, 0, drawn.err);
      const extraction = JSON.parse(drawn.out);
      assert.match(extraction.title, /^원료의약품등록 /);
      assert.match(JSON.stringify(extraction), /밸리데이션 자료 요약/);
      const png = await Deno.readFile(`${box}/${overlay}`);
      assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
      // It is shown in README.md.
      assert.ok(png.length < 150_000, `${png.length} bytes`);
      await keepPicture("overlay.png", png);
      const outside = await run("extract", "/etc/hostname", "--lang", "en");
      assert.deepEqual([outside.code, outside.out], [2, ""]);
      assert.match(outside.err, /dmf-browser reads below "data" and writes below "data\/browser"/);
      const beside = await run("extract", "data/notice.html", "--overlay", "data/o.png");
      assert.equal(beside.code, 2, beside.err);
      const left = Array.from(Deno.readDirSync(`${box}/data/browser`), ({ name }) => name);
      assert.deepEqual(left, ["overlay.png"]);
    } finally {
      await Deno.remove(box, { recursive: true });
    }
  },
});
