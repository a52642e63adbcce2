/**
 * The fault of a person's input: a file, an option or a value that cannot be used as it stands.
 *
 * The command line ends with exit code 2 on it and prints the message alone; every message says
 * what was expected, what was found, and what to write instead.
 *
 * @module
 */

/** Something a person wrote, or left out, has to be put right first; exit code 2. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
