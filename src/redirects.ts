/**
 * Where a redirect may lead: within the origin, a few hops, never in circles.
 *
 * The requests themselves, with the delay and the robots check owed before each, are the host
 * queue's.
 *
 * @module
 */

import type { Failure, FinalOutcome, Outcome, Redirected } from "./outcome.ts";

/** Redirects followed for one URL: what RFC 9309, section 2.3.1.2 wants at least for robots.txt. */
export const MAX_REDIRECTS = 5;

/**
 * Asks for `url` and for whatever it redirects to, until there is an answer.
 *
 * `ask` makes each hop, or returns why it does not. A snapshot keeps `url` as asked first.
 */
export async function follow<E extends { readonly kind: "disallowed" }>(
  url: string,
  ask: (hop: string) => Promise<Outcome | E>,
): Promise<FinalOutcome | E> {
  const asked = [url];
  for (let hop = url;;) {
    const end = await ask(hop);
    if (end.kind === "fetched") return { ...end, snapshot: { ...end.snapshot, url } };
    if (end.kind !== "redirected") return end;
    const next = nextHop(asked, end);
    if (typeof next !== "string") return next;
    asked.push(hop = next);
  }
}

/** The URL to ask next after `asked`, first as asked; or the failure that ends the chain there. */
export function nextHop(asked: readonly string[], { url, to }: Redirected): string | Failure {
  const target = new URL(to);
  // Scheme and port count as well: robots.txt and the delay that were kept are this origin's.
  if (target.origin !== new URL(url).origin || target.username || target.password) {
    return { kind: "redirect-off-host", url, to };
  }
  if (asked.length > MAX_REDIRECTS || asked.includes(to)) {
    return { kind: "redirect-loop", url: asked[0] ?? url, redirects: asked.length };
  }
  return to;
}

/** The failure that a redirect is where it is not to be followed. */
export function asStatus({ url, status, retryAfter }: Redirected): Failure {
  return { kind: "status", url, status, retryAfter };
}
