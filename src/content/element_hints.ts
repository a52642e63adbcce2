/**
 * What an element's tag, role, id and classes say about its purpose, in a few dozen groups of words.
 *
 * The words are data; what they are worth is learned.
 *
 * @module
 */

import type { PageElement } from "./page_node.ts";

/** Groups of name parts; the place in this list is the group's number. */
export const HINTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["navigation", /nav|menu|breadcrumb|paginat|pager|toolbar|topbar|tablist|toc\b/],
  ["footer", /foot|copyright|legal|contentinfo|colophon/],
  ["header", /header|masthead|banner|top-?bar/],
  ["aside", /aside|side-?bar|\bside\b|side-|rail|widget|complementary/],
  ["comment", /comment|disqus|repl(?:y|ies)|respond|discussion/],
  ["advert", /\bads?\b|ad[-_]|[-_]ad|advert|sponsor|promo|dfp|taboola|outbrain|affiliate/],
  [
    "related",
    /related|recommend|also|popular|trending|latest|recent|similar|next|upsell|cross|more/,
  ],
  ["share", /share|sharing|social|follow|facebook|twitter|whatsapp/],
  ["consent", /cookie|consent|gdpr|onetrust|privacy/],
  ["overlay", /modal|popup|overlay|dialog|drawer|tooltip|dropdown|flyout|offcanvas|toast|alert/],
  ["account", /newsletter|subscri|sign-?up|sign-?in|log-?in|register|account|paywall|member/],
  ["content", /content|entry|body|\btext|text\b|prose|markdown|rich-?text|wysiwyg|copy|rte\b/],
  ["article", /article|\bpost\b|post-|story|blog|news/],
  ["main", /main|primary|page/],
  ["byline", /meta\b|meta-|byline|author|\bdate|date\b|time|tag|credit|publish/],
  [
    "caption",
    /caption|figure|figcaption|image|img|gallery|photo|media|video|slide|carousel|swiper/,
  ],
  ["product", /product|\bprice|price\b|cart|\bbuy|\bsku|spec\b|specs|variant|swatch|shipping/],
  ["description", /descri|summary|detail|excerpt|intro|lead\b|feature|overview|about|info/],
  ["review", /review|rating|star|testimonial/],
  ["list", /list|grid|card|item|tile|result|collection|catalog|teaser|archive|category/],
  ["forum", /thread|message|topic|forum|question|answer|\bpost_|postbody|quote|signature|reaction/],
  [
    "hidden",
    /hidden|sr-only|visually|collapse|offscreen|screen-?reader|skip|mobile|noprint|no-print/,
  ],
  ["title", /title|headline|heading/],
  ["code", /code|highlight|\bpre\b|syntax|console/],
  ["search", /search|filter|facet|sort|refine/],
  ["form", /form|input|field|select|option|label|checkbox|radio/],
  ["locale", /lang|locale|country|currency|region/],
  ["action", /hero|cta|button|btn|action|link/],
  ["table", /table|\btbl|row|cell|column|\bcol\b/],
  ["faq", /faq|accordion|question|toggle|expand|panel|tab\b|tab-/],
];

/** Bit `h` of the mask is set where the element names group `h`; the cache lives for one page. */
export function hintMask(element: PageElement, cache: Map<string, number>): number {
  const name = `${element.tag} ${element.role} ${element.id} ${element.classes}`;
  const known = cache.get(name);
  if (known !== undefined) return known;
  const text = name.slice(0, 300).toLowerCase();
  let mask = 0;
  for (let h = 0; h < HINTS.length; h++) {
    if ((HINTS[h] as [string, RegExp])[1].test(text)) mask |= 1 << h;
  }
  cache.set(name, mask);
  return mask;
}
