/**
 * Look-ups: asking the site for a record by its number before it is called gone.
 *
 * @module
 */

import { judgeLookUp, lookUpFor, type Sighting } from "./absence.ts";
import { archive, checkpointOf, readBody } from "./crawl.ts";
import { lookUpUrl } from "./frontier.ts";
import type { HostQueue } from "./host_queue.ts";
import { wholeKey } from "./identity.ts";
import type { Row } from "./model.ts";
import type { Known } from "./state.ts";
import type { Job, World } from "./world.ts";

/** Looks up each of the records and says what was seen of it. */
export async function lookUp(
  job: Job,
  world: World,
  queue: HostQueue,
  wanted: { readonly records: readonly Known[]; readonly listed: readonly Row[] },
): Promise<Map<Known, Sighting>> {
  const sightings = new Map<Known, Sighting>();
  if (wanted.records.length === 0) return sightings;
  const listed = new Set(wanted.listed.map((row) => wholeKey(row.values)));
  let index = 0;
  for (const known of wanted.records) {
    const search = lookUpFor(known, job.spec);
    if (search === null) {
      sightings.set(known, { kind: "inconclusive", detail: "no field to search by" });
      continue;
    }
    index += 1;
    const of = wanted.records.length;
    world.observe?.({ kind: "look-up", index, of, text: search.text });
    sightings.set(known, await lookUpOne(job, world, queue, { known, search, listed }));
  }
  return sightings;
}

type Search = NonNullable<ReturnType<typeof lookUpFor>>;

async function lookUpOne(
  job: Job,
  world: World,
  queue: HostQueue,
  ask: { known: Known; search: Search; listed: ReadonlySet<string> },
): Promise<Sighting> {
  const { paging, request } = job.spec;
  const answer = await queue.get(lookUpUrl(job.spec, job.origin, ask.search), request);
  if (answer.kind !== "fetched") return { kind: "inconclusive", detail: answer.kind };
  await archive(world, job, answer);
  const page = checkpointOf(answer, paging.firstPage, 0);
  const extraction = readBody(job, page, answer.body);
  if (extraction.kind !== "read") {
    const { kind } = extraction.kind === "refused" ? extraction.refusal : extraction.failure;
    return { kind: "inconclusive", detail: kind };
  }
  const verdict = judgeLookUp(ask.known, ask.search, extraction.page, ask.listed);
  switch (verdict) {
    case "found":
      return { kind: "found" };
    case "inconclusive":
      return { kind: "inconclusive", detail: "the answer is not the one that was asked for" };
    case "nothing":
      return {
        kind: "nothing",
        observedAt: page.observedAt,
        evidence: {
          url: page.url,
          digest: page.digest,
          start: 0,
          end: answer.body.length,
          page: page.page,
          row: 0,
        },
      };
  }
}
