/**
 * `dmf corpus explain`: why a document was kept or left out, with every number of the decision.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { CorpusAction } from "../corpus_action.ts";
import { canonicalUrl } from "../corpus/canonical_url.ts";
import type { Place, SeenEntry } from "../corpus/corpus_record.ts";
import { type PageView, viewOf } from "../corpus/corpus_view.ts";
import { decayWords } from "../corpus/decay_words.ts";
import { keyOfFile } from "../corpus/document_source.ts";
import { type NearEvidence, nearEvidence } from "../corpus/near_evidence.ts";
import { normalText } from "../corpus/normal_text.ts";
import type { OpenCorpus } from "../corpus/open_corpus.ts";
import { trustIn } from "../corpus/validators.ts";
import type { Desk } from "../desk.ts";
import { type Explained, explainText } from "./corpus_explain_text.ts";
import { withCorpus } from "./corpus_reading.ts";

/** Looks at a page that are shown. */
const MOST_LOOKS = 20;

/** Runs the command. */
export async function explainDocument(
  desk: Desk,
  command: Command & CorpusAction & { readonly what: "explain" },
): Promise<number> {
  const { common, document, name } = command;
  return await withCorpus(desk, command, async (corpus) => {
    const found = find(corpus, document);
    if (found === null) throw unknown(document, name);
    const explained = await explain(corpus, found, desk.clock.now());
    if (common.json) desk.out(`${JSON.stringify(explained)}\n`);
    else desk.out(explainText(explained, common.lang));
    return 0;
  });
}

interface FoundPage {
  readonly page: number;
  /** Rules that fold what was typed into the page's key. */
  readonly rules: readonly string[];
}

/** The page by its number, URL, path or id. */
function find({ state }: OpenCorpus, typed: string): FoundPage | null {
  const number = /^#?(\d{1,9})$/.exec(typed)?.[1];
  if (number !== undefined && Number(number) < state.pages.rows.size) {
    return { page: Number(number), rules: [] };
  }
  const policy = state.facts?.policy;
  const url = policy === undefined ? null : canonicalUrl(typed, policy.url);
  const keys: (readonly [string, readonly string[]])[] = [
    ...(url?.kind === "canonical" ? [[url.url, url.applied] as const] : []),
    [typed, []],
    [keyOfFile(typed.replace(/^(?:\.\/)+/, "")), []],
    [`id:${typed}`, []],
  ];
  for (const [key, rules] of keys) {
    const page = state.pages.find(key);
    if (page >= 0) return { page, rules };
  }
  return null;
}

function unknown(typed: string, corpus: string): ConfigurationError {
  return new ConfigurationError({
    ko:
      `말뭉치 "${corpus}"에 "${typed}" 문서가 없습니다. 문서 번호, URL, 파일 경로나 id를 쓰십시오.`,
    en: `The corpus "${corpus}" has no document "${typed}"; use its number, URL, path or id`,
  });
}

async function explain(
  corpus: OpenCorpus,
  { page, rules }: FoundPage,
  now: Temporal.Instant,
): Promise<Explained> {
  const view = await viewOf(corpus, page, now);
  const of = view.like === null ? null : await viewOf(corpus, view.like.of, now);
  const { last, decay } = view;
  return {
    document: page,
    url: view.key,
    rules,
    standing: view.standing,
    tier: view.tier,
    of: of === null ? null : { document: of.page, url: of.key },
    like: view.like,
    near: of === null || view.like?.shared === undefined ? null : await evidence(corpus, view, of),
    copies: await copiesOf(corpus, page, now),
    repeats: view.repeats,
    verdict: decay.verdict,
    why: decayWords(decay.reason),
    trust: last.visit === null ? null : trustIn(last.visit),
    fetchedAt: last.visit?.fetchedAt ?? last.at,
    lastVerifiedAt: decay.lastVerifiedAt,
    firstSeen: last.visit?.firstSeen ?? null,
    lastChanged: last.visit?.lastChanged ?? null,
    contentHash: last.visit?.contentHash ?? null,
    looks: await looksAt(corpus, page),
  };
}

/** The numbers behind a near decision, from both texts; `null` where the other has changed since. */
async function evidence(
  { log, state }: OpenCorpus,
  view: PageView,
  of: PageView,
): Promise<NearEvidence | null> {
  if (view.text === null || of.text === null || state.facts === null) return null;
  const [text, other] = [await log.text(view.text), await log.text(of.text)];
  return nearEvidence(state.facts.policy.near, normalText(text), normalText(other));
}

async function copiesOf(
  corpus: OpenCorpus,
  page: number,
  now: Temporal.Instant,
): Promise<Explained["copies"]> {
  const { pages } = corpus.state;
  if (!pages.isKept(page)) return [];
  const holders = pages.holdersOf(pages.textOf(page)).filter((holder) => holder !== page);
  const copies: Explained["copies"][number][] = [];
  for (const holder of holders.slice(0, MOST_LOOKS)) {
    const { key: url, tier } = await viewOf(corpus, holder, now);
    copies.push({ document: holder, url, tier });
  }
  return copies;
}

/** What the page showed, the newest first. */
async function looksAt({ log, state }: OpenCorpus, page: number): Promise<Explained["looks"]> {
  const looks: Explained["looks"][number][] = [];
  let place: Place | undefined = state.pages.place(page);
  while (place !== undefined && looks.length < MOST_LOOKS) {
    const entry = await log.entry(place) as SeenEntry;
    const { at, look, tier, given, rules, status } = entry;
    looks.push({
      at,
      look,
      tier,
      given: given ?? null,
      rules: rules ?? [],
      status: status ?? 200,
    });
    place = entry.before;
  }
  return looks;
}
