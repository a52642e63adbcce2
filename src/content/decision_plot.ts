/**
 * Two features of labelled blocks, and where a classifier of these two alone draws the line.
 *
 * A plane cannot show the boundary of five features: like the paper's figures, this is that of a classifier
 * trained on the two that are shown, with its margins at −1 and +1.
 *
 * @module
 */

import { contour, type Grid } from "./contour.ts";
import { drawnOrder } from "./drawn_order.ts";
import { type FeatureRows, pickColumns, pickRows, toRows } from "./feature_rows.ts";
import { fitScaler, scaleRows } from "./standard_scaler.ts";
import { type Axis, axisOver, type Plot, svgPlot } from "./svg_plot.ts";
import { scaleGamma } from "./svm_kernel.ts";
import { decisionValues } from "./svm_predict.ts";
import { SVM_DEFAULTS, trainSvm } from "./svm_train.ts";
import { VISUAL_FEATURES } from "./visual_block.ts";

/** What to draw. */
export interface DecisionPlot {
  readonly title: string;
  /** Two of the features, by name. */
  readonly features: readonly [typeof VISUAL_FEATURES[number], typeof VISUAL_FEATURES[number]];
  readonly labels: Plot["labels"];
}

/** Points beyond which a plot is a blot. */
const MOST_POINTS = 2000;
/** Lines of the grid on which decision values are taken. */
const GRID = 60;

/** The plot as SVG text; both labels must occur. Rows have the five features. */
export function decisionPlot(
  rows: FeatureRows,
  labels: Uint8Array,
  { title, features, labels: names }: DecisionPlot,
): string {
  const columns = features.map((name) => VISUAL_FEATURES.indexOf(name));
  const drawn = someOf(labels);
  const plane = pickColumns(pickRows(rows, drawn), columns);
  const shown = Uint8Array.from(drawn, (row) => labels[row]!);
  const axes = features.map((name, at) =>
    axisOver(name, plane.values.filter((_, index) => index % 2 === at))
  ) as [Axis, Axis];
  const grid = gridOf(plane, shown, axes);
  return svgPlot({
    title,
    x: axes[0],
    y: { ...axes[1], down: features[1] === "y" },
    labels: names,
    points: Array.from(shown, (label, row) => ({
      x: plane.values[row * 2]!,
      y: plane.values[row * 2 + 1]!,
      label: label === 1 ? 1 : 0,
    })),
    lines: [
      { kind: "margin", segments: [...contour(grid, -1), ...contour(grid, 1)] },
      { kind: "boundary", segments: contour(grid, 0) },
    ],
  });
}

/** Some rows of both labels, drawn evenly; ascending. */
export function someOf(labels: Uint8Array): Uint32Array {
  const order = drawnOrder(labels.length, 1);
  const some = order.slice(0, MOST_POINTS);
  for (const label of [0, 1]) {
    if (some.some((row) => labels[row] === label)) continue;
    const missing = order.find((row) => labels[row] === label);
    if (missing !== undefined) some[0] = missing;
  }
  return some.sort();
}

function gridOf(plane: FeatureRows, labels: Uint8Array, axes: readonly [Axis, Axis]): Grid {
  const scaler = fitScaler(plane);
  const scaled = scaleRows(scaler, plane);
  const kernel = { kind: "rbf", gamma: scaleGamma(scaled) } as const;
  const { svm } = trainSvm(scaled, labels, { ...SVM_DEFAULTS, kernel });
  const at = (axis: Axis, line: number) =>
    axis.least + (axis.most - axis.least) * line / (GRID - 1);
  const crossings = Array.from(
    { length: GRID * GRID },
    (_, index) => [at(axes[0], index % GRID), at(axes[1], Math.floor(index / GRID))],
  );
  const values = decisionValues(svm, scaleRows(scaler, toRows(crossings, 2)));
  return { columns: GRID, rows: GRID, values };
}
