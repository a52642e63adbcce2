/**
 * The words for what became of a text: the changed words in their surroundings, distance, verdict.
 *
 * @module
 */

import { SITE_PARTS } from "./fields.ts";
import { fieldText, printable } from "./field_text.ts";
import type { FieldChange, FieldName, Site } from "./model.ts";
import type { Sentence } from "./refusal.ts";
import { type PlacedTextChange, type Rewording, rewordingOf } from "./rewording.ts";
import { markedText, wordDiff } from "./word_diff.ts";

type Lang = keyof Sentence;

const VERDICTS: Readonly<Record<"reworded" | "other", Sentence>> = {
  reworded: { ko: "표현 수정", en: "re-worded" },
  other: { ko: "다른 내용", en: "another text" },
};
const ADDED: Sentence = { ko: "추가", en: "added" };
const REMOVED: Sentence = { ko: "삭제", en: "removed" };
const DISTANCE: Sentence = { ko: "거리", en: "distance" };

/**
 * A changed field in one line: what was and what is, or, where that would hide the difference, the
 * changed words alone, site by site.
 */
export function changeWords(
  field: FieldName,
  change: Pick<FieldChange, "from" | "to">,
  lang: Lang,
): string {
  const rewording = rewordingOf(change);
  const lines = rewording ? rewordedLines(rewording, lang) : [];
  const isPlain = lines.length === 0 || (lines.length === 1 && !severalSites(change) &&
    rewording?.texts[0]?.kind === "short");
  if (!isPlain) return printable(lines.join("; "));
  return `${fieldText(field, change.from, lang)} → ${fieldText(field, change.to, lang)}`;
}

function severalSites({ from, to }: Pick<FieldChange, "from" | "to">): boolean {
  return [from, to].some((sites) => Array.isArray(sites) && sites.length > 1);
}

/** One line a text, with its distance and verdict, then sites that came or went. */
function rewordedLines(rewording: Rewording, lang: Lang): string[] {
  const verdicts = verdictLines(rewording, lang);
  return changedLines(rewording, lang).map((line, at) => {
    const verdict = verdicts[at];
    return verdict ? `${line} (${DISTANCE[lang]} ${verdict})` : line;
  });
}

/** One line a changed text, its changed words marked as `[-old-]{+new+}`; then whole sites. */
export function changedLines({ texts, added, removed }: Rewording, lang: Lang): string[] {
  const site = (one: Site) => fieldText("sites", [one], lang);
  return [
    ...texts.map((text) => placed(text, lang) + changedText(text)),
    ...removed.map((one) => `${REMOVED[lang]}: ${site(one)}`),
    ...added.map((one) => `${ADDED[lang]}: ${site(one)}`),
  ];
}

/** Words of another text stand side by side by chance, so it is not marked word by word. */
function changedText({ kind, from, to }: PlacedTextChange): string {
  if (kind === "reworded") return markedText(wordDiff(from, to));
  return `${from || "–"} → ${to || "–"}`;
}

function placed({ place }: PlacedTextChange, lang: Lang): string {
  return place ? `${place.site} ${SITE_PARTS[place.part][lang]}: ` : "";
}

/** One line a changed text: its distance with the verdict, blank for a short one. */
export function verdictLines({ texts }: Rewording, lang: Lang): string[] {
  return texts.map(({ kind, distance }) =>
    kind === "short" ? "" : `${distance}, ${VERDICTS[kind][lang]}`
  );
}
