/**
 * Opening a corpus to look into it, beside whoever writes.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { CorpusAction } from "../corpus_action.ts";
import type { CorpusFiles } from "../corpus/corpus_files.ts";
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
  for (;;) {
    const files = await desk.corpora.open(common.data, name, "read");
    if (files === null) throw noCorpus(name);
    try {
      const corpus = await unlessReplaced(files, openCorpus(files, POLICIES.ours));
      if (corpus === null) continue;
      if (corpus.state.facts === null) throw noCorpus(name);
      return await work(corpus);
    } finally {
      await files.close();
    }
  }
}

/** `null` where the log was indexed anew while it was opened: mark and checkpoint are not its own. */
async function unlessReplaced(
  files: CorpusFiles,
  opening: Promise<OpenCorpus>,
): Promise<OpenCorpus | null> {
  try {
    return await opening;
  } catch (fault) {
    if (await files.isReplaced()) return null;
    throw fault;
  }
}
