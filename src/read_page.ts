/**
 * One archived page of any source: the reader that the kind of its spec asks for.
 *
 * @module
 */

import type { Decoded } from "./decode.ts";
import { extractPage, type PageOrigin } from "./extract.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import { type PageRead, readAnswer } from "./read_answer.ts";
import { readWorkbook } from "./read_workbook.ts";

/** Reads one page from its bytes and the text they decode to. */
export function readPage(
  { body, decoded }: { readonly body: Uint8Array; readonly decoded: Decoded },
  prepared: PreparedSpec,
  at: PageOrigin,
): PageRead {
  const kind = prepared.spec.kind ?? "html-list";
  if (kind === "xlsx") return readWorkbook(body, prepared, at);
  if (decoded.kind === "undecodable") {
    const { tried } = decoded;
    return { kind: "refused", refusal: { kind: "undecodable", page: at.page, tried } };
  }
  return kind === "openapi"
    ? readAnswer(decoded.text, prepared, at)
    : extractPage(decoded.text, prepared, at);
}
