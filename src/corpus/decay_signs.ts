/**
 * Signs that a page is not the document that was asked for: what it says, and where it led.
 *
 * A sign is a phrase in Korean or English, and never enough by itself: an article on error pages has
 * them all. `decay.ts` weighs them with the length of the text and the document's own past.
 *
 * @module
 */

/** What a page that stands in the place of a document may be. */
export type Substitute = "soft-404" | "cookie-wall" | "login-wall" | "challenge" | "maintenance";

/** What a page never seen before may be; the others are looked for where a text was known. */
export const AT_FIRST: readonly Substitute[] = ["soft-404", "cookie-wall", "login-wall"];

/** The signs found in a page. */
export interface Signs {
  readonly kind: Substitute;
  /** The different phrases as they stand on the page. */
  readonly phrases: readonly string[];
  /** Share, 0 to 1, of the text in sentences that hold one. */
  readonly share: number;
  /** The title says so. */
  readonly inTitle: boolean;
}

const TEXT: Readonly<Record<Substitute, readonly RegExp[]>> = {
  "soft-404": [
    /(?:페이지|게시물|게시글|글|상품|문서|자료|기사|화면)(?:을|를|이|가)? ?(?:찾을 수 없|존재하지 않)/,
    /존재하지 않(?:는|습니다)|없는 (?:페이지|게시물|상품)입니다/,
    /삭제(?:되었거나|된 (?:페이지|게시물|게시글|글|상품|기사))|삭제되었습니다/,
    /(?:주소|URL|경로)(?:가|를|이)? ?(?:잘못|정확한지|변경되었거나|다시 확인)/,
    /잘못된 (?:접근|경로|주소|요청)/,
    /판매가? ?(?:종료|중지|중단)된 상품|서비스가 종료되었/,
    /(?:page|file|article|product|item|post|document|url|listing)\b.{0,40}\b(?:not found|(?:was|could|can) ?not be found|cannot be found|couldn['’]t be found)/i,
    /\b(?:error )?404\b.{0,20}(?:not found|error|page)|\bnot found\b.{0,10}\b404\b|\berror 404\b/i,
    /(?:page|content|product|item|article|listing) (?:you(?:['’]re| are| were)? (?:requested|looking for|trying to)|(?:is|are) (?:no longer|not) available)/i,
    /(?:no longer (?:available|exists)|does(?:n['’]t| not) exist|(?:has|have) been (?:removed|deleted|discontinued))/i,
    /(?:we )?(?:can['’]t|cannot|couldn['’]t|could not) find (?:the|that|this|what)/i,
  ],
  "cookie-wall": [
    /쿠키(?:의|를)? ?(?:사용에 동의|사용합니다|사용하고 있습니다|수집)/,
    /쿠키 ?(?:설정|정책|기본 설정|관리)/,
    /모두 (?:동의|허용|수락|거부)|필수 쿠키만/,
    /개인정보 (?:수집|이용)[^.]{0,20}동의[^.]{0,20}(?:필요|계속)/,
    /we(?: and our partners)? (?:use|store)[^.]{0,40}cookies/i,
    /(?:accept|allow|reject|decline)(?: all)?(?: cookies)?\b(?=[^.]{0,80}(?:cookie|reject|decline|manage|settings|preferences|privacy))/i,
    /cookie (?:preferences|settings|policy|consent|notice)|manage (?:consent|cookies|preferences)/i,
    /we value your privacy|before you continue|consent to (?:the use of|our use)/i,
  ],
  "login-wall": [
    /로그인(?:이|을)? ?(?:필요|후 ?(?:이용|사용|확인|열람)|하셔야|해야|하신 후|해 ?주)/,
    /(?:회원|구독자|유료 회원)(?:만|에게만| 전용)/,
    /(?:아이디|비밀번호) ?(?:저장|찾기|입력)/,
    /회원 ?가입/,
    /(?:log|sign) ?in (?:to (?:continue|view|read|see|access)|required)|login required/i,
    /(?:please|must|need to|have to)(?: be)? (?:log(?:ged)?|sign(?:ed)?) ?in/i,
    /forgot(?:ten)? (?:your )?password|remember me|keep me (?:logged|signed) in/i,
    /(?:members|subscribers) only|create an account|don['’]t have an account/i,
  ],
  "challenge": [
    /checking (?:your browser|if the site connection)|just a moment\b/i,
    /(?:verify|verifying|confirm)(?: that)? you(?: are|['’]re) (?:human|not a (?:ro)?bot)|not a robot/i,
    /review the security of your connection/i,
    /enable javascript|javascript (?:is disabled|and cookies)/i,
    /\bray id\b|performance (?:&|and) security by/i,
    /(?:unusual|suspicious|automated) (?:traffic|activity|requests?)/i,
    /captcha/i,
    /access (?:to this (?:page|site) )?(?:has been |is |was )?denied|you have been blocked/i,
    /로봇이 아닙니다|사람인지 확인|브라우저를 확인/,
    /비정상(?:적인)? ?(?:접근|접속|트래픽|요청)|접[근속]이 (?:차단|거부|제한)/,
    /자동 ?(?:등록|입력|접속) ?방지|보안 ?(?:문자|확인)/,
  ],
  "maintenance": [
    /(?:시스템|서비스|서버|홈페이지|사이트|누리집|정기|긴급) ?점검|점검 ?(?:중입니다|시간|일시|기간)/,
    /(?:서비스|이용|접속)[^.]{0,12}(?:중단|중지|제한|불가)/,
    /이용에 불편을|잠시 후 다시|접속자가 (?:많|폭주)|대기 ?(?:인원|순번)/,
    /(?:for|under(?:going)?|scheduled|planned|routine) maintenance|maintenance (?:mode|work|in progress)/i,
    /back (?:online |up )?(?:soon|shortly)|try again (?:later|in a few)|come back (?:later|soon)/i,
    /(?:temporarily|currently) (?:unavailable|down|closed|offline)/i,
  ],
};

const TITLE: Readonly<Record<Substitute, RegExp>> = {
  "soft-404":
    /\b404\b|not found|찾을 수 없|존재하지 않|(?:페이지|접근|서비스|시스템) ?(?:오류|에러)|^(?:오류|에러|error)(?: ?페이지| page)?$/i,
  "cookie-wall": /before you continue|쿠키 (?:동의|설정)|cookie consent|privacy gate/i,
  "login-wall":
    /^(?:로그인|회원 ?로그인|log ?in|sign ?in|login required)\b|(?:[-|:·] ?)(?:로그인|log ?in|sign ?in)$/i,
  "challenge":
    /^just a moment|^attention required|^access denied|security (?:check|verification)|captcha|보안 ?(?:확인|문자)|접[근속] ?(?:차단|거부|제한)/i,
  "maintenance": /점검 ?(?:중|안내)|maintenance|temporarily unavailable/i,
};

/** The signs that a page bears of these kinds, most first; none where it bears no sign. */
export function signsIn(
  title: string | null,
  text: string,
  sought: readonly Substitute[],
): readonly Signs[] {
  // What stands beyond is too long for such a page anyway.
  const head = text.slice(0, 4000);
  const kinds = sought.filter((kind) =>
    TITLE[kind].test((title ?? "").trim()) || TEXT[kind].some((pattern) => pattern.test(head))
  );
  if (kinds.length === 0) return [];
  const sentences = head.split(/(?<=[.!?。…])\s+|\n+/);
  return kinds.map((kind) => signsOf(kind, title ?? "", sentences))
    .filter(({ phrases, inTitle }) => phrases.length > 0 || inTitle)
    .toSorted((a, b) => b.phrases.length - a.phrases.length);
}

function signsOf(kind: Substitute, title: string, sentences: readonly string[]): Signs {
  const phrases = new Map<RegExp, string>();
  let [saying, all] = [0, 0];
  for (const sentence of sentences) {
    all += sentence.length;
    const found = TEXT[kind].filter((pattern) => {
      const phrase = pattern.exec(sentence)?.[0];
      if (phrase !== undefined && !phrases.has(pattern)) phrases.set(pattern, phrase);
      return phrase !== undefined;
    });
    if (found.length > 0) saying += sentence.length;
  }
  return {
    kind,
    phrases: [...phrases.values()],
    share: all === 0 ? 0 : saying / all,
    inTitle: TITLE[kind].test(title.trim()),
  };
}

/** Where a redirect led: not a document but one of the places that answer for all that are lost. */
export type Detour = "redirect-login" | "redirect-home" | "redirect-category";

const LOGIN_PATH =
  /(?:^|[/_.\-])(?:log-?in|sign-?in|logon|sso|auth(?:enticate|orize)?|member_?login|nid\w*login|로그인)(?:[/_.\-]|$)/i;
const HOME = /^\/?(?:(?:ko|kr|en|ko-kr|main|home|index)(?:\.\w+)?\/?)*$/i;
const LIST =
  /(?:^|\/)(?:categor(?:y|ies)|c|cat|collections?|list|search|archive|products|goods_list|board|tags?|sorry|error\w*|404|notfound|not-found)(?:[._]\w+)?\/?$/i;

/** Whether `finalUrl` is such a place and `url` was not; `null` where it may be the document. */
export function detourOf(url: string, finalUrl: string): Detour | null {
  const [from, to] = [URL.parse(url), URL.parse(finalUrl)];
  if (from === null || to === null) return null;
  const [asked, got] = [pathOf(from), pathOf(to)];
  const moved = asked !== got || hostOf(from) !== hostOf(to);
  if (LOGIN_PATH.test(got) && !LOGIN_PATH.test(asked)) return "redirect-login";
  if (!moved || isHome(from, asked)) return null;
  if (isHome(to, got)) return "redirect-home";
  const isAncestor = got !== "" && hostOf(from) === hostOf(to) &&
    asked.startsWith(`${got}/`);
  return isAncestor || LIST.test(got) && !LIST.test(asked) ? "redirect-category" : null;
}

function isHome(url: URL, path: string): boolean {
  // `/?id=3` and `/index.php?no=3` are documents.
  return HOME.test(path) && !/[?&](?:id|no|p|seq|idx|article|page_id)=/i.test(url.search);
}

function pathOf(url: URL): string {
  const path = url.pathname.replace(/\/+$/, "");
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^(?:www|m)\./, "");
}
