/**
 * SHA-256, and the one text form in which values are hashed.
 *
 * Synchronous on purpose: a log of 100,000 entries is hashed one by one, and awaiting each costs
 * more than the hash.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Digest } from "./model.ts";

/** Digest of bytes, or of the UTF-8 form of a text. */
export function digestOf(content: string | Uint8Array): Digest {
  return createHash("sha256").update(content).digest("hex") as Digest;
}

/**
 * JSON with the keys of every object in order and absent values left out, so that equal values
 * hash equally whatever built them.
 */
export function canonical(value: unknown): string {
  // None is ever written; a damaged store may hold one, which then equals nothing that JSON has.
  if (typeof value === "bigint") return `${value}n`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const object = value as Readonly<Record<string, unknown>>;
  let text = "";
  for (const key of Object.keys(object).sort()) {
    const inner = object[key];
    if (inner === undefined) continue;
    text += `${text === "" ? "{" : ","}${JSON.stringify(key)}:${canonical(inner)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}
