/**
 * One answer of a data.go.kr service, JSON or XML, in any of the shapes that are seen.
 *
 * The gateway answers its own faults in XML, with HTTP 200, whatever form was asked for. What a code
 * means stands in the selector spec; which item is which record is decided in `read_answer.ts`.
 *
 * @module
 */

import { parseXml } from "./xml.ts";

/** One row as the service wrote it, by field; `null` where the service has nothing. */
export type Item = Readonly<Record<string, string | null>>;

/** What an answer is. */
export type ServiceAnswer =
  | {
    readonly kind: "rows";
    /** Result code of the service, two digits as a rule. */
    readonly code: string;
    readonly message: string;
    /** `null` where the answer states none. */
    readonly total: number | null;
    readonly items: readonly Item[];
  }
  /** A code and no rows, from the service or from the gateway before it. */
  | { readonly kind: "code"; readonly code: string; readonly message: string }
  /** It begins as an answer and breaks off. */
  | { readonly kind: "cut" }
  /** Something else came: a page of HTML, another JSON. */
  | { readonly kind: "other" };

/** Reads an answer; never throws on any text whatsoever. */
export function readServiceAnswer(text: string): ServiceAnswer {
  const body = text.trim();
  if (body.startsWith("{")) return fromJson(body);
  if (!/^<(?:\?xml|response\b|OpenAPI_ServiceResponse\b)/.test(body)) return OTHER;
  // A line break behind the envelope, or a stray tag, is seen with errors of the gateway.
  const end = body.indexOf(GATEWAY_END);
  const document = parseXml(end < 0 ? body : body.slice(0, end + GATEWAY_END.length));
  if (document === null) return /<\/response>\s*$/.test(body) ? OTHER : { kind: "cut" };
  return fromRoot({ [document.name]: document.root });
}

const GATEWAY_END = "</OpenAPI_ServiceResponse>";
const OTHER: ServiceAnswer = { kind: "other" };

type Json = Readonly<Record<string, unknown>>;

function fromJson(text: string): ServiceAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text.endsWith("}") ? OTHER : { kind: "cut" };
  }
  return isObject(value) ? fromRoot(value) : OTHER;
}

function fromRoot(root: Json): ServiceAnswer {
  const gateway = maybe(root["OpenAPI_ServiceResponse"]) ?? root;
  const envelope = maybe(gateway["cmmMsgHeader"]);
  if (envelope) {
    const code = codeOf(envelope["returnReasonCode"]);
    const message = textOf(envelope["returnAuthMsg"]) || textOf(envelope["errMsg"]);
    return code === null ? OTHER : { kind: "code", code, message };
  }
  const response = maybe(root["response"]) ?? root;
  const header = maybe(response["header"]);
  const code = codeOf(header?.["resultCode"]);
  if (header === null || code === null) return OTHER;
  const message = textOf(header["resultMsg"]);
  const body = maybe(response["body"]);
  if (body === null) return { kind: "code", code, message };
  const items = itemsOf(body["items"]);
  if (items === null) return OTHER;
  return { kind: "rows", code, message, total: countOf(body["totalCount"]), items };
}

/** Zero hits have no `items`; one hit may be an object; a row may be wrapped once more. */
function itemsOf(found: unknown): Item[] | null {
  if (found === undefined || found === null || found === "") return [];
  const inner = isObject(found) ? "item" in found ? found["item"] : empty(found) : found;
  if (inner === null || inner === "") return [];
  if (inner === undefined) return null;
  const rows = Array.isArray(inner) ? inner : [inner];
  const items = rows.map((row) => itemOf(isObject(row) ? maybe(row["item"]) ?? row : row));
  return items.every((item) => item !== null) ? items : null;
}

function empty(found: Json): null | undefined {
  return Object.keys(found).length === 0 ? null : undefined;
}

function itemOf(row: unknown): Item | null {
  if (!isObject(row)) return null;
  const item: Record<string, string | null> = {};
  for (const [field, value] of Object.entries(row)) {
    if (value !== null && typeof value !== "string" && typeof value !== "number") return null;
    item[field] = value === null ? null : String(value);
  }
  return item;
}

function codeOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim().padStart(2, "0") : null;
}

function countOf(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** Messages are one line for people. */
const LONGEST_MESSAGE = 200;

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim().slice(0, LONGEST_MESSAGE) : "";
}

function maybe(value: unknown): Json | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
