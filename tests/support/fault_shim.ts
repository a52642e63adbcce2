/**
 * Builds the library that fails the program at its n-th write (`fault_shim.c`), once.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { hasProgram, run } from "./programs.ts";

const SOURCE = new URL("fault_shim.c", import.meta.url);
const DIST = new URL("../../dist/", import.meta.url);

/** Why no write can be made to fail on this machine, or `null` where one can. */
export const NO_SHIM: string | null = Deno.build.os !== "linux"
  ? "needs Linux"
  : hasProgram("cc", "--version")
  ? null
  : "needs a C compiler";

/** Path of the library, built where it is missing. */
export async function faultShim(): Promise<string> {
  const source = await Deno.readFile(SOURCE);
  const digest = createHash("sha256").update(source).digest("hex").slice(0, 16);
  const library = new URL(`fault_shim.${digest}.so`, DIST).pathname;
  if (await Deno.stat(library).then(() => true, () => false)) return library;
  await Deno.mkdir(DIST, { recursive: true });
  const unfinished = `${library}.${crypto.randomUUID().slice(0, 8)}`;
  await run("cc", ["-shared", "-fPIC", "-O1", "-Wall", "-o", unfinished, SOURCE.pathname]);
  await Deno.rename(unfinished, library);
  return library;
}
