import assert from "node:assert/strict";
import type { Desk } from "../src/desk.ts";
import { EVENT_KINDS } from "../src/model.ts";
import { summaryText } from "../src/commands/summary_text.ts";
import { summarySheet } from "../src/report/sheet_summary.ts";
import { layOut } from "../src/report/places.ts";
import { EXCEL_LIMITS } from "../src/report/sheet.ts";
import { openBox } from "../src/adapters/box.ts";
import { readRates } from "../src/watch_rates.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { MemoryLog } from "./support/memory_log.ts";
import { Dmf } from "./support/run_dmf.ts";
import { sampleReport } from "./support/sample_report.ts";
import { dayOf, SOURCE, tellDays, type ToldDay } from "./support/told_days.ts";

const changed: ToldDay = { events: ["amended", "registered"] };
const DAYS: readonly ToldDay[] = [
  {},
  ...Array.from({ length: 20 }, () => changed),
  { ends: "none" },
  ...Array.from({ length: 31 }, () => ({})),
];

/** A data folder with told days, looked at on the morning after the last of them. */
async function withDays(
  days: readonly ToldDay[],
  body: (dmf: Dmf, now: Partial<Desk>) => Promise<void>,
): Promise<void> {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const data = await openBox(dmf.data, "found");
  await tellDays(data.log, "2026-01-01", days);
  await data.close();
  const clock = new ManualClock("2026-02-22T08:00:00+09:00");
  await body(dmf, { clock });
}

Deno.test("dmf status of told days", async (t) => {
  await withDays(DAYS, async (dmf, now) => {
    await t.step("--json gives the documented keys", async () => {
      const { code, out, err } = await dmf.run(["status", "--json"], now);
      assert.equal(code, 0, err);
      const { sources: [{ rates }] } = JSON.parse(out);
      assert.deepEqual(Object.keys(rates), [
        "asOf",
        "any",
        "kinds",
        "silence",
        "reuse",
        "duration",
        "delay",
        "flags",
      ]);
      assert.deepEqual(Object.keys(rates.kinds), EVENT_KINDS);
      assert.equal(rates.asOf, "2026-02-22");
      assert.deepEqual([rates.any.visits, rates.any.changed, rates.any.events], [51, 20, 40]);
      assert.deepEqual(rates.delay.missed, []);
      const { days: silent, since } = rates.silence;
      assert.deepEqual([silent, since], [32, "2026-01-21"]);
      const [flag] = rates.flags;
      assert.deepEqual(Object.keys(flag), ["kind", "sentence"]);
      assert.equal(flag.kind, "silence");
    });
    await t.step(
      "its lines are quiet, its warning says what to do, in both languages",
      async () => {
        const ko = (await dmf.run(["status"], now)).out;
        assert.match(ko, /^ {2}변화율: 하루 0\.\d+회/m);
        assert.match(ko, /^ {2}탐지 지연: 최근 30일 중 30일 약속 이행/m);
        assert.match(ko, /^ {2}! 2026-01-21 이후 32일째 변동이 없습니다/m);
        const en = (await dmf.run(["status", "--lang", "en"], now)).out;
        assert.match(en, /^ {2}change rate: 0\.\d+ a day/m);
        assert.match(en, /^ {2}! Nothing has changed for 32 days/m);
        assert.doesNotMatch(en.replaceAll("mfds-dmf", ""), /[가-힣]/);
      },
    );
  });
});

const told = new MemoryLog();
await tellDays(told, "2026-01-01", DAYS);
const silent = await readRates(told, SOURCE, dayOf("2026-01-01", DAYS.length - 1));

const textsOf = (report: ReturnType<typeof sampleReport>, lang: "ko" | "en") =>
  [...summarySheet(layOut(report, lang, EXCEL_LIMITS)).rows].flatMap(({ cells }) =>
    cells.map((cell) => String(cell !== null && typeof cell === "object" ? cell.value : cell))
  );

Deno.test("the sheet 요약 ends with the figures, and begins with warnings where there are any", () => {
  const calm = textsOf(sampleReport(), "ko");
  assert.ok(!calm.includes("주의"));
  assert.ok(calm.indexOf("감시 통계") > calm.indexOf("어떻게 읽었나"));
  assert.ok(calm.some((text) => text.startsWith("하루 0.42회")));
  const warned = textsOf(sampleReport({ rates: silent }), "en");
  assert.ok(warned.indexOf("Warnings") < warned.indexOf("What happened (count)"));
  assert.ok(warned.some((text) => text.startsWith("Nothing has changed for 32 days")));
});

Deno.test("요약 and the summary of a run tell that an earlier report was corrected", () => {
  const words = {
    ko: '"2026-11-28" 실행 1건이 철회되었습니다.',
    en: 'Run "2026-11-28" was revoked.',
  };
  const report = sampleReport({ corrected: [words] });
  const shown = textsOf(report, "ko");
  assert.ok(shown.indexOf("이전 보고 정정") > shown.indexOf("주의"));
  assert.ok(shown.includes(words.ko));
  assert.ok(summaryText(report, [], "en", false).includes(`  ! ${words.en}\n`));
});

Deno.test("the summary of a run warns, and is silent where nothing is odd", () => {
  assert.doesNotMatch(summaryText(sampleReport(), [], "ko", false), /^ {2}!/m);
  const warned = summaryText(sampleReport({ rates: silent }), [], "ko", false);
  assert.match(warned, /^ {2}! 2026-01-21 이후 32일째 변동이 없습니다/m);
});
