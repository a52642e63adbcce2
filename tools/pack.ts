/**
 * `deno task pack`: an offline launcher for Linux in one file, where the compiler's base runtime
 * cannot be downloaded.
 *
 * The file is `launcher.sh` with an archive of the bundled program and of the Deno that runs this
 * script. Its flags are not written here: they come out of a real compilation, so that launcher and
 * executable cannot differ in what they may do.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { compile, explain, PROJECT } from "./compile.ts";
import { flagsOf, type Metadata, readMetadata } from "./metadata.ts";

/** Room for the launcher's text; the payload starts on a page of its own. */
const HEADER_BYTES = 8192;

/** The program needs no module, package or configuration from outside its bundle. */
const SEALED = ["--quiet", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--cached-only"];

/** What a launcher carries. */
export interface Payload {
  readonly metadata: Metadata;
  /** Archive of the runtime and the program's modules. */
  readonly archive: Uint8Array;
  readonly programBytes: number;
  readonly runtimeBytes: number;
}

/** Fills `template`, the text of `launcher.sh`, for `payload`; the result has a fixed length. */
export function header(template: string, payload: Payload): Uint8Array {
  const flags = [...SEALED, ...flagsOf(payload.metadata)];
  const odd = flags.find((flag) => !/^--[\w=.,:/-]+$/.test(flag));
  if (odd !== undefined) throw new Error(`Cannot write flag "${odd}" into a shell script`);
  const text = template
    .replace("@DIGEST@", createHash("sha256").update(payload.archive).digest("hex"))
    .replace("@HEADER_BYTES@", String(HEADER_BYTES))
    .replace("@PROGRAM_BYTES@", String(payload.programBytes))
    .replace("@RUNTIME_BYTES@", String(payload.runtimeBytes))
    .replace("@FLAGS@", flags.join(" "));
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > HEADER_BYTES) {
    throw new RangeError(`Cannot fit ${bytes.length} bytes of launcher into ${HEADER_BYTES}`);
  }
  const padded = new Uint8Array(HEADER_BYTES).fill("\n".charCodeAt(0));
  padded.set(bytes);
  return padded;
}

/** Makes the launcher of `project` at `output`, which must be an absolute path. */
export async function pack(output: string, project: URL = PROJECT): Promise<Metadata> {
  const folder = await Deno.makeTempDir({ prefix: "dmf-pack-" });
  try {
    const metadata = await compiledMetadata(folder, project);
    const payload = { metadata, ...await archive(folder, project) };
    const template = await Deno.readTextFile(new URL("tools/launcher.sh", project));
    using file = await Deno.open(output, { create: true, write: true, truncate: true });
    for (const part of [header(template, payload), payload.archive]) {
      for (let at = 0; at < part.length;) at += await file.write(part.subarray(at));
    }
    await Deno.chmod(output, 0o755);
    return metadata;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function compiledMetadata(folder: string, project: URL): Promise<Metadata> {
  const target = "x86_64-unknown-linux-gnu";
  const output = `${folder}/compiled`;
  const { success, said } = await compile(target, { output, base: Deno.execPath(), project });
  if (!success) throw new Error(explain(target, said));
  return readMetadata(await Deno.readFile(output));
}

/**
 * Archives the runtime and the bundle; the same content gives the same bytes.
 *
 * Unlike the compiler's bundle this one is split where the program imports on demand: a start that
 * needs no workbook loads none, nor the built-in modules it stands on.
 */
async function archive(folder: string, project: URL): Promise<Omit<Payload, "metadata">> {
  const files = `${folder}/files`;
  await run(Deno.execPath(), project, [
    ...["bundle", "--quiet", "--platform", "deno", "--minify", "--code-splitting"],
    ...["--outdir", files, "src/main.ts"],
  ]);
  let programBytes = 0;
  for await (const { name } of Deno.readDir(files)) {
    programBytes += (await Deno.stat(`${files}/${name}`)).size;
  }
  await Deno.copyFile(Deno.execPath(), `${files}/deno`);
  const runtimeBytes = (await Deno.stat(`${files}/deno`)).size;
  await run("tar", project, [
    ...["--create", "--file", `${folder}/files.tar`, "--directory", files, "--format=ustar"],
    ...["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"],
    ...["--mode=u=rwX,go=", "."],
  ]);
  return { archive: await Deno.readFile(`${folder}/files.tar`), programBytes, runtimeBytes };
}

async function run(program: string, cwd: URL, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args], cwd }).output();
  if (!success) {
    throw new Error(`"${program} ${args[0]}" failed:\n${new TextDecoder().decode(stderr)}`);
  }
}

if (import.meta.main) {
  const output = new URL("dist/dmf-linux-x64", PROJECT).pathname;
  await Deno.mkdir(new URL("dist/", PROJECT), { recursive: true });
  const metadata = await pack(output);
  const mebibytes = (await Deno.stat(output)).size / 2 ** 20;
  console.log(`dist/dmf-linux-x64  ${mebibytes.toFixed(1)} MiB, a launcher that needs no network`);
  for (const flag of flagsOf(metadata)) console.log(`  ${flag}`);
}
