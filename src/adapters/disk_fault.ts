/**
 * What a refusal of the operating system or the sandbox means to a person.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import { StoreFault } from "../store_fault.ts";

/**
 * Returns the fault that says what to do about `error`, or `error` itself where there is nothing
 * to say; the caller throws it.
 */
export function diskFault(error: unknown, path: string): unknown {
  if (error instanceof Deno.errors.NotCapable) {
    return new ConfigurationError(
      `Cannot use ${path}: this program may only touch data, selectors and dmf.json in the folder ` +
        "it is started in; start it in the folder that holds them",
    );
  }
  const advice = adviceFor(error);
  if (advice === null) return error;
  return new StoreFault(`Cannot use ${path}: ${advice}`, { cause: error });
}

function adviceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full; free some space and run again, nothing recorded is lost";
    case "EROFS":
      return "the disk is read-only; choose another folder with --data or mount it writable";
    case "EACCES":
    case "EPERM":
      return "this account may not; give it the right to read and write there";
    case "ENOTDIR":
    case "EEXIST":
    case "EISDIR":
      return "a file and a folder are in each other's place; move it away or choose another folder";
    case "EMFILE":
    case "ENFILE":
      return "too many files are open on this machine; close some programs and run again";
    case "EIO":
      return "the disk reports an error; check it before running again";
    default:
      return null;
  }
}
