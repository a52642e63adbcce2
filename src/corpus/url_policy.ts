/**
 * What of a URL is told apart, for all hosts and for some: a value, and how it is read from a file.
 *
 * What each rule means stands in `url_rules.ts`. Which settings hold for one host, and how lists of
 * parameters are matched, is decided in `url_settings.ts`.
 *
 * @module
 */

import { unreadable } from "../configuration_error.ts";
import { checkShape } from "../schema_check.ts";
import { RULE_NAMES, type RuleName, type RuleSwitches, STATED_RULES } from "./url_rules.ts";

/**
 * What is folded and what is told apart; plain JSON.
 *
 * An entry of a list of parameters is a name without regard to case, `utm_*` for all that begin so,
 * or `sid={32,}` for a name whose value has at least 32 letters and digits.
 */
export interface UrlPolicy {
  readonly rules: RuleSwitches;
  readonly trackingParameters: readonly string[];
  readonly sessionParameters: readonly string[];
  /** By host, `example.kr` or `*.example.kr` for every host below it; the longest match alone counts. */
  readonly hosts: Readonly<Record<string, HostPolicy>>;
}

/** What is otherwise on one host. */
export interface HostPolicy {
  readonly rules?: Readonly<Partial<Record<RuleName, boolean>>>;
  /** Dropped here as well, by the rule `trackingParameters`. */
  readonly alsoTracking?: readonly string[];
  /** Dropped here as well, by the rule `sessionParameters`. */
  readonly alsoSession?: readonly string[];
  /** Never dropped here, whatever the lists say. */
  readonly neverDropped?: readonly string[];
}

/** Names that advertisers and mail senders append to addresses; no page answers to them. */
const TRACKING = [
  // Google, Microsoft, Meta, X, TikTok, LinkedIn, Yandex, Pinterest.
  ..."utm_* gclid gclsrc gbraid wbraid dclid gad_source gad_campaignid srsltid _ga _gl msclkid"
    .split(" "),
  ..."fbclid fb_action_ids fb_action_types fb_source igshid igsh twclid ttclid li_fat_id".split(
    " ",
  ),
  ..."yclid ysclid epik".split(" "),
  // Mail and marketing services.
  ..."mc_cid mc_eid _hsenc _hsmi __hssc __hstc __hsfp mkt_tok vero_id oly_anon_id oly_enc_id"
    .split(" "),
  ..."wickedid s_cid mtm_* pk_campaign pk_kwd pk_source pk_medium pk_content hmb_* _openstat"
    .split(" "),
  // Naver search advertising and analytics, Daum keyword advertising.
  ..."napm n_media n_query n_rank n_ad_group n_ad n_ad_group_type n_keyword_id n_keyword".split(
    " ",
  ),
  ..."n_campaign_type n_mall_id n_mall_pid n_match nt_source nt_medium nt_detail nt_keyword"
    .split(" "),
  ..."dmkw dmskw dmcol".split(" "),
];

/** Names under which servers carry a visit from page to page. */
const SESSION = [
  ..."jsessionid phpsessid aspsessionid* cfid cftoken asp.net_sessionid zenid oscsid".split(" "),
  ..."sid={32,} sessionid={16,} session_id={16,} sess={16,}".split(" "),
];

/** The policy the paper states, and the default. */
export const STATED_POLICY: UrlPolicy = {
  rules: STATED_RULES,
  trackingParameters: TRACKING,
  sessionParameters: SESSION,
  hosts: {},
};

/**
 * Reads a policy; what the file leaves out is as in {@linkcode STATED_POLICY}, a list replaces the
 * list there.
 *
 * @throws {ConfigurationError} naming the file, the key and the nearest known one.
 */
export function readUrlPolicy(text: string, file: string): UrlPolicy {
  const given = parsed(text, file);
  checkShape(given, SCHEMA, file);
  const policy = given as Partial<UrlPolicy> & Pick<HostPolicy, "rules">;
  return {
    rules: { ...STATED_RULES, ...policy.rules },
    trackingParameters: policy.trackingParameters ?? TRACKING,
    sessionParameters: policy.sessionParameters ?? SESSION,
    hosts: policy.hosts ?? {},
  };
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const detail = (error as Error).message.replaceAll('"', "'");
    throw unreadable(file, { ko: `JSON이 아닙니다(${detail}).`, en: `not JSON: ${detail}` });
  }
}

const RULES_SCHEMA = {
  type: "object",
  properties: Object.fromEntries(RULE_NAMES.map((name) => [name, { type: "boolean" }])),
  additionalProperties: false,
};

const PARAMETERS_SCHEMA = {
  type: "array",
  items: {
    type: "string",
    pattern: "^[^=&#?*\\s]+(\\*|=\\{[1-9][0-9]*,\\})?$",
    title: 'a parameter name, "name*" or "name={32,}"',
    titleKo: '매개변수 이름, "name*" 또는 "name={32,}"',
  },
};

const HOST_SCHEMA = {
  type: "object",
  properties: {
    rules: RULES_SCHEMA,
    alsoTracking: PARAMETERS_SCHEMA,
    alsoSession: PARAMETERS_SCHEMA,
    neverDropped: PARAMETERS_SCHEMA,
  },
  additionalProperties: false,
};

const SCHEMA = {
  type: "object",
  properties: {
    $schema: { type: "string" },
    rules: RULES_SCHEMA,
    trackingParameters: PARAMETERS_SCHEMA,
    sessionParameters: PARAMETERS_SCHEMA,
    hosts: {
      type: "object",
      propertyNames: {
        type: "string",
        pattern: "^(\\*\\.)?[^*/:?#@\\s]+$",
        title: 'a host such as "example.kr" or "*.example.kr"',
        titleKo: '"example.kr" 또는 "*.example.kr" 같은 호스트',
      },
      additionalProperties: HOST_SCHEMA,
    },
  },
  additionalProperties: false,
};
