/**
 * The selector specs inside the program, and which spec of a source is in force.
 *
 * Adding a file below `selectors/` takes one import and one line here; a test fails until both are
 * written, and holds every embedded spec to `spec_check.ts`, so that the start of the program need
 * not.
 *
 * @module
 */

import mfdsDmf1 from "../selectors/mfds-dmf/1.json" with { type: "json" };
import mfdsDmf2 from "../selectors/mfds-dmf/2.json" with { type: "json" };
import mfdsExcel1 from "../selectors/mfds-excel/1.json" with { type: "json" };
import mfdsOpenapi1 from "../selectors/mfds-openapi/1.json" with { type: "json" };
import { ConfigurationError } from "./configuration_error.ts";
import type { SourceId } from "./model.ts";
import { nearest } from "./nearest.ts";
import { isView, type SelectorSpec } from "./selector_spec.ts";

/** Every spec below `selectors/`, by its path there. */
export const EMBEDDED_SPECS: Readonly<Record<string, SelectorSpec>> = {
  // An imported JSON module has wider types than its file; selectors_test.ts proves the narrower.
  "mfds-dmf/1.json": mfdsDmf1 as unknown as SelectorSpec,
  "mfds-dmf/2.json": mfdsDmf2 as unknown as SelectorSpec,
  "mfds-excel/1.json": mfdsExcel1 as unknown as SelectorSpec,
  "mfds-openapi/1.json": mfdsOpenapi1 as unknown as SelectorSpec,
};

/** The registers that the program knows, those of `overrides` included; second views are none. */
export function sourceIds(overrides: readonly SelectorSpec[] = []): readonly SourceId[] {
  return idsOf(overrides, (spec) => !isView(spec));
}

/** The second views of a register that the program knows, those of `overrides` included. */
export function viewIds(overrides: readonly SelectorSpec[] = []): readonly SourceId[] {
  return idsOf(overrides, isView);
}

function idsOf(
  overrides: readonly SelectorSpec[],
  wanted: (spec: SelectorSpec) => boolean,
): readonly SourceId[] {
  const specs = [...Object.values(EMBEDDED_SPECS), ...overrides].filter(wanted);
  return [...new Set(specs.map((spec) => spec.source))];
}

/** The spec of a source in one version, or `null`; `overrides` win here too. */
export function specOf(
  source: SourceId,
  version: number,
  overrides: readonly SelectorSpec[] = [],
): SelectorSpec | null {
  return [...Object.values(EMBEDDED_SPECS), ...overrides]
    .findLast((spec) => spec.source === source && spec.version === version) ?? null;
}

/**
 * Returns the newest spec of a source.
 *
 * `overrides` are the parsed files of a `selectors` folder beside the program; of two specs with
 * one version they win, so that a selector can be put right without a new program.
 *
 * @throws {ConfigurationError} where no spec names the source.
 */
export function selectSpec(source: string, overrides: readonly SelectorSpec[] = []): SelectorSpec {
  const newest = [...Object.values(EMBEDDED_SPECS), ...overrides]
    .filter((spec) => spec.source === source)
    .reduce<SelectorSpec | null>(
      (best, spec) => best === null || spec.version >= best.version ? spec : best,
      null,
    );
  if (newest !== null) return newest;
  const known = [...sourceIds(overrides), ...viewIds(overrides)];
  const near = nearest(source, known);
  const all = known.map((id) => `"${id}"`).join(", ");
  throw new ConfigurationError({
    ko: `"${source}" 출처를 찾을 수 없습니다. ${
      near === null ? `알려진 출처: ${all}.` : `가장 가까운 출처는 "${near}"입니다.`
    }`,
    en: `Cannot find the source "${source}", ${
      near === null ? `known are ${all}` : `nearest is "${near}"`
    }`,
  });
}
