/** A power cut at every write of a day of boards, then the rerun. */
import assert from "node:assert/strict";
import { httpFetch } from "../src/adapters/http_fetch.ts";
import type { BoardJob } from "../src/board/board_job.ts";
import { runBoards } from "../src/board/board_run.ts";
import { NOTICE_CONTENT } from "../src/commands/board_source.ts";
import { outboxOf } from "../src/keys.ts";
import type { RunId } from "../src/model.ts";
import type { BoardSpec } from "../src/notice/board_spec.ts";
import { selectBoard } from "../src/notice/boards.ts";
import { noticeEntries } from "../src/notice/notice_state.ts";
import type { EventLog } from "../src/ports.ts";
import { FixtureBoard, type FixtureNotice, notices } from "./support/fixture_board.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { diesAt, MemoryLog, PowerCut } from "./support/memory_log.ts";
import { MemoryArchive } from "./support/memory_world.ts";

const embedded = selectBoard("mfds-notice") as BoardSpec;
const spec: BoardSpec = { ...embedded, boards: embedded.boards.slice(0, 1) };
const [DAY1, DAY2, DAY3] = ["2026-11-01", "2026-11-02", "2026-11-03"] as const;

class Machine {
  constructor(
    readonly site: FixtureBoard,
    readonly log = new MemoryLog(),
    readonly archive = new MemoryArchive(),
  ) {}

  copy(): Machine {
    return new Machine(this.site, this.log.copy(), this.archive.copy());
  }

  async run(date: string, log: EventLog = this.log): Promise<string> {
    const clock = new ManualClock(`${date}T00:00:00Z`);
    this.site.clock = () => clock.now();
    using fetch = httpFetch();
    const job: BoardJob = {
      spec,
      origin: this.site.origin,
      replica: true,
      politeness: { minDelayMs: 0, delayFactor: 0, maxDelayMs: 0 },
      userAgent: "dmf/0.0.0",
      productToken: "dmf",
      run: date as RunId,
      alone: true,
      content: NOTICE_CONTENT,
    };
    return (await runBoards(job, { clock, fetch, archive: this.archive, log })).kind;
  }

  /** Everything sealed but for instants, and the alerts. */
  async told(): Promise<unknown> {
    const span = { since: null, until: null };
    const entries = await Array.fromAsync(noticeEntries(this.log, spec.source, span));
    const alerts = await Array.fromAsync(this.log.list({ prefix: outboxOf() }), ({ key }) => key);
    return {
      entries: entries.map(({ seq, run, entry: { observedAt: _, ...entry } }) => [seq, run, entry]),
      alerts,
    };
  }
}

const RULE: FixtureNotice = {
  seq: 1100,
  title: "원료의약품 등록에 관한 규정 개정 알림",
  date: "2026-11-02",
  body: ["연계심사 절차를 개정합니다."],
};

/** Day by day: founded; one new, one edited, one removed; the removed one confirmed. */
function postOn(site: FixtureBoard, date: string): void {
  const old = notices(11);
  const [first, second, third, ...others] = old as [
    FixtureNotice,
    FixtureNotice,
    FixtureNotice,
    ...FixtureNotice[],
  ];
  const edited = { ...second, title: `${second.title}(정정)`, body: ["고쳐 씁니다."] };
  const days: Readonly<Record<string, readonly FixtureNotice[]>> = {
    [DAY1]: old,
    [DAY2]: [RULE, first, edited, ...others],
    [DAY3]: [RULE, first, edited, ...others],
  };
  assert.ok(third);
  site.post(days[date] ?? []);
}

Deno.test.each([[DAY1], [DAY2], [DAY3]])(
  "a power cut at any write of the boards of %s loses nothing and repeats nothing",
  async (date) => {
    await using site = new FixtureBoard(spec.boards);
    const before = new Machine(site);
    for (const day of [DAY1, DAY2].filter((day) => day < date)) {
      postOn(site, day);
      assert.equal(await before.run(day), "accepted");
    }
    postOn(site, date);
    const undisturbed = before.copy();
    assert.equal(await undisturbed.run(date), "accepted");
    const expected = await undisturbed.told();
    let [cuts, n] = [0, 1];
    for (let struck = true; struck; n++) {
      struck = false;
      for (const applied of [false, true]) {
        const machine = before.copy();
        try {
          await machine.run(date, diesAt(machine.log, n, applied));
        } catch (error) {
          if (!(error instanceof PowerCut)) throw error;
          struck = true;
          cuts += 1;
        }
        assert.match(await machine.run(date), /accepted|done/);
        assert.deepEqual(await machine.told(), expected, `write ${n}, applied ${applied}`);
      }
    }
    assert.ok(cuts >= 14, `${cuts} cuts`);
  },
);
