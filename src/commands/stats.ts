/**
 * `dmf stats`: counts of the records in force on a day, and what they say of an ingredient's sources.
 *
 * What is counted is decided in `stats/`; here a day becomes the lists that are compared: the one in
 * force then, and the one in force on the first of its month, or at the baseline where that is later.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { Desk } from "../desk.ts";
import { type Dimension, DIMENSIONS } from "../dimension.ts";
import { prepareSpec } from "../extract.ts";
import { asOf } from "../as_of.ts";
import { lastAcceptedBefore, readAccepted } from "../history.ts";
import type { RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { csvText, type CsvValue } from "../report/csv.ts";
import { groupPlants } from "../stats/plants.ts";
import { type Count, tally } from "../stats/tally.ts";
import { type Overview, overviewOf } from "../stats/overview.ts";
import { readSources, readSpec } from "./job.ts";
import { print, reading } from "./reading.ts";
import { countsText, overviewText, valueWord } from "./stats_text.ts";

type Asked = Command & { readonly kind: "stats" };

/** The list of a source that is in force on a day. */
interface InForce {
  readonly source: SourceId;
  /** The accepted run that the list is of. */
  readonly run: RunId;
  readonly wellFormed: RegExp;
}

/** Runs the command. */
export async function stats(desk: Desk, command: Asked): Promise<number> {
  const { common, by, top, date } = command;
  if (command.format === "csv" && (by === null || common.json)) throw noTable();
  return await reading(desk, common, async ({ log }) => {
    const found = await listsInForce(desk, log, command);
    if (by === null) {
      const sources = await Promise.all(found.map(async (list) => ({
        source: list.source,
        run: list.run,
        ...overviewOf(
          await asOf(log, list.source, list.run),
          await monthBefore(log, list.source, date ?? list.run),
          list.wellFormed,
        ),
      })));
      return print(
        desk,
        common,
        { sources: sources.map((one) => cut(one, top)) },
        () => sources.map((one) => overviewText(one, common.lang, top ?? undefined)).join("\n"),
      );
    }
    const sources = await Promise.all(found.map(async ({ source, run, wellFormed }) => {
      const records = (await asOf(log, source, run)).map(({ values }) => values);
      const counts = tally(records, by, { plants: groupPlants(records), wellFormed });
      return { source, run, by, counts: counts.slice(0, top ?? undefined) };
    }));
    if (command.format === "csv") {
      for (const text of csvText(csvRows(sources, by, common.lang))) desk.out(text);
      return 0;
    }
    return print(
      desk,
      common,
      { sources },
      () => sources.map((one) => countsText(one, common.lang)).join("\n"),
    );
  });
}

function noTable(): ConfigurationError {
  return new ConfigurationError({
    ko: '"stats" 명령의 "--format csv"는 "--by"와 함께, "--json" 없이 쓰십시오' +
      "(예: dmf stats --by country --format csv).",
    en: '"stats" takes "--format csv" with "--by" and without "--json", as in: ' +
      "dmf stats --by country --format csv",
  });
}

/** The first of every list of an overview, where a person asked for no more. */
function cut<T extends Overview>(overview: T, top: number | null): T {
  if (top === null) return overview;
  const { lostSource } = overview;
  return {
    ...overview,
    countries: overview.countries.slice(0, top),
    applicants: overview.applicants.slice(0, top),
    ingredients: overview.ingredients.slice(0, top),
    singleSource: overview.singleSource.slice(0, top),
    lostSource: { ...lostSource, sources: lostSource.sources.slice(0, top) },
    sharedSites: overview.sharedSites.slice(0, top),
    siteWritings: overview.siteWritings.slice(0, top),
  };
}

/** The lists in force on the day that is asked for, of the source or of every source that has one. */
async function listsInForce(desk: Desk, log: EventLog, asked: Asked): Promise<InForce[]> {
  const known = asked.source === null
    ? await readSources(desk)
    : [(await readSpec(desk, asked.source)).source];
  const lists: InForce[] = [];
  for (const source of known) {
    const last = await lastAcceptedBefore(log, source, dayAfter(asked.date));
    if (!last) continue;
    const { wellFormed } = prepareSpec(await readSpec(desk, source));
    lists.push({ source, run: last.run, wellFormed });
  }
  if (lists.length > 0) return lists;
  const all = known.map((id) => `"${id}"`).join(", ");
  const day = asked.date === null ? "" : ` "${asked.date}"`;
  throw new ConfigurationError({
    ko: `셀 목록이 없습니다: ${all} 출처는${day && `${day} 날짜까지`} 확정된 실행이 없습니다.`,
    en: `There is no list to count: no run of ${all} was accepted${day && ` by${day}`} yet`,
  });
}

const LAST_DAY = "9999-12-31" as RunId;

function dayAfter(date: RunId | null): RunId {
  if (date === null || date === LAST_DAY) return LAST_DAY;
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString() as RunId;
}

/** The list in force on the first of a month; the baseline's, where the month began before it. */
async function monthBefore(log: EventLog, source: SourceId, date: RunId) {
  const first = `${date.slice(0, 8)}01` as RunId;
  for await (const { run } of readAccepted(log, source, { since: null, until: date })) {
    const since = run > first ? run : first;
    return { since, records: await asOf(log, source, since) };
  }
  return { since: first, records: [] };
}

function* csvRows(
  sources: readonly { source: SourceId; run: RunId; counts: readonly Count[] }[],
  by: Dimension,
  lang: "ko" | "en",
): Iterable<CsvValue[]> {
  yield lang === "ko"
    ? ["출처", "기준일", DIMENSIONS[by].ko, "정상", "취하", "취소", "성분 수", "신청인 수"]
    : [
      "Source",
      "Run",
      DIMENSIONS[by].en,
      "Active",
      "Withdrawn",
      "Cancelled",
      "Ingredients",
      "Applicants",
    ];
  for (const { source, run, counts } of sources) {
    for (const { value, active, withdrawn, cancelled, ingredients, applicants } of counts) {
      const word = valueWord(value, by, lang);
      yield [source, run, word, active, withdrawn, cancelled, ingredients, applicants];
    }
  }
}
