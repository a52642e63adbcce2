/**
 * A policy made ready for use: the settings of one host, and parameters matched by their lists.
 *
 * @module
 */

import type { HostPolicy, UrlPolicy } from "./url_policy.ts";
import type { RuleSwitches } from "./url_rules.ts";

/** What holds for the URLs of one host. */
export interface UrlSettings {
  readonly rules: RuleSwitches;
  /** The rule that drops a parameter, or `null` where none does; both texts as they stand in the URL. */
  droppedBy(name: string, value: string): "trackingParameters" | "sessionParameters" | null;
}

interface Prepared {
  readonly general: UrlSettings;
  /** Host in its canonical form → settings; patterns begin with `*.`. */
  readonly patterns: ReadonlyMap<string, UrlSettings>;
}

const prepared = new WeakMap<UrlPolicy, Prepared>();

/** The settings for a host in its canonical form; `""` stands for a URL that has none. */
export function settingsFor(host: string, policy: UrlPolicy): UrlSettings {
  let ready = prepared.get(policy);
  if (ready === undefined) {
    ready = prepare(policy);
    prepared.set(policy, ready);
  }
  const { general, patterns } = ready;
  if (patterns.size === 0) return general;
  const own = patterns.get(host);
  if (own !== undefined) return own;
  for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
    const above = patterns.get(`*${host.slice(dot)}`);
    if (above !== undefined) return above;
  }
  return general;
}

function prepare(policy: UrlPolicy): Prepared {
  const patterns = new Map<string, UrlSettings>();
  for (const [pattern, host] of Object.entries(policy.hosts)) {
    patterns.set(canonicalPattern(pattern), settings(policy, host));
  }
  return { general: settings(policy, {}), patterns };
}

/** People write hosts in any case and in Hangul. */
function canonicalPattern(pattern: string): string {
  const star = pattern.startsWith("*.") ? "*." : "";
  const host = pattern.slice(star.length);
  const url = URL.parse(`http://${host}/`);
  return star + (url?.hostname ?? host.toLowerCase()).replace(/\.+$/, "");
}

function settings(policy: UrlPolicy, host: HostPolicy): UrlSettings {
  const kept = matcher(host.neverDropped ?? []);
  const tracking = matcher([...policy.trackingParameters, ...host.alsoTracking ?? []]);
  const session = matcher([...policy.sessionParameters, ...host.alsoSession ?? []]);
  const rules = { ...policy.rules, ...host.rules };
  return {
    rules,
    droppedBy(name, value) {
      const plain = decoded(name).toLowerCase();
      const dropped = rules.trackingParameters && tracking(plain, value)
        ? "trackingParameters"
        : rules.sessionParameters && session(plain, value)
        ? "sessionParameters"
        : null;
      return dropped !== null && kept(plain, value) ? null : dropped;
    },
  };
}

function decoded(name: string): string {
  if (!name.includes("%")) return name;
  try {
    return decodeURIComponent(name);
  } catch (error) {
    // Not UTF-8: such a name is in no list.
    if (error instanceof URIError) return name;
    throw error;
  }
}

type Matches = (name: string, value: string) => boolean;

/** Matches names in small letters against the entries of a policy's list. */
function matcher(entries: readonly string[]): Matches {
  const names = new Set<string>();
  const prefixes: string[] = [];
  const lengths = new Map<string, number>();
  for (const entry of entries) {
    const [, name = "", star, least] = /^(.*?)(?:(\*)|=\{(\d+),\})?$/.exec(entry.toLowerCase()) ??
      [];
    if (star !== undefined) prefixes.push(name);
    else if (least !== undefined) lengths.set(name, Number(least));
    else names.add(name);
  }
  return (name, value) =>
    names.has(name) || prefixes.some((prefix) => name.startsWith(prefix)) ||
    isLong(value, lengths.get(name));
}

function isLong(value: string, least: number | undefined): boolean {
  return least !== undefined && value.length >= least && /^[A-Za-z0-9]+$/.test(value);
}
