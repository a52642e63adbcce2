/**
 * A reader of WARC 1.1 that takes nothing but what ISO 28500:2017 allows, and proves every digest.
 *
 * Written from the standard, not from the writer: what it lets pass a standard tool can read.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";

/** A record that obeys the standard. */
export interface ReadRecord {
  readonly type: string;
  /** Fields by name in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly block: Uint8Array;
  /** Status line and fields of the archived response; absent in `warcinfo`. */
  readonly http?: { readonly statusLine: string; readonly fields: ReadonlyMap<string, string> };
  /** Body of the archived response; empty in a `revisit`. */
  readonly payload: Uint8Array;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const URI = /^[a-z][a-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
const UUID = /^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** Reads a file of records, one after the other and nothing in between. */
export function readWarc(bytes: Uint8Array): ReadRecord[] {
  const records: ReadRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const [record, end] = readOne(bytes, at);
    records.push(record);
    at = end;
  }
  assertFile(records);
  return records;
}

/** Reads a compressed file: each record is one member of gzip (annex A), with no flags or names. */
export function readWarcGz(bytes: Uint8Array): ReadRecord[] {
  const records: ReadRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    assert.deepEqual([...bytes.subarray(at, at + 4)], [0x1f, 0x8b, 8, 0], `gzip member at ${at}`);
    const { buffer, engine } = inflateRawSync(bytes.subarray(at + 10), {
      info: true,
    }) as unknown as {
      buffer: Uint8Array;
      engine: { bytesWritten: number };
    };
    at += 10 + engine.bytesWritten + 8;
    const size = new DataView(bytes.buffer, bytes.byteOffset + at - 4).getUint32(0, true);
    assert.equal(size, buffer.length, "length of a gzip member");
    const [record, end] = readOne(new Uint8Array(buffer), 0);
    assert.equal(end, buffer.length, "a member holds one record and nothing else");
    records.push(record);
  }
  assertFile(records);
  return records;
}

function readOne(bytes: Uint8Array, start: number): readonly [ReadRecord, number] {
  const headEnd = indexOf(bytes, "\r\n\r\n", start);
  assert.ok(headEnd >= 0, `record at ${start} has no end of its header`);
  const [version, ...lines] = new TextDecoder("utf-8", { fatal: true })
    .decode(bytes.subarray(start, headEnd)).split("\r\n");
  assert.equal(version, "WARC/1.1");
  const fields = fieldsOf(lines);
  const length = fields.get("content-length") ?? "";
  assert.match(length, /^\d+$/);
  const at = headEnd + 4;
  const end = at + Number(length);
  assert.equal(latin1(bytes.subarray(end, end + 4)), "\r\n\r\n", "two newlines end a record");
  const block = bytes.subarray(at, end);
  return [readRecord(fields, block), end + 4];
}

function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    assert.match(name, TOKEN, line);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(value, /[\u0000-\u0008\u000a-\u001f\u007f]/, line);
    assert.ok(!fields.has(name.toLowerCase()), `field "${name}" stands there twice`);
    fields.set(name.toLowerCase(), value);
  }
  return fields;
}

function readRecord(fields: ReadonlyMap<string, string>, block: Uint8Array): ReadRecord {
  const type = fields.get("warc-type") ?? "";
  assert.match(fields.get("warc-record-id") ?? "", UUID);
  assert.match(fields.get("warc-date") ?? "", DATE);
  assertDigest(fields.get("warc-block-digest"), block);
  if (type === "warcinfo") {
    assert.equal(fields.get("content-type"), "application/warc-fields");
    for (const name of ["warc-target-uri", "warc-payload-digest", "warc-warcinfo-id"]) {
      assert.ok(!fields.has(name), `a warcinfo has no ${name}`);
    }
    const text = new TextDecoder().decode(block);
    assert.ok(text.endsWith("\r\n"));
    fieldsOf(text.slice(0, -2).split("\r\n"));
    return { type, fields, block, payload: new Uint8Array() };
  }
  assert.match(fields.get("warc-target-uri") ?? "", URI);
  if (type === "metadata") {
    assert.equal(fields.get("content-type"), "application/warc-fields");
    assert.match(new TextDecoder().decode(block), /^via: \S+\r\n$/);
    assert.match(block.length > 0 ? fields.get("warc-concurrent-to") ?? "" : "", UUID);
    return { type, fields, block, payload: new Uint8Array() };
  }
  assert.ok(type === "response" || type === "revisit", `type "${type}"`);
  assert.equal(fields.get("content-type"), "application/http;msgtype=response");
  const { http, payload } = readHttp(block, type);
  if (type === "response") {
    assertDigest(fields.get("warc-payload-digest"), payload);
    for (const name of ["warc-refers-to", "warc-profile", "warc-truncated"]) {
      assert.ok(!fields.has(name), `a whole response has no ${name}`);
    }
  }
  return { type, fields, block, http, payload };
}

function readHttp(block: Uint8Array, type: string) {
  const headEnd = indexOf(block, "\r\n\r\n", 0);
  assert.ok(headEnd >= 0, "the head of a response ends");
  const [statusLine = "", ...lines] = latin1(block.subarray(0, headEnd)).split("\r\n");
  assert.match(statusLine, /^HTTP\/1\.1 [1-5]\d\d [\x20-\x7e]*$/);
  const fields = fieldsOf(lines);
  const payload = block.subarray(headEnd + 4);
  for (const coding of ["content-encoding", "transfer-encoding"]) {
    assert.ok(!fields.has(coding), coding);
  }
  if (type === "response") assert.equal(fields.get("content-length"), `${payload.length}`);
  else assert.equal(payload.length, 0);
  return { http: { statusLine, fields }, payload };
}

function assertDigest(labelled: string | undefined, bytes: Uint8Array): void {
  const [algorithm = "", value = "", ...rest] = labelled?.split(":") ?? [];
  assert.equal(rest.length, 0, labelled);
  assert.match(algorithm, TOKEN);
  assert.match(value, TOKEN);
  assert.equal(value, createHash(algorithm).update(bytes).digest("hex"), labelled);
}

/** What holds between the records of a file. */
function assertFile(records: readonly ReadRecord[]): void {
  const [info, ...others] = records;
  assert.equal(info?.type, "warcinfo", "a warcinfo comes first");
  const before = new Map<string, ReadRecord>();
  for (const record of others) {
    const of = (name: string) => record.fields.get(name);
    assert.notEqual(record.type, "warcinfo");
    assert.equal(of("warc-warcinfo-id"), info?.fields.get("warc-record-id"));
    if (record.type === "revisit") assertRevisit(record, before);
    if (record.type === "metadata") assertConcurrent(record, before);
    const id = of("warc-record-id") as string;
    assert.ok(!before.has(id), `record id ${id} stands there twice`);
    before.set(id, record);
  }
}

function assertRevisit({ fields }: ReadRecord, before: ReadonlyMap<string, ReadRecord>): void {
  const profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
  assert.equal(fields.get("warc-profile"), profile);
  assert.equal(fields.get("warc-truncated"), "length");
  const original = before.get(fields.get("warc-refers-to") ?? "");
  assert.equal(original?.type, "response", "a revisit refers to a response before it");
  for (
    const [name, there] of [
      ["warc-payload-digest", "warc-payload-digest"],
      ["warc-refers-to-target-uri", "warc-target-uri"],
      ["warc-refers-to-date", "warc-date"],
    ] as const
  ) assert.equal(fields.get(name), original?.fields.get(there), name);
}

/** Records of one capture name each other and have one date (section 5.4). */
function assertConcurrent({ fields }: ReadRecord, before: ReadonlyMap<string, ReadRecord>): void {
  const other = before.get(fields.get("warc-concurrent-to") ?? "");
  assert.ok(other?.type === "response" || other?.type === "revisit", "of a capture before it");
  for (const name of ["warc-date", "warc-target-uri"]) {
    assert.equal(fields.get(name), other?.fields.get(name), name);
  }
}

function indexOf(bytes: Uint8Array, text: string, from: number): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(text, from, "latin1");
}
