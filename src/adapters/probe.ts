/**
 * What the system says of this box, for `dmf check`.
 *
 * @module
 */

import { statfs } from "node:fs/promises";
import type { Probe } from "../desk.ts";

/** Asks the system; nothing is changed. */
export async function probeBox(dataPath: string): Promise<Probe> {
  const wanted: Record<string, Deno.PermissionDescriptor> = {
    [`read ${dataPath}`]: { name: "read", path: dataPath },
    [`write ${dataPath}`]: { name: "write", path: dataPath },
    "net 127.0.0.1": { name: "net", host: "127.0.0.1" },
  };
  const permissions = new Map<string, boolean>();
  for (const [name, descriptor] of Object.entries(wanted)) {
    const { state } = await Deno.permissions.query(descriptor);
    permissions.set(name, state === "granted");
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { permissions, timeZone, freeBytes: await freeBytes(dataPath) };
}

/** `null` where the folder does not exist yet or the sandbox keeps the answer back. */
async function freeBytes(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path);
    return Number(bavail) * Number(bsize);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
