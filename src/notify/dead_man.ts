/**
 * The dead man's switch: a crawler that is not heard of any more is told of, once, and its return.
 *
 * Nothing of the crawler needs to be alive for it. What was told is remembered below the outbox; the
 * ids come from the heartbeat, so that a crash between alert and memory tells nothing twice.
 *
 * @module
 */

import type { Alert } from "../alert.ts";
import { type Heartbeat, readHeartbeat } from "../heartbeat.ts";
import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import type { Spool } from "./spool.ts";

/** The last heartbeat seen, and whether its silence was told. */
interface Memory {
  readonly last: Heartbeat;
  readonly silent: boolean;
}

const MEMORY = "sent/~dead-man.json";

/** Compares the heartbeat with the time, and raises `silent` or `recovered` where it changed. */
export async function watchHeartbeat(
  spool: Spool,
  heartbeat: string | null,
  now: Temporal.Instant,
): Promise<void> {
  const memory = readMemory(await spool.folder.read(MEMORY));
  // A heartbeat that is gone or damaged is as silent as an old one.
  const last = readHeartbeat(heartbeat) ?? memory?.last ?? null;
  if (last === null) return;
  const silent = Temporal.Instant.compare(last.nextBy, now) < 0;
  if (silent && !(memory?.silent && memory.last.nextBy === last.nextBy)) {
    await spool.add(alertOf("silent", last, last.nextBy, now, silence(last)));
  }
  if (!silent && memory?.silent) {
    await spool.add(alertOf("recovered", last, last.at, now, RECOVERED));
  }
  if (memory?.silent === silent && memory.last.at === last.at) return;
  await spool.folder.write(MEMORY, `${JSON.stringify({ last, silent } satisfies Memory)}\n`);
}

function alertOf(
  kind: "silent" | "recovered",
  { source, run }: Heartbeat,
  since: InstantText,
  now: Temporal.Instant,
  sentence: Sentence,
): Alert {
  const id = `${source}-${kind}-${since}`;
  return { id, kind, source, run, at: now.toString() as InstantText, sentence };
}

function silence({ at, nextBy, run }: Heartbeat): Sentence {
  const [last, due] = [seoul(at), seoul(nextBy)];
  return {
    ko:
      `수집기 소식이 없습니다. 마지막 실행은 ${run}(${last})이고, ${due}까지 다음 실행이 끝났어야 ` +
      '합니다. 그 컴퓨터와 예약 작업을 확인하고 "dmf --once"를 실행하십시오.',
    en:
      `Nothing was heard of the crawler: its last run was ${run} (${last}), the next was due by ` +
      `${due}, both in Seoul. Look at the machine and its schedule, and run "dmf --once".`,
  };
}

const RECOVERED: Sentence = {
  ko: "수집기가 다시 동작합니다.",
  en: "The crawler is heard of again.",
};

function seoul(instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO("Asia/Seoul").toPlainDateTime()
    .toString({ smallestUnit: "minute" }).replace("T", " ");
}

function readMemory(text: string | null): Memory | null {
  if (text === null) return null;
  try {
    const { last, silent } = JSON.parse(text) as Memory;
    const heartbeat = readHeartbeat(JSON.stringify(last ?? null));
    return heartbeat === null ? null : { last: heartbeat, silent: silent === true };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
