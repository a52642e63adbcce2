/**
 * What dmf.json says of the ways to people: the checks that its schema cannot make.
 *
 * A secret never stands in dmf.json: it is read from a file when its channel is opened, and no
 * message shows it. A webhook's address is often a secret itself, so addresses are never quoted.
 *
 * @module
 */

import { ALERT_KINDS, type AlertKind } from "../alert.ts";
import { type ConfigurationError, unreadable } from "../configuration_error.ts";
import { isEmail } from "../contact.ts";
import { nearest } from "../nearest.ts";
import { isLoopback } from "../origin.ts";
import type { Sentence } from "../refusal.ts";

interface Every {
  /** The key below `notify`. */
  readonly name: string;
  readonly kinds: readonly AlertKind[] | null;
  readonly lang: "ko" | "en";
}

/** Files in another folder. */
export interface FileSettings extends Every {
  readonly type: "file";
  readonly folder: string;
}

/** E-mail over SMTP. */
export interface MailSettings extends Every {
  readonly type: "mail";
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls" | "none";
  readonly user: string | null;
  readonly passwordFile: string | null;
  /** Certificates in PEM that are trusted besides the usual ones. */
  readonly caFile: string | null;
  readonly from: string;
  readonly to: readonly string[];
}

/** A JSON document by POST. */
export interface WebhookSettings extends Every {
  readonly type: "webhook";
  /** Exactly one of these is there. */
  readonly url: string | null;
  readonly urlFile: string | null;
  readonly headers: Readonly<Record<string, string | { readonly file: string }>>;
  readonly secretFile: string | null;
}

/** A notification on the screen of this machine: a toast of Windows, or a desktop's on Linux. */
export interface ScreenSettings extends Every {
  readonly type: "toast" | "desktop";
}

/** One configured channel. */
export type ChannelSettings = FileSettings | MailSettings | WebhookSettings | ScreenSettings;

/** `notify` as the schema lets it through. */
export type GivenChannels = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/** Refuses a password in the file itself, before anything can quote it. */
export function refusePasswords(value: unknown, file: string): void {
  const notify = (value as { readonly notify?: unknown } | null)?.notify;
  if (typeof notify !== "object" || notify === null) return;
  for (const [name, settings] of Object.entries(notify)) {
    if (typeof settings !== "object" || settings === null) continue;
    for (const [key, advised] of SECRETS) {
      if (!Object.hasOwn(settings, key)) continue;
      throw unreadable(file, {
        ko: `비밀 값을 이 파일에 적지 마십시오: "notify.${name}.${key}" 키를 지우고, 값을 ` +
          `"secrets" 폴더의 파일에 넣은 뒤 "${advised}" 키에 그 파일 이름을 적으십시오.`,
        en: `A secret must not stand in this file: remove "notify.${name}.${key}", put its value ` +
          `into a file in "secrets", and name that file with "${advised}"`,
      });
    }
  }
}

const SECRETS = [
  ["password", "passwordFile"],
  ["pass", "passwordFile"],
  ["secret", "secretFile"],
] as const;

/** Checks and completes the channels. */
export function channelsOf(given: GivenChannels, file: string): ChannelSettings[] {
  return Object.entries(given).map(([name, settings]) => {
    const at = (key: string) => `notify.${name}${key === "" ? "" : `.${key}`}`;
    const every: Every = {
      name,
      kinds: kindsOf(settings["kinds"] as readonly string[] | undefined, at("kinds"), file),
      lang: settings["lang"] === "en" ? "en" : "ko",
    };
    const refuse = (key: string, must: Sentence): ConfigurationError =>
      unreadable(file, {
        ko: `"${at(key)}" 값은 ${must.ko}`,
        en: `"${at(key)}" must ${must.en}`,
      });
    return toChannel(every, settings, refuse);
  });
}

type Refuse = (key: string, must: Sentence) => ConfigurationError;

function toChannel(
  every: Every,
  settings: Readonly<Record<string, unknown>>,
  refuse: Refuse,
): ChannelSettings {
  const type = every.name.split("-")[0] as ChannelSettings["type"];
  switch (type) {
    case "file":
      return { ...every, type, folder: (settings["folder"] as string | undefined) ?? "./drop" };
    case "mail":
      return mailOf(every, settings as unknown as Partial<MailSettings>, refuse);
    case "webhook":
      return webhookOf(every, settings as unknown as Partial<WebhookSettings>, refuse);
    case "toast":
    case "desktop":
      return { ...every, type };
  }
}

/** The schema has seen that `host`, `from` and `to` are there. */
function mailOf(every: Every, given: Partial<MailSettings>, refuse: Refuse): MailSettings {
  const { host, from, to } = given as MailSettings;
  const security = given.security ?? "starttls";
  const user = given.user ?? null;
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$|^\[?[0-9A-Fa-f:]+\]?$/.test(host)) {
    throw refuse("host", {
      ko: '"smtp.example.kr" 같은 서버 이름이어야 합니다.',
      en: 'be the name of a server, such as "smtp.example.kr"',
    });
  }
  if (!isEmail(from)) throw refuse("from", ADDRESS);
  const wrong = to.findIndex((address) => !isEmail(address));
  if (wrong >= 0) throw refuse(`to[${wrong}]`, ADDRESS);
  if ((user === null) !== (given.passwordFile === undefined)) {
    throw refuse(user === null ? "user" : "passwordFile", {
      ko: '"user"와 "passwordFile"을 함께 적어야 합니다.',
      en: 'stand there, since "user" and "passwordFile" go together',
    });
  }
  if (user !== null && security === "none" && !isLoopback(`http://${host}`)) {
    throw refuse("security", {
      ko: '"user"가 있으면 "tls" 또는 "starttls"여야 합니다. 암호를 그대로 보내지 않습니다.',
      en: 'be "tls" or "starttls" where there is a "user": no password is sent in the clear',
    });
  }
  return {
    ...every,
    type: "mail",
    host: host.replace(/^\[|\]$/g, ""),
    port: given.port ?? PORTS[security],
    security,
    user,
    passwordFile: given.passwordFile ?? null,
    caFile: given.caFile ?? null,
    from,
    to,
  };
}

const ADDRESS: Sentence = {
  ko: '"ra@example.kr" 같은 전자우편 주소여야 합니다.',
  en: 'be an e-mail address such as "ra@example.kr"',
};

function webhookOf(every: Every, given: Partial<WebhookSettings>, refuse: Refuse): WebhookSettings {
  const { url = null, urlFile = null, headers = {}, secretFile = null } = given;
  if ((url === null) === (urlFile === null)) {
    throw refuse("url", {
      ko: '있거나, 대신 "urlFile"이 있어야 합니다(둘 중 하나만).',
      en: 'stand there, or "urlFile" instead of it, and not both',
    });
  }
  if (url !== null && webhookUrl(url) === null) throw refuse("url", WEBHOOK_URL);
  for (const [header, value] of Object.entries(headers)) {
    if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header) && !RESERVED.has(header.toLowerCase())) {
      if (typeof value !== "string" || isHeaderValue(value)) continue;
    }
    throw refuse(`headers.${JSON.stringify(header).slice(1, -1)}`, {
      ko: "HTTP 헤더로 보낼 수 있는 이름과 값이어야 하며, 프로그램이 정하는 헤더는 쓸 수 없습니다.",
      en: "be a header that can be sent, and none of those that the program sets itself",
    });
  }
  return { ...every, type: "webhook", url, urlFile, headers, secretFile };
}

/** What a webhook's address must be; it completes `… 값은` and `… must`. */
export const WEBHOOK_URL: Sentence = {
  ko: "사용자 이름과 암호가 없는 https 주소여야 합니다(http는 이 컴퓨터의 주소에만).",
  en: "be an https URL without credentials, or http on a loopback address",
};

/** Returns the address of a webhook, or `null` where alerts may not be sent there. */
export function webhookUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  const safe = url.protocol === "https:" || url.protocol === "http:" && isLoopback(url.origin);
  return safe ? url : null;
}

/** Whether a text can be the value of a header: visible ASCII, spaces and tabs inside. */
export function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
}

/** Headers that the program or HTTP itself decides. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["content-type", "content-length", "content-encoding", "transfer-encoding", "connection"],
  ...["host", "user-agent", "idempotency-key", "x-dmf-signature", "expect", "te", "upgrade"],
]);

function kindsOf(
  given: readonly string[] | undefined,
  key: string,
  file: string,
): readonly AlertKind[] | null {
  if (given === undefined) return null;
  const unknown = given.find((kind) => !(ALERT_KINDS as readonly string[]).includes(kind));
  if (unknown === undefined) return given as readonly AlertKind[];
  const near = nearest(unknown, ALERT_KINDS);
  const all = ALERT_KINDS.map((kind) => `"${kind}"`).join(", ");
  const found = JSON.stringify(unknown.slice(0, 40));
  throw unreadable(file, {
    ko: `"${key}"에 적은 ${found} 종류는 없습니다. ${
      near === null ? `쓸 수 있는 종류: ${all}.` : `가장 가까운 종류는 "${near}"입니다.`
    }`,
    en: `"${key}" names ${found}, which is no kind of alert; ${
      near === null ? `known are ${all}` : `nearest is "${near}"`
    }`,
  });
}
