/**
 * The terms page: looked at in every run, because the right to crawl stands there.
 *
 * A changed text is an alert to a person, an absent page a note; neither stops the crawl.
 *
 * @module
 */

import { decode } from "./decode.ts";
import { digestOf } from "./digest.ts";
import type { HostQueue } from "./host_queue.ts";
import type { Issue, RunId } from "./model.ts";
import { fold } from "./normalize.ts";
import type { TermsBaseline } from "./store.ts";
import type { Job, World } from "./world.ts";
import { visibleText } from "./visible_text.ts";

/** What a look at the terms page found. */
export type TermsSeen =
  | { readonly kind: "text"; readonly hash: string; readonly url: string }
  | { readonly kind: "absent"; readonly found: string }
  /** The run asked the site for nothing. */
  | { readonly kind: "not-asked" };

/** Reads the terms page of a job. */
export async function readTermsPage(
  job: Pick<Job, "origin" | "run"> & { readonly spec: Pick<Job["spec"], "terms" | "request"> },
  world: Pick<World, "archive">,
  queue: HostQueue,
): Promise<TermsSeen> {
  const { path } = job.spec.terms;
  if (path === undefined) return { kind: "not-asked" };
  const url = new URL(path, job.origin).href;
  const answer = await queue.get(url, job.spec.request);
  if (answer.kind !== "fetched") {
    const status = answer.kind === "status" ? ` ${answer.status}` : "";
    return { kind: "absent", found: `${answer.kind}${status}` };
  }
  await world.archive.put(job.run, answer.snapshot, answer.body);
  const decoded = decode(answer.body, answer.snapshot.headers["content-type"] ?? null);
  if (decoded.kind === "undecodable") return { kind: "absent", found: decoded.kind };
  return { kind: "text", hash: digestOf(fold(visibleText(decoded.text))), url };
}

/** What to raise, and what to remember, after a look at the terms page. */
export function compareTerms(
  before: TermsBaseline | null,
  seen: TermsSeen,
  run: RunId,
): { readonly issues: readonly Issue[]; readonly baseline: TermsBaseline | null } {
  if (seen.kind === "not-asked") return { issues: [], baseline: before };
  if (seen.kind === "absent") {
    return { issues: [{ kind: "terms-absent", found: seen.found }], baseline: before };
  }
  const changed = before !== null && before.hash !== seen.hash;
  return {
    issues: changed ? [{ kind: "terms-changed", found: seen.url }] : [],
    baseline: before && !changed ? before : { hash: seen.hash, run },
  };
}
