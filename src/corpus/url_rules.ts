/**
 * The rules by which two spellings of a URL are one: each has a name, a meaning and a default.
 *
 * A rule that is on folds a difference, one that is off tells it apart. The defaults are the policy
 * that the third paper states (tracking parameters, fragments, trailing slash and parameter order
 * are folded) on the ground of what RFC 3986, section 6.2, and the WHATWG URL Standard call equal
 * anyway. Whatever might make two documents one is off: a copy that slips through is still found by
 * its text, a document that was folded away is lost.
 *
 * How a rule is carried out stands in `canonical_url.ts` and the modules below it; how a policy
 * switches them, in `url_policy.ts`.
 *
 * @module
 */

/** What one rule does, and whether it does so where no policy says otherwise. */
interface Rule {
  readonly on: boolean;
  readonly ko: string;
  readonly en: string;
}

/** Every rule, in the order in which they are carried out. */
export const URL_RULES = {
  surroundingSpace: on("앞뒤의 공백과 제어 문자를 뺍니다", "drops space and controls at both ends"),
  tabsAndNewlines: on("안에 든 탭과 줄바꿈을 뺍니다", "drops tabs and line ends inside"),
  missingScheme: off("스킴이 없으면 http로 봅니다", "takes a URL without a scheme for http"),
  schemeCase: on("스킴을 소문자로 씁니다", "writes the scheme in small letters"),
  httpsAsHttp: off("https를 http로 봅니다", "takes https for http"),
  otherSchemes: on(
    "http가 아닌 URL은 WHATWG 표준의 꼴로 씁니다",
    "gives URLs of other schemes their WHATWG form",
  ),
  slashCount: on("스킴 뒤의 빗금을 두 개로 씁니다", "writes two slashes after the scheme"),
  backslash: on("역빗금을 빗금으로 봅니다", "takes a backslash for a slash"),
  emptyUserinfo: on("빈 사용자 정보를 뺍니다", "drops empty user information"),
  userinfo: off("사용자 정보를 뺍니다", "drops user information"),
  hostEscapes: on("호스트의 % 표기를 풉니다", "decodes escapes in the host"),
  hostCase: on("호스트를 소문자로 씁니다", "writes the host in small letters"),
  hostIdn: on("한글 등의 호스트를 xn-- 꼴로 씁니다", "writes international hosts as xn--"),
  hostIpv4: on("IPv4 주소를 네 수로 씁니다", "writes IPv4 addresses as four numbers"),
  hostIpv6: on("IPv6 주소를 가장 짧게 씁니다", "writes IPv6 addresses in their shortest form"),
  hostTrailingDot: on("호스트 끝의 점을 뺍니다", "drops dots at the end of the host"),
  hostWww: off("호스트 앞의 www를 뺍니다", "drops www and www2 before the host"),
  defaultPort: on("기본 포트와 빈 포트를 뺍니다", "drops the default port and an empty one"),
  portZeros: on("포트 앞의 0을 뺍니다", "drops zeros before the port"),
  emptyPath: on("빈 경로를 /로 씁니다", "writes an empty path as /"),
  percentEncode: on("쓸 수 없는 글자를 % 표기로 씁니다", "encodes what may not stand in a URL"),
  percentLone: on("홀로 있는 %를 %25로 씁니다", "writes a % that starts no escape as %25"),
  percentUnreserved: on("풀어도 뜻이 같은 % 표기를 풉니다", "decodes unreserved characters"),
  percentCase: on("% 표기를 대문자로 씁니다", "writes escapes in capitals"),
  percentRepeated: off("거듭된 % 표기를 끝까지 풉니다", "decodes what was encoded twice"),
  pathDelimiters: off("경로의 !$&'()*+,;=:@를 풉니다", "decodes !$&'()*+,;=:@ in the path"),
  sessionPath: on("경로의 세션 표시를 뺍니다", "drops session ids in the path"),
  dotSegments: on("경로의 . 과 ..을 풉니다", "resolves . and .. in the path"),
  repeatedSlashes: off("경로의 겹친 빗금을 하나로 씁니다", "writes repeated slashes as one"),
  trailingSlash: on("경로 끝의 빗금을 뺍니다", "drops slashes at the end of the path"),
  pathCase: off("경로를 소문자로 씁니다", "writes the path in small letters"),
  trackingParameters: on("추적 매개변수를 뺍니다", "drops tracking parameters"),
  sessionParameters: on("세션 매개변수를 뺍니다", "drops session parameters"),
  emptyParameters: on("빈 매개변수를 뺍니다", "drops empty parameters"),
  blankParameters: off("값이 없는 매개변수를 뺍니다", "drops parameters without a value"),
  formEncoding: off("질의를 HTML 양식의 꼴로 씁니다", "writes the query as an HTML form would"),
  parameterCase: off("질의를 소문자로 씁니다", "writes the query in small letters"),
  parameterOrder: on("매개변수를 이름 순서로 씁니다", "orders parameters by name"),
  valueOrder: off(
    "이름이 같은 매개변수를 값 순서로 씁니다",
    "orders parameters of one name by value",
  ),
  emptyQuery: on("빈 질의의 ?를 뺍니다", "drops the ? of an empty query"),
  fragment: on("#! 아닌 조각을 뺍니다", "drops fragments other than #!"),
  hashbang: off("#! 조각을 뺍니다", "drops #! fragments, which name a page on some sites"),
  emptyFragment: on("빈 조각의 #를 뺍니다", "drops the # of an empty fragment"),
} as const satisfies Readonly<Record<string, Rule>>;

/** The name of a rule, as a policy writes it. */
export type RuleName = keyof typeof URL_RULES;

/** Every rule, on or off. */
export type RuleSwitches = Readonly<Record<RuleName, boolean>>;

/** The names in the order in which the rules are carried out. */
export const RULE_NAMES = Object.keys(URL_RULES) as readonly RuleName[];

/** The rules of the stated policy. */
export const STATED_RULES = switches((name) => URL_RULES[name].on);

/** All rules as `decide` says. */
export function switches(decide: (name: RuleName) => boolean): RuleSwitches {
  return Object.fromEntries(RULE_NAMES.map((name) => [name, decide(name)])) as RuleSwitches;
}

function on(ko: string, en: string): Rule {
  return { on: true, ko, en };
}

function off(ko: string, en: string): Rule {
  return { on: false, ko, en };
}
