/**
 * An extraction as one HTML page for people.
 *
 * Nothing of the crawled page is trusted: all of it is escaped, only addresses on the web become links,
 * pictures are links too, and the page may load and run nothing at all.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { printableLines } from "../field_text.ts";
import type { ContentBlock, Extraction } from "./extraction.ts";
import { bodyOf, standsClose } from "./extraction_text.ts";
import { linkedPieces } from "./linked_text.ts";
import { webAddress } from "./web_address.ts";

const WORDS = {
  ko: {
    untitled: "제목 없음",
    image: "그림",
    source: "원문",
    score: "본문일 확률",
    empty: "본문이 없습니다.",
  },
  en: {
    untitled: "Without a title",
    image: "image",
    source: "source",
    score: "probability of content",
    empty: "There is no content.",
  },
} as const;

type Lang = keyof typeof WORDS;

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;padding:.5em}
table{border-collapse:collapse}td{border:1px solid #ccc;padding:.2em .5em;vertical-align:top}
footer{color:#666;font-size:.85em}
.l2{margin-left:1.5em}.l3{margin-left:3em}.l4{margin-left:4.5em}.l5{margin-left:6em}`;

const POLICY = `default-src 'none'; style-src 'sha256-${
  createHash("sha256").update(STYLE).digest("base64")
}'; base-uri 'none'; form-action 'none'`;

/** A whole document; each block carries its place and score as its tooltip. */
export function htmlOf(extraction: Extraction, lang: Lang): string {
  const words = WORDS[lang];
  const { url, title, model } = extraction;
  const shown = escaped(title ?? words.untitled);
  const blocks = bodyOf(extraction);
  const address = webAddress(url);
  const origin = address === null
    ? ""
    : `<a rel="noreferrer" href="${escaped(address)}">${escaped(address)}</a> · `;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<title>${shown}</title>
<style>${STYLE}</style>
</head>
<body>
<h1 dir="auto">${shown}</h1>
${blocks.length === 0 ? `<p>${words.empty}</p>` : bodyHtml(blocks, lang)}
<footer>${origin}${escaped(model)}</footer>
</body>
</html>
`;
}

function bodyHtml(blocks: readonly ContentBlock[], lang: Lang): string {
  let html = "";
  let open: "ul" | "table" | null = null;
  let before: ContentBlock | null = null;
  for (const block of blocks) {
    const group = block.kind === "item" ? "ul" : block.kind === "row" ? "table" : null;
    if (group !== open || (before !== null && group !== null && !standsClose(before, block))) {
      if (open !== null) html += `</${open}>\n`;
      if (group !== null) html += `<${group}>\n`;
      open = group;
    }
    html += `${blockHtml(block, lang)}\n`;
    before = block;
  }
  return open === null ? html : `${html}</${open}>\n`;
}

function blockHtml(block: ContentBlock, lang: Lang): string {
  const about = `dir="auto" title="${tooltip(block, lang)}"`;
  const images = imagesHtml(block, lang);
  switch (block.kind) {
    case "heading": {
      const tag = `h${clamp(block.level, 2, 6)}`;
      return `<${tag} ${about}>${inlineHtml(block)}${images}</${tag}>`;
    }
    case "item":
      return `<li class="l${clamp(block.level, 1, 5)}" ${about}>${inlineHtml(block)}${images}</li>`;
    case "quote":
      return `<blockquote ${about}>${inlineHtml(block)}${images}</blockquote>`;
    case "code":
      return `<pre ${about}>${escaped(block.text)}</pre>`;
    case "row":
      return `<tr ${about}>${
        inlineHtml(block).split("\t").map((cell) => `<td>${cell}</td>`).join("")
      }</tr>`;
    case "paragraph":
    case "image":
      return `<p ${about}>${inlineHtml(block)}${images}</p>`;
  }
}

function inlineHtml(block: ContentBlock): string {
  return linkedPieces(block).map(({ text, href }) =>
    href === null
      ? escaped(text)
      : `<a rel="noreferrer" href="${escaped(href)}">${escaped(text)}</a>`
  ).join("");
}

/** Pictures are not loaded: opening the page must not tell anybody that it was opened. */
function imagesHtml({ images }: ContentBlock, lang: Lang): string {
  return images.map(({ source, alt }) => {
    const address = webAddress(source);
    const text = `[${WORDS[lang].image}${alt === "" ? "" : `: ${escaped(alt)}`}]`;
    return address === null ? text : `<a rel="noreferrer" href="${escaped(address)}">${text}</a>`;
  }).join(" ");
}

function tooltip({ x, y, width, height, start, end, score }: ContentBlock, lang: Lang): string {
  const { source, score: likely } = WORDS[lang];
  const box = `${[x, y].map(Math.round).join(", ")}; ${
    [width, height].map(Math.round).join(" × ")
  }`;
  const place = start < 0 ? "" : `; ${source} ${start}–${end}`;
  return `${box}${place}; ${likely} ${score.toFixed(2)}`;
}

function clamp(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most);
}

function escaped(text: string): string {
  return printableLines(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
