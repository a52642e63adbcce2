/**
 * The one place that knows exceljs: the package around the sheets.
 *
 * The library's streaming writer makes the ZIP, styles, sheet frames and relationships; rows come in
 * as text (`cell_xml.ts`). Three things it does are undone here: extension attributes, which ECMA's
 * schema does not know, are taken out; parts carry the given time, not that of the writing; links
 * within the workbook are written as locations, where it would make every link an external one.
 * It has no types for these parts and is pinned, hence the casts.
 *
 * @module
 */

import WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";
import { Buffer } from "node:buffer";
import type { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import type { InstantText } from "../model.ts";
import type { CellStyle } from "./styles.ts";

/** Takes the bytes of a file in order; the next come when the promise resolves. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** What exceljs is told about a sheet before its first row. */
export interface Frame {
  readonly name: string;
  readonly widths: readonly number[];
  readonly frozen: { readonly columns: number; readonly rows: number } | null;
  readonly gridLines: boolean;
  readonly selected: boolean;
  readonly tab: string | null;
}

/** A sheet that is open for rows. */
export interface XlsxSheet {
  /** Writes rows; resolves when there is room for more. */
  write(rows: string): Promise<void>;
  /** Makes a cell lead to another cell of this workbook. */
  linkInside(cell: string, target: { readonly sheet: string; readonly row: number }): void;
  linkOutside(cell: string, url: string): void;
  /** Ends the sheet, with filter buttons over `filter` (`A1:F9`). */
  close(filter: string | null): void;
}

/** What the file says about itself. */
export interface Properties {
  readonly title: string;
  readonly created: InstantText;
}

/** A workbook that is being written. */
export interface XlsxFile {
  /** Number of a style; the same object always has the same. */
  styleId(style: CellStyle): number;
  /** Opens the next sheet; the one before must be closed. */
  sheet(frame: Frame): XlsxSheet;
  /** Writes the rest; resolves when the sink has everything, rejects with what the sink threw. */
  finish(): Promise<void>;
  /** Gives up, so that nothing waits for the sink any longer. */
  abandon(): void;
}

interface PartStream {
  write(chunk: Buffer | string | { toBuffer(): Buffer }): unknown;
  readonly pipes: readonly [
    EventEmitter & { readonly _writableState: { readonly length: number } },
  ];
}

interface SheetWriter {
  readonly stream: PartStream;
  readonly _sheetRelsWriter: {
    readonly _hyperlinks: { address: string; target?: string; rId?: string }[];
    addRelationship(relationship: Readonly<Record<string, string>>): string;
  };
  columns: readonly { readonly width: number }[];
  autoFilter: string | null;
  startedData: boolean;
  _writeColumns(): void;
  _writeOpenSheetData(): void;
  commit(): void;
}

interface Writer {
  readonly zip: EventEmitter & {
    append(source: unknown, data: Readonly<Record<string, unknown>>): unknown;
    abort(): void;
  };
  readonly styles: { addStyleModel(style: CellStyle): number };
  addWorksheet(name: string, options: Readonly<Record<string, unknown>>): SheetWriter;
  addThemes(): Promise<void>;
  commit(): Promise<unknown>;
  _openStream(path: string): PartStream;
}

const Base = WorkbookWriter as unknown as new (
  options: Readonly<Record<string, unknown>>,
) => Writer;

/** Opens a workbook whose properties and parts all carry the instant `created`. */
export function openXlsx(sink: Sink, { title, created }: Properties): XlsxFile {
  const stream = new Writable({
    write: (chunk, _encoding, done) => void sink(chunk).then(() => done(), done),
  });
  const writer = strictWriter(stream, { title, created });
  let fault: Error | null = null;
  let onFault = () => {};
  const failed = (error: Error) => {
    fault ??= error;
    onFault();
  };
  stream.on("error", failed);
  writer.zip.on("error", failed);

  async function room(sheet: SheetWriter): Promise<void> {
    const [pipe] = sheet.stream.pipes;
    if (pipe._writableState.length > WAITING_BYTES && !fault) {
      await new Promise<void>((resolve) => {
        onFault = resolve;
        pipe.once("drain", resolve);
      });
    }
    if (fault) throw fault;
  }

  return {
    styleId: (style) => writer.styles.addStyleModel(style),
    sheet: (frame) => openSheet(writer, frame, room),
    abandon: () => writer.zip.abort(),
    finish: async () => {
      // The library waits for an end that a broken stream never has.
      const broken = new Promise<never>((_, reject) => {
        onFault = () => reject(fault);
        if (fault) reject(fault);
      });
      await Promise.race([writer.commit(), broken]);
    },
  };
}

/** The writer without extension attributes, every part dated `created`. */
function strictWriter(stream: Writable, { title, created }: Properties): Writer {
  class StrictWriter extends Base {
    // The library's constructor calls this first of all, before any part is appended.
    override addThemes(): Promise<void> {
      const { zip } = this;
      const append = zip.append.bind(zip);
      zip.append = (source, data) =>
        append(typeof source === "string" ? withoutExtensions(source) : source, {
          ...data,
          date: created,
        });
      return super.addThemes();
    }

    override _openStream(path: string): PartStream {
      const stream = super._openStream(path);
      if (path.endsWith(".rels")) return stream;
      const write = stream.write;
      // The first chunk is the opening tag; rows must not pay for the search.
      stream.write = (chunk) => {
        stream.write = write;
        const xml = typeof chunk === "object" && "toBuffer" in chunk ? chunk.toBuffer() : chunk;
        return write.call(stream, withoutExtensions(xml.toString()));
      };
      return stream;
    }
  }
  return new StrictWriter({
    stream,
    useStyles: true,
    creator: "dmf",
    lastModifiedBy: "dmf",
    title,
    // All that the library asks of a time is its ISO form, so no `Date` need be made of it.
    created: { toISOString: () => created },
    // A third smaller than the default of 1, for no measurable time.
    zip: { zlib: { level: 3 } },
  });
}

function openSheet(
  writer: Writer,
  frame: Frame,
  room: (sheet: SheetWriter) => Promise<void>,
): XlsxSheet {
  const sheet = writer.addWorksheet(frame.name, frameOptions(frame));
  sheet.columns = frame.widths.map((width) => ({ width }));
  sheet._writeColumns();
  sheet._writeOpenSheetData();
  sheet.startedData = true;
  const { _sheetRelsWriter: relations } = sheet;
  const addresses = new Map<string, string>();
  const encoder = new TextEncoder();
  return {
    write(rows) {
      const bytes = encoder.encode(rows);
      sheet.stream.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      return room(sheet);
    },
    linkInside(cell, { sheet, row }) {
      relations._hyperlinks.push({ address: cell, target: `'${sheet}'!A${row}` });
    },
    linkOutside(cell, url) {
      const rId = addresses.get(url) ??
        relations.addRelationship({ Target: url, Type: HYPERLINK, TargetMode: "External" });
      addresses.set(url, rId);
      relations._hyperlinks.push({ address: cell, rId });
    },
    close(filter) {
      sheet.autoFilter = filter;
      sheet.commit();
    },
  };
}

const HYPERLINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";

function frameOptions({ frozen, gridLines, selected, tab }: Frame) {
  const view = {
    showGridLines: gridLines,
    tabSelected: selected,
    ...(frozen && { state: "frozen", xSplit: frozen.columns, ySplit: frozen.rows }),
  };
  return {
    views: [view],
    properties: { dyDescent: undefined, ...(tab && { tabColor: { argb: `FF${tab}` } }) },
    pageSetup: {
      paperSize: A4,
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: 1,
      // A table goes on over pages under its header; the summary is one page.
      fitToHeight: frozen ? 0 : 1,
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
      ...(frozen && frozen.rows > 0 && { printTitlesRow: `1:${frozen.rows}` }),
    },
    headerFooter: { oddFooter: "&L&A&R&P / &N" },
  };
}

const A4 = 9;

/** Bytes of one sheet that may wait for compression before its rows have to. */
const WAITING_BYTES = 4 << 20;

function withoutExtensions(xml: string): string {
  return xml.replace(/ (?:mc:Ignorable|x14ac:\w+)="[^"]*"/g, "");
}
