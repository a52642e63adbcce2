/**
 * Opening a corpus to look into it, beside whoever writes.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { CorpusAction } from "../corpus_action.ts";
import { POLICIES } from "../corpus/corpus_policy.ts";
import { type OpenCorpus, openCorpus } from "../corpus/open_corpus.ts";
import type { Desk } from "../desk.ts";
import { noCorpus } from "./corpus_take.ts";

/** Opens the corpus of a command, does the work, and closes it. */
export async function withCorpus(
  desk: Desk,
  { common, name }: Command & CorpusAction,
  work: (corpus: OpenCorpus) => Promise<number>,
): Promise<number> {
  const files = await desk.corpora.open(common.data, name, "read");
  if (files === null) throw noCorpus(name);
  try {
    const corpus = await openCorpus(files, POLICIES.ours);
    if (corpus.state.facts === null) throw noCorpus(name);
    return await work(corpus);
  } finally {
    await files.close();
  }
}
