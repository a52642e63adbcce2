/**
 * Reads the shingles of texts that are about to be asked for on another processor.
 *
 * A worker makes of each text what `shingling()` makes of it, by the same function, and leaves it in
 * memory that both see; whoever asks waits for it, or reads the text itself where the worker has not
 * begun, has failed, or was not told of it. So answers never depend on the worker. It is made from the
 * text of that function, as a file of its own would be missing in a bundle, and does no I/O.
 *
 * @module
 */

import { type ShingleReader, shingling } from "../corpus/shingles.ts";

/** Batches under way at once, words of memory for each, and texts of one. */
const SLOTS = 12;
const ROOM = 1 << 15;
const MOST_TEXTS = 64;
/** Announcements that are held: what was announced before these will not be asked for. */
const HELD = 4;
/** For how long one answer is waited for before the worker counts as failed. */
const PATIENCE_MS = 2_000;

/** Texts for the worker, and in which announcement they came. */
interface Announced {
  readonly texts: readonly string[];
  readonly call: number;
}

/** Texts that were given to the worker. */
interface Batch extends Announced {
  readonly slot: number;
  /** Texts of the slot that were given before these. */
  readonly before: number;
  /** The text that is asked for next, and where its words begin. */
  next: number;
  at: number;
}

/** A reader with a worker; {@linkcode close} it. */
export class ReadingAhead implements ShingleReader {
  set = new Uint32Array(256);
  count = 0;
  skeleton = 0;
  readonly #own: ShingleReader;
  readonly #worker: Worker;
  /** Whether the worker has begun; then for each slot how many texts it has read for it, ever. */
  readonly #ready = new Int32Array(new SharedArrayBuffer(4 * (1 + SLOTS)));
  readonly #words = new Uint32Array(new SharedArrayBuffer(4 * SLOTS * ROOM));
  readonly #given = new Int32Array(SLOTS);
  readonly #free = Array.from({ length: SLOTS }, (_, slot) => slot);
  readonly #waiting: Announced[] = [];
  #calls = 0;
  readonly #posted: Batch[] = [];
  #failed = false;
  /** Resolves when the worker has read the first texts that it was given. */
  readonly begun: Promise<void>;
  /** Texts whose shingles came from the worker. */
  helped = 0;

  /** A shingle has `size` words. */
  constructor(size: number) {
    this.#own = shingling(size);
    const source = `(${serve})(self, ${shingling}, ${roomFor}, ${size}, ${ROOM})`;
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#worker = new Worker(url, { type: "module" });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.begun = promise;
    this.#worker.onmessage = () => resolve();
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#failed = true;
      resolve();
    };
    this.#worker.postMessage({ ready: this.#ready, words: this.#words });
    URL.revokeObjectURL(url);
  }

  ahead(texts: readonly string[]): void {
    if (this.#failed) return;
    const call = ++this.#calls;
    for (const list of [this.#posted, this.#waiting]) {
      while (list[0] && list[0].call <= call - HELD) this.#drop(list);
    }
    for (let from = 0; from < texts.length;) {
      let [to, room] = [from, 0];
      while (to < texts.length && to - from < MOST_TEXTS) {
        room += roomFor(texts[to] as string);
        if (room > ROOM) break;
        to++;
      }
      if (to > from) this.#waiting.push({ texts: texts.slice(from, to), call });
      // A text that has no room at all is read when it is asked for.
      from = Math.max(to, from + 1);
    }
    this.#post();
  }

  read(normal: string): number {
    const batch = this.#batchOf(normal);
    if (batch !== null && this.#isReady(batch)) {
      const [count, skeleton] = [this.#words[batch.at], this.#words[batch.at + 1]];
      this.#take(this.#words, batch.at + 2, count as number, skeleton as number);
      this.helped++;
    } else {
      const count = this.#own.read(normal);
      this.#take(this.#own.set, 0, count, this.#own.skeleton);
    }
    if (batch !== null) {
      step(batch);
      if (batch.next === batch.texts.length) {
        this.#drop(this.#posted);
        this.#post();
      }
    }
    return this.count;
  }

  /** Ends the worker; texts can still be read. */
  close(): void {
    this.#failed = true;
    this.#worker.terminate();
  }

  /** Gives waiting texts to the worker, as far as there is room. */
  #post(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0 && !this.#failed) {
      const slot = this.#free.pop() as number;
      const { texts, call } = this.#waiting.shift() as Announced;
      const before = this.#given[slot] as number;
      this.#given[slot] = before + texts.length;
      this.#posted.push({ texts, call, slot, before, next: 0, at: slot * ROOM });
      this.#worker.postMessage({ slot, texts });
    }
  }

  /** The batch that has the text as its next one; `null` where the worker was not given it. */
  #batchOf(normal: string): Batch | null {
    for (const [earlier, batch] of this.#posted.entries()) {
      const found = batch.texts.indexOf(normal, batch.next);
      if (found < 0) continue;
      // What was passed over will not be asked for.
      for (let n = 0; n < earlier; n++) this.#drop(this.#posted);
      while (batch.next < found) step(batch);
      return batch;
    }
    return null;
  }

  /** Gives up the first of these; its slot is filled again behind it, whether it was read or not. */
  #drop(list: (Announced | Batch)[]): void {
    const first = list.shift() as Announced | Batch;
    if ("slot" in first) this.#free.push(first.slot);
  }

  #isReady({ slot, before, next }: Batch): boolean {
    for (;;) {
      const ready = Atomics.load(this.#ready, 1 + slot);
      if ((ready - before | 0) > next) return true;
      if (this.#failed || Atomics.load(this.#ready, 0) === 0) return false;
      if (Atomics.wait(this.#ready, 1 + slot, ready, PATIENCE_MS) === "timed-out") {
        this.#failed = true;
      }
    }
  }

  #take(from: Uint32Array, at: number, count: number, skeleton: number): void {
    if (this.set.length < count) this.set = new Uint32Array(count * 2);
    const set = this.set;
    for (let n = 0; n < count; n++) set[n] = from[at + n] as number;
    this.count = count;
    this.skeleton = skeleton;
  }
}

function step(batch: Batch): void {
  batch.at += roomFor(batch.texts[batch.next++] as string);
}

/** Words that are kept for a text: a count, a skeleton, a shingle for every second letter. */
function roomFor(text: string): number {
  return 2 + (text.length + 1 >> 1);
}

/** The worker. It refers to nothing outside itself, as its text alone goes there. */
function serve(
  scope: Pick<Worker, "onmessage" | "postMessage">,
  shinglingThere: typeof shingling,
  roomThere: typeof roomFor,
  size: number,
  room: number,
): void {
  const reader = shinglingThere(size);
  scope.onmessage = ({ data: { ready, words } }) => {
    let begun = false;
    scope.onmessage = ({ data: { slot, texts } }) => {
      let at = slot * room;
      for (const [number, text] of texts.entries()) {
        const count = reader.read(text);
        words[at] = count;
        words[at + 1] = reader.skeleton;
        for (let n = 0; n < count; n++) words[at + 2 + n] = reader.set[n];
        at += roomThere(text);
        Atomics.add(ready, 1 + slot, 1);
        if (number % 8 === 7) Atomics.notify(ready, 1 + slot);
      }
      Atomics.notify(ready, 1 + slot);
      if (!begun) scope.postMessage("begun");
      begun = true;
    };
    Atomics.store(ready, 0, 1);
  };
}
