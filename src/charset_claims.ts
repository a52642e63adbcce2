/**
 * Which charset a response says it has: by its header, or by the first bytes of its document.
 *
 * A claim is only a claim; whether the bytes bear it out is decided in `decode.ts`.
 *
 * @module
 */

/** Bytes searched for a meta element; the HTML standard asks for 1,024, old boards need more. */
const PRESCAN_BYTES = 4096;

/** Names in use that the Encoding Standard does not list, though browsers' locales meant them. */
const ALIASES: Readonly<Record<string, string>> = {
  cp949: "euc-kr",
  ms949: "euc-kr",
  uhc: "euc-kr",
  "x-windows-949": "euc-kr",
  euckr: "euc-kr",
  "euc_kr": "euc-kr",
};

/** Returns the Encoding Standard's name in lower case, or `null` for a label that nobody knows. */
export function maybeCharset(label: string): string | null {
  const known = label.trim().toLowerCase();
  try {
    return new TextDecoder(ALIASES[known] ?? known).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The charset parameter of a Content-Type header (RFC 9110 section 8.3.1); the first one counts. */
export function headerCharset(contentType: string | null): string | null {
  const label = labelIn(contentType ?? "");
  return label === null ? null : maybeCharset(label);
}

/**
 * The charset that the document declares: `<meta charset>`, `<meta http-equiv>` or `<?xml?>`.
 *
 * Declarations in comments do not count. One of UTF-16 that can be read in ASCII is not true; the
 * HTML standard (section 13.2.3.2) takes it for UTF-8.
 */
export function metaCharset(body: Uint8Array): string | null {
  const head = String.fromCharCode(...body.subarray(0, PRESCAN_BYTES));
  const label = xmlLabel(head) ?? metaLabel(head.replace(/<!--[^]*?(?:-->|$)/g, ""));
  const charset = label === null ? null : maybeCharset(label);
  return charset?.startsWith("utf-16") ? "utf-8" : charset;
}

function xmlLabel(head: string): string | null {
  const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(head);
  return declaration?.[1] ?? declaration?.[2] ?? null;
}

function metaLabel(head: string): string | null {
  for (const [, inner = ""] of head.matchAll(/<meta[\s/]((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi)) {
    const attributes = attributesOf(inner);
    const content = attributes.get("content") ?? "";
    const label = attributes.get("charset") ??
      (attributes.get("http-equiv")?.toLowerCase() === "content-type" ? labelIn(content) : null);
    if (label !== null && maybeCharset(label) !== null) return label;
  }
  return null;
}

function attributesOf(inner: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  const pattern = /([^\s"'>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
  for (const [, name = "", double, single, bare] of inner.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? "");
  }
  return attributes;
}

function labelIn(type: string): string | null {
  const match = /(?:^|[;,\s])charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(type);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
}
