/**
 * From arguments and dmf.json to the spec and the settings of one source.
 *
 * @module
 */

import type { Common } from "../action.ts";
import { DEFAULT_CONFIG } from "../action.ts";
import { type Config, parseConfig, type Settings, settingsFor, specFor } from "../config.ts";
import { ConfigurationError, unreadable } from "../configuration_error.ts";
import { PRODUCT_TOKEN, userAgent } from "../contact.ts";
import type { Desk } from "../desk.ts";
import { type PreparedSpec, prepareSpec } from "../extract.ts";
import { listUrl } from "../frontier.ts";
import type { RunId, SourceId } from "../model.ts";
import type { Fetch } from "../ports.ts";
import type { Keep } from "../retention.ts";
import type { SelectorSpec } from "../selector_spec.ts";
import { type BoardSpec, isBoardSpec, parseBoardSpec } from "../notice/board_spec.ts";
import { boardIds } from "../notice/boards.ts";
import { EMBEDDED_SPECS, selectSpec, sourceIds, viewIds } from "../selectors.ts";
import { withKey } from "../service_key.ts";
import { parseSelectorSpec } from "../spec_check.ts";
import type { WatchList } from "../watch_list.ts";
import type { Job } from "../world.ts";

/** A source with the spec in force and the settings it is crawled under. */
export interface Source {
  readonly spec: SelectorSpec;
  readonly prepared: PreparedSpec;
  readonly settings: Settings;
  readonly watch: WatchList;
  /** What dmf.json lets the data folder grow to. */
  readonly keep: Keep;
}

/** Reads dmf.json; a file that was asked for by name must exist. */
export async function readConfig(desk: Desk, common: Common): Promise<Config> {
  const text = await desk.readText(common.config);
  if (text === null && common.config !== DEFAULT_CONFIG) {
    throw unreadable(common.config, {
      ko: "그런 파일이 없습니다.",
      en: "there is no such file",
    });
  }
  const specs = await readSpecs(desk);
  const boards = await boardNames(desk);
  const sources = [...sourceIds(specs), ...viewIds(specs), ...boards];
  return parseConfig(text, common.config, { sources });
}

/** The specs of a `selectors` folder beside the program; they win over the embedded ones. */
export async function readSpecs(desk: Desk): Promise<SelectorSpec[]> {
  return [...await desk.selectorFiles()].filter(([, text]) => !isBoardSpec(text))
    .map(([path, text]) => parseSelectorSpec(text, path));
}

/** Names of sources of boards; a spec beside the program that cannot be read has its folder's. */
async function boardNames(desk: Desk): Promise<readonly string[]> {
  const beside = [...await desk.selectorFiles()].filter(([, text]) => isBoardSpec(text));
  return [...boardIds(), ...beside.map(([path]) => path.split(/[/\\]/).at(-2) ?? path)];
}

/** The specs of boards beside the program; they win over the embedded ones. */
export async function readBoardSpecs(desk: Desk): Promise<BoardSpec[]> {
  return [...await desk.selectorFiles()].filter(([, text]) => isBoardSpec(text))
    .map(([path, text]) => parseBoardSpec(text, path));
}

/**
 * The sources that may have a past: those of the program and of the folder beside it. A file there
 * that cannot be read keeps nobody from reading the store; the next run complains of it.
 */
export async function readSources(desk: Desk): Promise<readonly SourceId[]> {
  try {
    return sourceIds(await readSpecs(desk));
  } catch (fault) {
    if (fault instanceof ConfigurationError) return sourceIds();
    throw fault;
  }
}

/** Every source that may have a past: the register, and its second views. */
export async function readEverySource(desk: Desk): Promise<readonly SourceId[]> {
  const registers = await readSources(desk);
  try {
    return [...registers, ...viewIds(await readSpecs(desk))];
  } catch (fault) {
    if (fault instanceof ConfigurationError) return [...registers, ...viewIds()];
    throw fault;
  }
}

/** The spec of a source, the only one where none is named. */
export async function readSpec(desk: Desk, source: string | null): Promise<SelectorSpec> {
  await refuseBoards(desk, source);
  const specs = await readSpecs(desk);
  return selectSpec(source ?? sourceIds(specs)[0] as string, specs);
}

/** @throws {ConfigurationError} where a command about the register is asked for boards. */
export async function refuseBoards(desk: Desk, source: string | null): Promise<void> {
  const boards = await boardNames(desk);
  if (source !== null && boards.includes(source)) throw onlyRegisters(source);
}

function onlyRegisters(named: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${named}" 출처는 게시판이라 이 명령을 쓸 수 없습니다. 게시판은 "dmf notices", ` +
      '"dmf changes", "dmf history", "dmf report", "dmf reextract"로 봅니다. 격리된 게시판은 다음 실행이 ' +
      "다시 판단합니다.",
    en: `"${named}" is a source of boards, which this command is not for; see them with ` +
      '"dmf notices", "dmf changes", "dmf history", "dmf report" and "dmf reextract"; a refused ' +
      "board is judged anew by the next run",
  });
}

/** Every version of the spec of a source; a file beside the program wins over the embedded one. */
export async function readSpecVersions(desk: Desk, source: string): Promise<SelectorSpec[]> {
  const specs = await readSpecs(desk);
  const byVersion = new Map(
    [...Object.values(EMBEDDED_SPECS), ...specs].filter((spec) => spec.source === source)
      .map((spec) => [spec.version, spec]),
  );
  // Says which sources there are where this is none of them.
  return byVersion.size === 0 ? [selectSpec(source, specs)] : [...byVersion.values()];
}

/** Everything a crawl of a source needs to know beforehand; one that sends nothing needs no contact. */
export async function readSource(
  desk: Desk,
  common: Common,
  id: string | null,
  { sends = true }: { readonly sends?: boolean } = {},
): Promise<Source> {
  const config = await readConfig(desk, common);
  const spec = specFor(config, await readSpec(desk, id));
  const settings = settingsFor(config, spec, { contact: common.contact, sends });
  const { archive, reports, watch } = config;
  return { spec, prepared: prepareSpec(spec), settings, watch, keep: { archive, reports } };
}

/** What a morning crawls: the register, then each second view that dmf.json names. */
export async function readMorning(desk: Desk, common: Common): Promise<readonly Source[]> {
  const { sources } = await readConfig(desk, common);
  const views = viewIds(await readSpecs(desk)).filter((view) => sources[view] !== undefined);
  return await Promise.all([null, ...views].map((id) => readSource(desk, common, id)));
}

/** The way out to a source; a key is put into its requests there and kept out of all else. */
export function openFetchTo(desk: Desk, { spec, settings }: Source): Fetch & Disposable {
  const fetch = desk.openFetch();
  const parameter = spec.service?.keyParameter;
  if (settings.key === null || parameter === undefined) return fetch;
  const url = listUrl(spec, settings.origin);
  const keyed = withKey(fetch, { url, parameter, key: settings.key });
  return { get: (request) => keyed.get(request), [Symbol.dispose]: () => fetch[Symbol.dispose]() };
}

/** The job of one run. */
export function jobOf(desk: Desk, source: Source, run: RunId, alone: boolean): Job {
  const { spec, prepared, settings, watch } = source;
  return {
    spec,
    prepared,
    origin: settings.origin,
    replica: settings.replica,
    politeness: settings.politeness,
    userAgent: userAgent(desk.version, settings.contact),
    productToken: PRODUCT_TOKEN,
    watch,
    run,
    alone,
    signal: desk.signal,
  };
}
