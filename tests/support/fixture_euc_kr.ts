/**
 * Text to EUC-KR as browsers mean it (windows-949), by turning the platform's decoder around.
 *
 * @module
 */

let table: ReadonlyMap<string, readonly [number, number]> | null = null;

/** Encodes `html`; what the charset lacks becomes a numeric character reference, as in a form. */
export function encodeEucKr(html: string): Uint8Array {
  table ??= invertDecoder();
  const bytes: number[] = [];
  for (const character of html) {
    const code = character.codePointAt(0) as number;
    const pair = table.get(character);
    if (code < 0x80) bytes.push(code);
    else if (pair !== undefined) bytes.push(...pair);
    else for (const digit of `&#${code};`) bytes.push(digit.charCodeAt(0));
  }
  return new Uint8Array(bytes);
}

function invertDecoder(): ReadonlyMap<string, readonly [number, number]> {
  const decoder = new TextDecoder("euc-kr");
  const pairs = new Map<string, readonly [number, number]>();
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x41; trail <= 0xfe; trail++) {
      const text = decoder.decode(new Uint8Array([lead, trail]));
      if (text.length === 1 && text !== "\ufffd" && !pairs.has(text)) {
        pairs.set(text, [lead, trail]);
      }
    }
  }
  return pairs;
}
