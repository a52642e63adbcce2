/**
 * `dmf corpus add` and `dmf corpus scan`: documents are taken into a corpus.
 *
 * `add` takes in what is named; `scan` reads again what was added before, or what is named, and tells what
 * has vanished from its folders; with `--again` everything is decided anew under other rules first.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError, unreadable } from "../configuration_error.ts";
import type { CorpusAction } from "../corpus_action.ts";
import type { CorpusFiles } from "../corpus/corpus_files.ts";
import {
  agree,
  type CorpusPolicy,
  otherPolicy,
  POLICIES,
  policyId,
  readCorpusPolicy,
} from "../corpus/corpus_policy.ts";
import type { Source } from "../corpus/corpus_record.ts";
import { found, runCorpus, type RunDone } from "../corpus/corpus_run.ts";
import { isLines } from "../corpus/document_source.ts";
import { NORMALISATION } from "../corpus/normal_text.ts";
import { leave, type OpenCorpus, openCorpus } from "../corpus/open_corpus.ts";

import { reindex } from "../corpus/reindex.ts";
import { type Desk, inWords } from "../desk.ts";
import type { InstantText } from "../model.ts";
import { takenText } from "./corpus_text.ts";

type Taking = Command & CorpusAction & { readonly what: "add" | "scan" };

/** Runs the command. */
export async function takeIn(desk: Desk, command: Taking): Promise<number> {
  const { common, name } = command;
  const policy = command.policy === null ? null : await policyOf(desk, command.policy);
  const sources = await sourcesOf(desk, command.paths);
  if (command.what === "scan") {
    await assertThere(desk, command);
    if (command.again) await indexAgain(desk, command, policy);
  }
  const files = await desk.corpora.open(common.data, name, "write") as CorpusFiles;
  try {
    const corpus = await prepared(desk, command, files, policy);
    const { facts } = corpus.state;
    const run = {
      what: command.what,
      sources: sources.length > 0 ? sources : facts?.sources ?? [],
      all: sources.length === 0,
      files: desk.corpora.documents,
      now: () => desk.clock.now(),
      signal: desk.signal,
      refuse: refusing(desk, command),
      progress: progressing(desk, command),
    };
    const done = await runCorpus(corpus, run);
    await leave(corpus);
    show(desk, command, corpus, done);
    return done.bad > 0 ? 3 : 0;
  } finally {
    await files.close();
  }
}

/** Decides everything in the corpus anew, under the rules given or those it has. */
async function indexAgain(
  desk: Desk,
  { common, name }: Taking,
  wanted: CorpusPolicy | null,
): Promise<void> {
  const files = await desk.corpora.open(common.data, name, "write") as CorpusFiles;
  try {
    const corpus = await openCorpus(files, POLICIES.ours);
    await corpus.log.cutTail();
    if (corpus.state.facts === null) throw noCorpus(name);
    const policy = { ...(wanted ?? corpus.state.facts.policy), normalisation: NORMALISATION };
    await reindex(corpus, policy, desk.signal);
  } finally {
    await files.close();
  }
}

/** Opens the corpus with the rules it has, or gives it the rules it is to have. */
async function prepared(
  desk: Desk,
  command: Taking,
  files: CorpusFiles,
  wanted: CorpusPolicy | null,
): Promise<OpenCorpus> {
  const corpus = await openCorpus(files, wanted ?? POLICIES.ours);
  await corpus.log.cutTail();
  const { facts } = corpus.state;
  if (facts === null) {
    const at = desk.clock.now().round("millisecond").toString() as InstantText;
    await found(corpus, command.name, wanted ?? POLICIES.ours, at);
    return corpus;
  }
  const present = { ...(wanted ?? facts.policy), normalisation: NORMALISATION };
  if (agree(facts.policy, present)) return corpus;

  throw otherPolicy(command.name, facts.policy, present);
}

async function policyOf(desk: Desk, given: string): Promise<CorpusPolicy> {
  if (given === "paper" || given === "ours") return POLICIES[given];
  if (await desk.corpora.documents.look(given) === "folder") {
    throw unreadable(given, { ko: "폴더입니다.", en: "it is a folder" });
  }
  const text = await desk.readText(given);
  if (text !== null) return readCorpusPolicy(text, given);
  throw new ConfigurationError({
    ko: `"--policy" 옵션의 "${given}" 파일이 없습니다. 파일 이름이나 paper, ours를 쓰십시오.`,
    en: `There is no file "${given}" for "--policy"; name a file, paper or ours`,
  });
}

async function sourcesOf(desk: Desk, paths: readonly string[]): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const given of paths) {
    const path = given.replace(/^(?:\.\/)+/, "").replace(/(.)\/+$/, "$1");
    if (path === "-") {
      sources.push({ path, kind: "stdin" });
      continue;
    }
    const kind = await desk.corpora.documents.look(path);
    if (kind === null) throw missing(given);
    if (kind === "file" && !isLines(path)) throw strange(given);
    sources.push({ path, kind });
  }
  return sources;
}

function missing(path: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${path}" 파일이나 폴더가 없습니다.`,
    en: `There is no file or folder "${path}"`,
  });
}

function strange(path: string): ConfigurationError {
  return new ConfigurationError({
    ko:
      `"${path}": 파일은 한 줄에 문서 하나인 .jsonl 또는 .ndjson이어야 합니다. 다른 파일은 폴더에 ` +
      "넣고 그 폴더를 지정하십시오.",
    en:
      `"${path}": a file must be .jsonl or .ndjson with a document a line; put other files into ` +
      "a folder and name the folder",
  });
}

/** `scan` brings up to date what there is, and founds nothing. */
async function assertThere(desk: Desk, { common, name }: Taking): Promise<void> {
  const files = await desk.corpora.open(common.data, name, "read");
  if (files === null) throw noCorpus(name);
  await files.close();
}

/** There is no corpus of a name. */
export function noCorpus(name: string): ConfigurationError {
  return new ConfigurationError({
    ko: `말뭉치 "${name}"이(가) 없습니다. "dmf corpus add FILE"로 먼저 문서를 넣으십시오.`,
    en: `There is no corpus "${name}"; take documents in first with "dmf corpus add FILE"`,
  });
}

/** Bad inputs that are told one by one; the rest is counted. */
const MOST_TOLD = 100;

function refusing(desk: Desk, { common }: Taking) {
  let told = 0;
  return (place: string, why: { readonly ko: string; readonly en: string }) => {
    told += 1;
    if (told <= MOST_TOLD) desk.err(`${place}: ${inWords(common.lang, why)}\n`);
    if (told === MOST_TOLD) desk.err("…\n");
  };
}

const PROGRESS_MS = 200;

function progressing(desk: Desk, { common }: Taking) {
  let shown = 0;
  let count = 0;
  return (documents: number, place: string, bytes: number) => {
    count += 1;
    if (common.quiet || count % 64 !== 0) return;
    const now = desk.clock.now().epochMilliseconds;
    if (now - shown < PROGRESS_MS) return;
    shown = now;
    const read = `${(bytes / 2 ** 20).toFixed(1)} MiB`;
    const number = documents.toLocaleString("en-US");
    desk.line(
      common.lang === "ko"
        ? `${number}개 · ${read} · ${place}`
        : `${number} documents · ${read} · ${place}`,
    );
  };
}

function show(desk: Desk, { common }: Taking, { state }: OpenCorpus, done: RunDone): void {
  if (!common.quiet) desk.line("");
  const keptNow = state.pages.keptCount();
  const taken = { ...done, kept: keptNow, policy: policyId(state.facts?.policy as CorpusPolicy) };
  if (common.json) desk.out(`${JSON.stringify(taken)}\n`);
  else desk.out(takenText(taken, common.lang));
}
