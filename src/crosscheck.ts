/**
 * A second view of the register against the list in force: what only one of them has, and what they
 * say differently of the same record.
 *
 * Neither is believed more than the other, and nothing is written. The views are published at other
 * hours, so what is only days old is told apart. What a view does not have is not compared.
 *
 * @module
 */

import { FIELD_NAMES } from "./fields.ts";
import { identify } from "./identity.ts";
import type {
  Digest,
  FieldName,
  InstantText,
  RegisterRecord,
  Row,
  RunId,
  Site,
  SourceId,
} from "./model.ts";
import { fold, sameValue } from "./normalize.ts";
import type { StandingRecord } from "./report/report.ts";
import type { Known } from "./state.ts";

/** What is compared. */
export interface Views {
  /** Records of the list in force. */
  readonly list: readonly StandingRecord[];
  /** Records of the second view in force. */
  readonly view: readonly StandingRecord[];
  readonly lacks: readonly FieldName[];
  readonly wellFormed: RegExp;
  /** Rows first registered or changed on this day or later may only be late in the other view. */
  readonly lateFrom: RunId;
}

/** A record that only one view has. */
export interface LoneRecord {
  readonly registrationNumber: string | null;
  readonly ingredient: string | null;
  readonly applicant: string | null;
  readonly firstRegisteredOn: string | null;
}

/** A record of which the views say different things. */
export interface DifferingRecord extends LoneRecord {
  readonly fields: Readonly<
    Partial<
      Record<
        FieldName,
        {
          readonly list: RegisterRecord[FieldName];
          readonly view: RegisterRecord[FieldName];
        }
      >
    >
  >;
}

/** Differences of one age. */
export interface Differences {
  readonly onlyList: readonly LoneRecord[];
  readonly onlyView: readonly LoneRecord[];
  readonly differing: readonly DifferingRecord[];
}

/** What the comparison came to. */
export interface Crosscheck extends Differences {
  /** Fields that both views have. */
  readonly fields: readonly FieldName[];
  /** Records of which both say the same. */
  readonly same: number;
  /** What is young enough to be only late. */
  readonly maybeLate: Differences;
  /** Records whose sites stand in one text in the view, so that they say too little to differ. */
  readonly sitesUncompared: number;
}

/** A list in force, and of which day it is. */
export interface ListInForce {
  readonly source: SourceId;
  readonly run: RunId;
  readonly records: number;
}

/** What `dmf crosscheck` prints with `--json`; the shape is stable. */
export interface CrosscheckReport extends Crosscheck {
  readonly list: ListInForce;
  readonly view: ListInForce;
  /** Days that either view may be behind. */
  readonly lag: number;
}

/** Compares the two. */
export function crosscheck(views: Views): Crosscheck {
  const { lacks, lateFrom } = views;
  const fields = FIELD_NAMES.filter((name) => !lacks.includes(name));
  const statusUnknown = lacks.includes("status");
  const originals = new Map(views.list.map((one) => [one.record as string, one.values]));
  const known = views.list.map((one) => knownOf(one, lacks));
  const rows = views.view.map((one, index) => rowOf(one, index));
  const { pairs, fresh, absent } = identify(known, rows, views.wellFormed);

  const found = new Ages(lateFrom);
  let sitesUncompared = 0;
  for (const { known: { record, values }, row } of pairs) {
    const original = originals.get(record) as RegisterRecord;
    const differing: Record<string, unknown> = {};
    for (const name of fields) {
      const [list, view] = [values[name], row.values[name]];
      if (sameValue(name, list, view)) continue;
      const sites = name === "sites" ? compareSites(values.sites, row.values.sites) : "differ";
      if (sites === "uncertain") sitesUncompared++;
      if (sites === "differ") differing[name] = { list, view };
    }
    // A view of what is in force should not show it any more.
    if (statusUnknown && original.status !== "active") {
      differing["status"] = { list: original.status, view: "active" };
    }
    found.pair(original, row.values, differing as DifferingRecord["fields"]);
  }
  for (const { record } of absent) {
    const values = originals.get(record) as RegisterRecord;
    // Withdrawn and cancelled records leave such a view; that is how it tells of them.
    if (!(statusUnknown && values.status !== "active")) found.onlyList(values);
  }
  for (const { values } of fresh) found.onlyView(values);
  return { ...found.settled, fields, same: found.same, maybeLate: found.late, sitesUncompared };
}

interface Drafted {
  readonly onlyList: LoneRecord[];
  readonly onlyView: LoneRecord[];
  readonly differing: DifferingRecord[];
}

/** Differences by whether they may only be late. */
class Ages {
  readonly settled: Drafted = { onlyList: [], onlyView: [], differing: [] };
  readonly late: Drafted = { onlyList: [], onlyView: [], differing: [] };
  same = 0;
  readonly #lateFrom: string;

  constructor(lateFrom: string) {
    this.#lateFrom = lateFrom;
  }

  onlyList(values: RegisterRecord): void {
    this.#of(values).onlyList.push(loneOf(values));
  }

  onlyView(values: RegisterRecord): void {
    this.#of(values).onlyView.push(loneOf(values));
  }

  pair(list: RegisterRecord, view: RegisterRecord, fields: DifferingRecord["fields"]): void {
    if (Object.keys(fields).length === 0) {
      this.same++;
      return;
    }
    this.#of(list, view).differing.push({ ...loneOf(list), fields });
  }

  #of(...either: readonly RegisterRecord[]): Drafted {
    const dates = either.flatMap(({ firstRegisteredOn, lastChangedOn, statusChangedOn }) => [
      firstRegisteredOn,
      lastChangedOn,
      statusChangedOn,
    ]);
    const isLate = dates.some((date) => date !== null && isDate(date) && date >= this.#lateFrom);
    return isLate ? this.late : this.settled;
  }
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

function loneOf({ registrationNumber, ingredient, applicant, firstRegisteredOn }: RegisterRecord) {
  return { registrationNumber, ingredient, applicant, firstRegisteredOn };
}

/**
 * A view that joins the sites of a row keeps them in one text, and gives the domestic address alone;
 * what such a text does say must be in the list, and more cannot be asked of it.
 */
function compareSites(
  list: readonly Site[],
  view: readonly Site[],
): "same" | "differ" | "uncertain" {
  const [joined] = view;
  const isJoined = view.length === 1 && list.length > 1 && joined !== undefined;
  const hasGaps = view.length === list.length && view.some(({ address }) => address === null);
  if (!isJoined && !hasGaps) return "differ";
  const saysSame = (part: "name" | "country") => joinedText(list, part) === joinedText(view, part);
  if (!saysSame("name") || !saysSame("country")) return "differ";
  return joinedText(list, "address") === joinedText(view, "address") ? "same" : "uncertain";
}

function joinedText(sites: readonly Site[], part: keyof Site): string {
  return fold(sites.map((site) => site[part] ?? "").join("")).replaceAll(",", "");
}

/** A record of the list as far as the view could tell of it. */
function knownOf(
  { record, values, validFrom }: StandingRecord,
  lacks: readonly FieldName[],
): Known {
  const blank = Object.fromEntries(
    lacks.map((name) => [name, name === "status" ? "active" : null]),
  );
  return {
    record,
    validFrom,
    values: { ...values, ...blank },
    raw: {},
    delisted: false,
    missing: null,
  };
}

function rowOf({ values }: StandingRecord, row: number): Row {
  const position = { page: 1, row, url: "", digest: "" as Digest, observedAt: "" as InstantText };
  return { rowNumber: null, values, raw: {}, unknown: {}, position };
}
