/**
 * What a canonical URL costs, beside what the platform's parser costs for the same address.
 *
 * Run it by hand: `deno run tests/bench/url_bench.ts`. Processor time, the middle of five turns in
 * which the two take turns; rules stated in the paper.
 *
 * @module
 */

import { cpuUsage } from "node:process";
import { canonicalUrl } from "../../src/corpus/canonical_url.ts";
import { STATED_POLICY } from "../../src/corpus/url_policy.ts";

const URLS = 200_000;
const TURNS = 5;

const KINDS: Readonly<Record<string, (n: number) => string>> = {
  "canonical, no query": (n) => `https://www.review.example.kr/reviews/item-${n}`,
  "canonical, two parameters": (n) => `https://www.review.example.kr/reviews?id=${n}&page=2`,
  "tracking, order, slash, fragment": (n) =>
    `https://www.review.example.kr/reviews/${n}/?sort=new&page=2&utm_source=n&utm_medium=cpc#top`,
  "Hangul, escaped in small letters": (n) => `http://review.example.kr/%eb%a6%ac%eb%b7%b0/${n}?q=1`,
  "Hangul, not escaped": (n) => `http://review.example.kr/리뷰/${n}?q=나`,
  "Hangul host": (n) => `http://식약처.한국/notice/${n}`,
};

/** Microseconds of processor time for one address. */
function timed(urls: readonly string[], work: (url: string) => number): number {
  const start = cpuUsage();
  let length = 0;
  for (const url of urls) length += work(url);
  const { user, system } = cpuUsage(start);
  if (length === 0) throw new Error("nothing was made");
  return (user + system) / urls.length;
}

const middle = (times: readonly number[]) =>
  (times.toSorted((a, b) => a - b)[times.length >> 1] as number).toFixed(2);

console.log("| address | µs here | µs of `new URL().href` |\n|---|---:|---:|");
for (const [kind, make] of Object.entries(KINDS)) {
  const urls = Array.from({ length: URLS }, (_, n) => make(n));
  const [here, platform]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    here.push(timed(urls, (url) => {
      const result = canonicalUrl(url, STATED_POLICY);
      return result.kind === "canonical" ? result.url.length : 0;
    }));
    platform.push(timed(urls, (url) => new URL(url).href.length));
  }
  console.log(`| ${kind} | ${middle(here)} | ${middle(platform)} |`);
}
