/**
 * A URL taken apart and put together, with nothing changed in between.
 *
 * `http` and the like are read as browsers read them (WHATWG URL Standard, 4.4): any number of
 * slashes after the scheme, the last `@` ends the user information. What the parts are turned into
 * is decided in `canonical_url.ts`.
 *
 * @module
 */

/** The parts as they stand in the URL; `null` where even the mark of a part is absent. */
export interface UrlParts {
  scheme: string;
  /** What stands between the colon of the scheme and the host. */
  slashes: string;
  userinfo: string | null;
  host: string;
  port: string | null;
  path: string;
  query: string | null;
  fragment: string | null;
}

/** Ports that need not be written, by the schemes that are read as browsers read `http`. */
export const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", "80"],
  ["https", "443"],
  ["ws", "80"],
  ["wss", "443"],
  ["ftp", "21"],
]);

const SCHEME = /^([A-Za-z][A-Za-z0-9+.\-]*):/;

/** The scheme as written, or `null` where there is none. */
export function schemeOf(url: string): string | null {
  return SCHEME.exec(url)?.[1] ?? null;
}

/**
 * Takes a URL apart; `backslash` says whether that is a slash before the query. Where a scheme that
 * is not read as `http` is followed by one slash there is no host, and the path begins with it.
 */
export function splitUrl(url: string, scheme: string, backslash: boolean): UrlParts {
  let rest = url.slice(scheme.length + 1);
  let [query, fragment]: [string | null, string | null] = [null, null];
  const hash = rest.indexOf("#");
  if (hash !== -1) {
    fragment = rest.slice(hash + 1);
    rest = rest.slice(0, hash);
  }
  const mark = rest.indexOf("?");
  if (mark !== -1) {
    query = rest.slice(mark + 1);
    rest = rest.slice(0, mark);
  }
  const special = DEFAULT_PORTS.has(scheme.toLowerCase());
  const begin = special ? slashesBefore(rest, backslash) : rest.startsWith("//") ? 2 : 0;
  let end = begin;
  if (special || begin > 0) {
    while (end < rest.length && !isSlash(rest.charCodeAt(end), backslash)) end++;
  }
  const slashes = rest.slice(0, begin);
  return {
    scheme,
    slashes,
    ...authority(rest.slice(begin, end)),
    path: rest.slice(end),
    query,
    fragment,
  };
}

/** The URL of the parts. */
export function joinUrl(parts: UrlParts): string {
  let url = `${parts.scheme}:${parts.slashes}`;
  if (parts.userinfo !== null) url += `${parts.userinfo}@`;
  url += parts.host;
  if (parts.port !== null) url += `:${parts.port}`;
  url += parts.path;
  if (parts.query !== null) url += `?${parts.query}`;
  return parts.fragment === null ? url : `${url}#${parts.fragment}`;
}

function slashesBefore(rest: string, backslash: boolean): number {
  let begin = 0;
  while (begin < rest.length && isSlash(rest.charCodeAt(begin), backslash)) begin++;
  return begin;
}

function isSlash(code: number, backslash: boolean): boolean {
  return code === 47 || code === 92 && backslash;
}

function authority(text: string): Pick<UrlParts, "userinfo" | "host" | "port"> {
  const at = text.lastIndexOf("@");
  const userinfo = at === -1 ? null : text.slice(0, at);
  const hostPort = at === -1 ? text : text.slice(at + 1);
  const colon = hostPort.lastIndexOf(":");
  // The colons of an IPv6 address stand inside its brackets.
  if (colon === -1 || colon < hostPort.lastIndexOf("]")) {
    return { userinfo, host: hostPort, port: null };
  }
  return { userinfo, host: hostPort.slice(0, colon), port: hostPort.slice(colon + 1) };
}
