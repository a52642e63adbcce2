/**
 * Labelled blocks along their principal components: two of them, or three seen from one side.
 *
 * @module
 */

import { someOf } from "./decision_plot.ts";
import { type FeatureRows, pickRows } from "./feature_rows.ts";
import { principalComponents } from "./pca.ts";
import { fitScaler, scaleRows } from "./standard_scaler.ts";
import { axisOver, partOf, type Plot, type PlotPoint, svgPlot } from "./svg_plot.ts";

/** The plot as SVG text; features are brought to one scale first. */
export function pcaPlot(
  rows: FeatureRows,
  labels: Uint8Array,
  { title, dimensions, labels: names }: {
    readonly title: string;
    readonly dimensions: 2 | 3;
    readonly labels: Plot["labels"];
  },
): string {
  const drawn = someOf(labels);
  const scaled = pickRows(scaleRows(fitScaler(rows), rows), drawn);
  const { rows: along, shares } = principalComponents(scaled, dimensions);
  const called = shares.map((share, at) => `PC${at + 1} (${(share * 100).toFixed(1)} %)`);
  const point = (row: number, x: number, y: number): PlotPoint => ({
    x,
    y,
    label: labels[drawn[row]!] === 1 ? 1 : 0,
  });
  const part = (row: number, at: number) => along.values[row * dimensions + at]!;
  const count = Array.from({ length: along.count }, (_, row) => row);
  if (dimensions === 2) {
    const points = count.map((row) => point(row, part(row, 0), part(row, 1)));
    return svgPlot({
      title,
      x: axisOver(called[0]!, points.map(({ x }) => x)),
      y: axisOver(called[1]!, points.map(({ y }) => y)),
      points,
      lines: [],
      labels: names,
    });
  }
  const axes = called.map((name, at) => axisOver(name, count.map((row) => part(row, at))));
  const points = count.map((row) => {
    const [a, b, c] = axes.map((axis, at) => partOf(axis, part(row, at))) as [
      number,
      number,
      number,
    ];
    return point(row, ...seen(a, b, c));
  });
  return svgPlot({
    title,
    x: { name: `${called[0]} ↘  ${called[1]} ↗`, least: 0, most: 1 },
    y: { name: `${called[2]} ↑`, least: 0, most: 1 },
    points,
    lines: [{ kind: "axis", segments: cube() }],
    labels: names,
  });
}

/** A point of the unit cube as it is seen from above one edge, within the unit square. */
function seen(a: number, b: number, c: number): readonly [number, number] {
  return [(a + b) / 2, (b - a + 1) / 4 + c / 2];
}

/** The edges of the cube. */
function cube() {
  const corners = [0, 1].flatMap((a) => [0, 1].flatMap((b) => [0, 1].map((c) => [a, b, c])));
  return corners.flatMap((from, i) =>
    corners.slice(i + 1)
      .filter((to) => to.filter((value, at) => value !== from[at]).length === 1)
      .map((to) =>
        [
          ...seen(...(from as [number, number, number])),
          ...seen(...(to as [number, number, number])),
        ] as const
      )
  );
}
