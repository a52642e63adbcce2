/**
 * Writes ZIP files for tests, honest ones and others.
 *
 * @module
 */

import { crc32, deflateRawSync } from "node:zlib";

/** What a part says of itself, where that is not the truth. */
export interface ZipLie {
  readonly size?: number;
  readonly crc?: number;
  readonly flags?: number;
}

/** A ZIP file with these parts, each deflated. */
export function makeZip(
  parts: Readonly<Record<string, string | Uint8Array>>,
  lies: Readonly<Record<string, ZipLie>> = {},
): Uint8Array {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const raw = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const packed = new Uint8Array(deflateRawSync(raw));
    const { size = raw.length, crc = crc32(raw), flags = 0 } = lies[name] ?? {};
    const title = new TextEncoder().encode(name);
    const shared = [
      2,
      20,
      2,
      flags,
      2,
      8,
      4,
      0,
      4,
      crc,
      4,
      packed.length,
      4,
      size,
      2,
      title.length,
      2,
      0,
    ];
    const local = joined(numbers([4, 0x04034b50, ...shared]), title, packed);
    locals.push(local);
    directory.push(
      joined(numbers([4, 0x02014b50, 2, 20, ...shared, 2, 0, 2, 0, 2, 0, 4, 0, 4, offset]), title),
    );
    offset += local.length;
  }
  const entries = joined(...directory);
  const { length } = directory;
  const end = numbers([
    4,
    0x06054b50,
    2,
    0,
    2,
    0,
    2,
    length,
    2,
    length,
    4,
    entries.length,
    4,
    offset,
    2,
    0,
  ]);
  return joined(...locals, entries, end);
}

/** Pairs of width in bytes and value, little endian. */
function numbers(pairs: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    for (let byte = 0; byte < pairs[i]!; byte++) bytes.push((pairs[i + 1]! / 256 ** byte) & 0xff);
  }
  return new Uint8Array(bytes);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook with one sheet, whose rows are given as XML; shared texts are given as `si` elements. */
export function makeWorkbook(
  rows: string,
  { strings = "", properties = "", more = {} }: {
    readonly strings?: string;
    readonly properties?: string;
    readonly more?: Readonly<Record<string, string>>;
  } = {},
): Readonly<Record<string, string>> {
  return {
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
      `<workbookPr ${properties}/><sheets><sheet name="목록" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="x">' +
      '<Relationship Id="rId7" Type="t" Target="worksheets/sheet1.xml"/></Relationships>',
    ...(strings === "" ? {} : { "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings}</sst>` }),
    "xl/worksheets/sheet1.xml":
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  };
}
