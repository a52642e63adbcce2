/**
 * The program asked about a past that was committed in memory.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { EventLog } from "../../src/ports.ts";
import { MemoryBox } from "./memory_box.ts";
import type { MemoryLog } from "./memory_log.ts";
import { type DeskParts, Dmf, type Ran } from "./run_dmf.ts";

/** A command line whose data folder is a log in memory; files it writes lie in `folder`. */
export class Asked implements AsyncDisposable {
  private constructor(private readonly dmf: Dmf, private readonly parts: DeskParts) {}

  static async on(log: EventLog, parts: DeskParts = {}): Promise<Asked> {
    const box = new MemoryBox(log as MemoryLog);
    return new Asked(await Dmf.towards("http://127.0.0.1:9"), { ...parts, openData: box.open });
  }

  get folder(): string {
    return this.dmf.folder;
  }

  run(...args: readonly string[]): Promise<Ran> {
    return this.dmf.run(args, this.parts);
  }

  /** What a command line prints, which must succeed without a word. */
  async out(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await this.run(...args);
    assert.deepEqual({ code, err }, { code: 0, err: "" }, args.join(" "));
    return out;
  }

  async json<T>(...args: readonly string[]): Promise<T> {
    return JSON.parse(await this.out(...args, "--json"));
  }

  /** The sentence of a command line that ends with `code`, in English. */
  async fault(code: number, ...args: readonly string[]): Promise<string> {
    const ran = await this.run(...args, "--lang", "en");
    assert.deepEqual({ code: ran.code, out: ran.out }, { code, out: "" }, ran.err);
    return ran.err.trimEnd();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dmf[Symbol.asyncDispose]();
  }
}
