/** Plots: the same text for the same rows, well-formed, and nothing in them that runs or loads. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { contour } from "../src/content/contour.ts";
import { decisionPlot } from "../src/content/decision_plot.ts";
import { toRows } from "../src/content/feature_rows.ts";
import { pcaPlot } from "../src/content/pca_plot.ts";
import { labelledRows } from "./support/labelled_rows.ts";

const ROWS = labelledRows(6);
const FEATURES = toRows(ROWS.map(({ features }) => features), 5);
const LABELS = Uint8Array.from(ROWS, ({ isContent }) => isContent);

function draw(title: string): readonly string[] {
  const base = { title, labels: ["no", "yes"] as const };
  return [
    decisionPlot(FEATURES, LABELS, { ...base, features: ["x", "y"] }),
    decisionPlot(FEATURES, LABELS, { ...base, features: ["width", "height"] }),
    pcaPlot(FEATURES, LABELS, { ...base, dimensions: 2 }),
    pcaPlot(FEATURES, LABELS, { ...base, dimensions: 3 }),
  ];
}

function elementsOf(svg: string): Map<string, number> {
  const counts = new Map<string, number>();
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", ({ name }) => counts.set(name, (counts.get(name) ?? 0) + 1));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(svg).close();
  return counts;
}

Deno.test("a plot is well-formed, self-contained, and shows every row", () => {
  for (const svg of draw("news: content")) {
    const counts = elementsOf(svg);
    assert.equal(counts.get("circle"), LABELS.filter((label) => label === 1).length + 1);
    assert.doesNotMatch(
      svg.replace('xmlns="http://www.w3.org/2000/svg"', ""),
      /http|href|script|url\(|NaN/,
    );
  }
});

Deno.test("equal rows give equal plots", () => {
  assert.deepEqual(draw("x"), draw("x"));
});

Deno.test("no title breaks out of a plot", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constant('"><script>alert(1)</script>&\0\ud800'),
  );
  fc.assert(
    fc.property(texts, (title) => {
      const svg = pcaPlot(FEATURES, LABELS, { title, labels: [title, title], dimensions: 2 });
      assert.ok(!elementsOf(svg).has("script"));
    }),
    { numRuns: 50 },
  );
});

Deno.test("a plot of rows that are all alike has no NaN in it", () => {
  const same = toRows(Array.from({ length: 6 }, () => [0.5, 0.5, 0.5, 0.5, 16]), 5);
  const labels = Uint8Array.from([1, 0, 1, 0, 1, 0]);
  const base = { title: "same", labels: ["no", "yes"] as const };
  assert.doesNotMatch(
    decisionPlot(same, labels, { ...base, features: ["x", "y"] }),
    /NaN|Infinity/,
  );
  assert.doesNotMatch(pcaPlot(same, labels, { ...base, dimensions: 3 }), /NaN|Infinity/);
});

Deno.test("contour() of a plane is the straight line where it crosses the level", () => {
  const size = 11;
  const values = Float64Array.from({ length: size * size }, (_, at) => at % size / (size - 1));
  const segments = contour({ columns: size, rows: size, values }, 0.33);
  assert.equal(segments.length, size - 1);
  for (const [x1, , x2] of segments) {
    assert.ok(Math.abs(x1 - 0.33) < 1e-9 && Math.abs(x2 - 0.33) < 1e-9);
  }
});

Deno.test("contour() lines end at the edge or go on in the next square", () => {
  const grids = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: 36,
    maxLength: 36,
  });
  fc.assert(fc.property(grids, (drawn) => {
    const ends = new Map<string, number>();
    for (
      const [x1, y1, x2, y2] of contour(
        { columns: 6, rows: 6, values: Float64Array.from(drawn) },
        0,
      )
    ) {
      for (const [x, y] of [[x1, y1], [x2, y2]] as const) {
        const key = `${x.toFixed(9)} ${y.toFixed(9)}`;
        ends.set(key, (ends.get(key) ?? 0) + 1);
      }
    }
    for (const [key, count] of ends) {
      const atEdge = key.split(" ").some((part) => Number(part) === 0 || Number(part) === 1);
      assert.ok(atEdge || count % 2 === 0, key);
    }
  }));
});
