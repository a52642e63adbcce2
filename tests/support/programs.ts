/**
 * Programs of the machine that some tests ask for a second opinion.
 *
 * Where a program is absent its test is reported as ignored, not passed.
 *
 * @module
 */

/** True when the command runs and ends well. */
export function hasProgram(program: string, ...args: string[]): boolean {
  try {
    const { success } = new Deno.Command(program, { args, stdout: "null", stderr: "null" })
      .outputSync();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Runs a program and returns what it printed; throws with what it complained of. */
export async function run(program: string, args: readonly string[], env = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], env })
    .output();
  if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}
