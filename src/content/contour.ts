/**
 * Where a function over a rectangle crosses a level, as line segments (marching squares).
 *
 * @module
 */

/** Values at the crossings of a grid, row after row from the bottom; all 0 to 1 in place. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/** Ends of a segment, 0 to 1 from the left and from the bottom. */
export type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** Segments along which the bilinear surface has the value `level`. */
export function contour({ columns, rows, values }: Grid, level: number): readonly Segment[] {
  const segments: Segment[] = [];
  const at = (column: number, row: number) => values[row * columns + column]! - level;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const corners = [
        at(column, row),
        at(column + 1, row),
        at(column + 1, row + 1),
        at(column, row + 1),
      ] as const;
      for (const [from, to] of crossings(corners)) {
        const [x1, y1] = onEdge(from, corners);
        const [x2, y2] = onEdge(to, corners);
        segments.push([
          (column + x1) / (columns - 1),
          (row + y1) / (rows - 1),
          (column + x2) / (columns - 1),
          (row + y2) / (rows - 1),
        ]);
      }
    }
  }
  return segments;
}

type Corners = readonly [number, number, number, number];

/** Pairs of edges (0 bottom, 1 right, 2 top, 3 left) that a line runs between. */
function crossings(corners: Corners): readonly (readonly [number, number])[] {
  const above = corners.map((value) => value > 0);
  const edges = [0, 1, 2, 3].filter((edge) => above[edge] !== above[(edge + 1) % 4]);
  if (edges.length === 2) return [[edges[0]!, edges[1]!]];
  if (edges.length !== 4) return [];
  // A saddle: the middle of the square tells which corners hang together.
  const middle = corners.reduce((sum, value) => sum + value, 0) > 0;
  return middle === above[0] ? [[0, 1], [2, 3]] : [[3, 0], [1, 2]];
}

function onEdge(edge: number, corners: Corners): readonly [number, number] {
  const from = corners[edge]!;
  const to = corners[(edge + 1) % 4]!;
  const part = from / (from - to);
  switch (edge) {
    case 0:
      return [part, 0];
    case 1:
      return [1, part];
    case 2:
      return [1 - part, 1];
    default:
      return [0, 1 - part];
  }
}
