/**
 * `dmf fsck --rebuild`: projections thrown away and made anew, where the log itself is whole.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { type Desk, inWords } from "../desk.ts";
import { isDamage, isRebuildable } from "../fsck/finding.ts";
import { findingSentence } from "../fsck/finding_words.ts";
import { fsck } from "../fsck.ts";
import { rebuild, type Rebuilt } from "../rebuild.ts";
import type { Sentence } from "../refusal.ts";
import { StoreFault } from "../store_fault.ts";
import { readHead } from "../store.ts";
import { deciding, underHold } from "./deciding.ts";
import { readEverySource } from "./job.ts";

/** Runs the command: 0 where everything was made anew. */
export async function rebuildData(desk: Desk, { common }: Command): Promise<number> {
  await assertLogWhole(desk, common.data);
  return await deciding(desk, { common }, async (data) => {
    const rebuilt: Rebuilt[] = [];
    for (const source of await readEverySource(desk)) {
      if ((await readHead(data.log, source)).head === null) continue;
      // Held, so that no crawl takes a register that is half made for a new one.
      rebuilt.push(await underHold(desk, data, source, () => rebuild(data.log, source)));
    }
    if (common.json) desk.out(`${JSON.stringify({ rebuilt })}\n`);
    else for (const one of rebuilt) desk.out(`${inWords(common.lang, words(one))}\n`);
    return 0;
  });
}

/** Nothing is made of a log that is not what was sealed. */
async function assertLogWhole(desk: Desk, path: string): Promise<void> {
  using data = await desk.keeping.inspect(path);
  const { log, findings: before } = data;
  const findings = log
    ? (await fsck({ log, members: null, sources: await readEverySource(desk) }, before)).findings
    : before;
  const first = findings.find((finding) => isDamage(finding) && !isRebuildable(finding));
  if (!first) return;
  const { ko, en } = findingSentence(first);
  throw new StoreFault({
    ko: `현황을 다시 만들지 않았습니다: 이력이 온전하지 않습니다. ${ko}`,
    en: `Nothing was made anew: the log is not whole; ${en}`,
  });
}

function words({ source, values, same, digest }: Rebuilt): Sentence {
  const short = digest.slice(0, 12);
  return {
    ko: `${source}: 이력에서 값 ${values}개를 다시 만들었습니다. ` +
      (same ? `전과 완전히 같습니다(${short}).` : `전과 달랐던 값이 바로잡혔습니다(${short}).`),
    en: `${source}: made ${values} values anew from the log, ` +
      (same ? `the same to the byte (${short}).` : `which puts right what differed (${short}).`),
  };
}
