/**
 * Revoking accepted runs: the register stands again as it did before them.
 *
 * A run is measured against the one before it, hence whoever revokes one revokes all after it as
 * well; the next crawl finds anew what was true of them. What stands in the log stays there.
 *
 * @module
 */

import { type Amendment, correct } from "./correct.ts";
import { type AcceptedRun, readAccepted, readCounted } from "./history.ts";
import type { Hold } from "./hold.ts";
import type { RunId, SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import type { Counted } from "./relearn.ts";
import type { Corrected, Decision } from "./run_record.ts";

/** Accepted runs that count, from a run on. */
export async function runsFrom(
  log: EventLog,
  source: SourceId,
  run: RunId,
): Promise<AcceptedRun[]> {
  return await Array.fromAsync(readAccepted(log, source, { since: run, until: null }));
}

/** Revokes runs, which are all that count from the first of them on. */
export async function revoke(
  log: EventLog,
  hold: Hold,
  runs: readonly RunId[],
  { decision, wellFormed }: { readonly decision: Decision; readonly wellFormed: RegExp },
): Promise<Corrected> {
  const { source } = hold;
  const amendments = runs.map((run): Amendment => ({ run, entries: null }));
  const first = runs[0] as RunId;
  return await correct(log, hold, {
    ...decision,
    kind: "revoked",
    specVersion: null,
    amendments,
    alert: {
      id: `${source}-${hold.run}-corrected`,
      kind: "corrected",
      source,
      run: hold.run,
      at: decision.at,
      sentence: {
        ko: `${runs.join(", ")} 실행의 변동을 철회했습니다(이유: ${decision.reason}). ` +
          "다음 수집이 사실인 변동을 다시 알립니다.",
        en:
          `What run ${runs.join(", ")} reported is revoked (${decision.reason}); the next crawl ` +
          "reports again what is true of it.",
      },
    },
  }, { history: historyBefore(log, source, first), wellFormed });
}

/** Everything that counts before a run. */
async function* historyBefore(
  log: EventLog,
  source: SourceId,
  end: RunId,
): AsyncGenerator<Counted> {
  for await (const one of readCounted(log, source)) {
    if (one.run === end) return;
    yield one;
  }
}
