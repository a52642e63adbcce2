/**
 * The head of an archived HTTP response, put together again from its sidecar.
 *
 * The archive keeps a status, header fields and the body after decompression, so a head is written
 * that agrees with that body: without codings, with its length. A sidecar may have been tampered
 * with: no value of it may end a line or the head.
 *
 * @module
 */

import type { Snapshot } from "../snapshot.ts";

/** Fields of a message in transit, which is not what was archived. */
const UNDONE: ReadonlySet<string> = new Set(["content-encoding", "transfer-encoding"]);

/** Field names by RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Returns status line, fields and the empty line after them. */
export function httpHead({ status, headers, bytes }: Snapshot): Uint8Array {
  const lines = [`HTTP/1.1 ${status} ${status === 200 ? "OK" : ""}`];
  let measured = false;
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (UNDONE.has(lower) || !TOKEN.test(name)) continue;
    if (lower !== "content-length") lines.push(`${name}: ${oneLine(value)}`);
    else if (!measured) lines.push(`${name}: ${bytes}`);
    measured ||= lower === "content-length";
  }
  if (!measured) lines.push(`content-length: ${bytes}`);
  const parts = [...lines, "", ""].map(toBytes);
  return joinLines(parts);
}

/** RFC 9110, section 5.5: CR, LF and NUL within a value become spaces, or it is refused. */
function oneLine(value: unknown): string {
  // deno-lint-ignore no-control-regex
  return String(value).replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, " ").trim();
}

/** The runtime reads each byte of a field as one character; others can only be a tamperer's. */
function toBytes(line: string): Uint8Array {
  // deno-lint-ignore no-control-regex
  if (!/^[\u0000-\u00ff]*$/.test(line)) return new TextEncoder().encode(line);
  return Uint8Array.from(line, (character) => character.charCodeAt(0));
}

function joinLines(lines: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 2, -2));
  let at = 0;
  for (const [index, line] of lines.entries()) {
    head.set(line, at);
    at += line.length;
    if (index < lines.length - 1) head.set([13, 10], at);
    at += 2;
  }
  return head;
}
