/**
 * Tables of numbers that grow: one typed array a column, no object a row.
 *
 * @module
 */

/** Kinds of columns. */
const KINDS = {
  u8: Uint8Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f64: Float64Array,
} as const;

/** The kind of each column, by its name. */
export type Shape = Readonly<Record<string, keyof typeof KINDS>>;
type Column = InstanceType<(typeof KINDS)[keyof typeof KINDS]>;
/** The columns of a table; new arrays after every `add()`. */
export type ColumnsOf<S extends Shape> = { [Name in keyof S]: Column };

const LEAST = 1024;

/** Rows of numbers; a column is read and written as `table.of.name[row]`. */
export class Columns<S extends Shape> {
  readonly of: ColumnsOf<S>;
  #size = 0;
  #room = LEAST;

  constructor(readonly shape: S) {
    const entries = Object.entries(shape).map(([name, kind]) => [name, new KINDS[kind](LEAST)]);
    this.of = Object.fromEntries(entries);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a row of zeros and returns its number. */
  add(): number {
    if (this.#size === this.#room) this.#grow(2 * this.#room);
    return this.#size++;
  }

  /** The columns, cut to size, in the order of the shape. */
  save(): Column[] {
    return Object.keys(this.shape).map((name) => (this.of[name] as Column).slice(0, this.#size));
  }

  /** Bytes of a row. */
  static width(shape: Shape): number {
    return Object.values(shape).reduce((sum, kind) => sum + KINDS[kind].BYTES_PER_ELEMENT, 0);
  }

  /** Puts rows in place of what is there; `bytes` are the columns one behind the other. */
  load(size: number, bytes: Uint8Array): void {
    this.#grow(Math.max(LEAST, size));
    this.#size = size;
    let at = 0;
    for (const [name, kind] of Object.entries(this.shape)) {
      const length = size * KINDS[kind].BYTES_PER_ELEMENT;
      const column = this.of[name] as Column;
      new Uint8Array(column.buffer).set(bytes.subarray(at, at + length));
      at += length;
    }
  }

  #grow(room: number): void {
    this.#room = room;
    for (const [name, kind] of Object.entries(this.shape)) {
      const wider = new KINDS[kind](room);
      wider.set((this.of[name] as Column).subarray(0, this.#size));
      (this.of as Record<string, Column>)[name] = wider;
    }
  }
}
