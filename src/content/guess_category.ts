/**
 * Guesses whether a page is of a shop, a blog or a newspaper, where nobody says.
 *
 * A sum of few plain hints: what the page says of its type, words of its address, words that only shops
 * show. Measured in `tests/bench/content_paper.md`; a page with too little of all is none of the three.
 *
 * @module
 */

import type { Category, Page } from "./page_node.ts";

interface Hint {
  readonly category: Category;
  readonly weight: number;
  readonly found: (page: Page, seen: Seen) => boolean;
}

/** What hints look at. */
interface Seen {
  readonly host: string;
  readonly path: string;
  readonly type: string;
  /** The first texts of the page, lower case, a line each. */
  readonly text: string;
}

/** Buttons and labels of shops. */
const SHOP_WORDS =
  /^(?:add to (?:cart|bag|basket|trolley)|buy (?:it )?now|in den warenkorb|ajouter au panier|장바구니(?: ?담기| ?에 담기)?|바로 ?구매|구매하기|カートに入れる)$/m;
/** A price standing by itself. */
const PRICE = /^(?:from )?(?:us ?)?[$€£¥₩] ?\d[\d,.]*(?: ?(?:usd|eur))?$|^\d[\d,.]* ?(?:원|€|円)$/m;

const HINTS: readonly Hint[] = [
  { category: "shop", weight: 3, found: (_, { type }) => /product/.test(type) },
  {
    category: "shop",
    weight: 3,
    found: ({ meta }) => meta.has("product:price:amount") || meta.has("og:price:amount"),
  },
  { category: "shop", weight: 2, found: (_, { text }) => SHOP_WORDS.test(text) },
  { category: "shop", weight: 1, found: (_, { text }) => PRICE.test(text) },
  {
    category: "shop",
    weight: 2,
    found: (_, { path }) =>
      /\/(?:products?|dp|itm|item|collections?|shop|store|goods|cart|categor(?:y|ies)|c|p)(?:[/_.-]|$)/
        .test(path),
  },
  { category: "shop", weight: 2, found: (_, { host }) => /(?:^|\.)(?:shop|store|mall)/.test(host) },
  {
    category: "blog",
    weight: 4,
    found: (_, { host }) =>
      /(?:^|\.)blogs?\.|\.(?:tistory|blogspot|wordpress|medium|substack)\.|^(?:medium|velog|brunch)\./
        .test(`${host}.`),
  },
  { category: "blog", weight: 4, found: (_, { path }) => /\/blogs?(?:\/|$)/.test(path) },
  { category: "news", weight: 2, found: (_, { type }) => type === "article" },
  { category: "blog", weight: 3, found: (_, { type }) => type === "blog" },
  {
    category: "news",
    weight: 1,
    found: ({ meta }) => meta.has("article:published_time") || meta.has("article:section"),
  },
  { category: "news", weight: 2, found: (_, { host, path }) => /news/.test(`${host} ${path}`) },
  {
    category: "news",
    weight: 1,
    found: (_, { path }) => /\/(?:articles?|story|stories|20\d\d\/\d\d?)\//.test(path),
  },
];

/** What a category must reach to be believed. */
const LEAST = 2;
/** Texts looked at; shops show their words early. */
const FIRST_NODES = 1000;

/** The category with the most hints, `null` where all have too few. */
export function guessCategory(page: Page): Category | null {
  const url = page.url === null ? null : URL.parse(page.url);
  const seen: Seen = {
    host: url?.hostname ?? "",
    path: url?.pathname.toLowerCase() ?? "",
    type: page.meta.get("og:type")?.toLowerCase() ?? "",
    text: page.nodes.slice(0, FIRST_NODES).map(({ text }) => text.toLowerCase()).join("\n"),
  };
  const sums = { shop: 0, blog: 0, news: 0 };
  for (const { category, weight, found } of HINTS) {
    if (found(page, seen)) sums[category] += weight;
  }
  // What a blog is written of is an article as well.
  if (sums.blog > 0) sums.blog += sums.news;
  const [best, sum] = Object.entries(sums).reduce((a, b) => b[1] > a[1] ? b : a);
  return sum >= LEAST ? best as Category : null;
}
