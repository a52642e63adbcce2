/**
 * `dmf corpus export`: the kept documents with their provenance, or what to ask at the next visit.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { CorpusAction } from "../corpus_action.ts";
import { policyId } from "../corpus/corpus_policy.ts";
import { pagesOf, type PageView } from "../corpus/corpus_view.ts";
import type { OpenCorpus } from "../corpus/open_corpus.ts";
import { conditionalRequest, VALIDATOR_POLICY } from "../corpus/validators.ts";
import type { Desk } from "../desk.ts";
import { withCorpus } from "./corpus_reading.ts";

type Exporting = Command & CorpusAction & { readonly what: "export" };

/** Text is handed on when there is so much of it. */
const PIECE = 1 << 20;

/** Runs the command. */
export async function exportCorpus(desk: Desk, command: Exporting): Promise<number> {
  const { common, out } = command;
  return await withCorpus(desk, command, async (corpus) => {
    const lines = linesOf(desk, corpus, command);
    if (out === null) {
      for await (const piece of pieces(lines)) desk.out(piece);
      return 0;
    }
    const source = sourceAt(corpus, out);
    if (source !== null) throw ownInput(out, source);
    const encoder = new TextEncoder();
    await desk.writeFile(out, async (sink) => {
      for await (const piece of pieces(lines)) await sink(encoder.encode(piece));
    });
    if (!common.quiet) desk.err(`${out}\n`);
    return 0;
  });
}

/** The source of the corpus that a file is, or lies in. */
function sourceAt({ state }: OpenCorpus, out: string): string | null {
  const file = out.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const source = state.facts?.sources.find(({ path }) =>
    file === path || file.startsWith(`${path}/`)
  );
  return source?.path ?? null;
}

function ownInput(out: string, source: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"--out ${out}": "${source}"에서 이 말뭉치의 문서를 읽습니다. 다른 이름을 쓰십시오.`,
    en: `"--out ${out}": this corpus reads its documents from "${source}"; use another name`,
  });
}

async function* pieces(lines: AsyncIterable<object>): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += `${JSON.stringify(line)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

async function* linesOf(
  desk: Desk,
  corpus: OpenCorpus,
  { validators, all }: Exporting,
): AsyncGenerator<object> {
  const now = desk.clock.now();
  for await (const view of pagesOf(corpus, now)) {
    desk.signal.throwIfAborted();
    if (validators) {
      if (/^https?:/.test(view.key)) yield requestOf(view, now);
    } else if (all || view.standing === "kept") yield await documentOf(corpus, view);
  }
}

/** What to ask of one URL next time. */
function requestOf({ page, key, last, decay }: PageView, now: Temporal.Instant): object {
  const { headers, reason } = last.look === "ask-again"
    ? { headers: {}, reason: "ask-again" }
    : conditionalRequest(last.visit, now, VALIDATOR_POLICY);
  return { url: key, headers, reason, document: page, verdict: decay.verdict };
}

/** A document with where it comes from and how it was decided on. */
async function documentOf(corpus: OpenCorpus, view: PageView): Promise<object> {
  const { page, key, last, text, decay, standing, tier, of, like, copies } = view;
  const policy = corpus.state.facts?.policy;
  const name = key.startsWith("id:") ? { id: key.slice(3) } : { url: key };
  return {
    ...last.more,
    ...name,
    ...(last.title === undefined ? {} : { title: last.title }),
    text: text === null ? null : await corpus.log.text(text),
    corpus: {
      document: page,
      standing,
      tier,
      ...(of === null || of === page ? {} : { of }),
      ...(like === null ? {} : { like }),
      copies,
      verdict: decay.verdict,
      reason: decay.reason,
      fetchedAt: last.visit?.fetchedAt ?? last.at,
      lastVerifiedAt: decay.lastVerifiedAt,
      firstSeen: last.visit?.firstSeen ?? null,
      lastChanged: last.visit?.lastChanged ?? null,
      contentHash: last.visit?.contentHash ?? null,
      normalisation: policy?.normalisation,
      policy: policy === undefined ? null : policyId(policy),
    },
  };
}
