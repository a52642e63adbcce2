/**
 * SHA-256, and the one text form in which values are hashed.
 *
 * Synchronous on purpose: a log of 100,000 entries is hashed one by one, and awaiting each costs
 * more than the hash.
 *
 * @module
 */

import { hash } from "node:crypto";
import type { Digest } from "./model.ts";

/** Digest of bytes, or of the UTF-8 form of a text. */
export function digestOf(content: string | Uint8Array): Digest {
  return hash("sha256", content, "hex") as Digest;
}

/**
 * JSON with the keys of every object in order and absent values left out, so that equal values
 * hash equally whatever built them.
 */
export function canonical(value: unknown): string {
  // Nothing stored has one, but a damaged store may, and is to be told from a whole one.
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
