/**
 * Reads a workbook back with nothing of ours: ZIP by its central directory, XML by patterns.
 *
 * @module
 */

import { inflateRawSync } from "node:zlib";
import type { Report } from "../../src/report/report.ts";
import { type WorkbookOptions, writeWorkbook } from "../../src/report/workbook.ts";
import type { Sink } from "../../src/report/xlsx_file.ts";

/** A sink that keeps what it is given. */
export function collector(): { readonly sink: Sink; bytes(): Uint8Array<ArrayBuffer> } {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    sink: (bytes) => Promise.resolve(void chunks.push(Uint8Array.from(bytes))),
    bytes: () => {
      const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.length;
      }
      return whole;
    },
  };
}

/** The bytes of a report's workbook. */
export async function workbookBytes(
  report: Report,
  options: Omit<WorkbookOptions, "sink">,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sink, bytes } = collector();
  await writeWorkbook(report, { ...options, sink });
  return bytes();
}

/** Unpacks a ZIP file: the text of every part by its name. */
export function unzip(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("No end of central directory");
  const parts = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [nameLength, extraLength, commentLength] = lengths as [number, number, number];
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const body = bytes.subarray(start, start + packed);
    parts.set(
      name,
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        method === 0 ? body : inflateRawSync(body),
      ),
    );
    at += 46 + nameLength + extraLength + commentLength;
  }
  return parts;
}

/** A cell as it stands in a sheet. */
export interface ReadCell {
  readonly value: string | number | null;
  readonly styleId: number;
  /** `t` of the cell; `n` where it has none. */
  readonly type: string;
}

/** One sheet read back. */
export interface ReadSheet {
  readonly name: string;
  readonly xml: string;
  readonly cells: ReadonlyMap<string, ReadCell>;
  /** Targets by cell: a location inside, or an address outside. */
  readonly links: ReadonlyMap<string, string>;
  /** Values row by row, blanks as null. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Reads all sheets by name, in their order. */
export function readWorkbook(bytes: Uint8Array): Map<string, ReadSheet> {
  const parts = unzip(bytes);
  const sheets = new Map<string, ReadSheet>();
  const targets = relations(parts.get("xl/_rels/workbook.xml.rels") ?? "");
  for (const [tag] of (parts.get("xl/workbook.xml") ?? "").matchAll(/<sheet [^>]*>/g)) {
    const file = targets.get(attribute(tag, "r:id")) ?? "";
    const name = attribute(tag, "name");
    const rels = parts.get(`xl/worksheets/_rels/${file.replace("worksheets/", "")}.rels`);
    sheets.set(name, readSheet(name, parts.get(`xl/${file}`) ?? "", relations(rels ?? "")));
  }
  return sheets;
}

function relations(xml: string): Map<string, string> {
  return new Map(
    Array.from(
      xml.matchAll(/<Relationship [^>]*>/g),
      ([tag]) => [attribute(tag, "Id"), attribute(tag, "Target")],
    ),
  );
}

function readSheet(name: string, xml: string, targets: Map<string, string>): ReadSheet {
  const cells = new Map<string, ReadCell>();
  const rows: (string | number | null)[][] = [];
  for (const [, inside] of xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)) {
    const row: (string | number | null)[] = [];
    for (const [, tag, body] of (inside ?? "").matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const cell = readCell(` ${tag}`, body ?? "");
      const address = attribute(` ${tag}`, "r");
      cells.set(address, cell);
      const column = columnIndex(address);
      while (row.length < column) row.push(null);
      row.push(cell.value);
    }
    rows.push(row);
  }
  const links = new Map(Array.from(xml.matchAll(/<hyperlink [^>]*>/g), ([tag]) => [
    attribute(tag, "ref"),
    attribute(tag, "location") || (targets.get(attribute(tag, "r:id")) ?? ""),
  ]));
  return { name, xml, cells, links, rows };
}

function readCell(tag: string, body: string): ReadCell {
  const [type, styleId] = [attribute(tag, "t") || "n", Number(attribute(tag, "s"))];
  if (body.includes("<f")) throw new Error(`A formula in cell "${tag}"`);
  const text = /<t(?: [^>]*)?>(.*)<\/t>/s.exec(body)?.[1];
  if (text !== undefined) return { type, styleId, value: unescapeX(xmlDecode(text)) };
  const number = /<v>(.*)<\/v>/.exec(body)?.[1];
  return { type, styleId, value: number === undefined ? null : Number(number) };
}

function columnIndex(address: string): number {
  return [...address.replace(/[0-9]/g, "")]
    .reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function attribute(tag: string, name: string): string {
  return xmlDecode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function xmlDecode(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);
}

/** Undoes the escapes of ST_Xstring, as a spreadsheet does. */
export function unescapeX(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}
