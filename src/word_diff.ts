/**
 * Which words of a text became which, so that both texts can be put together again to the letter.
 *
 * Words are compared as `fold()` reads them: what differs in notation only is no change here
 * either. What a change of a text amounts to is decided in `rewording.ts`.
 *
 * @module
 */

import { diffArrays } from "diff";
import { fold } from "./normalize.ts";

/** A stretch of both texts; the `from` of all pieces are the text before, the `to` that after. */
export interface Piece {
  readonly kind: "same" | "changed";
  readonly from: string;
  readonly to: string;
}

/** Most words out and in that are searched for; the cost grows with their square. */
const MOST_EDITS = 1_000;

/** Runs of letters, digits and their marks; runs of white space; every other character alone. */
const WORD = /[\p{L}\p{M}\p{N}]+|\s+|./gsu;

/**
 * Compares two texts word by word; the fewest words that differ are in the changed pieces.
 *
 * The search ends after 1,000 words out and in: texts that differ more have one change, between
 * their common beginning and their common end.
 */
export function wordDiff(before: string, after: string): readonly Piece[] {
  const [a, b] = [before.match(WORD) ?? [], after.match(WORD) ?? []];
  const [x, y] = [a.map(fold), b.map(fold)];
  const [start, end] = commonEnds(x, y);
  const middle = diffArrays(x.slice(start, x.length - end), y.slice(start, y.length - end), {
    maxEditLength: MOST_EDITS,
  });
  const steps = [
    { count: start },
    ...middle ?? [
      { count: x.length - end - start, removed: true },
      { count: y.length - end - start, added: true },
    ],
    { count: end },
  ];
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  for (const { count, added = false, removed = false } of steps) {
    const from = added ? "" : a.slice(i, i += count).join("");
    const to = removed ? "" : b.slice(j, j += count).join("");
    pieces.push({ kind: added || removed ? "changed" : "same", from, to });
  }
  return joined(joined(pieces).map(withoutNoise));
}

function commonEnds(x: readonly string[], y: readonly string[]): [number, number] {
  const most = Math.min(x.length, y.length);
  let start = 0;
  while (start < most && x[start] === y[start]) start++;
  let end = 0;
  while (end < most - start && x.at(-1 - end) === y.at(-1 - end)) end++;
  return [start, end];
}

function withoutNoise(piece: Piece): Piece {
  return piece.kind === "changed" && fold(piece.from) === fold(piece.to)
    ? { ...piece, kind: "same" }
    : piece;
}

/** Neighbors of one kind as one piece, and changes with nothing but white space between them. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    if (piece.from === "" && piece.to === "") continue;
    const last = out.at(-1);
    if (last?.kind === piece.kind) out.splice(-1, 1, sum(piece.kind, last, piece));
    else {
      const before = out.at(-2);
      if (piece.kind === "changed" && before && last && fold(last.from) === "") {
        out.splice(-2, 2, sum("changed", before, last, piece));
      } else out.push(piece);
    }
  }
  return out;
}

function sum(kind: Piece["kind"], ...pieces: readonly Piece[]): Piece {
  return {
    kind,
    from: pieces.map(({ from }) => from).join(""),
    to: pieces.map(({ to }) => to).join(""),
  };
}

/** Characters shown around a change, of one side of a change, and changes shown at most. */
const CONTEXT = 16;
const LONGEST = 200;
const MOST_CHANGES = 20;

/**
 * The changed words in their surroundings: `…Via [-Terrazzano-]{+Roma+} 77…`.
 *
 * Long stretches are cut with an ellipsis; an empty text where nothing changed.
 */
export function markedText(pieces: readonly Piece[]): string {
  const total = pieces.filter(({ kind }) => kind === "changed").length;
  if (total === 0) return "";
  let out = "";
  let shown = 0;
  for (const [index, { kind, from, to }] of pieces.entries()) {
    if (kind === "same") {
      const isFirst = index === 0;
      const isLast = index === pieces.length - 1 || shown === MOST_CHANGES;
      out += surroundings(to, isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT);
      if (isLast) break;
    } else {
      if (shown++ === MOST_CHANGES) break;
      out += (from === "" ? "" : `[-${cut(from)}-]`) + (to === "" ? "" : `{+${cut(to)}+}`);
    }
  }
  return total > MOST_CHANGES ? `${out} (+${total - MOST_CHANGES})` : out;
}

/** The first and the last words of a text, all of it where little would be left out. */
function surroundings(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + 1) return text;
  // A word that does not fit is cut all the same, but half of a surrogate pair is no character.
  const first = text.slice(0, head);
  const last = tail === 0 ? "" : text.slice(-tail);
  return (/^.*\S(?=\s)/s.exec(first)?.[0] ?? first.replace(/[\ud800-\udbff]$/, "")) + "…" +
    (/(?<=\s)\S.*$/s.exec(last)?.[0] ?? last.replace(/^[\udc00-\udfff]/, ""));
}

function cut(text: string): string {
  return surroundings(text, LONGEST / 2, LONGEST / 2);
}
