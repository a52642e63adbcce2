/**
 * The channel that POSTs alerts as JSON documents.
 *
 * Only an answer 2xx means that the receiver has it. A redirect is not followed: an alert goes where
 * dmf.json says and nowhere else. What the answer says beyond its status is not read.
 *
 * @module
 */

import { createHmac } from "node:crypto";
import { alertName } from "../alert.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { describeFailure } from "../failure_words.ts";
import { type Channel, failed, type HandOver, type Receipt } from "../notify/channel.ts";
import {
  isHeaderValue,
  WEBHOOK_URL,
  type WebhookSettings,
  webhookUrl,
} from "../notify/channel_settings.ts";
import { documentOf, type Message } from "../notify/message.ts";
import type { Clock } from "../ports.ts";
import type { Sentence } from "../refusal.ts";
import { retryAfterMs } from "../retry_after.ts";
import { toFailure } from "./fetch_failure.ts";
import { readSecret } from "./secret_file.ts";

/** What a webhook needs of its surroundings. */
export interface WebhookParts {
  readonly version: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

/** POSTs to the configured address; `Idempotency-Key` is the alert's id. */
export function webhookChannel(settings: WebhookSettings, parts: WebhookParts): Channel {
  const { name, kinds, lang } = settings;
  return {
    name,
    kinds,
    lang,
    async send(message, { signal }) {
      try {
        return await post(settings, message, parts, signal);
      } catch (fault) {
        if (fault instanceof ConfigurationError) return failed(fault.sentence);
        throw fault;
      }
    },
  };
}

async function post(
  settings: WebhookSettings,
  message: Message,
  { version, clock, timeoutMs = 20_000 }: WebhookParts,
  signal: HandOver["signal"],
): Promise<Receipt> {
  const url = await addressOf(settings);
  const body = new TextEncoder().encode(documentOf(message));
  const headers = await headersOf(settings, body);
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("user-agent", `dmf-notify/${version}`);
  headers.set("idempotency-key", alertName(message.id));
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    await response.body?.cancel();
    return judge(response, clock.now());
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.signal.aborted) return failed(timedOut(timeoutMs));
    const { ko, en } = describeFailure(toFailure(error, "header", url.origin, 0));
    // The address may be a secret, and errors quote it: only its origin is named.
    const redact = (text: string) => text.replaceAll(url.href, url.origin);
    return failed({ ko: redact(ko), en: redact(en) });
  } finally {
    clearTimeout(timer);
  }
}

async function addressOf({ name, url, urlFile }: WebhookSettings): Promise<URL> {
  const key = `notify.${name}.${url === null ? "urlFile" : "url"}`;
  const text = url ?? await readSecret(urlFile ?? "", key);
  const address = webhookUrl(text.trim());
  if (address !== null) return address;
  throw new ConfigurationError({
    ko: `"${key}" 값은 ${WEBHOOK_URL.ko}`,
    en: `"${key}" must ${WEBHOOK_URL.en}`,
  });
}

async function headersOf(
  { name, headers: given, secretFile }: WebhookSettings,
  body: Uint8Array,
): Promise<Headers> {
  const headers = new Headers();
  for (const [header, value] of Object.entries(given)) {
    const key = `notify.${name}.headers.${header}`;
    const text = typeof value === "string" ? value : await readSecret(value.file, key);
    if (!isHeaderValue(text)) {
      throw new ConfigurationError({
        ko: `"${key}"에 적은 파일의 내용은 HTTP 헤더로 보낼 수 없습니다. 한 줄의 ASCII여야 합니다.`,
        en:
          `What the file named by "${key}" holds cannot be a header: it must be one line of ASCII`,
      });
    }
    headers.set(header, text);
  }
  if (secretFile !== null) {
    const secret = await readSecret(secretFile, `notify.${name}.secretFile`);
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    headers.set("x-dmf-signature", `sha256=${signature}`);
  }
  return headers;
}

function judge({ status, headers }: Response, now: Temporal.Instant): Receipt {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const asked = status === 429 || status === 503 ? headers.get("retry-after") : null;
  const wait = asked === null ? null : retryAfterMs(asked, now);
  if (status >= 300 && status < 400) {
    return failed({
      ko: `받는 쪽이 다른 주소로 돌렸습니다(HTTP ${status}). 따라가지 않습니다. 주소를 고치십시오.`,
      en: `The receiver redirects (HTTP ${status}), which is not followed; correct the address`,
    });
  }
  return failed({
    ko: `받는 쪽이 받지 않았습니다(HTTP ${status}).`,
    en: `The receiver did not take it (HTTP ${status})`,
  }, wait);
}

function timedOut(ms: number): Sentence {
  const seconds = ms / 1000;
  return {
    ko: `받는 쪽이 ${seconds}초 안에 답하지 않았습니다.`,
    en: `The receiver did not answer within ${seconds} s`,
  };
}
