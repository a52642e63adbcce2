/**
 * Parses the pages of content-wcxb dev, carries their references over to blocks, and keeps the examples.
 *
 * `deno run --allow-read --allow-write tools/content/make_examples.ts SUITE OUT`
 *
 * @module
 */

import { gunzipSync } from "node:zlib";
import { blockFeatures } from "../../src/content/block_features.ts";
import { blockText } from "../../src/content/content_blocks.ts";
import { nameTokens, wordTokens } from "../../src/content/hashed_tokens.ts";
import { pageFacts } from "../../src/content/page_facts.ts";
import { titleSources } from "../../src/content/title_sources.ts";
import { parsePage } from "../../src/content/parse_page.ts";
import { type ExamplePage, type SlimFacts, slimFacts, writeExamples } from "./examples.ts";
import { projectLabels } from "./project_labels.ts";
import { wordF1 } from "./word_score.ts";

const [suite = "", out = ""] = Deno.args;

function main(): void {
  const ids = [...Deno.readDirSync(`${suite}/dev/ground-truth`)].map(({ name }) =>
    name.slice(0, -5)
  ).sort();
  const rows = Deno.openSync(`${out}/X.f32`, { write: true, create: true, truncate: true });
  const pages: ExamplePage[] = [];
  const slim: SlimFacts[] = [];
  for (const id of ids) {
    const truth = JSON.parse(Deno.readTextFileSync(`${suite}/dev/ground-truth/${id}.json`));
    const html = new TextDecoder().decode(
      gunzipSync(Deno.readFileSync(`${suite}/dev/html/${id}.html.gz`)),
    );
    const facts = pageFacts(parsePage(html, truth.url || null));
    const bytes = new Uint8Array(blockFeatures(facts).buffer);
    for (let at = 0; at < bytes.length;) at += rows.writeSync(bytes.subarray(at));
    const text = Array.from(facts.blocks.first, (_, i) => blockText(facts.page, facts.blocks, i));
    const gt: string = truth.ground_truth.main_content ?? "";
    const y = [...projectLabels(text, gt)];
    const oracle = wordF1(text.filter((_, i) => (y[i] as number) >= 0.5).join("\n"), gt);
    const type: string = truth._internal.page_type.primary;
    pages.push({
      id,
      url: truth.url || null,
      type,
      title: truth.ground_truth.title,
      oracle,
      y,
      text,
      gt,
      sources: titleSources(facts.page, facts.blocks),
    });
    slim.push(slimFacts(facts, nameTokens(facts), wordTokens(facts)));
  }
  rows.close();
  writeExamples(out, pages, slim);
}

main();
