/**
 * What a page in the browser may load.
 *
 * A page of a file is given nothing but itself, unless its pictures and styles are asked for. A page of
 * an address may load what a page loads, but not from this machine or its network, where it is not
 * from there itself: a page of the world has no business at a router's or a database's door. A name
 * that somebody lets point there is not seen through.
 *
 * @module
 */

/** A page to be read in the browser. */
export type Wanted =
  | {
    readonly kind: "address";
    readonly url: string;
    /** Nothing but the document is wanted: no script runs, nothing else is loaded. */
    readonly bare?: true;
  }
  | {
    readonly kind: "file";
    /** The address that it was saved from, where that is known. */
    readonly url: string | null;
    readonly html: string;
    /** Whether pictures, styles and fonts may come from the network; scripts never run. */
    readonly online: boolean;
  };

/** The address of a page that has none; no name can be resolved to it (RFC 6761). */
export const NOWHERE = "http://page.invalid/";

/** What is done about a request. */
export type Ruling =
  /** The page's own file is the answer. */
  | "page"
  | "load"
  /** An empty picture that takes the place it is given. */
  | "blank"
  | "refuse";

/** The address that a page has in the browser, without its fragment. */
export function addressOf(wanted: Wanted): string {
  const url = URL.parse(wanted.url ?? NOWHERE) ?? new URL(NOWHERE);
  url.hash = "";
  return url.href;
}

/** Rules on a request of `type`, as the protocol names it, such as `Image`. */
export function rule(
  wanted: Wanted,
  { url, type, main }: {
    readonly url: string;
    readonly type: string;
    /** Whether it is the page itself that is asked for. */
    readonly main: boolean;
  },
): Ruling {
  const ownPlace = isPrivate(URL.parse(addressOf(wanted)));
  const allowed = isWeb(url) && (ownPlace || !isPrivate(URL.parse(url)));
  if (wanted.kind === "address" && wanted.bare && !main) return "refuse";
  if (wanted.kind === "address") return allowed ? "load" : type === "Image" ? "blank" : "refuse";
  if (main) return url === addressOf(wanted) ? "page" : "refuse";
  if (wanted.online && allowed && LOOKS.has(type)) return "load";
  return type === "Image" ? "blank" : "refuse";
}

const LOOKS: ReadonlySet<string> = new Set(["Image", "Stylesheet", "Font"]);

function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** Whether an address says by itself that it is on this machine or its network. */
function isPrivate(url: URL | null): boolean {
  const host = url?.hostname ?? "";
  if (/(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/.test(host)) return true;
  if (host.startsWith("[")) return /^\[(?:::1?\]|f[cd]|fe[89ab]|::ffff:)/.test(host);
  const [a, b] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host)?.slice(1).map(Number) ?? [];
  if (a === undefined || b === undefined) return false;
  return a === 0 || a === 10 || a === 127 || (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168);
}
