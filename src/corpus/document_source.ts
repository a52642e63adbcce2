/**
 * The documents of files, folders and standard input, one by one, with where the input stands.
 *
 * Files that end in .jsonl or .ndjson, and standard input, hold a document a line; in a folder .txt, .md
 * and .html are a document each, and so is a .json with one object. Everything else is named and left
 * out.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import { StoreFault } from "../store_fault.ts";
import type { DocumentFiles, FoundFile } from "./corpus_files.ts";
import type { Position, Source } from "./corpus_record.ts";
import { isUtf16, linesOf, MOST_BYTES, readUtf8 } from "./document_lines.ts";
import { type Given, type Naming, readDocument } from "./given_document.ts";

/** A document, or what could not be one; and where the input stands behind it. */
export type Read =
  & { readonly position: Position; readonly place: string; readonly bytes: number }
  & (
    | Given
    /** A file that has not changed since it was read. */
    | { readonly kind: "same"; readonly key: string }
    /** A file of a kind that holds no text. */
    | { readonly kind: "other" }
  );

/** What a reader has to know of the corpus. */
export interface Reading extends Naming {
  readonly files: DocumentFiles;
  /** The stamp with which a file was read last, 0 where it was not. */
  readonly stampOf: (key: string) => number;
  /** The number under which the corpus knows the folder of a source. */
  readonly rootOf: (source: number) => number;
}

/** Reads one source; from where an earlier process stood, if the file is still the same. */
export function readSource(
  source: Source,
  number: number,
  from: Position | null,
  reading: Reading,
): AsyncGenerator<Read> {
  const resumed = from !== null && from.source === number ? from : null;
  return source.kind === "folder"
    ? readFolder(source.path, number, resumed, reading)
    : readLines(source.path, number, resumed, reading);
}

/** Whether a file is one with a document a line. */
export function isLines(path: string): boolean {
  return /\.(?:jsonl|ndjson)$/i.test(path);
}

async function* readLines(
  path: string,
  source: number,
  from: Position | null,
  reading: Reading,
): AsyncGenerator<Read> {
  const { files } = reading;
  let start = path === "-" ? 0 : from?.offset ?? 0;
  let opened = await files.stream(path, start);
  if (opened !== null && start > 0 && stampOf(opened) !== from?.stamp) {
    // Another file by now: what it says is taken in from its beginning, nothing counts twice.
    await opened[Symbol.asyncDispose]();
    start = 0;
    opened = await files.stream(path, 0);
  }
  if (opened === null) return;
  await using _open = opened;
  const stamp = stampOf(opened);
  let line = start > 0 ? from?.line as number : 0;
  for await (const { bytes, end, tooLong } of linesOf(opened.chunks, start)) {
    line += 1;
    const given = tooLong ? TOO_LONG : readLine(line === 1 ? withoutMark(bytes) : bytes, reading);
    // The lines behind a mark of UTF-16 are none, and there is but one thing to say of them.
    const isLast = line === 1 && isUtf16(bytes);
    const offset = isLast ? Math.max(end, opened.bytes) : end;
    const position = { source, stamp, offset, line, bad: 0 };
    if (given !== null) yield { ...given, position, place: `${path}:${line}`, bytes: offset };
    if (isLast) return;
  }
}

const NULS: Sentence = {
  ko: "UTF-16처럼 NUL 바이트가 있습니다. UTF-8로 저장하십시오",
  en: "it has NUL bytes, as UTF-16 does; save it as UTF-8",
};

const TOO_LONG: Given = {
  kind: "bad",
  why: {
    ko: `${MOST_BYTES >> 20} MiB보다 깁니다`,
    en: `it is longer than ${MOST_BYTES >> 20} MiB`,
  },
};

function withoutMark(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

function readLine(bytes: Uint8Array, naming: Naming): Given | null {
  // JSON has none; a file of UTF-16 without its mark is full of them.
  const text = bytes.includes(0) && !isUtf16(bytes) ? NULS : readUtf8(bytes);
  if (typeof text !== "string") return { kind: "bad", why: text };
  return text.trim() === "" ? null : readDocument(text, naming);
}

async function* readFolder(
  path: string,
  source: number,
  from: Position | null,
  reading: Reading,
): AsyncGenerator<Read> {
  // Files behind which an earlier process stood are left out, unless that file is there no more.
  let resuming = from?.file !== undefined && await reading.files.look(from.file) === "file";
  let read = 0;
  for await (const file of reading.files.walk(path)) {
    read += file.bytes;
    const begun = resuming && file.path === from?.file;
    if (resuming && !begun) continue;
    resuming = false;
    const common = { place: file.path, bytes: read };
    const position = { source, file: file.path, stamp: 0, offset: 0, line: 0, bad: 0 };
    const isRead = isLines(file.path) && !file.odd;
    try {
      if (isRead) {
        for await (const one of readLines(file.path, source, begun ? from : null, reading)) {
          yield { ...one, position: { ...one.position, file: file.path }, bytes: read };
        }
      } else if (!begun) {
        const given = await readFile(file, source, reading);
        if (given !== null) yield { ...common, position, ...given };
      }
    } catch (fault) {
      // One file that cannot be read keeps no other from being read.
      if (!(fault instanceof StoreFault)) throw fault;
      yield { ...common, position, kind: "bad", why: fault.sentence };
    }
  }
}

/** The key of a file that is one document. */
export function keyOfFile(path: string): string {
  return `file:${path.normalize("NFC")}`;
}

async function readFile(
  file: FoundFile,
  source: number,
  reading: Reading,
): Promise<
  Given | { readonly kind: "same"; readonly key: string } | { readonly kind: "other" } | null
> {
  const { files, stampOf: known, now, rootOf } = reading;
  const ending = /\.(txt|md|html?|jsonl?|ndjson)$/i.exec(file.path)?.[1]?.toLowerCase();
  if (ending === undefined) return { kind: "other" };
  if (file.odd) return { kind: "bad", why: ODD };
  if (file.bytes > MOST_BYTES) return TOO_LONG;
  const key = keyOfFile(file.path);
  const stamp = stampOf(file);
  if (stamp === known(key)) return { kind: "same", key };
  const found = await files.stream(file.path, 0);
  if (found === null) return null;
  await using opened = found;
  const parts: Uint8Array[] = [];
  for await (const chunk of opened.chunks) parts.push(chunk.slice());
  const text = readUtf8(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
  if (typeof text !== "string") return { kind: "bad", why: text };
  // Within two seconds a file may change again and keep its time: then it is read another time.
  const settled = now() - file.modifiedAt > 2000 ? stamp : 0;
  const given = ending === "json"
    ? readDocument(text, reading)
    : readDocument(JSON.stringify({ text }), reading);
  if (given.kind === "bad") return given;
  const named = given.document.key.startsWith("text:") ? { key, given: key, rules: [] } : {};
  return {
    kind: "document",
    document: { ...given.document, ...named, stamp: settled, root: rootOf(source) },
  };
}

const ODD: Sentence = {
  ko: "링크이거나 일반 파일이 아니거나 이름이 UTF-8이 아니어서 읽지 않습니다",
  en: "it is a link, no regular file, or its name is not UTF-8: it is not read",
};

/** Size and time of a file in one number; never 0. */
export function stampOf(
  { bytes, modifiedAt }: { readonly bytes: number; readonly modifiedAt: number },
): number {
  // Both together have more bits than a number holds exactly; a file that keeps this keeps both.
  return Math.floor(modifiedAt) * 4096 % 2 ** 53 + bytes % 4096 + 1;
}
