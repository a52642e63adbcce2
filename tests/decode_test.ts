import assert from "node:assert/strict";
import fc from "fast-check";
import { byteOffsets, decode, type Decoded } from "../src/decode.ts";
import { suiteTest } from "./support/suites.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** Bytes of every two-byte character of windows-949, which TextEncoder does not write. */
const EUC_KR: ReadonlyMap<string, readonly [number, number]> = (() => {
  const decoder = new TextDecoder("euc-kr");
  const bytes = new Map<string, readonly [number, number]>();
  for (let lead = 0x81; lead <= 0xFE; lead++) {
    for (let trail = 0x41; trail <= 0xFE; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length === 1 && text !== "\uFFFD") bytes.set(text, [lead, trail]);
    }
  }
  return bytes;
})();

function eucKr(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...text].flatMap((char) => {
    const pair = EUC_KR.get(char);
    assert.ok(pair !== undefined || char < "\x80", `"${char}" is not in windows-949`);
    return pair ?? [char.charCodeAt(0)];
  }));
}

function utf16(text: string, { big, mark }: { big: boolean; mark: boolean }) {
  const units = mark ? `\uFEFF${text}` : text;
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (let i = 0; i < units.length; i++) view.setUint16(2 * i, units.charCodeAt(i), !big);
  return new Uint8Array(view.buffer);
}

function bytesOf(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** `charset/by`, or what was tried. */
function verdict(decoded: Decoded): string {
  return decoded.kind === "decoded"
    ? `${decoded.charset}/${decoded.by}`
    : `undecodable ${decoded.tried.join(" ")}`;
}

function expectText(body: Uint8Array, type: string | null, text: string, by: string) {
  const decoded = decode(body, type);
  assert.equal(verdict(decoded), by);
  assert.ok(decoded.kind === "decoded");
  assert.equal(decoded.text, text);
}

const PAGE = "<p>총 <strong>9,812</strong>건 파모티딘 똠방각하";

Deno.test("decode() believes the header where the bytes bear it out", () => {
  expectText(utf8(PAGE), "text/html; charset=UTF-8", PAGE, "utf-8/header");
  expectText(eucKr(PAGE), "text/html;charset=EUC-KR", PAGE, "euc-kr/header");
  expectText(utf8("plain"), "text/html; charset=us-ascii", "plain", "windows-1252/header");
});

Deno.test("decode() reads the charset parameter however it is written", () => {
  const types = [
    ...[
      'text/html; charset="euc-kr"',
      "text/html ;CHARSET = 'EUC-KR' ; x=y",
      "a/b; charset=euc-kr",
    ],
    ...["text/html; x=1;charset=ks_c_5601-1987", "text/html; charset=euc-kr, text/html"],
  ];
  for (const type of types) assert.equal(verdict(decode(eucKr(PAGE), type)), "euc-kr/header", type);
  assert.equal(verdict(decode(eucKr(PAGE), "text/html; xcharset=utf-8")), "euc-kr/proof");
});

Deno.test("decode() knows the names that Korean servers use for windows-949", () => {
  const names = ["cp949", "MS949", "uhc", "ks_c_5601-1987", "windows-949", "KSC5601", "korean"];
  for (const name of names) {
    assert.equal(verdict(decode(eucKr(PAGE), `text/html; charset=${name}`)), "euc-kr/header", name);
  }
});

Deno.test("decode() ignores a charset that nobody knows", () => {
  for (const name of ["x-unknown", "none", "", "iso-2022-kr"]) {
    assert.equal(verdict(decode(utf8(PAGE), `text/html; charset=${name}`)), "utf-8/proof", name);
  }
});

Deno.test("decode() reads what the document declares where the header is silent", () => {
  const heads = [
    '<meta charset="euc-kr">',
    "<META CHARSET=euc-kr>",
    "<meta\n  name=x charset='EUC-KR' />",
    '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">',
    "<meta content='text/html;charset=ks_c_5601-1987' http-equiv=content-type>",
    '<?xml version="1.0" encoding="EUC-KR"?>',
    `<!-- <meta charset="utf-8"> -->${" ".repeat(3000)}<meta charset=euc-kr>`,
    '<meta charset="x-unknown"><meta charset="euc-kr">',
    '<meta name="a>b" content="charset=utf-8"><meta charset=euc-kr>',
  ];
  for (const head of heads) expectText(eucKr(head + PAGE), null, head + PAGE, "euc-kr/meta");
});

Deno.test("decode() does not read declarations that do not count", () => {
  const heads = [
    '<!-- <meta charset="windows-1252"> -->',
    '<meta name="description" content="text/html; charset=iso-8859-1">',
    `${" ".repeat(5000)}<meta charset="utf-16">`,
    "<metadata charset=utf-7>",
  ];
  for (const head of heads) assert.equal(verdict(decode(utf8(head + PAGE), null)), "utf-8/proof");
});

Deno.test("decode() takes a declaration of UTF-16 that can be read in ASCII for UTF-8", () => {
  const page = `<meta charset="utf-16le">${PAGE}`;
  expectText(utf8(page), null, page, "utf-8/meta");
});

Deno.test("decode() lets the header win over the document", () => {
  const page = `<meta charset="utf-8">${PAGE}`;
  expectText(eucKr(page), "text/html; charset=euc-kr", page, "euc-kr/header");
});

Deno.test("decode() takes the document's word where the header is disproved", () => {
  const page = `<meta charset="euc-kr">${PAGE}`;
  expectText(eucKr(page), "text/html; charset=utf-8", page, "euc-kr/meta");
});

Deno.test("decode() proves UTF-8 and EUC-KR where every claim is wrong", () => {
  const utf8Page = `<meta charset="euc-kr">${PAGE}`;
  expectText(utf8(utf8Page), "text/html; charset=euc-kr", utf8Page, "utf-8/proof");
  const eucPage = `<meta charset="utf-8">${PAGE}`;
  expectText(eucKr(eucPage), "text/html; charset=utf-8", eucPage, "euc-kr/proof");
  expectText(utf8(PAGE), null, PAGE, "utf-8/proof");
  expectText(eucKr(PAGE), null, PAGE, "euc-kr/proof");
});

Deno.test("decode() reads UTF-8 Hangul that happens to be valid EUC-KR as UTF-8", () => {
  // EA B0 81 EA B0 81: three pairs that windows-949 has as well.
  assert.equal(new TextDecoder("euc-kr", { fatal: true }).decode(utf8("각각")).length, 3);
  expectText(utf8("각각"), "text/html; charset=euc-kr", "각각", "utf-8/proof");
});

Deno.test("decode() believes EUC-KR that happens to be valid UTF-8, when it is claimed", () => {
  // The bytes C3 A1 are a syllable in one and a Latin letter in the other.
  assert.equal(new TextDecoder("utf-8", { fatal: true }).decode(eucKr("찼")), "á");
  expectText(eucKr("찼"), "text/html; charset=euc-kr", "찼", "euc-kr/header");
});

Deno.test("decode() believes a charset that never fails only where nothing else is proved", () => {
  for (const claim of ["windows-1252", "iso-8859-1", "us-ascii", "iso-8859-15", "koi8-r"]) {
    const type = `text/html; charset=${claim}`;
    expectText(utf8(PAGE), type, PAGE, "utf-8/proof");
    expectText(eucKr(PAGE), type, PAGE, "euc-kr/proof");
  }
  expectText(
    latin1("prot\xE9g\xE9 !"),
    "text/html; charset=iso-8859-1",
    "protégé !",
    "windows-1252/header",
  );
  expectText(
    latin1("<meta charset=latin1>\xFF!"),
    null,
    "<meta charset=latin1>ÿ!",
    "windows-1252/meta",
  );
});

Deno.test("decode() takes the byte order mark's word over everything, and off the text", () => {
  const type = "text/html; charset=euc-kr";
  expectText(utf8(`\uFEFF${PAGE}`), type, PAGE, "utf-8/bom");
  expectText(utf16(PAGE, { big: false, mark: true }), type, PAGE, "utf-16le/bom");
  expectText(utf16(PAGE, { big: true, mark: true }), null, PAGE, "utf-16be/bom");
});

Deno.test("decode() does not believe a byte order mark that the bytes disprove", () => {
  const body = bytesOf(utf8("\uFEFF"), latin1("\xE9\xE9 !"));
  assert.equal(verdict(decode(body, "text/html; charset=iso-8859-1")), "windows-1252/header");
});

Deno.test("decode() believes UTF-16 without a mark only where zero bytes show it", () => {
  const claim = "text/html; charset=utf-16le";
  expectText(utf16(PAGE, { big: false, mark: false }), claim, PAGE, "utf-16le/header");
  expectText(utf8(PAGE), claim, PAGE, "utf-8/proof");
  expectText(
    utf16(PAGE, { big: true, mark: false }),
    "a/b; charset=utf-16be",
    PAGE,
    "utf-16be/header",
  );
});

Deno.test("decode() says what it tried where no charset fits", () => {
  const body = bytesOf(utf8("총"), latin1("\xFF\x80"));
  assert.equal(
    verdict(decode(body, "text/html; charset=shift_jis")),
    "undecodable shift_jis utf-8 euc-kr",
  );
  assert.equal(verdict(decode(utf8("총 건").subarray(0, -1), null)), "undecodable utf-8 euc-kr");
});

Deno.test("decode() reads an empty body as empty text", () => {
  expectText(new Uint8Array(), null, "", "utf-8/proof");
  expectText(new Uint8Array(), "text/html; charset=utf-16le", "", "utf-8/proof");
});

Deno.test("decode() gives back any Korean text, whatever the header claims", () => {
  const korean = fc.string({ unit: fc.constantFrom(...EUC_KR.keys()), minLength: 1 });
  const claims = fc.constantFrom(null, "utf-8", "cp949", "iso-8859-1", "windows-1252", "utf-16le");
  fc.assert(fc.property(korean, claims, (text, claim) => {
    const page = `<td>가나다라마바사아자차카타파하 ${text}</td>`;
    for (const body of [utf8(page), eucKr(page)]) {
      const decoded = decode(body, claim && `text/html; charset=${claim}`);
      assert.equal(decoded.kind === "decoded" && decoded.text, page);
    }
  }));
});

suiteTest(
  "encoding-euc-kr",
  "decode() reads every pair of windows-949 as the standard does",
  (suite) => {
    const lines = (name: string) => {
      const bytes = Deno.readFileSync(new URL(`encoding_rs/${name}`, suite));
      return latin1Lines(bytes).slice(4).map(latin1);
    };
    const input = lines("euc_kr_in.txt");
    const expected = lines("euc_kr_in_ref.txt").map((bytes) => new TextDecoder().decode(bytes));
    assert.equal(input.length, expected.length);
    let valid = 0;
    for (const [i, bytes] of input.entries()) {
      const text = expected[i] as string;
      if (bytes.length === 0 || text.includes("\uFFFD")) continue;
      const decoded = decode(bytes, "text/html; charset=cp949");
      valid += 1;
      assert.equal(decoded.kind === "decoded" && decoded.text, text, `line ${i + 5}`);
    }
    assert.equal(valid, 17048);
  },
);

function latin1Lines(bytes: Uint8Array): readonly string[] {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("").split("\n");
}

/** Cuts a text at two places of the law's choosing and compares with the same cut in the bytes. */
function assertCuts(body: Uint8Array, type: string | null, cuts: readonly number[]) {
  const decoded = decode(body, type);
  assert.ok(decoded.kind === "decoded");
  const { text, charset } = decoded;
  const offsets = cuts.map((cut) => inWhole(text, cut % (text.length + 1))).sort((a, b) => a - b);
  const bytes = byteOffsets(body, charset, text, offsets);
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  for (let i = 0; i + 1 < offsets.length; i++) {
    const slice = body.subarray(bytes[i], bytes[i + 1]);
    assert.equal(decoder.decode(slice), text.slice(offsets[i], offsets[i + 1]));
  }
  assert.deepEqual(byteOffsets(body, charset, text, [text.length]), [body.length]);
}

/** The offset, or the one after it where it would cut a surrogate pair. */
function inWhole(text: string, offset: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.slice(offset)) && offset > 0 ? offset + 1 : offset;
}

const cuts = fc.array(fc.nat(60), { minLength: 2, maxLength: 6 });

Deno.test("byteOffsets() cuts bytes where it cuts text, in every Unicode form", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), cuts, fc.boolean(), (tail, at, mark) => {
    const text = `<td>${tail}`;
    assertCuts(utf8(mark ? `\uFEFF${text}` : text), "text/html; charset=utf-8", at);
    assertCuts(utf16(text, { big: mark, mark: true }), null, at);
  }));
});

Deno.test("byteOffsets() cuts bytes where it cuts text, in the charsets of Asian boards", () => {
  const mixed = fc.string({ unit: fc.constantFrom(...[..."ab <건총똠ㄱ㈜", "\n"]) });
  fc.assert(fc.property(mixed, cuts, (text, at) => {
    assertCuts(eucKr(`건${text}`), "text/html; charset=euc-kr", at);
  }));
  // Half-width katakana are one byte of Shift_JIS, kanji two; four bytes of GB 18030 are one pair.
  const japanese = bytesOf(latin1("<a>\x93\xFA\x96{"), latin1("\xB1\xB2\x8A\xBF"));
  const chinese = latin1("<a>\xD6\xD0\x94\x39\xFC\x36!\x90\x30\x81\x30");
  for (const at of [[0, 4, 5, 6, 7, 8], [3, 5, 6], [1, 7, 9]]) {
    assertCuts(japanese, "text/html; charset=shift_jis", at);
    assertCuts(chinese, "text/html; charset=gb18030", at);
    assertCuts(latin1("prot\xE9g\xE9 !"), "text/html; charset=iso-8859-1", at);
  }
});

Deno.test("byteOffsets() counts an offset inside a surrogate pair as after it", () => {
  assert.deepEqual(byteOffsets(utf8("a𐀀b"), "utf-8", "a𐀀b", [1, 2, 3, 4]), [1, 5, 5, 6]);
});

Deno.test("byteOffsets() refuses offsets that descend or lie outside the text", () => {
  const body = utf8("abc");
  for (const offsets of [[2, 1], [4], [-1], [Number.NaN]]) {
    assert.throws(() => byteOffsets(body, "utf-8", "abc", offsets), RangeError);
  }
});
