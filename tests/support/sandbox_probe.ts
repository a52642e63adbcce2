/**
 * One expression, run under the flags of a sandbox.
 *
 * @module
 */

/** Runs `code` in an empty folder under the sandbox; the result is what it printed. */
export async function probe(code: string, flags: readonly string[]): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "dmf-sandbox-" });
  try {
    await Deno.mkdir(`${folder}/data`);
    await Deno.writeTextFile(
      `${folder}/probe.ts`,
      `try { console.log("done", ${code}); } catch (error) { console.log(error.name, error.message); }`,
    );
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--no-config", ...flags, "probe.ts"],
      cwd: folder,
      env: { NO_COLOR: "1", DMF_SECRET: "seen" },
    }).output();
    const decoder = new TextDecoder();
    return (decoder.decode(stdout) + decoder.decode(stderr)).trim();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
