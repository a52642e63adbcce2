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
import { ConfigurationError } from "./configuration_error.ts";
import { nearest } from "./nearest.ts";

const compiled = new WeakMap<object, ValidateFunction>();

/**
 * Checks a parsed file against its schema, which must be draft 7.
 *
 * In the schema `title` completes the sentence "must be …" for keys with a pattern.
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
  throw new ConfigurationError(`Cannot read ${file}: ${worst ? explain(worst) : "wrong shape"}`);
}

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
  });
  return ajv.compile(schema);
}

function explain(error: ErrorObject): string {
  const key = keyPath(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  const parent = error.parentSchema as
    | { readonly title?: string; readonly properties?: object }
    | undefined;
  switch (error.keyword) {
    case "additionalProperties":
      return unknownKey(
        join(key, String(params["additionalProperty"])),
        String(params["additionalProperty"]),
        Object.keys(parent?.properties ?? {}),
      );
    case "required":
      return `"${join(key, String(params["missingProperty"]))}" is missing`;
    case "enum":
      return unknownWord(key, error.data, params["allowedValues"] as readonly unknown[]);
    default:
      return `${key === "" ? "the file" : `"${key}"`} must ${
        demand(error, params, parent?.title)
      }` +
        `, found ${found(error.data)}`;
  }
}

function unknownKey(path: string, key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  const hint = near === null
    ? `known keys are ${known.filter((name) => name !== "$schema").map(quote).join(", ")}`
    : `nearest is "${near}"`;
  return `"${path}" is not a known key, ${hint}`;
}

function unknownWord(key: string, word: unknown, allowed: readonly unknown[]): string {
  const near = typeof word === "string" ? nearest(word, allowed.map(String)) : null;
  const hint = near === null ? "" : `, nearest is "${near}"`;
  return `"${key}" must be one of ${allowed.map(found).join(", ")}, found ${found(word)}${hint}`;
}

function demand(
  error: ErrorObject,
  params: Readonly<Record<string, unknown>>,
  title: string | undefined,
): string {
  const limit = String(params["limit"]);
  switch (error.keyword) {
    case "type":
      return `be ${
        [params["type"]].flat().map((name) => TYPES[String(name)] ?? name).join(" or ")
      }`;
    case "const":
      return `be ${found(params["allowedValue"])}`;
    case "minimum":
      return `be at least ${limit}`;
    case "exclusiveMinimum":
      return `be more than ${limit}`;
    case "maximum":
      return `be at most ${limit}`;
    case "minLength":
    case "minItems":
    case "minProperties":
      return limit === "1" ? "not be empty" : `have at least ${limit} entries`;
    case "maxLength":
      return `have at most ${limit} characters`;
    case "uniqueItems":
      return "not name anything twice";
    case "pattern":
      return `be ${title ?? `text that matches ${String(params["pattern"])}`}`;
    default:
      return error.message?.replace(/^must /, "") ?? "have another shape";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list in [ ]",
  object: "an object in { }",
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
