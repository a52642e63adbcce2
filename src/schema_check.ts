/**
 * Whether a value has the shape a JSON Schema asks for, and the one sentence if not.
 *
 * The only file that knows ajv. It loads in about 0.1 s, therefore whatever must start fast imports
 * this module, and the modules that use it, on demand. What a schema cannot say is checked by
 * `spec_check.ts` and `config.ts`.
 *
 * @module
 */

import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { unreadable } from "./configuration_error.ts";
import { nearest } from "./nearest.ts";
import type { Sentence } from "./refusal.ts";

const compiled = new WeakMap<object, ValidateFunction>();

/**
 * Checks a parsed file against its schema, which must be draft 7.
 *
 * In the schema `title` completes the sentence "must be …" for keys with a pattern, and `titleKo`
 * completes "… 형식이어야 합니다".
 *
 * @throws {ConfigurationError} naming the file, the key, what is expected and what was found.
 */
export function checkShape(value: unknown, schema: object, file: string): void {
  const validate = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, validate);
  if (validate(value)) return;
  const errors = validate.errors ?? [];
  // A mistyped key is refused twice, as unknown and as missing; the first of these explains both.
  const worst = errors.find((error) => error.keyword === "additionalProperties") ?? errors[0];
  throw unreadable(file, worst ? explain(worst) : WRONG_SHAPE);
}

const WRONG_SHAPE: Sentence = { ko: "내용이 정해진 형식과 다릅니다.", en: "wrong shape" };

/** Shows a value as it stands in the file, cut where it is long. */
export function found(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function compile(schema: object): ValidateFunction {
  // `format` is there for editors; regular expressions are compiled in spec_check.ts, which can
  // quote the engine's reason.
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    validateFormats: false,
    keywords: ["titleKo"],
  });
  return ajv.compile(schema);
}

interface Titles {
  readonly title?: string;
  readonly titleKo?: string;
}

function explain(error: ErrorObject): Sentence {
  const key = keyPath(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  const parent = error.parentSchema as Titles & { readonly properties?: object } | undefined;
  switch (error.keyword) {
    case "additionalProperties": {
      const unknown = String(params["additionalProperty"]);
      return unknownKey(join(key, unknown), unknown, Object.keys(parent?.properties ?? {}));
    }
    case "required":
      return missingKey(join(key, String(params["missingProperty"])));
    case "enum":
      return unknownWord(key, error.data, params["allowedValues"] as readonly unknown[]);
    default: {
      const must = demand(error, params, parent ?? {});
      return {
        ko: `${key === "" ? "파일 전체는" : `"${key}" 값은`} ${must.ko}(현재 값: ${
          found(error.data)
        }).`,
        en: `${key === "" ? "the file" : `"${key}"`} must ${must.en}, found ${found(error.data)}`,
      };
    }
  }
}

function missingKey(path: string): Sentence {
  return { ko: `"${path}" 키가 없습니다.`, en: `"${path}" is missing` };
}

function unknownKey(path: string, key: string, known: readonly string[]): Sentence {
  const near = nearest(key, known);
  const all = known.filter((name) => name !== "$schema").map(quote).join(", ");
  return {
    ko: `"${path}" 키는 쓸 수 없습니다. ${
      near === null ? `쓸 수 있는 키: ${all}.` : `가장 가까운 키는 "${near}"입니다.`
    }`,
    en: `"${path}" is not a known key, ${
      near === null ? `known keys are ${all}` : `nearest is "${near}"`
    }`,
  };
}

function unknownWord(key: string, word: unknown, allowed: readonly unknown[]): Sentence {
  const near = typeof word === "string" ? nearest(word, allowed.map(String)) : null;
  const all = allowed.map(found).join(", ");
  return {
    ko: `"${key}" 값은 ${all} 중 하나여야 합니다(현재 값: ${found(word)}${
      near === null ? "" : `, 가장 가까운 값: "${near}"`
    }).`,
    en: `"${key}" must be one of ${all}, found ${found(word)}${
      near === null ? "" : `, nearest is "${near}"`
    }`,
  };
}

/** What follows "… must" and "… 값은". */
function demand(
  error: ErrorObject,
  params: Readonly<Record<string, unknown>>,
  titles: Titles,
): Sentence {
  const limit = String(params["limit"]);
  switch (error.keyword) {
    case "type":
      return typeDemand([params["type"]].flat().map(String));
    case "const": {
      const only = found(params["allowedValue"]);
      return { ko: `${only}만 쓸 수 있습니다`, en: `be ${only}` };
    }
    case "minimum":
      return { ko: `${limit} 이상이어야 합니다`, en: `be at least ${limit}` };
    case "exclusiveMinimum":
      return { ko: `${limit}보다 커야 합니다`, en: `be more than ${limit}` };
    case "maximum":
      return { ko: `${limit} 이하여야 합니다`, en: `be at most ${limit}` };
    case "minLength":
    case "minItems":
    case "minProperties":
      return limit === "1"
        ? { ko: "비어 있으면 안 됩니다", en: "not be empty" }
        : { ko: `항목이 ${limit}개 이상이어야 합니다`, en: `have at least ${limit} entries` };
    case "maxLength":
      return { ko: `${limit}자 이하여야 합니다`, en: `have at most ${limit} characters` };
    case "maxItems":
      return { ko: `항목이 ${limit}개 이하여야 합니다`, en: `have at most ${limit} entries` };
    case "uniqueItems":
      return { ko: "같은 항목을 두 번 적을 수 없습니다", en: "not name anything twice" };
    case "pattern":
      return patternDemand(String(params["pattern"]), titles);
    default:
      return {
        ko: `다른 형식이어야 합니다(${error.message ?? error.keyword})`,
        en: error.message?.replace(/^must /, "") ?? "have another shape",
      };
  }
}

function patternDemand(pattern: string, { title, titleKo }: Titles): Sentence {
  return {
    ko: `${titleKo ?? `정규식 ${pattern}에 맞는`} 형식이어야 합니다`,
    en: `be ${title ?? `text that matches ${pattern}`}`,
  };
}

function typeDemand(names: readonly string[]): Sentence {
  const types = names.map((name) => TYPES[name] ?? { ko: name, en: name });
  return {
    ko: `${types.map(({ ko }) => ko).join(" 또는 ")} 형식이어야 합니다`,
    en: `be ${types.map(({ en }) => en).join(" or ")}`,
  };
}

const TYPES: Readonly<Record<string, Sentence>> = {
  string: { ko: "문자열", en: "a text" },
  integer: { ko: "정수", en: "a whole number" },
  number: { ko: "숫자", en: "a number" },
  boolean: { ko: "true/false", en: "true or false" },
  array: { ko: "[ ] 목록", en: "a list in [ ]" },
  object: { ko: "{ } 객체", en: "an object in { }" },
};

/** `/columns/0/field` as people write it: `columns[0].field`. */
function keyPath(pointer: string): string {
  return pointer.split("/").slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => /^\d+$/.test(part) ? `${path}[${part}]` : join(path, part), "");
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function quote(text: string): string {
  return `"${text}"`;
}
