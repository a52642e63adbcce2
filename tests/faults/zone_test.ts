/** The real program under another zone, at other hours, and with a machine's clock that is wrong. */
import assert from "node:assert/strict";
import { type Ended, launch } from "../support/dmf_process.ts";
import { simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { hasProgram } from "../support/programs.ts";
import { Dmf } from "../support/run_dmf.ts";

const [day] = simulate(110, 1, 5);
const NO_FAKETIME = hasProgram("faketime", "--help") ? null : "needs faketime";
const NO_UNSHARE = hasProgram("unshare", "-rm", "true") ? null : "may not unshare";

/** Runs `--once` at an instant, the machine's clock `aheadMs` of it, in a box of its own. */
async function onceAt(
  instant: string,
  { zone = "Asia/Seoul", aheadMs = 0, through = [] as string[] } = {},
): Promise<Ended & { readonly run: string | null; readonly asked: number }> {
  const truth = Temporal.Instant.from(instant);
  await using site = new FixtureSite({ clock: () => truth });
  site.setRows(day?.rows ?? []);
  await using dmf = await Dmf.towards(site.origin);
  const offset = Math.round((truth.epochMilliseconds + aheadMs - Date.now()) / 1000);
  const ended = await launch(dmf, ["--once", "--json", "--lang", "en"], {
    through: [...through, "faketime", "-m", "-f", `${offset < 0 ? "" : "+"}${offset}s`],
    env: { TZ: zone, DONT_FAKE_MONOTONIC: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1" },
  });
  const run = ended.out === "" ? null : JSON.parse(ended.out).run;
  return { ...ended, run, asked: site.log.length };
}

const MORNING = "2026-12-02T21:00:30Z";
const CASES: readonly (readonly [string, string, string, string])[] = [
  ["Asia/Seoul", MORNING, "2026-12-03", "at six"],
  ["America/New_York", MORNING, "2026-12-03", "on the evening before"],
  ["Pacific/Kiritimati", MORNING, "2026-12-03", "five hours ahead"],
  ["Pacific/Kiritimati", "2026-12-02T14:59:00Z", "2026-12-02", "where it is tomorrow already"],
  ["America/New_York", "2026-12-02T15:01:00Z", "2026-12-03", "where it is yesterday still"],
  ["America/New_York", "2026-11-01T06:30:00Z", "2026-11-01", "in the hour that comes twice"],
  ["America/New_York", "2027-03-14T07:00:30Z", "2027-03-14", "in the hour that is left out"],
  ["Mars/Olympus", MORNING, "2026-12-03", "in a zone that is none"],
];
for (const [zone, instant, run, when] of CASES) {
  Deno.test({
    name: `a run under ${zone} ${when} has the Seoul date ${run}${
      NO_FAKETIME ? ` [not run: ${NO_FAKETIME}]` : ""
    }`,
    ignore: NO_FAKETIME !== null,
    fn: async () => {
      const ended = await onceAt(instant, { zone });
      assert.equal(ended.code, 0, ended.err);
      assert.equal(ended.run, run);
    },
  });
}

Deno.test({
  name: `a machine without a time zone database runs under the Seoul date${
    NO_FAKETIME ?? NO_UNSHARE ? ` [not run: ${NO_FAKETIME ?? NO_UNSHARE}]` : ""
  }`,
  ignore: (NO_FAKETIME ?? NO_UNSHARE) !== null,
  fn: async () => {
    const hide = 'mount -t tmpfs none /usr/share/zoneinfo && exec "$@"';
    const ended = await onceAt(MORNING, {
      zone: "America/New_York",
      through: ["unshare", "-rm", "sh", "-c", hide, "sh"],
    });
    assert.equal(ended.code, 0, ended.err);
    assert.equal(ended.run, "2026-12-03");
  },
});

const DAY_MS = 86_400_000;
for (const [how, aheadMs] of [["a day", DAY_MS], ["a year", 365 * DAY_MS]] as const) {
  for (const sign of [1, -1]) {
    Deno.test({
      name: `a machine whose clock is ${how} ${sign > 0 ? "ahead" : "behind"} founds nothing${
        NO_FAKETIME ? ` [not run: ${NO_FAKETIME}]` : ""
      }`,
      ignore: NO_FAKETIME !== null,
      fn: async () => {
        const ended = await onceAt(MORNING, { aheadMs: sign * aheadMs });
        assert.equal(ended.code, 1, ended.err);
        assert.match(ended.err, /^The clock of this machine is wrong: .*"2026-12-03 06:00"/);
        assert.equal(ended.asked, 1);
      },
    });
  }
}
