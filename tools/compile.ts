/**
 * `deno task compile`: one executable for Linux and one for Windows, with the sandbox baked in.
 *
 * What the sandbox is, `permissions.ts` decides. `pack.ts` and the packaging tests run the same
 * command with another base.
 *
 * @module
 */

import { sandboxFlags, specHosts } from "./permissions.ts";

/** The project's own folder, whatever the working folder is. */
export const PROJECT = new URL("../", import.meta.url);

/** Systems the product is made for, with the name of their file below `dist/`. */
export const TARGETS = {
  "x86_64-unknown-linux-gnu": "dmf",
  "x86_64-pc-windows-msvc": "dmf.exe",
} as const;

/** A system the product is made for. */
export type Target = keyof typeof TARGETS;

/** How one `deno compile` ended. */
export interface Compilation {
  readonly success: boolean;
  /** Everything the compiler said. */
  readonly said: string;
}

/**
 * Compiles for `target` into the file `output`.
 *
 * `base` is the runtime to build upon (`DENORT_BIN`); without it the compiler downloads its own.
 * The program is bundled, because compiling it as it lies embeds every npm package of the lock.
 */
export async function compile(
  target: Target,
  { output, base, project = PROJECT }: { output: string; base?: string; project?: URL },
): Promise<Compilation> {
  const flags = sandboxFlags(await specHosts(new URL("selectors/", project)));
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["compile", "--bundle", "--minify", "--target", target, "--app-name", "dmf"]
      .concat(flags, "--output", output, "src/main.ts"),
    cwd: project,
    env: { NO_COLOR: "1", ...(base === undefined ? {} : { DENORT_BIN: base }) },
  }).output();
  const decoder = new TextDecoder();
  return { success, said: decoder.decode(stdout) + decoder.decode(stderr) };
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
  const targets = wanted(Deno.args);
  // The bundler does not check types.
  const check = new Deno.Command(Deno.execPath(), { args: ["check", "src/main.ts"], cwd: PROJECT });
  if (!(await check.spawn().status).success) Deno.exit(1);
  await Deno.mkdir(new URL("dist/", PROJECT), { recursive: true });
  let failed = false;
  for (const target of targets) {
    const output = `dist/${TARGETS[target]}`;
    const { success, said } = await compile(target, { output });
    if (success) console.log(`${output}  ${target}`);
    else console.error(explain(target, said));
    failed ||= !success;
  }
  if (failed) Deno.exit(1);
}
