/**
 * Executables with nothing in them, as bases for `deno compile`.
 *
 * The compiler reads its base as ELF or PE, adds a section, and never runs it: what it bakes can be
 * looked at without the runtimes, which are 40 MB each and come from another server.
 *
 * @module
 */

/** A PE file with an empty `.text` and an empty `.rsrc`, where the compiler puts its section. */
export function smallestPe(): Uint8Array {
  const bytes = new Uint8Array(0x600);
  const view = new DataView(bytes.buffer);
  const put16 = (at: number, value: number) => view.setUint16(at, value, true);
  const put32 = (at: number, value: number) => view.setUint32(at, value, true);
  const put64 = (at: number, value: bigint) => view.setBigUint64(at, value, true);
  put16(0, 0x5a4d); // MZ
  put32(0x3c, 0x80); // where the PE header starts
  const header = 0x80;
  put32(header, 0x4550); // PE
  put16(header + 4, 0x8664); // x86-64
  put16(header + 6, 2); // sections
  put16(header + 20, 240); // size of the optional header
  put16(header + 22, 0x22); // executable, large addresses
  const optional = header + 24;
  put16(optional, 0x20b); // PE32+
  put32(optional + 16, 0x1000); // entry point
  put64(optional + 24, 0x140000000n); // image base
  put32(optional + 32, 0x1000); // section alignment
  put32(optional + 36, 0x200); // file alignment
  put16(optional + 48, 6); // subsystem version
  put32(optional + 56, 0x3000); // size of the image
  put32(optional + 60, 0x200); // size of the headers
  put16(optional + 68, 3); // console
  put32(optional + 108, 16); // data directories
  put32(optional + 112 + 16, 0x2000); // resources: address
  put32(optional + 112 + 20, 0x10); // resources: size
  const section = (at: number, name: string, address: number, offset: number, flags: number) => {
    new TextEncoder().encodeInto(name, bytes.subarray(at, at + 8));
    put32(at + 8, 0x10);
    put32(at + 12, address);
    put32(at + 16, 0x200);
    put32(at + 20, offset);
    put32(at + 36, flags);
  };
  section(optional + 240, ".text", 0x1000, 0x200, 0x60000020);
  section(optional + 280, ".rsrc", 0x2000, 0x400, 0x40000040);
  return bytes;
}
