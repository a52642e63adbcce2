/**
 * The difference of two days in lines for people.
 *
 * @module
 */

import { FIELDS } from "../fields.ts";
import { fieldText, printable } from "../field_text.ts";
import type { RunId, SourceId } from "../model.ts";
import type { NetChange } from "../net_change.ts";
import { NET_LABELS, netRows } from "../report/net_row.ts";

type Lang = "ko" | "en";

/** One end of a comparison: the day that was asked for, and the run whose list stood on it. */
export interface ComparedDay {
  readonly date: RunId;
  readonly run: RunId;
}

/** What differs between two days of a source. */
export interface Difference {
  readonly source: SourceId;
  readonly from: ComparedDay;
  readonly to: ComparedDay;
  /** With the seq of every event between that tells of the record. */
  readonly changes: readonly (NetChange & { readonly events: readonly number[] })[];
}

const SIGNS: Readonly<Record<NetChange["kind"], string>> = {
  registered: "+",
  changed: "~",
  gone: "-",
};

/** A headline with counts, then one line a record. */
export function diffText({ source, from, to, changes }: Difference, lang: Lang): string {
  const counts = [...Map.groupBy(changes, ({ kind }) => kind)]
    .map(([kind, of]) => `${NET_LABELS[kind][lang]} ${of.length}`).join(" · ");
  const none = lang === "ko" ? "차이 없음" : "no difference";
  const head = `${source}  ${dayText(from, lang)} → ${dayText(to, lang)}  ${counts || none}`;
  return `${[head, ...changes.map((change) => lineOf(change, lang))].join("\n")}\n`;
}

function dayText({ date, run }: ComparedDay, lang: Lang): string {
  if (date === run) return date;
  return lang === "ko" ? `${date}(${run} 목록)` : `${date} (list of ${run})`;
}

function lineOf(change: NetChange, lang: Lang): string {
  const { registrationNumber, ingredient, applicant } = change.values;
  const names = [registrationNumber, ingredient, applicant].map((name) => printable(name ?? "–"));
  const line = `  ${SIGNS[change.kind]} ${NET_LABELS[change.kind][lang]}  ${names.join("  ")}`;
  if (change.kind !== "changed") return line;
  const fields = netRows(change).map(({ field, from, to }) =>
    `${FIELDS[field][lang]}: ${fieldText(field, from, lang)} → ${fieldText(field, to, lang)}`
  );
  return `${line}  ${fields.join("; ")}`;
}
