/**
 * `dmf demo`: the whole product against its own replica, offline, in seconds.
 *
 * Every day runs through the same commands as a real morning; only the clock is told the date. Each
 * run is held to the true events of its day, so that the demo cannot show a lie.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { runBoardSource } from "../commands/boards.ts";
import { runSource } from "../commands/once.ts";
import { type Desk, inWords } from "../desk.ts";
import { prepareSpec } from "../extract.ts";
import { readChanges } from "../history.ts";
import { type InstantText, type RunId, runId } from "../model.ts";
import type { Outcome } from "../outcome.ts";
import { NOTICE_SHEET } from "../report/sheet_notices.ts";
import { SHEET_NAMES } from "../report/words.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import { boardIds, selectBoard } from "../notice/boards.ts";
import type { NoticeChange } from "../notice/notice.ts";
import { readNoticeChanges } from "../notice/notice_state.ts";
import { selectSpec, sourceIds } from "../selectors.ts";
import type { Source } from "../commands/job.ts";
import { type DemoDay, demoDays } from "./days.ts";
import { replica } from "./replica.ts";
import { boardEvents, boardOn, boardReplica } from "./replica_board.ts";

/** Runs the command. */
export async function demo(
  desk: Desk,
  { common }: Command & { readonly kind: "demo" },
): Promise<number> {
  const path = `${common.data}/demo`;
  await desk.removeDemo(path);
  const days = demoDays();
  let today = days[0] as DemoDay;
  const boards = demoBoards();
  const board = boardReplica(boards, () => boardOn(today.date));
  const register = replica(() => today.rows);
  const site = desk.serve((request) => board(request) ?? register(request));
  const data = await desk.openData(path, "found");
  try {
    const source = demoSource(site.origin);
    for (today of days) {
      const run = runId(today.date);
      const morning = morningOf(desk, run);
      desk.err(`\n${inWords(common.lang, today.title)}\n`);
      const { exitCode } = await runSource(morning, data, source, { common, run });
      if (exitCode !== (today.refused ? 3 : 0)) {
        throw new Error(`Demo day ${run} ended with ${exitCode}`);
      }
      const found = await readChanges(data.log, source.spec.source, { since: run, until: run });
      prove(today, found.map((change) => `${change.kind} ${change.registrationNumber}`));
      const beside = { spec: boards, settings: source.settings };
      await runBoardSource(morning, data, beside, { common, run });
      const told = await readNoticeChanges(data.log, boards, { since: run, until: run });
      proveEvents(today.date, boardEvents(today.date), told);
    }
    desk.err(closing(common, path, today.date));
    return 0;
  } finally {
    await data.close();
    await site.close();
  }
}

function demoSource(origin: string): Source {
  const spec = selectSpec(sourceIds()[0] as string);
  const politeness = { minDelayMs: 0, delayFactor: 0, maxDelayMs: 0 };
  return {
    spec,
    prepared: prepareSpec(spec),
    settings: { origin, contact: null, replica: true, politeness, key: null },
    watch: [],
    keep: { archive: {}, reports: {} },
  };
}

/** 06:00 in Seoul on the day of the run, then onward with the real clock; pages are dated by it. */
function morningOf(desk: Desk, run: RunId): Desk {
  const six = Temporal.ZonedDateTime.from(`${run}T06:00[Asia/Seoul]`).toInstant();
  const ahead = desk.clock.now().until(six);
  return {
    ...desk,
    clock: {
      now: () => desk.clock.now().add(ahead),
      sleep: (ms, signal) => desk.clock.sleep(ms, signal),
    },
    openFetch: () => {
      const fetch = desk.openFetch();
      return {
        get: async (request) => dated(await fetch.get(request), ahead),
        [Symbol.dispose]: () => fetch[Symbol.dispose](),
      };
    },
  };
}

function dated(outcome: Outcome, ahead: Temporal.Duration): Outcome {
  if (outcome.kind !== "fetched") return outcome;
  const { snapshot } = outcome;
  const later = (at: InstantText) =>
    Temporal.Instant.from(at).add(ahead).toString({ smallestUnit: "millisecond" }) as InstantText;
  const requestedAt = later(snapshot.requestedAt);
  // The server's own date is today's; the day shown is another.
  const { date: _, ...headers } = snapshot.headers;
  return {
    ...outcome,
    snapshot: { ...snapshot, headers, requestedAt, receivedAt: later(snapshot.receivedAt) },
  };
}

/** One board is enough to be shown; the replica has no feed. */
function demoBoards(): BoardSpec {
  const spec = selectBoard(boardIds()[0] as string) as BoardSpec;
  const { feed: _, ...board } = spec.boards[0] as BoardSpec["boards"][number];
  return { ...spec, boards: [board] };
}

function proveEvents(date: string, expected: readonly string[], told: readonly NoticeChange[]) {
  const found = told.map(({ kind, record }) => `${kind} ${record.split("-").at(-1)}`);
  if (`${found}` === `${expected}`) return;
  throw new Error(`Demo day ${date} should have shown "${expected}" but showed "${found}"`);
}

function prove(day: DemoDay, found: readonly string[]): void {
  const expected = day.events.map((event) => `${event.kind} ${event.registrationNumber}`);
  const [a, b] = [expected.toSorted().join("\n"), found.toSorted().join("\n")];
  if (a !== b) throw new Error(`Demo day ${day.date} should have shown:\n${a}\nbut showed:\n${b}`);
}

function closing(common: Command["common"], path: string, date: string): string {
  const workbook = `${path}/reports/${date}.xlsx`;
  const names = [...Object.values(SHEET_NAMES), NOTICE_SHEET];
  const sheets = names.map((name) => name[common.lang]).join(" / ");
  return inWords(common.lang, {
    ko: `
보고서를 열어 보십시오: ${workbook}
  시트: ${sheets}. 모든 값의 출처를 따라갈 수 있습니다.
  다른 날짜의 보고서도 같은 폴더에 있습니다. 격리된 날의 보고서는 이유와 유지 중인 자료를 보여 줍니다.
더 보기: dmf changes --data ${path} · dmf status --data ${path}
실제로 쓰려면: dmf.json에 "contact": "ra@example.kr"(본인 연락처)를 적고 dmf --once를 실행하십시오.
매일 06:00(서울)에 실행하려면: dmf watch
`,
    en: `
Open the workbook: ${workbook}
  Sheets: ${sheets}; every value leads to its proof.
  The other days lie beside it; the refused day's report shows why and which data stay in force.
More: dmf changes --data ${path} · dmf status --data ${path}
To go live: write "contact": "ra@example.kr" (your own) into dmf.json and run dmf --once.
Every morning at 06:00 in Seoul: dmf watch
`,
  });
}
