/**
 * A plot with two axes as SVG text: self-contained, the same for the same numbers, safe to open.
 *
 * No script, no style sheet, no address; texts are escaped. What is drawn is decided by
 * `decision_plot.ts` and `pca_plot.ts`.
 *
 * @module
 */

import type { Segment } from "./contour.ts";

/** What spans an axis. */
export interface Axis {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

/** A point of one of two classes; places as on the axes. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  readonly label: 0 | 1;
}

/** One drawing. */
export interface Plot {
  readonly title: string;
  readonly x: Axis;
  /** Drawn upwards, or downwards as a page is read. */
  readonly y: Axis & { readonly down?: boolean };
  readonly points: readonly PlotPoint[];
  readonly lines: readonly PlotLine[];
  /** What the two classes are called. */
  readonly labels: readonly [string, string];
}

/** Segments, 0 to 1 along both axes. */
export interface PlotLine {
  readonly segments: readonly Segment[];
  readonly kind: "boundary" | "margin" | "axis";
}

const SIZE = { width: 640, height: 520, left: 76, right: 16, top: 44, bottom: 56 } as const;
const COLORS = ["#b34d00", "#0057a3"] as const;
const DASHES = { boundary: "", margin: ' stroke-dasharray="4 4"', axis: "" } as const;
const STROKES = { boundary: "#111", margin: "#555", axis: "#999" } as const;

/** Writes the plot. */
export function svgPlot(plot: Plot): string {
  const inner = {
    width: SIZE.width - SIZE.left - SIZE.right,
    height: SIZE.height - SIZE.top - SIZE.bottom,
  };
  const placeX = (part: number) => SIZE.left + part * inner.width;
  const placeY = (part: number) => SIZE.top + (plot.y.down ? part : 1 - part) * inner.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" ` +
    `viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(plot.title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${SIZE.left}" y="20" font-size="15">${escaped(plot.title)}</text>`,
    ...legend(plot),
    ...plot.points.map(({ x, y, label }) =>
      mark(placeX(partOf(plot.x, x)), placeY(partOf(plot.y, y)), label)
    ),
    ...plot.lines.filter(({ segments }) => segments.length > 0).map(({ segments, kind }) =>
      `<path d="${
        segments.map(([x1, y1, x2, y2]) =>
          `M${short(placeX(x1))} ${short(placeY(y1))}L${short(placeX(x2))} ${short(placeY(y2))}`
        ).join("")
      }" fill="none" stroke="${STROKES[kind]}" stroke-width="${kind === "boundary" ? 2 : 1}"${
        DASHES[kind]
      }/>`
    ),
    ...frame(plot, inner, placeX, placeY),
    "</svg>",
    "",
  ].join("\n");
}

/** Squares and circles, so that colour is not all that tells them apart. */
function mark(x: number, y: number, label: 0 | 1): string {
  const paint = `fill="${COLORS[label]}" fill-opacity="0.55"`;
  return label === 1
    ? `<circle cx="${short(x)}" cy="${short(y)}" r="2.5" ${paint}/>`
    : `<rect x="${short(x - 2)}" y="${short(y - 2)}" width="4" height="4" ${paint}/>`;
}

function legend({ labels }: Plot): string[] {
  return ([1, 0] as const).flatMap((label, at) => {
    const x = SIZE.left + at * 200;
    return [
      mark(x + 4, 34, label),
      `<text x="${x + 12}" y="38">${escaped(labels[label])}</text>`,
    ];
  });
}

function frame(
  { x, y }: Plot,
  inner: { readonly width: number; readonly height: number },
  placeX: (part: number) => number,
  placeY: (part: number) => number,
): string[] {
  const bottom = SIZE.top + inner.height;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const middle = SIZE.top + inner.height / 2;
  return [
    `<rect x="${SIZE.left}" y="${SIZE.top}" width="${inner.width}" height="${inner.height}" ` +
    'fill="none" stroke="#333"/>',
    ...ticks.map((part) =>
      `<text x="${short(placeX(part))}" y="${bottom + 16}" text-anchor="middle">${
        valueAt(x, part)
      }</text>`
    ),
    ...ticks.map((part) =>
      `<text x="${SIZE.left - 6}" y="${short(placeY(part) + 4)}" text-anchor="end">${
        valueAt(y, part)
      }</text>`
    ),
    `<text x="${SIZE.left + inner.width / 2}" y="${bottom + 38}" text-anchor="middle">${
      escaped(x.name)
    }</text>`,
    `<text x="16" y="${middle}" text-anchor="middle" transform="rotate(-90 16 ${middle})">${
      escaped(y.name)
    }</text>`,
  ];
}

/** The span of values, with a little room; never of no width. */
export function axisOver(name: string, values: Iterable<number>): Axis {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!(least <= most)) return { name, least: 0, most: 1 };
  const room = (most - least) * 0.04 || 0.5;
  return { name, least: least - room, most: most + room };
}

/** 0 to 1 along an axis; what lies outside is drawn at its end. */
export function partOf({ least, most }: Axis, value: number): number {
  return Math.min(1, Math.max(0, (value - least) / (most - least)));
}

function valueAt({ least, most }: Axis, part: number): string {
  return String(Number((least + part * (most - least)).toPrecision(3)));
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}

/** XML escapes; what XML cannot hold becomes U+FFFD. */
function escaped(text: string): string {
  return text.toWellFormed()
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
