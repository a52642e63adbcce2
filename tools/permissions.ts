/**
 * The one list of what the three programs may do, as flags.
 *
 * The crawler may reach the publishers and no program; `dmf-notify` may reach everybody but them,
 * start a notification, and write the outbox and the drop folder alone; `dmf-browser` may start a
 * browser, talk to it, and write its own folder alone. `compile.ts` and `pack.ts` bake it, the tasks in `deno.json` repeat it, and the tests compare all
 * of them with it. Paths stay relative: Deno resolves them against the folder a box starts the
 * program in, so that everything of a box lives in one folder.
 *
 * @module
 */

import { BROWSERS } from "../src/adapters/chromium.ts";

/** What a run may read and write, below the folder it is started in. */
const FOLDER = ["./data", "./selectors", "./dmf.json"] as const;

/** The dashboard and the replica listen here, and nothing else does. */
const LOOPBACK = "127.0.0.1";

/** MiB of a semi-space; V8's own choice on a large machine is twice that and more. */
const NURSERY = "--max-semi-space-size=8";

/** Flags of the sandbox for a crawler that asks `hosts`; no environment, no system, no program. */
export function sandboxFlags(hosts: readonly string[]): readonly string[] {
  return [
    "--no-prompt",
    // exceljs and its streams look into the environment; they find nothing there.
    "--ignore-env",
    "--deny-run",
    "--deny-sys",
    "--deny-ffi",
    // A bare --deny-import leaves the default import hosts open; this name can never be resolved
    // (RFC 6761) and takes their place.
    "--allow-import=none.invalid",
    `--allow-net=${[...hosts, LOOPBACK].join(",")}`,
    `--allow-read=${FOLDER.join(",")}`,
    `--allow-write=${FOLDER.join(",")}`,
    // Not a permission: a small nursery for young objects keeps parsed pages from piling up; 4 MiB would double
    // the time they take.
    `--v8-flags=${NURSERY}`,
  ];
}

/** What `dmf-notify` may read and write; a drop folder may be a link to a share. */
const NOTIFY_READS = [
  "./data/outbox",
  "./data/heartbeat.json",
  "./drop",
  "./secrets",
  "./dmf.json",
] as const;
const NOTIFY_WRITES = ["./data/outbox", "./drop"] as const;

/** Programs that show a notification, by system; full names, so that nothing takes their place. */
export const NOTIFIERS = {
  linux: "/usr/bin/notify-send",
  windows: "C:/Windows/System32/WindowsPowerShell/v1.0/powershell.exe",
} as const;

/**
 * Flags of the sandbox of `dmf-notify`, which may start `programs`.
 *
 * Mail servers and webhooks are named in dmf.json, which no list made beforehand can know: it may
 * reach any host, except the publishers, `hosts`, which only the crawler asks, politely.
 */
export function notifyFlags(
  hosts: readonly string[],
  programs: readonly string[] = Object.values(NOTIFIERS),
): readonly string[] {
  return [
    "--no-prompt",
    "--ignore-env",
    `--allow-run=${programs.join(",")}`,
    "--deny-sys",
    "--deny-ffi",
    "--allow-import=none.invalid",
    "--allow-net",
    `--deny-net=${hosts.join(",")}`,
    `--allow-read=${NOTIFY_READS.join(",")}`,
    `--allow-write=${NOTIFY_WRITES.join(",")}`,
  ];
}

/**
 * Flags of the sandbox of `dmf-browser`, which may start `programs` and talk to them on loopback.
 *
 * They bind this program, not the browser: that is a process of its own, with a network of its own,
 * which is told what it may load.
 */
export function browserFlags(
  programs: readonly string[] = Object.values(BROWSERS).flat(),
): readonly string[] {
  return [
    "--no-prompt",
    "--ignore-env",
    `--allow-run=${programs.join(",")}`,
    "--deny-sys",
    "--deny-ffi",
    "--allow-import=none.invalid",
    `--allow-net=${LOOPBACK}`,
    "--allow-read=./data",
    "--allow-write=./data/browser",
  ];
}

/**
 * Hosts of the origins that the specs below `selectors` name, sorted, each once.
 *
 * Those of an OpenAPI are left out unless `openapi` asks for the second build: without a key nothing
 * is to be had there.
 */
export async function specHosts(
  selectors: URL,
  { openapi = false }: { readonly openapi?: boolean } = {},
): Promise<readonly string[]> {
  const hosts = new Set<string>();
  for (const { kind, origin } of await specs(selectors)) {
    if (openapi || kind !== "openapi") hosts.add(new URL(origin).host);
  }
  if (hosts.size === 0) {
    throw new Error(`Cannot find a selector spec below "${selectors.pathname}"`);
  }
  return [...hosts].sort();
}

/** The parts of a selector spec that name the outside world. */
export interface SpecAddresses {
  readonly file: string;
  readonly kind?: string;
  readonly origin: string;
  readonly seeds: readonly string[];
  readonly terms: { readonly path?: string };
  readonly paging: { readonly pageParameter?: string; readonly sizeParameter?: string };
  readonly service?: { readonly keyParameter: string };
  readonly lookUps: readonly { readonly parameter: string }[];
}

/** Every `<source>/<version>.json` below `selectors`, unchecked. */
export async function specs(selectors: URL): Promise<readonly SpecAddresses[]> {
  const found: SpecAddresses[] = [];
  for await (const source of Deno.readDir(selectors)) {
    if (!source.isDirectory) continue;
    const folder = new URL(`${source.name}/`, selectors);
    for await (const version of Deno.readDir(folder)) {
      if (!/^\d+\.json$/.test(version.name)) continue;
      const spec = JSON.parse(await Deno.readTextFile(new URL(version.name, folder)));
      const addresses = spec.kind === "board" ? boardAddresses(spec) : spec;
      found.push({ ...addresses, file: `selectors/${source.name}/${version.name}` });
    }
  }
  return found.sort((a, b) => a.file < b.file ? -1 : 1);
}

/** What a spec of boards names of the outside world, as the others name it. */
function boardAddresses(
  { kind, origin, terms, boards, list, view }: {
    readonly kind: string;
    readonly origin: string;
    readonly terms: SpecAddresses["terms"];
    readonly boards: readonly Readonly<Record<"list" | "view" | "feed", string | undefined>>[];
    readonly list: { readonly pageParameter: string };
    readonly view: { readonly seqParameter: string };
  },
): Omit<SpecAddresses, "file"> {
  const seeds = boards.flatMap(({ list, view, feed }) => [list, view, feed])
    .filter((path) => path !== undefined);
  const paging = { pageParameter: list.pageParameter };
  return { kind, origin, terms, seeds, paging, lookUps: [{ parameter: view.seqParameter }] };
}
