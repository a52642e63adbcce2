/**
 * The query of a URL: which parameters count, how they are written and in which order.
 *
 * A parameter is what stands between two `&`. Those of one name keep their order unless a rule says
 * otherwise, because a server may read the first or the last of them.
 *
 * @module
 */

import { byteAt, escapeOf, escapesOf, normalPercent, type Note } from "./url_percent.ts";
import { inSmallLetters } from "./url_path.ts";
import type { UrlSettings } from "./url_settings.ts";

/** The query without its mark, or `null` where none is left; `part` says of which kind of scheme. */
export function normalQuery(
  query: string,
  part: "query" | "otherQuery",
  settings: UrlSettings,
  note: Note,
): string | null {
  const { rules } = settings;
  let out = normalPercent(query, part, rules, note);
  if (rules.parameterCase) out = inSmallLetters(out, () => note("parameterCase"));
  if (out !== "") {
    const given = out.split("&");
    const left = ordered(kept(given, settings, note), settings, note);
    if (left.length === 0) return null;
    out = left.join("&");
  }
  if (out !== "" || !rules.emptyQuery) return out;
  note("emptyQuery");
  return null;
}

function kept(parameters: readonly string[], settings: UrlSettings, note: Note): string[] {
  const { rules } = settings;
  const left: string[] = [];
  for (const parameter of parameters) {
    if (parameter === "") {
      if (!rules.emptyParameters) left.push(parameter);
      else if (parameters.length > 1) note("emptyParameters");
      continue;
    }
    const equals = parameter.indexOf("=");
    const name = equals === -1 ? parameter : parameter.slice(0, equals);
    const value = equals === -1 ? "" : parameter.slice(equals + 1);
    const dropped = settings.droppedBy(name, value);
    if (dropped !== null) note(dropped);
    else if (value === "" && rules.blankParameters) note("blankParameters");
    else left.push(rules.formEncoding ? asForm(parameter, name, value, note) : parameter);
  }
  return left;
}

function ordered(parameters: string[], { rules }: UrlSettings, note: Note): readonly string[] {
  if (parameters.length < 2 || !rules.parameterOrder) return parameters;
  const pairs = parameters.map((text) => ({ text, name: text.split("=", 1)[0] as string }));
  const byName = pairs.toSorted((a, b) => compare(a.name, b.name));
  if (byName.some((pair, index) => pair !== pairs[index])) note("parameterOrder");
  if (!rules.valueOrder) return byName.map(({ text }) => text);
  const byValue = byName.toSorted((a, b) => compare(a.name, b.name) || compare(a.text, b.text));
  if (byValue.some((pair, index) => pair !== byName[index])) note("valueOrder");
  return byValue.map(({ text }) => text);
}

/** By code units: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function asForm(parameter: string, name: string, value: string, note: Note): string {
  const form = `${formCoded(name)}=${formCoded(value)}`;
  if (form !== parameter) note("formEncoding");
  return form;
}

/** One name or value as `application/x-www-form-urlencoded`, byte by byte. */
function formCoded(text: string): string {
  let out = "";
  for (let at = 0; at < text.length;) {
    const char = String.fromCodePoint(text.codePointAt(at) as number);
    const byte = char === "%" ? byteAt(text, at) : -1;
    at += byte === -1 ? char.length : 3;
    if (byte === -1) out += char === "+" ? "+" : formChar(char);
    else out += byte < 0x80 ? formChar(String.fromCharCode(byte)) : escapeOf(byte);
  }
  return out;
}

function formChar(char: string): string {
  if (char === " ") return "+";
  return /^[A-Za-z0-9\-._~]$/.test(char) ? char : escapesOf(char);
}
