/**
 * `dmf check`: can this box work? One page, a line a matter, each with what to do about it.
 *
 * Nothing but robots.txt is asked of the site; the rest is read on the box.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { minutesAhead } from "../clock_check.ts";
import type { Desk } from "../desk.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { describeFailure } from "../failure_words.ts";
import { describeFault } from "../fault_words.ts";
import { listUrl } from "../frontier.ts";
import { HostQueue } from "../host_queue.ts";
import type { Sentence } from "../refusal.ts";
import { decide } from "../robots.ts";
import { statusOf } from "../status.ts";
import { jobOf, readSource, type Source } from "./job.ts";
import { seoulDate } from "../schedule.ts";

/** One matter, and whether it is as it must be. */
interface Finding {
  readonly what: Sentence;
  readonly good: boolean;
  readonly found: Sentence;
}

/** Runs the command: 0 where everything is as it must be, else the code a run would end with. */
export async function check(
  desk: Desk,
  { common }: Command & { readonly kind: "check" },
): Promise<number> {
  const source = await readSource(desk, common, null);
  const findings = [specFinding(source), ...await boxFindings(desk, common.data)];
  const store = await storeFinding(desk, source, common.data);
  findings.push(store);
  const site = await siteFindings(desk, source);
  findings.push(...site.findings);

  if (common.json) {
    const shown = findings.map(({ what, good, found }) => ({
      what: what.en,
      good,
      found: found[common.lang],
    }));
    desk.out(`${JSON.stringify(shown)}\n`);
  } else {
    for (const { what, good, found } of findings) {
      desk.out(`${good ? "✓" : "✗"} ${what[common.lang]}: ${found[common.lang]}\n`);
    }
  }
  if (store.fault !== null) return store.fault instanceof ConfigurationError ? 2 : 4;
  return site.exitCode || (findings.every(({ good }) => good) ? 0 : 2);
}

function specFinding({ spec, settings }: Source): Finding {
  const text = `${spec.source}/${spec.version} → ${settings.origin}`;
  return same({ ko: "선택자 명세", en: "selector spec" }, true, text);
}

const FREE_DISK: Sentence = { ko: "디스크 여유", en: "free disk" };

async function boxFindings(desk: Desk, data: string): Promise<Finding[]> {
  const probe = await desk.probe(data);
  const denied = [...probe.permissions].filter(([, granted]) => !granted).map(([name]) => name);
  const free = probe.freeBytes;
  const now = desk.clock.now();
  const seoul = now.toZonedDateTimeISO("Asia/Seoul").toPlainDateTime().toString().slice(0, 16);
  return [
    {
      what: { ko: "권한", en: "permissions" },
      good: denied.length === 0,
      found: denied.length === 0
        ? { ko: "모두 있음", en: "all granted" }
        : { ko: `없음: ${denied.join(", ")}`, en: `denied: ${denied.join(", ")}` },
    },
    {
      what: { ko: "시계", en: "clock" },
      good: true,
      found: {
        ko: `서울 ${
          seoul.replace("T", " ")
        } (이 컴퓨터 시간대 ${probe.timeZone}, 실행 날짜는 항상 서울 기준)`,
        en: `${
          seoul.replace("T", " ")
        } in Seoul (this machine: ${probe.timeZone}; runs always go by Seoul)`,
      },
    },
    free === null
      ? {
        what: FREE_DISK,
        good: true,
        found: {
          ko: "확인하지 않음(이 프로그램에는 디스크를 볼 권한이 없음)",
          en: "not checked; the sandbox does not tell",
        },
      }
      : same(FREE_DISK, free > 500e6, `${(free / 1e9).toFixed(1)} GB`),
  ];
}

async function storeFinding(
  desk: Desk,
  source: Source,
  path: string,
): Promise<Finding & { readonly fault: unknown }> {
  const what = { ko: "저장소", en: "store" };
  try {
    const data = await desk.openData(path, "found");
    try {
      const { head, records } = await statusOf(data.log, source.spec.source, desk.clock.now());
      return {
        what,
        good: true,
        fault: null,
        found: head === null
          ? {
            ko: "비어 있음(첫 실행에서 기준선을 세웁니다)",
            en: "empty; the first run founds the baseline",
          }
          : {
            ko: `${records}건, 마지막 채택 ${head}`,
            en: `${records} records, last accepted ${head}`,
          },
      };
    } finally {
      await data.close();
    }
  } catch (fault) {
    return { what, good: false, fault, found: describeFault(fault) };
  }
}

async function siteFindings(
  desk: Desk,
  source: Source,
): Promise<{ readonly findings: Finding[]; readonly exitCode: number }> {
  using fetch = desk.openFetch();
  const job = jobOf(desk, source, seoulDate(desk.clock.now()), true);
  const queue = new HostQueue({ ...job, clock: desk.clock, fetch });
  const { reading, outcome } = await queue.readRobots(source.spec.robots);
  const reach = { ko: "사이트 접속", en: "reachability" };
  const robots = { ko: "robots.txt", en: "robots.txt" };
  if (reading.kind === "unreachable") {
    const found = describeFailure(reading.failure);
    return { findings: [{ what: reach, good: false, found }], exitCode: 1 };
  }
  const findings = [same(reach, true, job.origin), clockFinding(desk, outcome)];
  if (reading.kind === "unavailable") {
    findings.push(same(robots, true, `HTTP ${reading.status}`));
    return { findings, exitCode: 0 };
  }
  const decision = decide(reading.rules, job.productToken, listUrl(source.spec, job.origin).href);
  const { line } = decision;
  const rule = line?.text.trim();
  findings.push({
    what: robots,
    good: decision.allowed,
    found: {
      ko: `${decision.allowed ? "허용" : "금지"} (${
        line ? `${line.number}번째 줄: ${rule}` : "해당하는 규칙 없음"
      })`,
      en: `${decision.allowed ? "allowed" : "disallowed"} (${
        line ? `line ${line.number}: ${rule}` : "no rule concerns it"
      })`,
    },
  });
  return { findings, exitCode: decision.allowed ? 0 : 3 };
}

/** The server's own clock tells a clock of ours that is wrong; minutes do not matter, days do. */
function clockFinding(
  desk: Desk,
  outcome: Awaited<ReturnType<HostQueue["readRobots"]>>["outcome"],
): Finding {
  const what = { ko: "시계 차이", en: "clock against the site" };
  const ahead = outcome.kind === "fetched"
    ? minutesAhead(outcome.snapshot.headers, desk.clock.now())
    : null;
  if (ahead === null) {
    return {
      what,
      good: true,
      found: { ko: "서버가 시각을 밝히지 않음", en: "the site does not tell" },
    };
  }
  const minutes = Math.abs(ahead);
  const apart = minutes.toFixed(1);
  return { what, good: minutes < 10, found: { ko: `${apart}분`, en: `${apart} min` } };
}

function same(what: Sentence, good: boolean, found: string): Finding {
  return { what, good, found: { ko: found, en: found } };
}
