/**
 * What the values of options must be, where more than one command asks for the like.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import type { Given, OptionName } from "./options.ts";

/** How many: a whole number from 1 on; `null` where the option is not given. */
export function countOf({ values }: Given, option: OptionName): number | null {
  const text = values.get(option);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new ConfigurationError({
    ko: `"--${option}" 값은 1 이상의 정수여야 합니다(입력: "${text}").`,
    en: `"--${option}" must be a whole number from 1 on, found "${text}"`,
  });
}
