/**
 * `deno task compile`: the programs for Linux and for Windows, each with its sandbox baked in.
 * With `--openapi` the crawler may also reach the hosts of the OpenAPI sources, which need a key.
 *
 * What the sandbox is, `permissions.ts` decides. `pack.ts` and the packaging tests run the same
 * command with another base.
 *
 * @module
 */

import { BROWSERS } from "../src/adapters/chromium.ts";
import { browserFlags, NOTIFIERS, notifyFlags, sandboxFlags, specHosts } from "./permissions.ts";

/** The project's own folder, whatever the working folder is. */
export const PROJECT = new URL("../", import.meta.url);

/** Systems the product is made for, with the ending of their programs. */
export const TARGETS = {
  "x86_64-unknown-linux-gnu": "",
  "x86_64-pc-windows-msvc": ".exe",
} as const;

/** The programs of the product, with the module each begins with. */
export const PROGRAMS = {
  "dmf": "src/main.ts",
  "dmf-notify": "src/notify_main.ts",
  "dmf-browser": "src/browser_main.ts",
} as const;

/** A program of the product. */
export type Program = keyof typeof PROGRAMS;

/** A system the product is made for. */
export type Target = keyof typeof TARGETS;

/** How one `deno compile` ended. */
export interface Compilation {
  readonly success: boolean;
  /** Everything the compiler said. */
  readonly said: string;
}

/**
 * Compiles `program`, the crawler by default, for `target` into the file `output`.
 *
 * `base` is the runtime to build upon (`DENORT_BIN`); without it the compiler downloads its own.
 * The program is bundled, because compiling it as it lies embeds every npm package of the lock.
 */
export async function compile(
  target: Target,
  { output, base, project = PROJECT, program = "dmf", openapi = false }: {
    output: string;
    /** The second build, which may also reach the hosts of the OpenAPI sources. */
    openapi?: boolean;
    base?: string;
    project?: URL;
    program?: Program;
  },
): Promise<Compilation> {
  const hosts = await specHosts(new URL("selectors/", project), { openapi });
  const flags = flagsFor(program, target, hosts);
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["compile", "--bundle", "--minify", "--target", target, "--app-name", program]
      .concat(flags, "--output", output, PROGRAMS[program]),
    cwd: project,
    env: { NO_COLOR: "1", ...(base === undefined ? {} : { DENORT_BIN: base }) },
  }).output();
  const decoder = new TextDecoder();
  return { success, said: decoder.decode(stdout) + decoder.decode(stderr) };
}

function flagsFor(program: Program, target: Target, hosts: readonly string[]): readonly string[] {
  if (program === "dmf") return sandboxFlags(hosts);
  const system = target.includes("windows") ? "windows" : "linux";
  if (program === "dmf-browser") return browserFlags(BROWSERS[system]);
  return notifyFlags(hosts, [NOTIFIERS[system]]);
}

/** Says in words of this project why a compilation failed. */
export function explain(target: Target, said: string): string {
  const cause = said.includes("Setting up base binary")
    ? "the base runtime could not be downloaded"
    : /Failed to parse (PE|ELF)|Invalid object/.test(said)
    ? "DENORT_BIN names a runtime for another system"
    : null;
  if (cause === null) return `Cannot compile for ${target}:\n${said}`;
  return [
    `Cannot compile for ${target}: ${cause}.`,
    `Set DENORT_BIN to the path of "denort" ${Deno.version.deno} for that system and run`,
    `  deno task compile ${target}`,
    "or make the offline launcher for Linux: deno task pack",
  ].join("\n");
}

/** Targets named on the command line, or all of them. */
function wanted(names: readonly string[]): readonly Target[] {
  const known = Object.keys(TARGETS) as Target[];
  const unknown = names.find((name) => !known.includes(name as Target));
  if (unknown === undefined) return names.length === 0 ? known : names as Target[];
  console.error(`Cannot compile for "${unknown}": known are ${known.join(", ")}`);
  Deno.exit(2);
}

if (import.meta.main) {
  const openapi = Deno.args.includes("--openapi");
  const targets = wanted(Deno.args.filter((arg) => arg !== "--openapi"));
  // The bundler does not check types.
  const check = new Deno.Command(Deno.execPath(), {
    args: ["check", ...Object.values(PROGRAMS)],
    cwd: PROJECT,
  });
  if (!(await check.spawn().status).success) Deno.exit(1);
  await Deno.mkdir(new URL("dist/", PROJECT), { recursive: true });
  let failed = false;
  for (const target of targets) {
    for (const program of Object.keys(PROGRAMS) as Program[]) {
      const output = `dist/${program}${TARGETS[target]}`;
      const { success, said } = await compile(target, { output, program, openapi });
      if (success) console.log(`${output}  ${target}${openapi ? "  with OpenAPI" : ""}`);
      else console.error(explain(target, said));
      failed ||= !success;
    }
  }
  if (failed) Deno.exit(1);
}
