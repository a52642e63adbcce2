/**
 * Reading pages into rows against bare parse5 over the same pages.
 *
 * Run it with `deno run --allow-read tests/bench/extract_bench.ts [pages] [rows]`; both read all
 * pages by turns in one process and the medians are compared. Ends with 1 above the limit of 1.25.
 *
 * @module
 */

import { parse } from "parse5";
import { extractPage, prepareSpec } from "../../src/extract.ts";
import type { Digest, InstantText, SourceId } from "../../src/model.ts";
import { selectSpec } from "../../src/selectors.ts";

const LIMIT = 1.25;

const prepared = prepareSpec(selectSpec("mfds-dmf" as SourceId));
const LABELS = prepared.columns.map(({ label }) => label);

/** Pages in the markup of the register: labels in every cell, sites in nested tables. */
export function benchPages(pages: number, rows: number): readonly string[] {
  return Array.from({ length: pages }, (_, page) => {
    const body = Array.from({ length: rows }, (_, row) => rowOf(page * rows + row + 1)).join("\n");
    const head = LABELS.map((label) => `<th scope="col">${label}</th>`).join("");
    const text =
      `<!DOCTYPE html><html lang="ko"><head><meta charset="utf-8"><title>원료의약품</title>
      </head><body><p class="board_count">총 <strong>${pages * rows}</strong>건</p>
      <table class="tb_list"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>
      <div class="pagination"><a href="#">1</a></div></body></html>`;
    // As it comes from a decoder: one flat text instead of a rope of pieces.
    return new TextDecoder().decode(new TextEncoder().encode(text));
  });
}

function rowOf(n: number): string {
  const sites = 1 + (n % 7 === 0 ? 1 : 0) + (n % 31 === 0 ? 2 : 0);
  const each = (text: (site: number) => string) =>
    `<table><tbody>${
      Array.from({ length: sites }, (_, site) => `<tr><td>${text(site)}</td></tr>`).join("")
    }</tbody></table>`;
  const values = [
    ...[
      `${n}`,
      "별표1",
      `20241015-209-J-${n}(1)`,
      `노메게스트롤아세테이트${n}`,
      `㈜하이플${n % 400}`,
    ]
      .map((text) => `<span>${text}</span>`),
    each((site) => `Sicor Societa Italiana Corticosteroidi S.r.l. ${n} ${site}`),
    each((site) =>
      `Via Terrazzano 77, 20017 Rho (MI), Italy ${n} ${site} &amp; Plot No. 25, Phase -Ⅳ`
    ),
    each(() => "이탈리아"),
    ...["2026-05-07", "", "2025", "정상", "", "v0.0.0/2026", ""].map((text) =>
      `<span>${text}</span>`
    ),
  ];
  const cells = LABELS.map((label, i) =>
    ` <td><span class="s-th">${label}</span>${values[i]}</td>\n`
  );
  return `<tr>\n${cells.join("")}</tr>`;
}

/** Medians in milliseconds of reading all pages by each of the two, by turns. */
export function compareReads(pages: readonly string[], turns: number) {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  const timed = (into: number[], read: (text: string, page: number) => void) => {
    const start = performance.now();
    pages.forEach(read);
    into.push(performance.now() - start);
  };
  for (let turn = 0; turn < turns; turn++) {
    timed(times.bare, (text) => parse(text));
    timed(times.ours, readWhole);
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
  return { ours: median(times.ours), bare: median(times.bare) };
}

function readWhole(text: string, index: number): void {
  const at = { page: index + 1, url: "", digest: "" as Digest, observedAt: "" as InstantText };
  const extraction = extractPage(text, prepared, at);
  if (extraction.kind === "refused") throw new Error(`Page refused: ${extraction.refusal.kind}`);
}

if (import.meta.main) {
  const [pages = 100, rows = 100] = Deno.args.map(Number);
  const { ours, bare } = compareReads(benchPages(pages, rows), 9);
  const ratio = ours / bare;
  console.log(
    `extract ${ours.toFixed(0)} ms, bare parse5 ${bare.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
  );
  if (ratio > LIMIT) Deno.exit(1);
}
