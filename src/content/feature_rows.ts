/**
 * Rows of numbers side by side in one array, as trainers read them.
 *
 * @module
 */

/** `count` rows of `width` numbers each, row after row. */
export interface FeatureRows {
  readonly count: number;
  readonly width: number;
  readonly values: Float64Array;
}

/** Lays rows of equal length side by side; `width` is needed where there may be none. */
export function toRows(rows: readonly (readonly number[])[], width: number): FeatureRows {
  const values = new Float64Array(rows.length * width);
  rows.forEach((row, index) => {
    if (row.length !== width) {
      throw new RangeError(`Row ${index} must have ${width} numbers: found ${row.length}`);
    }
    values.set(row, index * width);
  });
  return { count: rows.length, width, values };
}

/** The rows at `indices`, in that order. */
export function pickRows(rows: FeatureRows, indices: ArrayLike<number>): FeatureRows {
  const { width } = rows;
  const values = new Float64Array(indices.length * width);
  for (let to = 0; to < indices.length; to++) {
    const from = indices[to]! * width;
    values.set(rows.values.subarray(from, from + width), to * width);
  }
  return { count: indices.length, width, values };
}

/** The columns at `columns`, in that order. */
export function pickColumns(rows: FeatureRows, columns: readonly number[]): FeatureRows {
  const values = new Float64Array(rows.count * columns.length);
  for (let row = 0; row < rows.count; row++) {
    columns.forEach((column, at) => {
      values[row * columns.length + at] = rows.values[row * rows.width + column]!;
    });
  }
  return { count: rows.count, width: columns.length, values };
}
