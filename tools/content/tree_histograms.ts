/**
 * Sums of derivatives by bin, and the split that gains most by them.
 *
 * @module
 */

/** A question that divides a leaf. */
export interface Split {
  readonly feature: number;
  readonly bin: number;
  readonly gain: number;
}

const BINS = 64;

/** For every asked feature and bin the sums of first and second derivatives. */
export class Histograms {
  first = 0;
  second = 0;
  sums: Float64Array;

  constructor(readonly columns: readonly Uint8Array[], readonly asked: readonly number[]) {
    this.sums = new Float64Array(asked.length * BINS * 2);
  }

  /** Adds the rows `order[from…to)`. */
  fill(
    order: Int32Array,
    from: number,
    to: number,
    first: Float32Array,
    second: Float32Array,
  ): void {
    const size = to - from;
    const ones = new Float64Array(size);
    const twos = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const row = order[from + i] as number;
      this.first += ones[i] = first[row] as number;
      this.second += twos[i] = second[row] as number;
    }
    for (let a = 0; a < this.asked.length; a++) {
      addColumn(
        this.columns[this.asked[a] as number] as Uint8Array,
        order,
        from,
        ones,
        twos,
        this.sums.subarray(a * BINS * 2, (a + 1) * BINS * 2),
      );
    }
  }

  /** What is left without `part`; this histogram is used up by it. */
  less(part: Histograms): Histograms {
    const { sums } = this;
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) - (part.sums[i] as number);
    this.first -= part.first;
    this.second -= part.second;
    return this;
  }
}

function addColumn(
  column: Uint8Array,
  order: Int32Array,
  from: number,
  first: Float64Array,
  second: Float64Array,
  sums: Float64Array,
): void {
  for (let i = 0; i < first.length; i++) {
    const at = (column[order[from + i] as number] as number) * 2;
    sums[at] = (sums[at] as number) + (first[i] as number);
    sums[at + 1] = (sums[at + 1] as number) + (second[i] as number);
  }
}

/** The best split of a leaf; `null` where none gains. */
export function bestSplit(
  { sums, asked, first, second }: Histograms,
  { leafWeight, l2 }: { readonly leafWeight: number; readonly l2: number },
): Split | null {
  const whole = first * first / (second + l2);
  let best: Split | null = null;
  let most = 1e-6;
  for (let a = 0; a < asked.length; a++) {
    let one = 0;
    let two = 0;
    for (let bin = 0, at = a * BINS * 2; bin < BINS - 1; bin++, at += 2) {
      one += sums[at] as number;
      two += sums[at + 1] as number;
      if (two < leafWeight) continue;
      const rest = second - two;
      if (rest < leafWeight) break;
      const other = first - one;
      const gain = one * one / (two + l2) + other * other / (rest + l2) - whole;
      if (gain <= most) continue;
      most = gain;
      best = { feature: asked[a] as number, bin, gain };
    }
  }
  return best;
}
