/**
 * An ingredient without its salt or hydrate, for grouping only (`--by ingredient-base`).
 *
 * A rule about words, not chemistry: a name loses a hydrate word and then a salt word from its end, as
 * the register writes them, where at least two syllables are left and those do not end in 산 or 화,
 * for 발프로산나트륨 and 염화나트륨 are no salt of a base. Esters (아세테이트), acids, mixtures, names with
 * brackets and whatever is not in the table stay as they are.
 *
 * @module
 */

import { fold } from "../normalize.ts";

const HYDRATES = [
  ..."일 이 삼 사 오 육 칠 반 세스퀴".split(" ").map((count) => `${count}수화물`),
  "무수물",
  "수화물",
];

/** Longer words first, so that 이염산염 does not leave 이 behind. */
const SALTS = [
  "이염산염",
  "염산염",
  "브롬화수소산염",
  "이인산염",
  "인산염",
  "황산수소염",
  "황산염",
  "질산염",
  "말레산염",
  "푸마르산염",
  "타르타르산염",
  "시트르산염",
  "숙신산염",
  "아세트산염",
  "메실산염",
  "베실산염",
  "토실산염",
  "이나트륨",
  "나트륨",
  "이칼륨",
  "칼륨",
  "칼슘",
  "마그네슘",
].sort((a, b) => b.length - a.length);

const SHORTEST_BASE = 2;

/** The name without its salt and hydrate, or the name where the rule does not say. */
export function ingredientBase(ingredient: string): string {
  const name = fold(ingredient);
  if (!/^[가-힣]+$/.test(name)) return ingredient;
  const base = without(without(name, HYDRATES), SALTS);
  return base === name ? ingredient : base;
}

function without(name: string, words: readonly string[]): string {
  const word = words.find((one) => name.endsWith(one));
  if (word === undefined) return name;
  const rest = name.slice(0, name.length - word.length);
  return rest.length < SHORTEST_BASE || /[산화]$/.test(rest) ? name : rest;
}
