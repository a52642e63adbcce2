/**
 * Reads back what `deno compile` baked into an executable, and turns it into flags again.
 *
 * The compiler appends a section that starts with eight magic bytes, the length of a JSON document
 * (u64, little endian) and the document. Nothing else of that section is read here.
 *
 * @module
 */

import { Buffer } from "node:buffer";

const MAGIC = Buffer.from("d3n0l4nd");

/** Baked permissions: `null` is a flag not given, an empty list a flag without values. */
export type BakedPermissions =
  & Readonly<Record<Exclude<PermissionKey, "prompt">, readonly string[] | null>>
  & { readonly prompt: boolean };

type PermissionKey =
  | `${"allow" | "deny"}_${"env" | "net" | "ffi" | "read" | "run" | "sys" | "write" | "import"}`
  | `ignore_${"env" | "read"}`
  | "prompt";

/** The part of the baked document that decides what the program may do. */
export interface Metadata {
  readonly permissions: BakedPermissions;
  /** The runtime's own come first; ours are those that limit something. */
  readonly v8_flags: readonly string[];
  readonly unstable_config: { readonly features: readonly string[] };
  readonly entrypoint_key: string;
  readonly app_name: string | null;
}

/** Finds the baked document in `executable`; throws where it holds none. */
export function readMetadata(executable: Uint8Array): Metadata {
  const bytes = Buffer.from(executable.buffer, executable.byteOffset, executable.byteLength);
  // The magic also stands in the runtime's own code and in section names: the document decides.
  for (let at = bytes.indexOf(MAGIC); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    const metadata = documentAt(bytes, at + MAGIC.length);
    if (metadata !== null) return metadata;
  }
  throw new Error("Cannot find baked metadata: the file was not written by deno compile");
}

function documentAt(bytes: Buffer, at: number): Metadata | null {
  const start = at + 8;
  if (start > bytes.length) return null;
  const length = bytes.readBigUInt64LE(at);
  if (length > BigInt(bytes.length - start) || bytes[start] !== "{".charCodeAt(0)) return null;
  const document = JSON.parse(bytes.subarray(start, start + Number(length)).toString());
  return "permissions" in document ? document as Metadata : null;
}

/** The command-line flags that give `deno run` what `metadata` gives the compiled program. */
export function flagsOf(metadata: Metadata): readonly string[] {
  const { prompt, ...lists } = metadata.permissions;
  const flags = prompt ? [] : ["--no-prompt"];
  for (const [key, values] of Object.entries(lists)) {
    if (values === null) continue;
    const flag = `--${key.replace("_", "-")}`;
    flags.push(values.length === 0 ? flag : `${flag}=${values.join(",")}`);
  }
  const own = metadata.v8_flags.filter((flag) => flag.startsWith("--max-"));
  if (own.length > 0) flags.push(`--v8-flags=${own.join(",")}`);
  return [...flags, ...metadata.unstable_config.features.map((name) => `--unstable-${name}`)];
}
