/**
 * Reading the list once, whole: robots.txt, terms, then page after page.
 *
 * Every page is archived before it is parsed, remembered as a checkpoint, and extracted at once, in
 * the politeness pause that follows it anyway. A list that moves while it is read is read again, at
 * most twice. Whether the list is believed is decided afterwards.
 *
 * @module
 */

import { wrongClock } from "./clock_check.ts";
import { isShift, type ListReading, readList } from "./completeness.ts";
import { decode } from "./decode.ts";
import { type ProvablePage, provePage } from "./evidence.ts";
import { nextPage, pageUrl } from "./frontier.ts";
import type { Hold, PageCheckpoint } from "./hold.ts";
import type { Answer, HostQueue } from "./host_queue.ts";
import { sameRecord } from "./identity.ts";
import type { Digest, Evidence, RegisterRecord, Row, RunId } from "./model.ts";
import type { Failure, Fetched } from "./outcome.ts";
import { type Archive, ArchiveFault } from "./ports.ts";
import { asServiceFailure, type PageRead } from "./read_answer.ts";
import { readPage } from "./read_page.ts";
import type { Past } from "./recall.ts";
import type { Refusal, Sentence } from "./refusal.ts";
import { sentence } from "./refusal_words.ts";
import { decide, type RobotsDecision } from "./robots.ts";
import { readTermsPage, type TermsSeen } from "./terms.ts";
import type { Job, World } from "./world.ts";

/** What came of reading the list. */
export type Crawled =
  | CrawledList
  | RefusedList
  | NotCrawled
  | WrongClock;

/** A complete list. */
export type CrawledList = PagesListed & { readonly terms: TermsSeen };

/** A list that is not complete, or not the list. */
export interface RefusedList {
  readonly kind: "refused";
  readonly list: ListReading;
  readonly refusal: Refusal;
}

interface PagesListed {
  readonly kind: "list";
  readonly list: ListReading;
  /** `Content-Type` of each page, by digest: needed to decode its bytes once more. */
  readonly contentTypes: ReadonlyMap<Digest, string | null>;
  /** Proofs of the rows that were not expected as they stand. */
  readonly proofs: ReadonlyMap<Row, Evidence>;
}

/** The list could not be read; no judgement on it. */
export type NotCrawled =
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "disallowed"; readonly url: string; readonly decision: RobotsDecision };

/** The machine's clock disagrees with the site's: what is read cannot be dated. */
export interface WrongClock {
  readonly kind: "wrong-clock";
  readonly reason: Sentence;
}

/** Readings after the first, where the list moved while it was read. */
const MOST_REREADS = 2;

interface Asking {
  /** `null` where the archive alone may be read. */
  readonly queue: HostQueue | null;
  readonly expected: Past["expected"];
}

/** Crawls the list of a job. */
export async function crawl(
  job: Job,
  world: World,
  hold: Hold,
  { queue, expected }: Asking & { readonly queue: HostQueue },
): Promise<Crawled> {
  const robots = await queue.readRobots(job.spec.robots);
  if (robots.outcome.kind === "fetched") {
    const reason = wrongClock(robots.outcome.snapshot, world.clock.now());
    if (reason) return { kind: "wrong-clock", reason };
    await archive(world, job, robots.outcome);
  }
  if (robots.reading.kind === "unreachable") {
    return { kind: "failed", failure: asServiceFailure(job.spec, robots.reading.failure) };
  }
  if (robots.reading.kind === "rules") {
    const url = pageUrl(job.spec, job.origin, job.spec.paging.firstPage);
    const decision = decide(robots.reading.rules, job.productToken, url);
    if (!decision.allowed) return { kind: "disallowed", url, decision };
  }
  const terms = await readTermsPage(job, world, queue);
  for (let reread = 0;; reread++) {
    const crawled = await readPages(job, world, hold, { queue, expected });
    if (crawled.kind !== "refused") {
      return crawled.kind === "list" ? { ...crawled, terms } : crawled;
    }
    if (!isShift(crawled.refusal) || reread === MOST_REREADS) return crawled;
    const reason = sentence(crawled.refusal).ko;
    world.observe?.({ kind: "reread", reread: reread + 1, reason });
    await hold.nextPass();
  }
}

/**
 * Reads the archived pages of a released list again; asks the site for nothing.
 *
 * @throws {ArchiveFault} where not all of its pages are there any more.
 */
export async function recrawl(
  job: Job,
  world: World,
  hold: Hold,
  expected: Past["expected"],
): Promise<Exclude<Crawled, NotCrawled>> {
  const crawled = await readPages(job, world, hold, { queue: null, expected });
  if (crawled.kind !== "list" && crawled.kind !== "refused") throw pagesGone(job);
  if (crawled.kind === "refused") return crawled;
  return { ...crawled, terms: { kind: "not-asked" } };
}

function pagesGone({ run }: Job): ArchiveFault {
  return new ArchiveFault({
    ko: `"${run}" 실행의 보관된 화면이 모두 남아 있지 않아 채택할 수 없습니다. ` +
      '"dmf --once"로 다시 수집하십시오.',
    en: `Cannot release run "${run}": not all of its archived pages are there any more; crawl ` +
      'again with "dmf --once"',
  });
}

type PagesRead =
  | PagesListed
  | RefusedList
  | NotCrawled
  | WrongClock;

async function readPages(
  job: Job,
  world: World,
  hold: Hold,
  { queue, expected }: Asking,
): Promise<PagesRead> {
  const { spec } = job;
  const list = readList(spec);
  const contentTypes = new Map<Digest, string | null>();
  const proofs = new Map<Row, Evidence>();
  const prove = (rows: readonly Row[], page: ProvablePage) => {
    if (expected === null) return;
    const strange = rows.filter(({ values }) => expectedFor(values, expected) !== values);
    if (strange.length === 0) return;
    for (const [row, proof] of provePage(strange, page, job.prepared)) proofs.set(row, proof);
  };
  const take = (page: PageCheckpoint, open: OpenedPage, resumed: boolean): Refusal | null => {
    contentTypes.set(page.digest, page.contentType);
    const extraction = open.read;
    if (extraction.kind === "refused") return extraction.refusal;
    const rows = extraction.page.rows.map((row) => shared(row, expected));
    prove(rows, open);
    const refusal = list.add(page.page, { ...extraction.page, rows });
    const read = { page: page.page, rows: list.rows.length, statedTotal: list.statedTotal() };
    world.observe?.({ kind: "page", ...read, resumed });
    return refusal;
  };

  const checkpoints = await hold.checkpoints(spec.paging.firstPage);
  for await (const [page, body] of archivedBodies(world.archive, job.run, checkpoints)) {
    const opened = openPage(job, page, body);
    if (opened.read.kind === "failed") return opened.read;
    const refusal = take(page, { ...opened, read: opened.read }, true);
    if (refusal) return { kind: "refused", list, refusal };
  }
  for (;;) {
    const page = nextPage(spec, {
      pages: list.pages,
      rows: list.rows.length,
      statedTotal: list.statedTotal(),
      lastPageRows: list.lastPageRows(),
    });
    if (page === null) break;
    if (queue === null) throw pagesGone(job);
    const answer = await queue.get(pageUrl(spec, job.origin, page), spec.request);
    if (answer.kind !== "fetched") return notCrawled(spec, answer);
    const reason = wrongClock(answer.snapshot, world.clock.now());
    if (reason) return { kind: "wrong-clock", reason };
    await archive(world, job, answer);
    const checkpoint = checkpointOf(answer, page, hold.record.pass);
    const opened = openPage(job, checkpoint, answer.body);
    // An answer that hands out nothing is no page: the next attempt asks for it again.
    if (opened.read.kind === "failed") return opened.read;
    await hold.checkpoint(checkpoint);
    const refusal = take(checkpoint, { ...opened, read: opened.read }, false);
    if (refusal) return { kind: "refused", list, refusal };
  }
  const refusal = list.finish();
  return refusal
    ? { kind: "refused", list, refusal }
    : { kind: "list", list, contentTypes, proofs };
}

/**
 * A row with the known record's content in place of its own where they mean the same: one copy of
 * 10,000 records is enough.
 */
function shared(row: Row, expected: Past["expected"]): Row {
  const values = expected ? expectedFor(row.values, expected) : undefined;
  return values && sameRecord(values, row.values) ? { ...row, values } : row;
}

function expectedFor(values: RegisterRecord, expected: NonNullable<Past["expected"]>) {
  return expected.get(values.registrationNumber ?? "");
}

/** Decodes and extracts one archived page of the list. */
export function readBody(job: Pick<Job, "prepared">, page: PageAt, body: Uint8Array): PageRead {
  return openPage(job, page, body).read;
}

type PageAt = Pick<PageCheckpoint, "page" | "url" | "digest" | "contentType" | "observedAt">;

/** A page with what was read from it. */
interface OpenedPage extends ProvablePage {
  readonly read: Exclude<PageRead, { kind: "failed" }>;
}

function openPage(
  { prepared }: Pick<Job, "prepared">,
  { page, url, digest, observedAt, contentType }: PageAt,
  body: Uint8Array,
): ProvablePage & { readonly read: PageRead } {
  const decoded = decode(body, contentType);
  const read = readPage({ body, decoded }, prepared, { page, url, digest, observedAt });
  return { body, decoded, read };
}

/** Stores a response before anything reads it. */
export function archive(world: World, job: Job, fetched: Fetched): Promise<void> {
  return world.archive.put(job.run, fetched.snapshot, fetched.body);
}

/** What a page of the list is remembered by. */
export function checkpointOf(fetched: Fetched, page: number, pass: number): PageCheckpoint {
  const { finalUrl, digest, headers, receivedAt } = fetched.snapshot;
  const contentType = headers["content-type"] ?? null;
  return { page, pass, url: finalUrl, digest, contentType, observedAt: receivedAt };
}

function notCrawled(spec: Job["spec"], answer: Exclude<Answer, Fetched>): NotCrawled {
  if (answer.kind !== "disallowed") {
    return { kind: "failed", failure: asServiceFailure(spec, answer) };
  }
  return { kind: "disallowed", url: answer.url, decision: answer.decision };
}

/**
 * Bodies of archived pages in order, the next one on its way while one is read.
 *
 * A page whose bytes are gone or damaged ends the sequence: it has to be asked for again.
 */
export async function* archivedBodies<Page extends { readonly digest: Digest }>(
  archive: Archive,
  run: RunId,
  pages: readonly Page[],
): AsyncGenerator<readonly [Page, Uint8Array]> {
  const load = (page: Page | undefined) => page ? archive.body(run, page.digest) : null;
  let next = load(pages[0]);
  for (const [index, page] of pages.entries()) {
    try {
      const body = await next;
      next = load(pages[index + 1]);
      // A fault of the page after this one is met when its turn comes, if it comes.
      next?.catch(() => {});
      yield [page, body as Uint8Array];
    } catch (error) {
      if (error instanceof ArchiveFault) return;
      throw error;
    }
  }
}
