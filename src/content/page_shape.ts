/**
 * What kind of page it is, as far as counting tells: shares of text, elements, address.
 *
 * @module
 */

import type { PageFacts } from "./page_facts.ts";

/** Numbers that are the same for all blocks of a page. */
export type PageShape = Readonly<
  Record<
    | "longBlocks"
    | "longShare"
    | "paragraphs"
    | "headings"
    | "images"
    | "topShare"
    | "stops"
    | "mainCount"
    | "articleCount"
    | "articleShare"
    | "address"
    | "addressDepth"
    | "kind"
    | "statedArticle"
    | "statedProduct"
    | "statedForum"
    | "statedList"
    | "statedFaq"
    | "lists"
    | "tables"
    | "money"
    | "marks"
    | "forms",
    number
  >
>;

const ADDRESSES: readonly RegExp[] = [
  /forum|thread|topic|viewtopic|showthread|question|discuss|community|comments|\/t\/|\/r\//,
  /product|\/p\/|\/dp\/|\/item|shop|store|buy|\/itm\//,
  /collection|category|categories|\/c\/|browse|department|\/cat\/|catalog/,
  /docs?\b|documentation|manual|reference|guide|tutorial|wiki|api|help|learn/,
  /blog|news|article|story|stories|post|\/20\d\d\//,
  /service|solution|pricing|about|company|platform|features/,
  /tag|archive|list|search|events|jobs|directory|index|author|topics/,
];
const KINDS = ["article", "blog", "product", "website", "profile", "video", "book"];

/** Counts. */
export function pageShape({ page, blocks, block, element, words }: PageFacts): PageShape {
  const roots = page.elements.flatMap(({ parent }, e) => parent < 0 ? [e] : []);
  const total = (column: Float64Array) => roots.reduce((sum, e) => sum + (column[e] as number), 0);
  const tags = new Map<string, number>();
  for (const { tag } of page.elements) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  let articleWords = 0;
  page.elements.forEach(({ tag }, e) => {
    if (tag === "article") articleWords = Math.max(articleWords, element.words[e] as number);
  });
  const top = block.words.reduce((most, value) => Math.max(most, value), 0);
  const marks = block.marks.reduce((sum, value) => sum + value, 0);
  return {
    longBlocks: total(element.longBlocks),
    longShare: total(element.longWords) / Math.max(1, words),
    paragraphs: total(element.paragraphs),
    headings: total(element.headings),
    images: total(element.images),
    topShare: top / Math.max(1, words),
    stops: total(element.stops) / Math.max(1, words),
    mainCount: tags.get("main") ?? 0,
    articleCount: tags.get("article") ?? 0,
    articleShare: articleWords / Math.max(1, words),
    ...addressShape(page.url),
    kind: kindOf(page.meta.get("og:type") ?? ""),
    ...statedShape(page.stated?.types ?? []),
    lists: (tags.get("li") ?? 0) / Math.max(1, blocks.count),
    tables: (tags.get("td") ?? 0) / Math.max(1, blocks.count),
    money: moneyShare(page, blocks.count),
    marks: marks / Math.max(1, words),
    forms: tags.get("form") ?? 0,
  };
}

function addressShape(url: string | null): { address: number; addressDepth: number } {
  const parsed = url === null ? null : URL.parse(url);
  if (parsed === null) return { address: -1, addressDepth: -1 };
  const path = parsed.pathname.toLowerCase();
  const address = ADDRESSES.findIndex((pattern) => pattern.test(path)) + 1;
  return { address, addressDepth: path.split("/").filter((part) => part !== "").length };
}

function statedShape(types: readonly string[]) {
  const told = types.join(" ");
  const has = (pattern: RegExp) => types.length === 0 ? -1 : pattern.test(told) ? 1 : 0;
  return {
    statedArticle: has(/article|blogposting|report|recipe/),
    statedProduct: has(/product\b|productgroup/),
    statedForum: has(/forumposting|qapage/),
    statedList: has(/collectionpage|itemlist|searchresults|offercatalog/),
    statedFaq: has(/faqpage/),
  };
}

function kindOf(type: string): number {
  if (type === "") return 0;
  const known = KINDS.findIndex((kind) => type.toLowerCase().includes(kind));
  return known < 0 ? KINDS.length + 1 : known + 1;
}

function moneyShare({ nodes }: PageFacts["page"], blocks: number): number {
  let found = 0;
  for (const { text } of nodes) {
    if (text.length < 40 && /[$€£¥₩]\s?\d|\d\s?[€원]/.test(text)) found++;
  }
  return found / Math.max(1, blocks);
}
