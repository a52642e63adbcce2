/**
 * Reads dmf.json and decides how a source may be crawled with it.
 *
 * The keys are fixed by `config_schema.json`. How long a pause is under the settings is arithmetic
 * in `politeness.ts`; what a way to people must be is decided in `notify/channel_settings.ts`, what
 * an entry of the watch list means in `watch_list.ts`.
 *
 * @module
 */

import schema from "./config_schema.json" with { type: "json" };
import { ConfigurationError, unreadable } from "./configuration_error.ts";
import { parseContact } from "./contact.ts";
import { parseJson } from "./json_text.ts";
import { nearest } from "./nearest.ts";
import {
  type ChannelSettings,
  channelsOf,
  type GivenChannels,
  refusePasswords,
} from "./notify/channel_settings.ts";
import { POLITENESS, type Politeness } from "./politeness.ts";
import { isLoopback, originFault, parseOrigin } from "./origin.ts";
import type { Sentence } from "./refusal.ts";
import { checkShape, found } from "./schema_check.ts";
import type { SelectorSpec, SpecKind } from "./selector_spec.ts";
import { sourceIds } from "./selectors.ts";
import { keyFor, type SourceSettings } from "./view_settings.ts";
import { type GivenEntry, type WatchEntry, type WatchList, watchListOf } from "./watch_list.ts";

/** A parsed and checked dmf.json; what it leaves out has its default or is absent. */
export interface Config {
  /** Where it was read, for messages. */
  readonly file: string;
  readonly contact: string | null;
  readonly sources: Readonly<Record<string, SourceSettings>>;
  readonly politeness: Readonly<Partial<Politeness>>;
  readonly watch: WatchList;
  /** Ways to people, in the order they are written. */
  readonly notify: readonly ChannelSettings[];
  readonly dashboard: { readonly port: number };
  /** How much of the archive stays; what is left out limits nothing. */
  readonly archive: ArchiveLimits;
  /** How long the files of reports stay. */
  readonly reports: { readonly keepDays?: number };
}

/** Limits of the archive; what the log points to stays whatever they say. */
export interface ArchiveLimits {
  /** Days for which a body stays. */
  readonly keepDays?: number;
  /** Bytes of all bodies together, as they lie on the disk. */
  readonly maxBytes?: number;
}

/** How one source is crawled. */
export interface Settings {
  readonly origin: string;
  /** `null` only towards a replica. */
  readonly contact: string | null;
  readonly politeness: Politeness;
  /** True for a loopback origin, where the spec's bound on the size of the list does not hold. */
  readonly replica: boolean;
  /** Key of an OpenAPI, decoded; `null` where the source has none, or nothing is sent. */
  readonly key: string | null;
}

/** What a spec of any kind says of where it was reviewed for. */
type SpecOrigin = Pick<SelectorSpec, "source" | "origin"> & { readonly kind?: SpecKind | "board" };

const DASHBOARD_PORT = 8787;

/**
 * Parses the text of a configuration file, `null` where there is none.
 *
 * `sources` are the known ones; whoever does not crawl passes `null` and does not care.
 *
 * @throws {ConfigurationError} naming the file, the key, what is expected and what was found.
 */
export function parseConfig(
  text: string | null,
  file: string,
  { sources = sourceIds() }: { readonly sources?: readonly string[] | null } = {},
): Config {
  const value = text === null ? {} : parseJson(text, file);
  refusePasswords(value, file);
  if (text !== null) checkShape(value, schema, file);
  // The schema allows exactly these keys and types.
  const { $schema: _, notify = {}, watch = [], ...given } = value as
    & Omit<Partial<Config>, "notify" | "watch">
    & { $schema?: string; notify?: GivenChannels; watch?: readonly GivenEntry[] };
  for (const [id, settings] of Object.entries(given.sources ?? {})) {
    if (sources !== null && !sources.includes(id)) throw unknownSource(id, { file, sources });
    if (settings.origin !== undefined && parseOrigin(settings.origin) === null) {
      throw unreadable(file, originFault(`sources.${id}.origin`, settings.origin));
    }
  }
  return {
    sources: {},
    politeness: {},
    archive: {},
    reports: {},
    ...given,
    file,
    watch: watchListOf(watch, file),
    notify: channelsOf(notify, file),
    contact: maybeContact(given.contact, {
      ko: `"${file}" 파일의 "contact" 값`,
      en: `"contact" in "${file}"`,
    }),
    dashboard: { port: DASHBOARD_PORT, ...given.dashboard },
  };
}

/**
 * Checks one entry of a watch list that stands by itself, as in `dmf watch-list --test`.
 *
 * @throws {ConfigurationError} naming what is expected and what was found.
 */
export function checkEntry(value: unknown, where: string): WatchEntry {
  const { watch } = parseConfig(JSON.stringify({ watch: [value] }), where);
  return watch[0] as WatchEntry;
}

/**
 * Returns how a source is crawled: its origin, who we say we are, and how gently.
 *
 * `contact`, from the command line, wins over the configuration file's. Where nothing is sent, none
 * is needed.
 *
 * @throws {ConfigurationError} where a host other than this machine would be crawled without a
 * contact, or more roughly than it is owed, or is not the host that the spec was reviewed for.
 */
export function settingsFor(
  config: Config,
  spec: SpecOrigin,
  { contact, sends = true }: {
    readonly contact?: string | null | undefined;
    readonly sends?: boolean;
  } = {},
): Settings {
  const origin = originFor(config, spec);
  const replica = isLoopback(origin);
  const option = { ko: '"--contact" 값', en: '"--contact"' };
  const named = maybeContact(contact, option) ?? config.contact;
  if (named === null && !replica && sends) throw withoutContact(origin, config.file);
  const { file, sources } = config;
  const key = sends ? keyFor(spec, sources[spec.source], file) : null;
  return { origin, contact: named, replica, politeness: politenessFor(config, replica), key };
}

/** The spec with the path that dmf.json names in front of those it knows. */
export function specFor(config: Config, spec: SelectorSpec): SelectorSpec {
  const path = config.sources[spec.source]?.path;
  if (path === undefined || path === spec.seeds[0]) return spec;
  return { ...spec, seeds: [path, ...spec.seeds.filter((seed) => seed !== path)] };
}

function maybeContact(text: string | null | undefined, where: Sentence): string | null {
  return text === null || text === undefined ? null : parseContact(text, where);
}

function withoutContact(origin: string, file: string): ConfigurationError {
  return new ConfigurationError({
    ko: `연락처 없이는 "${origin}" 사이트를 수집할 수 없습니다. "${file}" 파일에 ` +
      `"contact": "ra@example.kr" 줄을 본인 주소로 적어 넣거나 "--contact" 옵션을 쓰십시오.`,
    en: `Cannot crawl "${origin}" without a contact: add the line "contact": "ra@example.kr" ` +
      `with your own address to "${file}", or pass "--contact"`,
  });
}

/**
 * Returns the origin that a source is read from: the spec's own, or the replica that dmf.json names.
 *
 * @throws {ConfigurationError} on any other host: sandbox and politeness are made for the spec's.
 */
export function originFor(config: Config, spec: SpecOrigin): string {
  const given = config.sources[spec.source]?.origin;
  if (given === undefined) return spec.origin;
  const origin = parseOrigin(given);
  if (origin !== null && (origin === spec.origin || isLoopback(origin))) return origin;
  const key = `"sources.${spec.source}.origin"`;
  throw unreadable(config.file, {
    ko: `${key} 값은 "${spec.origin}" 또는 "http://127.0.0.1:8000" 같은 이 컴퓨터(loopback)의 ` +
      `주소여야 합니다(현재 값: ${found(given)}).`,
    en: `${key} must be "${spec.origin}" or a loopback address such as ` +
      `"http://127.0.0.1:8000", found ${found(given)}`,
  });
}

function politenessFor(config: Config, replica: boolean): Politeness {
  const politeness = { ...POLITENESS, ...config.politeness };
  const { minDelayMs } = politeness;
  if (!replica) {
    for (const key of ["minDelayMs", "delayFactor", "maxDelayMs"] as const) {
      // A lower cap is rougher as well: it shortens the pause after a slow answer.
      if (politeness[key] >= POLITENESS[key]) continue;
      throw unreadable(config.file, tooRough(key, politeness[key]));
    }
  }
  if (politeness.maxDelayMs >= minDelayMs) return politeness;
  if (config.politeness.maxDelayMs === undefined) return { ...politeness, maxDelayMs: minDelayMs };
  throw unreadable(config.file, {
    ko: `"politeness.maxDelayMs" 값은 "minDelayMs" 값 이상이어야 합니다` +
      `(현재 값: ${politeness.maxDelayMs}, ${minDelayMs}).`,
    en: `"politeness.maxDelayMs" must be at least "minDelayMs", ` +
      `found ${politeness.maxDelayMs} and ${minDelayMs}`,
  });
}

function tooRough(key: keyof Politeness, value: number): Sentence {
  const least = POLITENESS[key];
  return {
    ko: `"politeness.${key}" 값은 이 컴퓨터(loopback)가 아니면 ${least} 이상이어야 합니다` +
      `(현재 값: ${value}).`,
    en: `"politeness.${key}" must be at least ${least} except towards a loopback origin, ` +
      `found ${value}`,
  };
}

function unknownSource(
  id: string,
  { file, sources }: { readonly file: string; readonly sources: readonly string[] },
): ConfigurationError {
  const near = nearest(id, sources);
  const all = sources.map((source) => `"${source}"`).join(", ");
  return unreadable(file, {
    ko: `"sources.${id}" 키는 알려진 출처가 아닙니다. ${
      near === null ? `알려진 출처: ${all}.` : `가장 가까운 출처는 "${near}"입니다.`
    }`,
    en: `"sources.${id}" is not a known source, ${
      near === null ? `known are ${all}` : `nearest is "${near}"`
    }`,
  });
}
