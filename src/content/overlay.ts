/**
 * An extraction shown over its page: every node at its place, what was taken for content marked.
 *
 * One HTML file without a script, a link or anything to load; its own policy forbids them. Whatever
 * the page holds is escaped. Over a picture of the page the nodes themselves are not drawn.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { printableLines } from "../field_text.ts";
import type { Sentence } from "../refusal.ts";
import type { ContentBlock, Extraction } from "./extraction.ts";
import { KIND_NAMES, OVERLAY_STYLE } from "./overlay_style.ts";
import type { Page, PageNode } from "./page_node.ts";

/** How it is to be shown. */
export interface OverlayOptions {
  readonly lang: keyof Sentence;
  /** A picture of the page as a `data:` address, or `null`. */
  readonly picture?: string | null;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const WORDS = {
  heading: { ko: "추출 결과", en: "Extraction" },
  title: { ko: "제목", en: "Title" },
  noTitle: { ko: "제목 없음", en: "no title" },
  other: { ko: "본문 아님", en: "not content" },
  blocks: { ko: "본문 블록", en: "content blocks" },
  characters: { ko: "글자", en: "characters" },
  images: { ko: "이미지", en: "images" },
  model: { ko: "모델", en: "Model" },
  layout: { ko: "배치", en: "Layout" },
  browser: { ko: "브라우저", en: "browser" },
  estimated: { ko: "추정", en: "estimated" },
} as const satisfies Readonly<Record<string, Sentence>>;

/** Room for an edge beside what it marks; above and below, lines that touch would cross. */
const BESIDE = 4;

/** The whole file. */
export function overlayHtml(
  page: Page,
  extraction: Extraction,
  { lang, picture = null }: OverlayOptions,
): string {
  const title = titlePlace(page, extraction);
  const height = page.nodes.reduce(
    (most, node) => Math.max(most, node.y + node.height),
    Math.max(page.height, 1),
  );
  const width = Math.max(page.width, 320);
  const rules = [`.stage{width:${px(width)};height:${px(height)}}`];
  const drawing = new Drawing(page, extraction, {
    lang,
    pictured: picture !== null,
    rules,
    titled: title === null ? -1 : blockAround(title, extraction),
  });
  const drawn = [...drawing.nodes(), ...drawing.blocks()];
  if (title !== null) rules.push(rule("t", grown(title)));
  const titled = title === null ? undefined : extraction.blocks[blockAround(title, extraction)];
  const style = OVERLAY_STYLE + rules.join("\n");
  const name = extraction.title ?? page.title;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style, picture)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${WORDS.heading[lang]}: ${name}`)}</title>
<style>${style}</style>
</head>
<body>
${headerHtml(page, extraction, lang)}
<main class="stage${picture === null ? "" : " pictured"}">
${picture === null ? "" : `<img alt="" src="${escaped(picture)}">\n`}${drawn.join("\n")}
${
    title === null
      ? ""
      : `<div class="mark title" id="t"><b>${WORDS.title[lang]}${
        titled === undefined ? "" : ` ${titled.score.toFixed(2)}`
      }</b></div>`
  }
</main>
</body>
</html>
`;
}

/** Where the title stands: the node that says it in the largest letters, or the block that begins so. */
export function titlePlace(page: Page, { title, blocks }: Extraction): Place | null {
  const wanted = title === null ? "" : letters(title);
  if (wanted === "") return null;
  const nodes = page.nodes.filter((node) => node.kind === "text" && letters(node.text) === wanted);
  const largest = nodes.reduce<PageNode | null>(
    (best, node) => best === null || node.fontSize > best.fontSize ? node : best,
    null,
  );
  return largest ?? blocks.find(({ text }) => letters(text) === wanted) ?? null;
}

/** The block that the title stands in, which its mark speaks for; -1 for none. */
function blockAround(title: Place, { blocks }: Extraction): number {
  const [x, y] = [title.x + title.width / 2, middleOf(title)];
  return blocks.findIndex((block) =>
    block.x <= x && x <= block.x + block.width && block.y <= y && y <= block.y + block.height
  );
}

function headerHtml(page: Page, extraction: Extraction, lang: keyof Sentence): string {
  const { title, blocks, category, model, url } = extraction;
  const kinds = Object.keys(KIND_NAMES) as ContentBlock["kind"][];
  const legend = kinds.flatMap((kind) => {
    const count = blocks.filter((block) => block.kind === kind).length;
    return count === 0 ? [] : [
      `<li class="${kind}"><i></i>${KIND_NAMES[kind][lang]} <span>${count}</span></li>`,
    ];
  });
  const characters = blocks.reduce((sum, { text }) => sum + [...text].length, 0);
  const images = blocks.reduce((sum, block) => sum + block.images.length, 0);
  const facts = [
    [WORDS.blocks[lang], grouped(blocks.length)],
    [WORDS.characters[lang], grouped(characters)],
    [WORDS.images[lang], grouped(images)],
    [WORDS.layout[lang], WORDS[page.layout][lang]],
    [WORDS.model[lang], category === null ? model : `${model} · ${category}`],
  ] as const;
  return `<header>
<h1>${title === null ? `<em>${WORDS.noTitle[lang]}</em>` : escaped(title)}</h1>
${url === null ? "" : `<p class="url">${escaped(url)}</p>\n`}<dl>${
    facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`).join("")
  }</dl>
<ul><li class="title"><i></i>${WORDS.title[lang]}</li>${legend.join("")}<li class="other"><i></i>${
    WORDS.other[lang]
  }</li></ul>
</header>`;
}

/** Draws nodes and blocks, each with a rule for its place. */
class Drawing {
  readonly #page: Page;
  readonly #extraction: Extraction;
  readonly #lang: keyof Sentence;
  readonly #pictured: boolean;
  readonly #rules: string[];
  /** The block that the title names; -1 for none. */
  readonly #titled: number;
  /** For every node the block it stands in, or -1. */
  readonly #homes: readonly number[];
  /** For every block the sizes of its letters. */
  readonly #sizes: readonly number[][];

  constructor(
    page: Page,
    extraction: Extraction,
    { lang, pictured, rules, titled }: {
      readonly lang: keyof Sentence;
      readonly pictured: boolean;
      readonly rules: string[];
      readonly titled: number;
    },
  ) {
    this.#page = page;
    this.#extraction = extraction;
    this.#lang = lang;
    this.#pictured = pictured;
    this.#rules = rules;
    this.#titled = titled;
    this.#homes = homesOf(page, extraction.blocks);
    this.#sizes = extraction.blocks.map(() => []);
    this.#homes.forEach((home, index) => {
      const { fontSize } = page.nodes[index]!;
      if (fontSize > 0) this.#sizes[home]?.push(fontSize);
    });
  }

  /** Nodes that are in no block: a block draws its own text. */
  nodes(): readonly string[] {
    if (this.#pictured) return [];
    return this.#page.nodes.flatMap((node, index) => {
      if (this.#homes[index] !== -1) return [];
      const id = `n${index}`;
      this.#rules.push(rule(id, node, node.fontSize));
      const kind = node.kind === "image" ? "picture" : lineClass(node, node.fontSize);
      return [`<div class="node ${kind}" id="${id}">${escaped(node.text)}</div>`];
    });
  }

  blocks(): readonly string[] {
    return this.#extraction.blocks.map((block, index) => {
      const id = `b${index}`;
      const fontSize = this.#fontSizeOf(index);
      this.#rules.push(rule(id, grown(block), fontSize));
      const text = this.#pictured ? "" : escaped(textOf(block));
      // Beyond the edge of the page a name would be cut off.
      const inside = block.x + block.width + NAME_WIDTH > this.#page.width ? " inside" : "";
      const name = `${KIND_NAMES[block.kind][this.#lang]} ${block.score.toFixed(2)}`;
      return `<div class="mark ${block.kind}${inside} ${lineClass(block, fontSize)}" id="${id}">` +
        `<span>${text}</span>${index === this.#titled ? "" : `<b>${name}</b>`}</div>`;
    });
  }

  #fontSizeOf(block: number): number {
    const sizes = this.#sizes[block]!.sort((a, b) => a - b);
    return sizes[Math.floor(sizes.length / 2)] ?? 14;
  }
}

/** Room that the name of a kind takes. */
const NAME_WIDTH = 96;

/** A sweep over the blocks from the top: pages have thousands of nodes, and blocks to match. */
function homesOf({ nodes }: Page, blocks: readonly ContentBlock[]): readonly number[] {
  const homes = nodes.map(() => -1);
  const byTop = [...nodes.keys()].sort((a, b) => middleOf(nodes[a]!) - middleOf(nodes[b]!));
  for (const [index, block] of blocks.entries()) {
    const from = firstAt(byTop, (node) => middleOf(nodes[node]!) >= block.y);
    for (let at = from; at < byTop.length; at++) {
      const node = byTop[at]!;
      if (middleOf(nodes[node]!) > block.y + block.height) break;
      const x = nodes[node]!.x + nodes[node]!.width / 2;
      if (x >= block.x && x <= block.x + block.width) homes[node] = index;
    }
  }
  return homes;
}

function middleOf({ y, height }: Place): number {
  return y + height / 2;
}

function firstAt(sorted: readonly number[], holds: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A single line is not wrapped where other letters are a little wider than the page's. */
function lineClass({ height }: Place, fontSize: number): string {
  return height < 2 * fontSize ? "line" : "";
}

function textOf({ kind, text, images }: ContentBlock): string {
  return kind === "image" ? text || images.map(({ alt }) => alt).join(" ") : text;
}

function rule(id: string, { x, y, width, height }: Place, fontSize = 0): string {
  const font = fontSize > 0 ? `;font-size:${px(Math.min(fontSize, 200))}` : "";
  return `#${id}{left:${px(x)};top:${px(y)};width:${px(width)};height:${px(height)}${font}}`;
}

function grown({ x, y, width, height }: Place): Place {
  return { x: x - BESIDE, y, width: width + 2 * BESIDE, height };
}

/** Lengths come from pages: no number is too odd to be drawn. */
function px(length: number): string {
  const bounded = Number.isFinite(length) ? Math.min(Math.max(length, -100_000), 10_000_000) : 0;
  return `${Math.round(bounded * 10) / 10}px`;
}

function policyFor(style: string, picture: string | null): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const images = picture === null ? "" : " img-src data:;";
  return `default-src 'none'; style-src 'sha256-${hash}';${images} base-uri 'none'; form-action 'none'`;
}

function letters(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

function escaped(text: string): string {
  return printableLines(text.toWellFormed())
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
