/** kill -9 of the real program while it waits for an answer, then a rerun. */
import assert from "node:assert/strict";
import { type FixtureDay, simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { Dmf } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";

const MAIN = new URL("../../src/main.ts", import.meta.url).pathname;
const [first, second] = simulate(420, 2, 5) as readonly FixtureDay[] as [FixtureDay, FixtureDay];

/** Starts the program as its own process and kills it when `when` resolves. */
async function killed(dmf: Dmf, date: string, when: Promise<unknown>): Promise<void> {
  const args = ["run", "-A", "--no-check", MAIN, "--once", "--date", date];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args, "--data", dmf.data, "--config", dmf.config],
    stdout: "null",
    stderr: "null",
  }).spawn();
  await Promise.race([when, child.status]);
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It may have ended by itself, which is one of the moments too.
    if (!(error instanceof TypeError)) throw error;
  }
  await child.status;
}

/** Resolves at the n-th request for the list from now on. */
function listRequest(site: FixtureSite, n: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (signal.aborted || listPages(site).length >= n) {
        clearInterval(timer);
        resolve();
      }
    }, 2);
  });
}

function listPages(site: FixtureSite): string[] {
  return site.log.filter(({ path, query }) =>
    path.includes("getList") && !query.has("searchDmfPermitNo")
  )
    .map(({ query }) => query.get("page") ?? "");
}

/** Bodies in the archive of a day. */
async function archived(dmf: Dmf, date: string): Promise<number> {
  const folder = `${dmf.data}/raw/${date}`;
  const names = await Array.fromAsync(Deno.readDir(folder), (entry) => entry.name);
  return names.filter((name) => name.endsWith(".gz")).length;
}

for (const request of [1, 3, 5]) {
  Deno.test(`kill -9 at page ${request} of 5, then a rerun, gives the true events once`, async () => {
    await using site = new FixtureSite();
    await using dmf = await Dmf.towards(site.origin);
    site.setRows(first.rows);
    assert.equal((await dmf.once(first.date)).code, 0);
    site.setRows(second.rows);
    site.forget();
    const stop = new AbortController();
    await killed(dmf, second.date, listRequest(site, request, stop.signal));
    stop.abort();
    const before = listPages(site);
    const kept = await archived(dmf, second.date);
    const { code, err } = await dmf.once(second.date);
    assert.equal(code, 0, err);
    assertTrue(second, await dmf.changes("--since", second.date));
    // Every page that was archived when the process died was asked for once in all.
    const again = listPages(site).slice(before.length).filter((page) => before.includes(page));
    assert.ok(again.length <= 1, `asked again: ${again}`);
    assert.ok(before.length - kept <= again.length + 1);
  });
}
