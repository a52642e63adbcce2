/** Records of an export, read by a strict reader of the standard, whatever a sidecar holds. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { digestOf } from "../src/digest.ts";
import type { InstantText, RunId } from "../src/model.ts";
import type { Snapshot } from "../src/snapshot.ts";
import { type Capture, WarcFile } from "../src/warc/capture.ts";
import { httpHead } from "../src/warc/http_head.ts";
import { recordId, targetUri, warcRecord } from "../src/warc/record.ts";
import { type ReadRecord, readWarc } from "./support/warc_reader.ts";

const RUN = "2026-12-01" as RunId;
const BODY = new TextEncoder().encode("<p>총 <strong>9,812</strong>건");

function captureOf(body: Uint8Array, changes: Partial<Snapshot> = {}, sidecar = "a.json"): Capture {
  const url = "https://register.example/list?page=1";
  const snapshot: Snapshot = {
    url,
    finalUrl: url,
    status: 200,
    headers: { "content-type": "text/html;charset=UTF-8" },
    requestedAt: "2026-11-30T21:00:00.5Z" as InstantText,
    receivedAt: "2026-11-30T21:00:01.25Z" as InstantText,
    digest: digestOf(body),
    bytes: body.length,
    ...changes,
  };
  return { run: RUN, sidecar, snapshot };
}

const newFile = () => new WarcFile({ program: "0.0.0", from: null, to: null, source: null });
const bytesOf = (records: readonly (readonly Uint8Array[])[]) =>
  new Uint8Array(records.flatMap((parts) => parts.flatMap((part) => [...part])));

function fileOf(captures: readonly (readonly [Capture, Uint8Array])[]): Uint8Array {
  const file = newFile();
  const [first] = captures as [readonly [Capture, Uint8Array]];
  return bytesOf([
    file.info(first[0]),
    ...captures.flatMap(([capture, body]) => {
      const known = file.has(capture.snapshot.digest);
      const record = known ? file.revisit(capture) : file.response(capture, body);
      const redirect = file.redirect(capture);
      return redirect === null ? [record] : [record, redirect];
    }),
  ]);
}

Deno.test("a response says when it was observed, of which address, and holds the archived bytes", () => {
  const [, record] = readWarc(fileOf([[captureOf(BODY), BODY]]));
  assert.equal(record?.type, "response");
  assert.equal(record?.fields.get("warc-date"), "2026-11-30T21:00:01.25Z");
  assert.equal(record?.fields.get("warc-target-uri"), "https://register.example/list?page=1");
  assert.equal(record?.fields.get("warc-payload-digest"), `sha256:${digestOf(BODY)}`);
  assert.equal(record?.http?.statusLine, "HTTP/1.1 200 OK");
  assert.equal(record?.http?.fields.get("content-type"), "text/html;charset=UTF-8");
  assert.deepEqual(record?.payload, BODY);
});

Deno.test("an empty body, and one that looks like a record, come back as they were", () => {
  const tricky = new TextEncoder().encode("\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\n\r\n");
  for (const body of [new Uint8Array(), tricky]) {
    const records = readWarc(fileOf([[captureOf(body), body]]));
    assert.equal(records.length, 2);
    assert.deepEqual(records[1]?.payload, body);
  }
});

Deno.test("a body that was exported before becomes a revisit that refers to it", () => {
  const later = { receivedAt: "2026-12-01T21:00:00Z" as InstantText };
  const elsewhere = { finalUrl: "https://register.example/other" };
  const captures = [
    captureOf(BODY),
    captureOf(BODY, later, "b.json"),
    captureOf(BODY, elsewhere, "c.json"),
  ];
  const [, one, two, three] = readWarc(fileOf(captures.map((capture) => [capture, BODY])));
  assert.deepEqual([one, two, three].map((record) => record?.type), [
    "response",
    "revisit",
    "revisit",
  ]);
  assert.equal(two?.fields.get("warc-date"), later.receivedAt);
  assert.equal(two?.fields.get("warc-refers-to"), one?.fields.get("warc-record-id"));
  assert.equal(three?.fields.get("warc-target-uri"), elsewhere.finalUrl);
  assert.equal(three?.http?.fields.get("content-length"), `${BODY.length}`);
});

Deno.test("a redirected request is told of beside its answer, be that a response or a revisit", () => {
  const asked = { url: "https://register.example/old" };
  const captures = [captureOf(BODY, asked), captureOf(BODY, asked, "b.json")];
  const records = readWarc(fileOf(captures.map((capture) => [capture, BODY])));
  const types = ["warcinfo", "response", "metadata", "revisit", "metadata"];
  assert.deepEqual(records.map(({ type }) => type), types);
  for (const at of [1, 3]) {
    const [answer, redirect] = records.slice(at, at + 2) as [ReadRecord, ReadRecord];
    assert.equal(new TextDecoder().decode(redirect.block), `via: ${asked.url}\r\n`);
    const id = answer.fields.get("warc-record-id");
    assert.equal(redirect.fields.get("warc-concurrent-to"), id);
  }
});

Deno.test("the head agrees with the body: no codings, its length, everything else as archived", () => {
  const headers = {
    "Content-Encoding": "br",
    "transfer-encoding": "chunked",
    "content-length": "17",
    etag: '"x"',
    "x-bytes": "\u00e9\u00ff",
  };
  const [, record] = readWarc(fileOf([[captureOf(BODY, { headers }), BODY]]));
  assert.deepEqual([...record?.http?.fields ?? []], [
    ["content-length", `${BODY.length}`],
    ["etag", '"x"'],
    ["x-bytes", "\u00e9\u00ff"],
  ]);
});

Deno.test("no field of a sidecar breaks out of its line, whatever is in it", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[\r\n\0\t :a-z]{0,20}$/),
    fc.constant("x\r\n\r\nHTTP/1.1 200 OK\r\n"),
    fc.constant("신청인\n"),
  );
  fc.assert(fc.property(
    fc.dictionary(nasty, nasty, { maxKeys: 6, noNullPrototype: true }),
    fc.uint8Array({ maxLength: 40 }),
    (headers, body) => {
      // Names that differ in case alone are one field, which no answer of a server can hold twice.
      const once = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const records = readWarc(fileOf([[captureOf(body, { headers: once }), body]]));
      assert.equal(records.length, 2);
      assert.deepEqual(records[1]?.payload, body);
    },
  ));
});

Deno.test("httpHead() writes a status that has no words without any", () => {
  const head = new TextDecoder().decode(httpHead(captureOf(BODY, { status: 299 }).snapshot));
  assert.match(head, /^HTTP\/1\.1 299 \r\n/);
});

Deno.test("warcRecord() refuses a value that would end its line", () => {
  for (const value of ["a\r\nWARC-Type: x", "a\n", "\u0000", "a\u007f"]) {
    assert.throws(() => warcRecord([["WARC-Date", value]], []), RangeError);
  }
});

Deno.test("targetUri() writes what RFC 3986 takes, and refuses what is not of the web", () => {
  const odd = 'https://register.example/목록?a=|^`{"}<>\\ b&c=%41#신';
  const uri = targetUri(odd) as string;
  assert.match(uri, /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/);
  assert.equal(new URL(uri).hostname, "register.example");
  assert.equal(targetUri(uri), uri);
  for (const text of ["", "x", "file:///etc/passwd", "javascript:1"]) {
    assert.equal(targetUri(text), null);
  }
});

Deno.test("recordId() is the same for the same record and another for any other", () => {
  assert.equal(recordId(["response", RUN, "a"]), recordId(["response", RUN, "a"]));
  const ids = fc.sample(fc.uniqueArray(fc.string(), { minLength: 50, maxLength: 50 }), 1)[0] ?? [];
  assert.equal(new Set(ids.map((name) => recordId([name]))).size, ids.length);
});
