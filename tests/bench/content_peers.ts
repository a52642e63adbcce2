/**
 * What Readability and Defuddle, both on linkedom, and ours extract, each timed, parsing included.
 *
 * `deno run --allow-all tests/bench/content_peers.ts OUT.json [EVERY]`: every EVERY-th page, 1 for all;
 * pages that OUT.json has already are left out, so that a run can be continued. For times a short run
 * of its own (`timing.json`, every 10th page) is read by `content.ts`.
 *
 * @module
 */

import { gunzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import * as linkedom from "linkedom";
import { DEFAULT_MODEL } from "../../src/content/default_model.ts";
import { contentText, extractContent } from "../../src/content/extract_content.ts";
import { parsePage } from "../../src/content/parse_page.ts";
import { sharedData } from "../support/suites.ts";

/** One system's answer. */
export interface PeerAnswer {
  readonly text: string;
  readonly title: string;
  readonly ms: number;
}

/** Answers of one page; an answer that failed is empty. */
export type PeerAnswers = Readonly<Record<"readability" | "defuddle" | "ours", PeerAnswer>>;

type PeerDocument = ConstructorParameters<typeof Readability>[0] & Parameters<typeof Defuddle>[0];

/** A page by linkedom, whose types need a browser's library. */
function documentOf(html: string): PeerDocument {
  return (linkedom.parseHTML(html) as unknown as { document: PeerDocument }).document;
}

const INLINE = /^(?:a|abbr|b|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u)$/i;

interface TreeNode {
  readonly nodeType: number;
  readonly tagName?: string;
  readonly data?: string;
  readonly childNodes: Iterable<TreeNode>;
}

/** Text of a fragment, edges of blocks as line ends: words of two paragraphs are never joined. */
function textOf(fragment: string): string {
  const parts: string[] = [];
  const walk = (node: TreeNode) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) parts.push(child.data ?? "");
      else if (child.nodeType === 1) {
        const edge = INLINE.test(child.tagName ?? "") ? "" : "\n";
        parts.push(edge);
        walk(child);
        parts.push(edge);
      }
    }
  };
  walk(documentOf(`<html><body>${fragment}</body></html>`) as unknown as TreeNode);
  return parts.join("");
}

const SYSTEMS = {
  ours(html: string, url: string | null) {
    const extraction = extractContent(parsePage(html, url), DEFAULT_MODEL);
    return { text: contentText(extraction), title: extraction.title ?? "" };
  },
  readability(html: string) {
    const found = new Readability(documentOf(html)).parse();
    return { html: found?.content ?? "", title: found?.title ?? "" };
  },
  async defuddle(html: string, url: string | null) {
    const found = await Defuddle(documentOf(html), url ?? "https://example.invalid/");
    return { html: found.content, title: found.title };
  },
};

/** Times a system; what turns a peer's HTML into text is not in its time. */
async function answer(
  system: keyof typeof SYSTEMS,
  html: string,
  url: string | null,
): Promise<PeerAnswer> {
  const begun = performance.now();
  try {
    const found = await SYSTEMS[system](html, url);
    const ms = performance.now() - begun;
    return { text: "text" in found ? found.text : textOf(found.html), title: found.title, ms };
  } catch (error) {
    console.error(`${system}: ${error}`);
    return { text: "", title: "", ms: performance.now() - begun };
  }
}

function known(file: string): Record<string, PeerAnswers> {
  try {
    return JSON.parse(Deno.readTextFileSync(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

async function main(): Promise<void> {
  const [out = "", every = "1"] = Deno.args;
  const suite = sharedData("suites/content-wcxb");
  if (suite === null) throw new Error("Cannot find content-wcxb beside the project");
  const ids = [...Deno.readDirSync(new URL("dev/ground-truth/", suite))].map(({ name }) =>
    name.slice(0, -5)
  ).sort();
  const answers = known(out);
  for (let k = 0; k < ids.length; k += Number(every)) {
    const id = ids[k] as string;
    if (answers[id] !== undefined) continue;
    const truth = JSON.parse(Deno.readTextFileSync(new URL(`dev/ground-truth/${id}.json`, suite)));
    const html = new TextDecoder().decode(
      gunzipSync(Deno.readFileSync(new URL(`dev/html/${id}.html.gz`, suite))),
    );
    const url = truth.url || null;
    answers[id] = {
      ours: await answer("ours", html, url),
      readability: await answer("readability", html, url),
      defuddle: await answer("defuddle", html, url),
    };
    if (Object.keys(answers).length % 20 === 0) {
      Deno.writeTextFileSync(out, JSON.stringify(answers));
    }
  }
  Deno.writeTextFileSync(out, JSON.stringify(answers));
}

if (import.meta.main) await main();
