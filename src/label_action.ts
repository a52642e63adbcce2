/**
 * What `dmf label …` asks for.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import type { Operands } from "./operands.ts";
import type { Given } from "./options.ts";

/** Pages whose blocks are to be labelled. */
export interface LabelAction {
  readonly kind: "label";
  readonly files: readonly string[];
  /** The table; stdout, or with `serve` a file of the data folder, where it is `null`. */
  readonly out: string | null;
  /** Whether a page is to be served on which a person labels. */
  readonly serve: boolean;
}

const FILE = { ko: "웹 페이지 파일이", en: "the file of a web page" };

/**
 * Reads the words and options after `label`.
 *
 * @throws {ConfigurationError}
 */
export function labelAction({ values }: Given, operands: Operands): LabelAction {
  const files = [operands.next(FILE), ...operands.rest()];
  return {
    kind: "label",
    files: [...new Set(files)],
    out: tableName(values.get("out") ?? null),
    serve: values.has("serve"),
  };
}

/** A file of another name may be a page, or the store. */
export function tableName(file: string | null): string | null {
  if (file === null || /\.csv$/i.test(file)) return file;
  throw new ConfigurationError({
    ko: `"--out" 파일 이름은 ".csv"로 끝나야 합니다(입력: "${file}").`,
    en: `"--out" must end in ".csv", found "${file}"`,
  });
}
