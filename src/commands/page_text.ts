/**
 * The text of a saved web page, whatever its charset.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import { decode } from "../decode.ts";
import type { Desk } from "../desk.ts";

/** Larger files are no pages that a person reads. */
const LARGEST = 64 << 20;

/**
 * Reads a file of the disk.
 *
 * @throws {ConfigurationError} where there is none, or it is too large.
 */
export async function pageText(desk: Pick<Desk, "corpora">, file: string): Promise<string> {
  const { documents } = desk.corpora;
  if (file !== "-" && await documents.look(file) !== "file") throw noFile(file);
  const pieces: Uint8Array[] = [];
  let size = 0;
  await using opened = await documents.stream(file, 0);
  for await (const chunk of opened.chunks) {
    size += chunk.length;
    if (size > LARGEST) throw tooLarge(file);
    pieces.push(chunk);
  }
  return textOfPage(joined(pieces, size));
}

/** Decodes a page as it says of itself; bytes that fit nothing become U+FFFD. */
export function textOfPage(bytes: Uint8Array): string {
  const decoded = decode(bytes, null);
  return decoded.kind === "decoded" ? decoded.text : new TextDecoder().decode(bytes);
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function noFile(file: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일이 없습니다. 저장한 웹 페이지의 파일을 적으십시오.`,
    en: `There is no file "${file}"; name the file of a saved web page`,
  });
}

function tooLarge(file: string): ConfigurationError {
  const most = LARGEST >> 20;
  return new ConfigurationError({
    ko: `"${file}" 파일이 너무 큽니다: ${most} MiB까지 읽습니다.`,
    en: `"${file}" is too large: pages of up to ${most} MiB are read`,
  });
}
