/**
 * One process's hold on one run of a source: lease, checkpoints, ending.
 *
 * Every write of a run insists on the lease it was taken with, so that a process that was suspended
 * past its lease, and has been succeeded, can write nothing. A crashed process leaves its lease
 * behind; the caller says whether it alone has the data folder, which the kernel knows for sure, and
 * then the lease of the dead is taken over at once.
 *
 * @module
 */

import { LeaseLost } from "./lease_lost.ts";
import { leaseKey, outboxKey, pageKey, pagesOf, runKey, troubleKey } from "./keys.ts";
import type { Alert } from "./alert.ts";
import {
  correctionAfter,
  type Digest,
  type InstantText,
  type RunId,
  type SourceId,
} from "./model.ts";
import type { Clock, Entry, EventLog, Write } from "./ports.ts";
import {
  type Ending,
  type Failed,
  isSealed,
  type Quarantined,
  type Release,
  type Running,
  type RunRecord,
} from "./run_record.ts";
import { readHead } from "./store.ts";
import type { Trouble } from "./trouble.ts";

/** A page that is archived already: enough to read it again without asking the server. */
export interface PageCheckpoint {
  readonly page: number;
  readonly pass: number;
  readonly url: string;
  readonly digest: Digest;
  readonly contentType: string | null;
  readonly observedAt: InstantText;
}

/** Why a run was not begun. */
export type NotBegun =
  | { readonly kind: "busy"; readonly until: InstantText }
  | { readonly kind: "done"; readonly run: RunId }
  | { readonly kind: "past"; readonly head: RunId };

interface Lease {
  readonly owner: string;
  readonly until: InstantText;
  /** Whether its holder has the data folder's lock, so that a free lock proves it dead. */
  readonly locked: boolean;
}

/** How long a lease outlives its last renewal: longer than any pause and request. */
const LEASE = Temporal.Duration.from({ minutes: 10 });

/** Begins a run, or an attempt more of it, or goes on where an attempt was cut off. */
export async function begin(
  world: { readonly log: EventLog; readonly clock: Clock },
  source: SourceId,
  run: RunId,
  { alone, release }: { readonly alone: boolean; readonly release?: Release },
): Promise<Hold | NotBegun> {
  const { entry: headEntry, head } = await readHead(world.log, source);
  const runEntry = await world.log.get(runKey(source, run));
  const before = runEntry.value as RunRecord | null;
  const { free, lease, isDead, until } = await lookAtLease(world, source, alone);
  if (before?.state === "accepted") {
    // Killed after the seal, a process leaves a lease that nobody has to take over any more.
    if (lease && isDead) await world.log.atomic([free], [{ key: free.key, value: undefined }]);
    return { kind: "done", run };
  }
  if (head && run < head.run) return { kind: "past", head: head.run };
  if (until) return { kind: "busy", until };
  const now = world.clock.now();
  if (release && before?.state !== "quarantined") return { kind: "busy", until: text(now) };
  const record = nextAttempt(before, text(now), release !== undefined);
  const owner = `${run} ${record.attempt} ${text(now)}`;
  // A lease that came and went leaves no trace of its own; what was sealed under it does.
  const taken = await world.log.atomic([free, headEntry, runEntry], [
    { key: leaseKey(source), value: leaseUntil({ owner, locked: alone }, now) },
    // A refused list stays refused until it is sealed: a release cut off can be decided on anew.
    ...(release ? [] : [{ key: runKey(source, run), value: record }]),
  ]);
  if (!taken) return { kind: "busy", until: text(now.add(LEASE)) };
  return new Hold(world, source, run, { owner, locked: alone }, record, before);
}

/** Begins a correction of sealed runs, which follows the last seal; `null` where nothing is sealed. */
export async function beginCorrection(
  world: { readonly log: EventLog; readonly clock: Clock },
  source: SourceId,
  { alone }: { readonly alone: boolean },
): Promise<Hold | Extract<NotBegun, { kind: "busy" }> | null> {
  const { entry: headEntry, head } = await readHead(world.log, source);
  if (head === null) return null;
  const { free, until } = await lookAtLease(world, source, alone);
  if (until) return { kind: "busy", until };
  const now = world.clock.now();
  const run = correctionAfter(head.run);
  const holder = { owner: `${run} ${text(now)}`, locked: alone };
  const taken = await world.log.atomic([free, headEntry], [
    { key: leaseKey(source), value: leaseUntil(holder, now) },
  ]);
  if (!taken) return { kind: "busy", until: text(now.add(LEASE)) };
  const record = nextAttempt(null, text(now), false);
  return new Hold(world, source, run, holder, record);
}

/** The lease of a source, and until when it keeps others out. */
async function lookAtLease(
  { log, clock }: { readonly log: EventLog; readonly clock: Clock },
  source: SourceId,
  alone: boolean,
) {
  const free = await log.get(leaseKey(source));
  const lease = free.value as Lease | null;
  const isDead = alone && lease?.locked !== false;
  const isBusy = lease !== null && !isDead &&
    Temporal.Instant.compare(lease.until, clock.now()) > 0;
  return { free, lease, isDead, until: isBusy ? lease.until : null };
}

/**
 * A refused attempt starts afresh, unless it is released; a failed or killed one goes on with the
 * pages it has.
 */
function nextAttempt(
  before: RunRecord | null,
  startedAt: InstantText,
  isReleased: boolean,
): Running {
  if (before === null) return { state: "running", attempt: 1, pass: 1, startedAt, earlier: [] };
  if (before.state === "running") return before;
  if (isSealed(before)) throw new Error("A sealed run has no next attempt");
  const attempt = before.attempt + 1;
  const ending: Ending = { attempt: before.attempt, at: before.finishedAt, reason: before.reason };
  const earlier = [...before.earlier.slice(-9), ending];
  const begun = { state: "running", attempt, startedAt, earlier } as const;
  const goesOn = before.state === "failed" || isReleased;
  return { ...begun, pass: goesOn ? before.pass : before.pass + 1 };
}

/** Whether somebody may be at work on a source: a lease lasts that the dead leave behind, too. */
export async function isHeld(
  log: EventLog,
  source: SourceId,
  now: Temporal.Instant,
): Promise<boolean> {
  const lease = (await log.get(leaseKey(source))).value as Lease | null;
  return lease !== null && Temporal.Instant.compare(lease.until, now) > 0;
}

/** The hold on a run: all that may be written before the seal is written through it. */
export class Hold {
  #record: Running;

  constructor(
    private readonly world: { readonly log: EventLog; readonly clock: Clock },
    readonly source: SourceId,
    readonly run: RunId,
    private readonly holder: Pick<Lease, "owner" | "locked">,
    record: Running,
    private readonly before: RunRecord | null = null,
  ) {
    this.#record = record;
  }

  get record(): Running {
    return this.#record;
  }

  /** Pages of the present pass that are archived already, in order and without a gap. */
  async checkpoints(firstPage: number): Promise<PageCheckpoint[]> {
    const found: PageCheckpoint[] = [];
    for await (const { value } of this.world.log.list({ prefix: pagesOf(this.source, this.run) })) {
      const checkpoint = value as PageCheckpoint;
      const expected = firstPage + found.length;
      if (checkpoint.pass !== this.#record.pass || checkpoint.page !== expected) continue;
      found.push(checkpoint);
    }
    return found;
  }

  /** Remembers an archived page; after this the server is not asked for it again today. */
  checkpoint(page: PageCheckpoint): Promise<void> {
    return this.write([{ key: pageKey(this.source, this.run, page.page), value: page }]);
  }

  /** Forgets the pages read so far, because the list moved while it was read. */
  async nextPass(): Promise<void> {
    this.#record = { ...this.#record, pass: this.#record.pass + 1 };
    await this.write([{ key: runKey(this.source, this.run), value: this.#record }]);
  }

  /** Takes the attempt back, as if it had not been begun: its date cannot be believed. */
  async withdraw(): Promise<void> {
    const value = this.before ?? undefined;
    await this.write([{ key: runKey(this.source, this.run), value }]);
  }

  /** Ends the attempt without a verdict, or with a refusal, and says so once. */
  async end(
    record: Failed | Quarantined,
    { trouble, alert }: { readonly trouble: Trouble; readonly alert: Alert | null },
  ): Promise<void> {
    const writes: Write[] = [
      { key: runKey(this.source, this.run), value: record },
      { key: troubleKey(this.source), value: trouble },
    ];
    if (alert) writes.push({ key: outboxKey(alert.id), value: alert });
    await this.write(writes);
  }

  /** Writes under the lease and renews it; throws {@linkcode LeaseLost} where it is not ours. */
  async write(writes: readonly Write[], checks: readonly Entry[] = []): Promise<void> {
    const lease = await this.lease();
    const renewed = leaseUntil(this.holder, this.world.clock.now());
    const all = [...writes, { key: leaseKey(this.source), value: renewed }];
    if (await this.world.log.atomic([lease, ...checks], all)) return;
    throw this.lost();
  }

  /** Lets the next process in. */
  async release(): Promise<void> {
    const lease = await this.world.log.get(leaseKey(this.source));
    if ((lease.value as Lease | null)?.owner !== this.holder.owner) return;
    await this.world.log.atomic([lease], [{ key: leaseKey(this.source), value: undefined }]);
  }

  private async lease(): Promise<Entry> {
    const lease = await this.world.log.get(leaseKey(this.source));
    if ((lease.value as Lease | null)?.owner !== this.holder.owner) throw this.lost();
    return lease;
  }

  private lost(): LeaseLost {
    return new LeaseLost({
      ko: `"${this.source}" 출처의 "${this.run}" 실행을 다른 프로세스가 넘겨받아 ` +
        "이 프로세스는 여기서 멈춥니다.",
      en: `Run "${this.run}" of "${this.source}" was taken over by another process; this one stops`,
    });
  }
}

function leaseUntil(holder: Pick<Lease, "owner" | "locked">, now: Temporal.Instant): Lease {
  return { ...holder, until: text(now.add(LEASE)) };
}

function text(instant: Temporal.Instant): InstantText {
  return instant.toString() as InstantText;
}
