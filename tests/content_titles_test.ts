/** What a page states about itself, what its title may be, what is repeated on it. */

import assert from "node:assert/strict";
import { packTrees } from "../src/content/packed_trees.ts";
import { pageFacts } from "../src/content/page_facts.ts";
import { pageGroups } from "../src/content/page_groups.ts";
import { pageTitle } from "../src/content/page_title.ts";
import { parsePage } from "../src/content/parse_page.ts";
import { statedData } from "../src/content/stated_data.ts";
import { TITLE_NAMES, titleCandidates } from "../src/content/title_candidates.ts";
import { type TitleSources, titleSources } from "../src/content/title_sources.ts";
import {
  learnTitles,
  sameTitle,
  sameTitleButSite,
  type TitledPage,
} from "../tools/content/learn_titles.ts";

const NOTHING: TitleSources = {
  url: null,
  title: "",
  open: "",
  twitter: "",
  site: "",
  headline: "",
  name: "",
  headings: [],
};

Deno.test("statedData() reads what the page is about, not its site, author or breadcrumbs", () => {
  const graph = {
    "@graph": [
      { "@type": "Organization", name: "신문사" },
      { "@type": "BreadcrumbList", name: "위치" },
      {
        "@type": ["NewsArticle", "Article"],
        headline: "제목",
        author: { "@type": "Person", name: "기자" },
        articleBody: "본문",
      },
    ],
  };
  const { types, ...texts } = statedData([JSON.stringify(graph)]);
  assert.deepEqual(texts, { headline: "제목", name: "", description: "", body: "본문" });
  assert.deepEqual(types, ["organization", "breadcrumblist", "newsarticle article", "person"]);
});

Deno.test("statedData() reads raw line ends in a string, and nothing of what is no JSON", () => {
  assert.equal(statedData(['{"@type":"Product","name":"a\nb"}']).name, "a b");
  assert.deepEqual(statedData(["{", "", "[", "1", "null"]).types, []);
});

Deno.test("statedData() stops in a structure without end", () => {
  const wide = Array.from({ length: 5000 }, () => ({ "@type": "Thing" }));
  assert.deepEqual(statedData([JSON.stringify(wide)]).types, ["thing"]);
  let deep = "";
  for (let i = 0; i < 3000; i++) deep += '{"a":';
  assert.deepEqual(statedData([`${deep}1${"}".repeat(3000)}`]).types, []);
});

Deno.test("parsePage() keeps what structured data say", () => {
  const script = `<script type="application/ld+json">{"@type":"Product","name":"배"}</script>`;
  assert.equal(parsePage(`${script}<p>가</p>`, null).stated?.name, "배");
  assert.equal(parsePage("<p>가</p>", null).stated, undefined);
});

Deno.test("titleSources() joins the blocks of one heading", () => {
  const page = parsePage("<title>T</title><h1>One <div>two</div></h1><h2>Next</h2>", null);
  const { headings, title } = titleSources(page, pageFacts(page).blocks);
  assert.equal(title, "T");
  assert.deepEqual(headings.map(({ text, rank }) => [text, rank]), [["One two", 1], ["Next", 2]]);
});

Deno.test("titleCandidates() gives every text once, and the parts at separators", () => {
  const texts = titleCandidates({
    ...NOTHING,
    title: "A day – News | The Site",
    open: "a DAY",
    headings: [{ text: "A day!", rank: 1, place: 0 }],
  }).map(({ text }) => text);
  assert.deepEqual(texts, [
    "A day!",
    "A day – News | The Site",
    "News | The Site",
    "A day – News",
    "The Site",
  ]);
  assert.deepEqual(titleCandidates(NOTHING), []);
});

Deno.test("titleCandidates() gives a number for every column", () => {
  const [one] = titleCandidates({ ...NOTHING, title: "A | B", url: "https://b.example/a" });
  assert.equal(one?.row.length, TITLE_NAMES.length);
  assert.ok(one?.row.every(Number.isFinite));
});

/** Pages whose title is the main heading, or where there is none the first part of the title element. */
function titled(count: number): TitledPage[] {
  return Array.from({ length: count }, (_, k) => {
    const heading = `Story of ${"wonder ".repeat(k % 4)}number${k}`;
    const headings = k % 3 === 0 ? [] : [{ text: heading, rank: 1, place: 0.1 }];
    const part = k % 3 === 0 ? heading : `Else ${k}`;
    return { sources: { ...NOTHING, title: `${part} | Site`, headings }, title: heading };
  });
}

Deno.test("learnTitles() learns which source the references take, the same from the same pages", () => {
  const ranker = learnTitles(titled(90));
  assert.deepEqual(packTrees(learnTitles(titled(90))), packTrees(ranker));
  for (const { sources, title } of titled(120).slice(90)) {
    assert.equal(pageTitle(sources, ranker), title);
  }
  assert.equal(pageTitle(NOTHING, ranker), null);
});

Deno.test("sameTitleButSite() forgives the site's name and no other part", () => {
  const at = { site: "The Daily", url: "https://www.daily-planet.example/x" };
  assert.equal(sameTitle("A day.", "a DAY"), 1);
  assert.equal(sameTitle(null, "a"), 0);
  assert.equal(sameTitleButSite("A day | The Daily", "A day", at), 1);
  assert.equal(sameTitleButSite("A day", "Daily Planet: A day", at), 1);
  assert.equal(sameTitleButSite("A day in May", "A day", at), 0);
  assert.equal(sameTitleButSite("", "The Daily", at), 0);
});

Deno.test("pageGroups() finds repeated siblings, the innermost and the one with most words", () => {
  const card = (k: number) => `<div class="card"><h3>Name ${k}</h3><p>It costs $${k}</p></div>`;
  const links = `<ul>${"<li>x</li>".repeat(4)}</ul>`;
  const html = `<main>${[1, 2, 3].map(card).join("")}</main><p>alone</p>${links}`;
  const facts = pageFacts(parsePage(html, null));
  const { groups, near, nearPlace, largest } = pageGroups(facts);
  assert.equal(groups.length, 2);
  const { members, headings, money } = groups[largest] ?? {};
  assert.deepEqual({ members, headings, money }, { members: 3, headings: 3, money: 3 });
  assert.deepEqual([...near].slice(0, 7), [0, 0, 0, 0, 0, 0, -1]);
  assert.deepEqual([...nearPlace].slice(0, 6), [0, 0, 1, 1, 2, 2]);
});
