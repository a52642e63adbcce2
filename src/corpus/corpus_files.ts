/**
 * The port to the files of a corpus, and to the documents that are given to it.
 *
 * A corpus is one append-only file and what can be made from it. What stands in the files is decided in
 * `document_log.ts` and `checkpoint.ts`; the adapters know bytes and names alone.
 *
 * @module
 */

/** Where corpora lie, and where documents come from. */
export interface Corpora {
  /**
   * Opens a corpus below the data folder. `write` makes it where there is none and keeps every other
   * writer out; `read` returns `null` where there is none.
   *
   * @throws {LeaseLost} where another process writes.
   */
  open(data: string, name: string, mode: "write" | "read"): Promise<CorpusFiles | null>;
  readonly documents: DocumentFiles;
}

/** The files of one corpus. */
export interface CorpusFiles {
  /** For people: where the log lies. */
  readonly path: string;
  readonly log: LogFile;
  /** The last checkpoint, or `null` where there is none. */
  readCheckpoint(): Promise<Uint8Array | null>;
  /** Puts a checkpoint in place of the last one, whole or not at all. */
  writeCheckpoint(pieces: Iterable<Uint8Array>): Promise<void>;
  /** What `writeMark()` wrote last: how far the log is known to be whole. */
  readMark(): Promise<string | null>;
  writeMark(text: string): Promise<void>;
  /** Whether another log has taken the place of the opened one since. */
  isReplaced(): Promise<boolean>;
  /** Begins a log that is to take the place of this one. */
  rewrite(): Promise<Rewriting>;
  close(): Promise<void>;
}

/** A log that is being written anew beside the one in force. */
export interface Rewriting {
  readonly log: LogFile;
  /** From now on it is in force, and the old one's checkpoint is gone; the corpus must be opened anew. */
  finish(mark: string): Promise<void>;
  /** Leaves the old one in force. */
  discard(): Promise<void>;
}

/** A file that grows at its end. */
export interface LogFile {
  size(): Promise<number>;
  /** Exactly `length` bytes, fewer only at the end of the file. */
  read(at: number, length: number): Promise<Uint8Array>;
  /** Writes at `at`, which is the end; durable when it resolves. */
  append(at: number, bytes: Uint8Array): Promise<void>;
  /** Cuts off what lies behind `length`; durable when it resolves. */
  cut(length: number): Promise<void>;
}

/** Files of documents, and standard input. */
export interface DocumentFiles {
  /** What is at a path; `null` where nothing is. */
  look(path: string): Promise<"file" | "folder" | null>;
  /** Files of a folder and the folders below it, by path, in order; links are followed nowhere. */
  walk(path: string): AsyncIterable<FoundFile>;
  /**
   * A file's size and time, and its bytes from `offset` on, `null` where it is gone; `-` is standard
   * input.
   *
   * @throws {StoreFault} where it cannot be read.
   */
  stream(path: string, offset: number): Promise<OpenedFile | null>;
}

/** A file in a folder. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  /** Last change, ms since 1970. */
  readonly modifiedAt: number;
  /** A link, a device, a name that is no UTF-8: named and not read. */
  readonly odd: boolean;
}

/** A file that is being read. */
export interface OpenedFile extends AsyncDisposable {
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}
