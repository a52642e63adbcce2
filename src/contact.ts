/**
 * The contact that the publisher of a source finds in our User-Agent.
 *
 * Whether a crawl needs one is decided by `config.ts`.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";
import type { Sentence } from "./refusal.ts";

/** The address pattern of the HTML standard for `input type=email`, with a dot in the domain. */
const EMAIL = new RegExp(
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?" +
    "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$",
);

/**
 * Returns the contact as it stands, or throws where it could not go into a header.
 *
 * It is an e-mail address or an https URL in printable ASCII; parentheses and backslashes would end
 * the comment that carries it (RFC 9110 section 5.6.5).
 *
 * @throws {ConfigurationError} naming `where` it was written; the Korean ends in "값".
 */
export function parseContact(text: string, where: Sentence): string {
  const isUrl = /^https:\/\/[!-'*-\[\]-~]+$/.test(text) && URL.parse(text)?.username === "";
  if (text.length <= 254 && (isUrl || isEmail(text))) return text;
  const found = JSON.stringify(text.slice(0, 80));
  throw new ConfigurationError({
    ko:
      `${where.ko}을 사용할 수 없습니다: "ra@example.kr" 같은 전자우편 주소 또는 https 주소여야 ` +
      `합니다(현재 값: ${found}).`,
    en: `Cannot use ${where.en}: it must be an e-mail address such as "ra@example.kr" or an ` +
      `https URL, found ${found}`,
  });
}

/** Whether a text is one e-mail address, in ASCII and without a name beside it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

/** The name that groups of robots.txt know us by. */
export const PRODUCT_TOKEN = "dmf";

/** The User-Agent of a crawl; it begins with the product token. */
export function userAgent(version: string, contact: string | null): string {
  if (contact === null) return `${PRODUCT_TOKEN}/${version}`;
  return `${PRODUCT_TOKEN}/${version} (+${
    contact.startsWith("https://") ? contact : `mailto:${contact}`
  })`;
}
