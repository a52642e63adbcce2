/**
 * The XML parts of a workbook: its sheets by name, its shared texts, the cells of a sheet.
 *
 * Read as a stream, because a sheet of 10,000 rows has hundreds of thousands of elements. What the cells mean is decided in
 * `read_workbook.ts`.
 *
 * @module
 */

import { localName, UnreadableXml, walkXml, type XmlVisitor } from "./xml.ts";

/** A value as it stands in the sheet; numbers stay numbers, so that a date can be told from a text. */
export type CellValue = string | number | null;

const CHUNK = 1 << 16;

function walk(bytes: Uint8Array, visitor: XmlVisitor): void {
  walkXml(piecesOf(bytes), visitor);
}

function* piecesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableXml("not UTF-8");
    throw error;
  }
}

/** What the workbook part says. */
export interface WorkbookPart {
  /** Relationship ids of the sheets in order. */
  readonly sheets: readonly string[];
  /** Whether day 0 of its dates is 1904-01-01. */
  readonly date1904: boolean;
}

/** Reads `xl/workbook.xml`. */
export function readWorkbookPart(bytes: Uint8Array): WorkbookPart {
  const sheets: string[] = [];
  let date1904 = false;
  walk(bytes, {
    open(name, attributes) {
      if (name === "workbookPr") date1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const id = Object.keys(attributes).find((key) =>
        localName(key) === "id" && key.includes(":")
      );
      if (id !== undefined) sheets.push(attributes[id] as string);
    },
  });
  return { sheets, date1904 };
}

/** Reads relationships: targets by id. */
export function readRelationships(bytes: Uint8Array): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  walk(bytes, {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id !== undefined && Target !== undefined) {
        targets.set(Id, Target);
      }
    },
  });
  return targets;
}

/** Reads the shared texts; what only tells how they are pronounced is left out. */
export function readSharedStrings(bytes: Uint8Array): readonly string[] {
  const strings: string[] = [];
  const inside = new TextInside();
  walk(bytes, {
    open(name) {
      if (name === "si") inside.begin();
      inside.open(name);
    },
    text: (text) => inside.add(text),
    close(name) {
      inside.close(name);
      if (name === "si") strings.push(unescaped(inside.end()));
    },
  });
  return strings;
}

/** What a sheet may hold. */
export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
}

/** Reads the rows of a sheet; cells that are not there are `null`. */
export function readSheet(
  bytes: Uint8Array,
  strings: readonly string[],
  limits: SheetLimits,
): readonly (readonly CellValue[])[] {
  const rows: CellValue[][] = [];
  const inside = new TextInside();
  let row: CellValue[] = [];
  let cell: { column: number; type: string } | null = null;
  walk(bytes, {
    open(name, attributes) {
      if (name === "row") {
        if (rows.length >= limits.rows) throw new UnreadableXml("too many rows");
        row = [];
      } else if (name === "c") {
        const column = columnOf(attributes["r"]) ?? row.length;
        if (column >= limits.columns) throw new UnreadableXml("too many columns");
        cell = { column, type: attributes["t"] ?? "n" };
        inside.begin();
      } else if (cell) inside.open(name);
    },
    text: (text) => inside.add(text),
    close(name) {
      if (cell === null) {
        if (name === "row") rows.push(row);
        return;
      }
      inside.close(name);
      if (name !== "c") return;
      while (row.length < cell.column) row.push(null);
      row[cell.column] = valueOf(cell.type, inside.end(), strings);
      cell = null;
    },
  });
  return rows;
}

/** `BC12` is column 54; a cell may leave its place out and then follows the one before. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^\$?([A-Z]{1,3})/.exec(reference ?? "")?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function valueOf(type: string, text: string, strings: readonly string[]): CellValue {
  if (text === "") return null;
  switch (type) {
    case "s": {
      const shared = /^\d{1,9}$/.test(text) ? strings[Number(text)] : undefined;
      if (shared === undefined) throw new UnreadableXml(`no shared text ${text}`);
      return shared;
    }
    case "n": {
      const number = Number(text);
      if (!Number.isFinite(number)) throw new UnreadableXml(`"${text}" is no number`);
      return number;
    }
    case "b":
      return text === "1" ? "TRUE" : "FALSE";
    default:
      return unescaped(text);
  }
}

/** `_x000D_` stands for a character that XML cannot hold. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

/** No cell of a workbook holds more (ECMA-376 part 1, as Excel keeps it). */
const LONGEST_TEXT = 32_767;

/** The text below an element: of its `t` and `v`, without that of `rPh` and `f`. */
class TextInside {
  #text = "";
  #reading = false;
  #silent = 0;

  begin(): void {
    this.#text = "";
    this.#silent = 0;
  }

  open(name: string): void {
    if (name === "rPh" || name === "f") this.#silent++;
    else if ((name === "t" || name === "v") && this.#silent === 0) this.#reading = true;
  }

  add(text: string): void {
    if (!this.#reading) return;
    this.#text += text;
    if (this.#text.length > LONGEST_TEXT) throw new UnreadableXml("too long a text");
  }

  close(name: string): void {
    if (name === "rPh" || name === "f") this.#silent--;
    else if (name === "t" || name === "v") this.#reading = false;
  }

  end(): string {
    return this.#text;
  }
}
