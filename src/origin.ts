/**
 * Origins as people write them: scheme and host, nothing behind, and whether they are this machine.
 *
 * What may be asked of an origin is decided by `config.ts`.
 *
 * @module
 */

import type { Sentence } from "./refusal.ts";

/**
 * Returns the canonical origin, or `null` where the text has a path, a query or credentials, or is
 * neither https nor the http of a loopback address.
 */
export function parseOrigin(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || url.href !== `${url.origin}/`) return null;
  if (url.protocol === "https:") return url.origin;
  return url.protocol === "http:" && isLoopback(url.origin) ? url.origin : null;
}

/** Why a text that `parseOrigin()` refuses is no origin; `key` is where it stands. */
export function originFault(key: string, text: string): Sentence {
  const found = JSON.stringify(text);
  return {
    ko:
      `"${key}" 값은 경로 없이 호스트까지만 적은 https 주소여야 하며, http는 이 컴퓨터(loopback)의 ` +
      `주소에만 쓸 수 있습니다(현재 값: ${found}).`,
    en: `"${key}" must be scheme and host without a path, https except on a loopback address, ` +
      `found ${found}`,
  };
}

/** True for localhost, ::1 and 127.0.0.0/8 (RFC 1122 section 3.2.1.3): a replica, nobody's server. */
export function isLoopback(origin: string): boolean {
  const host = URL.parse(origin)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
