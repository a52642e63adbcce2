/**
 * The version of the program, as `--version`, User-Agent and CHANGELOG.md give it.
 *
 * @module
 */

/** Semantic version. */
export const VERSION = "0.1.0";
