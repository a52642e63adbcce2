/**
 * Secrets in files of their own, read each time they are needed and shown nowhere.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import { maybeRead } from "./durable_file.ts";

/** Reads the text of a small file that dmf.json names under `key`, without the line break behind. */
export async function readSecret(path: string, key: string): Promise<string> {
  let bytes;
  try {
    bytes = await maybeRead(path);
  } catch (error) {
    throw unusable(path, key, error);
  }
  const text = bytes === null || bytes.length > 65_536
    ? ""
    : new TextDecoder().decode(bytes).replace(/^\uFEFF/, "").replace(/[\r\n]+$/, "");
  if (text === "") throw unusable(path, key, null);
  return text;
}

function unusable(path: string, key: string, cause: unknown): ConfigurationError {
  return new ConfigurationError({
    ko: `"${key}"에 적은 "${path}" 파일을 읽을 수 없거나 비어 있습니다. 프로그램을 시작하는 폴더 ` +
      '안의 "secrets" 폴더에 두십시오.',
    en: `Cannot read "${path}", which "${key}" names, or it is empty; keep it in the folder ` +
      '"secrets" where the program is started',
  }, { cause });
}
