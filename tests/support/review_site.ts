/**
 * A review site over many days: every review under 20 URLs, edits, decay, and validators of all manners.
 *
 * It knows by itself what it served: the truth that a corpus is compared with. Nothing here uses the
 * product.
 *
 * @module
 */

import { drawnText, numbersFrom } from "./corpus_texts.ts";

/** How a review's server marks versions. */
type Manner = "honest" | "no-validators" | "new-tag-every-visit" | "frozen-tag";
const MANNERS: readonly Manner[] = [
  "honest",
  "honest",
  "no-validators",
  "new-tag-every-visit",
  "frozen-tag",
];

/** What stands at a review's URLs on a day. */
type Condition = "shown" | "wall" | "deleted" | "redirected" | "soft-404" | "busy";

interface Review {
  readonly id: number;
  readonly manner: Manner;
  version: number;
  text: string;
  condition: Condition;
  /** Day on which the condition ends; deletions end never. */
  until: number;
}

/** An answer in the form in which a collector writes it down. */
export interface Visited {
  readonly url: string;
  readonly status: number;
  readonly text?: string;
  readonly finalUrl?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly fetchedAt: string;
}

/** Thirteen addresses that are pages of their own: sorted, filtered, paged. */
const PAGES = [
  "",
  "?sort=recent",
  "?sort=rating",
  "?sort=helpful",
  "?stars=1",
  "?stars=2",
  "?stars=3",
  "?stars=4",
  "?stars=5",
  "?page=2&stars=5",
  "?page=1&sort=recent",
  "?page=2&sort=rating",
  "?lang=ko",
];
/** Seven more spellings of the first. */
const SPELLINGS = [
  "?utm_source=mail",
  "?utm_medium=cpc&utm_campaign=winter",
  "?fbclid=IwAR0",
  "?gclid=Cj0K",
  "#comments",
  "/",
  "/?utm_content=b#top",
];
const HOST = "https://reviews.example.kr";
const WALL =
  "이 사이트는 쿠키를 사용합니다. 계속하려면 쿠키 사용에 동의해 주십시오. 모두 동의 거부 설정";
/** What all pages show on a day of maintenance: no word of it, and as long as a review. */
const WORDLESS =
  "오늘의 외투 모음 겨울 신상 보기 인기 순서 모두 펼치기 새 소식 받기 가까운 매장 찾기 회사 소개 도움말 지도 언어 선택";
/** Documents of the host that turn to one text before it is taken for none. */
const ENOUGH = 5;
const MISSING = "요청하신 페이지를 찾을 수 없습니다. 삭제되었거나 주소가 바뀌었을 수 있습니다.";

/** The site; `reviews` on the first day. */
export class ReviewSite {
  readonly #number: () => number;
  readonly #reviews: Review[] = [];
  #day = 0;
  #visits = 0;
  /** By canonical URL: the text that its last good answer had, `null` while it has none to be trusted. */
  readonly #served = new Map<string, { text: string; trusted: boolean }>();
  /** Reviews whose pages show {@linkcode WORDLESS}. */
  readonly #wordless = new Set<number>();
  requests = 0;
  notModified = 0;

  constructor(seed: number, reviews: number) {
    this.#number = numbersFrom(seed);
    for (let i = 0; i < reviews; i++) this.#add();
  }

  /** A day of maintenance. */
  get #isResting(): boolean {
    return this.#day % 97 === 20;
  }

  get now(): string {
    return Temporal.Instant.from("2024-04-01T21:00:00Z").add({ hours: 24 * this.#day }).toString();
  }

  /** A night passes: some reviews change, go, hide or come. */
  nextDay(): void {
    this.#day += 1;
    for (const review of this.#reviews) this.#age(review);
    if (this.#number() < 0.012) this.#add();
  }

  /** What a collector sees that visits every URL; `conditions` are the headers to send, by URL. */
  visitAll(conditions: ReadonlyMap<string, Readonly<Record<string, string>>>): readonly Visited[] {
    const seen: Visited[] = [];
    for (const review of this.#reviews) {
      const base = `${HOST}/goods/coat/reviews/${review.id}`;
      for (const page of PAGES) {
        const url = base + page;
        seen.push(this.#visit(review, url, url, conditions.get(url) ?? {}));
      }
      for (const spelling of SPELLINGS) seen.push(this.#visit(review, base + spelling, base, {}));
    }
    return seen;
  }

  /** The texts that a corpus must hold, each once: what the last good answers said. */
  kept(): readonly string[] {
    const texts = [...this.#served.values()].filter(({ trusted }) => trusted)
      .map(({ text }) => text);
    return [...new Set(texts)].sort();
  }

  /** Texts of reviews on show whose server is honest: these must be in the corpus on the same day. */
  shown(): readonly string[] {
    return (this.#isResting ? [] : this.#reviews)
      .filter(({ condition, manner }) => condition === "shown" && manner === "honest")
      .map(({ text }) => text);
  }

  /** Canonical URLs whose text can no longer be trusted. */
  untrusted(): readonly string[] {
    return [...this.#served].filter(([, { trusted }]) => !trusted).map(([url]) => url).sort();
  }

  #add(): void {
    const id = this.#reviews.length + 1;
    const manner = MANNERS[id % MANNERS.length] as Manner;
    const text = drawnText(this.#number, 20);
    this.#reviews.push({ id, manner, version: 1, text, condition: "shown", until: 0 });
  }

  #age(review: Review): void {
    if (review.until !== Infinity && review.until <= this.#day) review.condition = "shown";
    if (review.condition !== "shown") return;
    const drawn = this.#number();
    if (drawn < 0.02) {
      review.version += 1;
      review.text = drawnText(this.#number, 20);
    } else if (drawn < 0.024) this.#turn(review, "wall", 1 + Math.floor(3 * this.#number()));
    else if (drawn < 0.027) this.#turn(review, "busy", 1);
    else if (drawn < 0.0275) this.#turn(review, "deleted", Infinity);
    else if (drawn < 0.028) this.#turn(review, "redirected", Infinity);
    else if (drawn < 0.0285) this.#turn(review, "soft-404", Infinity);
  }

  #turn(review: Review, condition: Condition, days: number): void {
    review.condition = condition;
    review.until = this.#day + days;
  }

  #visit(
    review: Review,
    url: string,
    canonical: string,
    requestHeaders: Readonly<Record<string, string>>,
  ): Visited {
    this.requests += 1;
    this.#visits += 1;
    const base = { url, headers: {}, requestHeaders, fetchedAt: this.now };
    const known = this.#served.get(canonical);
    const lost = (answer: Omit<Visited, keyof typeof base>): Visited => {
      if (known !== undefined) known.trusted = false;
      return { ...base, ...answer };
    };
    switch (review.condition) {
      case "deleted":
        return lost({ status: 404, text: MISSING });
      case "redirected":
        this.#wordless.delete(review.id);
        return lost({ status: 200, text: "겨울 외투 상품 목록", finalUrl: `${HOST}/goods` });
      case "soft-404":
        this.#wordless.delete(review.id);
        return lost({ status: 200, text: MISSING });
      case "wall":
        this.#wordless.delete(review.id);
        return lost({ status: 200, text: WALL });
      case "busy":
        return { ...base, status: 503 };
      case "shown":
        if (this.#isResting) return { ...base, ...this.#rest(review, canonical) };
        this.#wordless.delete(review.id);
        return { ...base, ...this.#show(review, canonical, requestHeaders) };
    }
  }

  /** Maintenance: nothing tells the first few such pages from documents that were edited. */
  #rest({ id }: Review, canonical: string): Pick<Visited, "status" | "text"> {
    const others = new Set(this.#wordless);
    others.delete(id);
    this.#wordless.add(id);
    const known = this.#served.get(canonical);
    const isKnown = known !== undefined && known.text !== WORDLESS;
    if (isKnown && others.size >= ENOUGH) known.trusted = false;
    else this.#served.set(canonical, { text: WORDLESS, trusted: true });
    return { status: 200, text: WORDLESS };
  }

  #show(
    review: Review,
    canonical: string,
    asked: Readonly<Record<string, string>>,
  ): Pick<Visited, "status" | "headers" | "text"> {
    const tag = this.#tag(review);
    const headers = tag === null ? {} : { etag: tag };
    const known = this.#served.get(canonical);
    if (tag !== null && asked["If-None-Match"] === tag && known !== undefined) {
      this.notModified += 1;
      known.trusted = true;
      return { status: 304, headers };
    }
    this.#served.set(canonical, { text: review.text, trusted: true });
    return { status: 200, headers, text: review.text };
  }

  #tag({ manner, id, version }: Review): string | null {
    switch (manner) {
      case "honest":
        return `"${id}-${version}"`;
      case "no-validators":
        return null;
      case "new-tag-every-visit":
        return `"v${this.#visits}"`;
      case "frozen-tag":
        return `"${id}"`;
    }
  }
}
