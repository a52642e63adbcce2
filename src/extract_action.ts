/**
 * What `dmf extract` asks for: a page, and the form that its content is wanted in.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import type { Operands } from "./operands.ts";
import { categoryOf } from "./option_values.ts";
import type { Given } from "./options.ts";

/** Forms of an extraction. */
export type ExtractForm = "text" | "json" | "md" | "html";

/** A page to be read. */
export interface ExtractAction {
  readonly kind: "extract";
  /** A file, a URL, or `-` for standard input. */
  readonly page: string;
  readonly category: ReturnType<typeof categoryOf>;
  readonly form: ExtractForm;
  /** A file that `dmf train` wrote; the default model where `null`. */
  readonly model: string | null;
  /** `general`, `paper`, `none`, or a file. */
  readonly rules: string;
}

/**
 * Reads the words and options after `extract`.
 *
 * @throws {ConfigurationError} where two forms are asked for, a browser, or rules without a model.
 */
export function extractAction(given: Given, operands: Operands): ExtractAction {
  const page = operands.next(PAGE);
  if (given.values.has("browser")) throw noBrowser(page);
  const forms = (["json", "md", "html"] as const).filter((form) => given.values.has(form));
  const [form = "text", other] = forms;
  if (other !== undefined) throw twoForms(form, other);
  const model = given.values.get("model") ?? null;
  const rules = given.values.get("rules");
  if (rules !== undefined && model === null) throw RULES_ALONE;
  return {
    kind: "extract",
    page,
    category: categoryOf(given),
    form,
    model,
    rules: rules ?? "general",
  };
}

const RULES_ALONE = new ConfigurationError({
  ko: '"--rules" 옵션은 "--model" 옵션과 함께 씁니다.',
  en: '"--rules" belongs to "--model", which is not given',
});

const PAGE = { ko: "HTML 파일, URL 또는 -(stdin)이", en: "an HTML file, a URL, or - for stdin" };

function twoForms(one: string, other: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"--${one}"과 "--${other}"는 함께 쓸 수 없습니다. 하나만 적으십시오.`,
    en: `"--${one}" and "--${other}" cannot be asked for together; name one`,
  });
}

function noBrowser(page: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"dmf"는 브라우저를 실행하지 않습니다. "dmf-browser extract ${page}"로 실행하십시오.`,
    en: `"dmf" runs no browser; run "dmf-browser extract ${page}" instead`,
  });
}
