/**
 * Which field a person means by a word: its name in JSON, or a label of the register.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import { FIELD_NAMES, FIELDS, SITE_PARTS } from "./fields.ts";
import type { FieldName } from "./model.ts";
import { nearest } from "./nearest.ts";
import { fold } from "./normalize.ts";

/** Words for fields in comparison form; parts of a site mean the sites. */
const MEANINGS: ReadonlyMap<string, FieldName> = new Map([
  ...Object.values(SITE_PARTS).flatMap(({ ko, en }) => [[ko, "sites"], [en, "sites"]] as const),
  ...FIELD_NAMES.flatMap((name) =>
    [name, FIELDS[name].en, FIELDS[name].ko].map((word) => [word, name] as const)
  ),
].map(([word, name]) => [folded(word), name]));

/**
 * Reads a word as a field.
 *
 * @throws {ConfigurationError} that names the nearest one.
 */
export function toField(word: string): FieldName {
  const field = MEANINGS.get(folded(word));
  if (field !== undefined) return field;
  const words = FIELD_NAMES.flatMap((name) => [name, FIELDS[name].ko]);
  const near = nearest(word, words);
  const all = FIELD_NAMES.map((name) => ({ ko: `${FIELDS[name].ko}(${name})`, en: name }));
  throw new ConfigurationError({
    ko: `"${word}" 항목은 없습니다. ${
      near === null
        ? `항목: ${all.map(({ ko }) => ko).join(", ")}.`
        : `가장 가까운 항목은 "${near}"입니다.`
    }`,
    en: `"${word}" is no field, ${
      near === null ? `there are ${all.map(({ en }) => en).join(", ")}` : `nearest is "${near}"`
    }`,
  });
}

function folded(word: string): string {
  return fold(word).toLowerCase();
}
