/**
 * The spec of a source of boards: where they are, how their pages are read, what is refused.
 *
 * A spec is data, reviewed in a pull request; nothing about a host, a path, a class or a parameter
 * stands in code. The shape is fixed by `selectors/board.schema.json`.
 *
 * @module
 */

import schema from "../../selectors/board.schema.json" with { type: "json" };
import { unreadable } from "../configuration_error.ts";
import { parseJson } from "../json_text.ts";
import type { SourceId } from "../model.ts";
import { originFault, parseOrigin } from "../origin.ts";
import type { Sentence } from "../refusal.ts";
import { checkShape, found } from "../schema_check.ts";
import type { Allowance, FaultPage, SelectorSpec } from "../selector_spec.ts";

/** One board of a publisher. */
export interface Board {
  /** What a notice is known by, together with its number. */
  readonly id: string;
  readonly name: Sentence;
  /** Paths below the origin. */
  readonly list: string;
  readonly view: string;
  /** RSS of the board: a second opinion on which notices there are. */
  readonly feed?: string;
}

/** A parsed and checked spec of boards. */
export interface BoardSpec {
  readonly kind: "board";
  readonly source: SourceId;
  readonly version: number;
  readonly name: Sentence;
  readonly publisher: string;
  readonly origin: string;
  readonly robots: string;
  readonly terms: SelectorSpec["terms"];
  readonly request: SelectorSpec["request"];
  readonly boards: readonly Board[];
  readonly list: {
    /** Class of the element around the rows. */
    readonly container: string;
    /** Regular expression for the address of a notice; group 1 is its number. */
    readonly link: string;
    /** Regular expression for the class of a row that stands on every page. */
    readonly pinned: string;
    /** Regular expression; groups are year, month, day. */
    readonly date: string;
    readonly statedTotal?: string;
    readonly pageParameter: string;
    readonly firstPage: number;
    readonly pageSize: number;
  };
  readonly view: {
    readonly seqParameter: string;
    /** Class of the element around the text. */
    readonly body?: string;
    readonly attachments: string;
    readonly attachmentLink: string;
    /** Regular expressions for what changes by itself. */
    readonly noise: readonly string[];
  };
  readonly keywords: {
    readonly anywhere: readonly string[];
    /** Count in a title or the name of a file only. */
    readonly title: readonly string[];
  };
  readonly bounds: {
    readonly pages: number;
    readonly details: number;
    readonly rechecks: number;
    readonly recheckDays: number;
    readonly lost: Allowance;
  };
  readonly faultPages: readonly FaultPage[];
  readonly runbook: readonly string[];
}

/** Whether the text of a file below `selectors/` is a spec of boards; the register's are none. */
export function isBoardSpec(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "kind" in value && value.kind === "board";
  } catch (error) {
    // What is no JSON is complained of where it is read for good.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Parses the text of a spec; `file` is named in messages and proves source and version.
 *
 * @throws {ConfigurationError} naming the file, the key, what is expected and what was found.
 */
export function parseBoardSpec(text: string, file: string): BoardSpec {
  const value = parseJson(text, file);
  checkShape(value, schema, file);
  // The schema allows exactly what the type says.
  const spec = value as BoardSpec;
  const fault = pathFault(spec, file) ?? wrongOrigin(spec) ?? patternFault(spec) ??
    repeatedBoard(spec);
  if (fault !== null) throw unreadable(file, fault);
  return spec;
}

function pathFault({ source, version }: BoardSpec, file: string): Sentence | null {
  const [, folder, name] = /([^/\\]+)[/\\](\d+)\.json$/.exec(file) ?? [];
  if (folder === undefined || (folder === source && name === String(version))) return null;
  return {
    ko: `"source"와 "version" 값은 파일 경로 "${folder}/${name}" 그대로여야 합니다` +
      `(현재 값: "${source}", ${version}).`,
    en: `"source" and "version" must equal the path "${folder}/${name}", ` +
      `found "${source}" and ${version}`,
  };
}

function wrongOrigin({ origin }: BoardSpec): Sentence | null {
  return parseOrigin(origin) === origin ? null : originFault("origin", origin);
}

function patternFault({ list, view, faultPages }: BoardSpec): Sentence | null {
  const patterns: readonly (readonly [key: string, pattern: string, groups: number])[] = [
    ["list.link", list.link, 1],
    ["list.pinned", list.pinned, 0],
    ["list.date", list.date, 3],
    ...(list.statedTotal === undefined ? [] : [["list.statedTotal", list.statedTotal, 1] as const]),
    ["view.attachmentLink", view.attachmentLink, 0],
    ...view.noise.map((pattern, i) => [`view.noise[${i}]`, pattern, 0] as const),
    ...faultPages.map(({ pattern }, i) => [`faultPages[${i}].pattern`, pattern, 0] as const),
  ];
  for (const [key, pattern, groups] of patterns) {
    const fits = fitsPattern(pattern, groups);
    if (fits) continue;
    return {
      ko: `"${key}" 값은 빈 문자열과 맞지 않고 괄호 묶음이 ${groups}개 이상인 정규식이어야 합니다` +
        `(현재 값: ${found(pattern)}).`,
      en: `"${key}" must be a regular expression with at least ${groups} groups that does not ` +
        `match an empty text, found ${found(pattern)}`,
    };
  }
  return null;
}

function fitsPattern(pattern: string, groups: number): boolean {
  try {
    const counted = (new RegExp(`${pattern}|`, "u").exec("")?.length ?? 1) - 1;
    return counted >= groups && !new RegExp(pattern, "u").test("");
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function repeatedBoard({ boards }: BoardSpec): Sentence | null {
  const ids = boards.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  return repeated === undefined ? null : {
    ko: `"boards" 목록에 "${repeated}" 게시판이 두 번 있습니다.`,
    en: `"boards" has "${repeated}" twice`,
  };
}
