/**
 * The channel that mails alerts over SMTP; the only file that knows nodemailer.
 *
 * A mail is plain text. Its Message-ID comes from the alert's id, so that a mail that was sent twice
 * can be told from two mails. Certificates are always verified, and a password is sent over TLS only.
 *
 * @module
 */

import { createTransport } from "nodemailer";
import { alertName } from "../alert.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { digestOf } from "../digest.ts";
import { type Channel, failed, type HandOver, type Receipt } from "../notify/channel.ts";
import type { MailSettings } from "../notify/channel_settings.ts";
import { type Message, oneLine } from "../notify/message.ts";
import type { Sentence } from "../refusal.ts";
import { readSecret } from "./secret_file.ts";

/** A line of a mail's header holds 998 characters. */
const LONGEST_NAME = 200;

/** Mails over SMTP, one mail an alert; no phase may take longer than `timeoutMs`. */
export function mailChannel(settings: MailSettings, timeoutMs = 20_000): Channel {
  const { name, kinds, lang } = settings;
  return {
    name,
    kinds,
    lang,
    async send(message, how) {
      try {
        return await mail(settings, message, how, timeoutMs);
      } catch (fault) {
        if (fault instanceof ConfigurationError) return failed(fault.sentence);
        throw fault;
      }
    },
  };
}

async function mail(
  settings: MailSettings,
  message: Message,
  { signal, only }: HandOver,
  timeoutMs: number,
): Promise<Receipt> {
  const secret = await secretsOf(settings);
  const transport = createTransport({
    ...connectionOf(settings, timeoutMs),
    ...(secret.auth ? { auth: secret.auth } : {}),
    ...(secret.ca ? { tls: { ca: secret.ca } } : {}),
  });
  // Above the phases' own limits: a server that drips cannot hold the channel for ever.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), 3 * timeoutMs);
  try {
    const { rejected } = await transport.sendMail({
      ...mailOf(settings, message, only ?? settings.to),
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    const left = (rejected as readonly (string | { readonly address: string })[])
      .map((to) => typeof to === "string" ? to : to.address);
    return left.length === 0 ? { kind: "delivered" } : partly(left);
  } catch (error) {
    signal?.throwIfAborted();
    return failed(whyNot(error, settings, secret.auth?.pass));
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

async function secretsOf({ name, user, passwordFile, caFile }: MailSettings) {
  const key = (what: string) => `notify.${name}.${what}`;
  const pass = passwordFile === null ? null : await readSecret(passwordFile, key("passwordFile"));
  return {
    auth: user === null || pass === null ? null : { user, pass },
    ca: caFile === null ? null : await readSecret(caFile, key("caFile")),
  };
}

function connectionOf({ host, port, security, from }: MailSettings, timeoutMs: number) {
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    // The name of this machine would need a permission, and is nobody's business.
    name: domainOf(from),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // A message is text made here; nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function mailOf({ from, to: all }: MailSettings, message: Message, to: readonly string[]) {
  const name = alertName(message.id);
  const local = name.length > LONGEST_NAME ? digestOf(name) : name;
  return {
    from,
    to: all.filter((address) => to.includes(address)),
    subject: message.title,
    text: message.text,
    messageId: `<${local}@${domainOf(from)}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Dmf-Alert": local },
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

function partly(left: readonly string[]): Receipt {
  const all = left.map((address) => `"${oneLine(address, 100)}"`).join(", ");
  const reason = {
    ko: `메일 서버가 일부 받는 사람을 거절했습니다: ${all}. 이들에게만 다시 보냅니다.`,
    en: `The mail server refused some receivers: ${all}; only these are tried again`,
  };
  return { kind: "failed", reason, retryAfterMs: null, left };
}

/** The error of the mail library in words; what the server said is quoted, without the password. */
function whyNot(error: unknown, { name, host, port }: MailSettings, pass?: string): Sentence {
  const { code, message = String(error), response, responseCode } = error as {
    readonly code?: string;
    readonly message?: string;
    readonly response?: string;
    readonly responseCode?: number;
  };
  const raw = response ?? message;
  const said = oneLine(pass ? raw.replaceAll(pass, "***") : raw, 200).replaceAll('"', "'");
  const where = `${host}:${port}`;
  switch (code) {
    case "EAUTH":
      // What a server says of a login may hold what it was sent, in whatever coding.
      return {
        ko: `메일 서버 "${where}"에 로그인할 수 없습니다(응답 ${responseCode ?? "없음"}). ` +
          `"notify.${name}.user"와 "notify.${name}.passwordFile"을 확인하십시오.`,
        en: `Cannot log in to the mail server "${where}" (answer ${responseCode ?? "none"}); ` +
          `look at "notify.${name}.user" and "notify.${name}.passwordFile"`,
      };
    case "ETLS":
      return {
        ko: `메일 서버 "${where}"와 암호화 연결(TLS)을 할 수 없습니다. ` +
          `"notify.${name}.security"를 확인하십시오: "${said}".`,
        en: `Cannot use TLS with the mail server "${where}"; look at "notify.${name}.security": ` +
          `"${said}"`,
      };
    case "EENVELOPE":
    case "EMESSAGE":
      return {
        ko: `메일 서버 "${where}"가 메일을 거절했습니다: "${said}".`,
        en: `The mail server "${where}" refused the mail: "${said}"`,
      };
    default:
      return {
        ko: `메일 서버 "${where}"에 보낼 수 없습니다: "${said}".`,
        en: `Cannot send through the mail server "${where}": "${said}"`,
      };
  }
}
