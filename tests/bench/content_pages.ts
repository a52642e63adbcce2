/**
 * The development pages of content-wcxb with a label for every node, for the benches of `src/content/`.
 *
 * Labels are projected from the reference text (`tools/content/project_labels.ts`): a text node is content
 * where at least half its words are; an image where the text nodes before and behind it both are, since
 * the reference names no images. Title nodes are those of the one heading or element whose text is
 * nearest to the reference's title, if at least 0.7 of their words agree.
 *
 * @module
 */

import { siteOf } from "../../src/content/label_csv.ts";
import type { Category, Page } from "../../src/content/page_node.ts";
import type { LabelledPage } from "../../src/content/paper_train.ts";
import { parsePage } from "../../src/content/parse_page.ts";
import { joinedText } from "../../src/content/visual_block.ts";
import { projectLabels } from "../../tools/content/project_labels.ts";
import { sharedData } from "../support/suites.ts";

/** One page of the suite. */
export interface SuitePage {
  readonly id: string;
  /** `article`, `forum`, `product`, `collection`, `listing`, `documentation` or `service`. */
  readonly type: string;
  readonly site: string;
  readonly page: Page;
  /** The reference's main text. */
  readonly reference: string;
  readonly content: Uint8Array;
  readonly title: Uint8Array;
}

/** Pages in order of their ids, `null` where the suite is not on this machine. */
export function suiteFolder(): URL | null {
  return sharedData("suites/content-wcxb/dev");
}

/** Reads the pages one by one; those without a reference text are left out. */
export async function* suitePages(
  folder: URL,
  wanted: (type: string, id: string) => boolean = () => true,
): AsyncGenerator<SuitePage> {
  const files = Array.from(Deno.readDirSync(new URL("ground-truth/", folder)), ({ name }) => name);
  for (const file of files.sort()) {
    const truth = JSON.parse(
      await Deno.readTextFile(new URL(`ground-truth/${file}`, folder)),
    ) as Truth;
    const type = truth._internal.page_type.primary;
    const { main_content: reference, title } = truth.ground_truth;
    const id = file.slice(0, -".json".length);
    if (!reference || !wanted(type, id)) continue;
    const html = await unzipped(new URL(`html/${id}.html.gz`, folder));
    const page = parsePage(html, truth.url || null);
    const content = contentLabels(page, reference);
    yield {
      id,
      type,
      site: siteOf(truth.url || id),
      page,
      reference,
      content,
      title: titleLabels(page, title ?? ""),
    };
  }
}

/**
 * The paper's category of a page, `null` where it has none: products and collections are a shop's, articles
 * with "blog" in their address are a blog's, all other articles stand in for news.
 */
export function categoryOf({ type, page }: Pick<SuitePage, "type" | "page">): Category | null {
  if (type === "product" || type === "collection") return "shop";
  if (type !== "article") return null;
  return BLOG.test(page.url ?? "") ? "blog" : "news";
}

const BLOG =
  /\/\/(?:[^/]*\.)?blogs?\.|\/blogs?(?:\/|$)|\.(?:tistory|blogspot|wordpress|substack)\./i;

/** The page as a trainer takes it, under a category. */
export function labelledAs(
  { page, content, title }: SuitePage,
  category: Category,
): LabelledPage {
  return { page, category, content, title };
}

interface Truth {
  readonly url: string | null;
  readonly ground_truth: { readonly title?: string | null; readonly main_content?: string | null };
  readonly _internal: { readonly page_type: { readonly primary: string } };
}

async function unzipped(file: URL): Promise<string> {
  using opened = await Deno.open(file);
  const stream = opened.readable.pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}

function contentLabels({ nodes }: Page, reference: string): Uint8Array {
  const shares = projectLabels(
    nodes.map(({ kind, text }) => kind === "text" ? text : ""),
    reference,
  );
  const labels = Uint8Array.from(
    nodes,
    ({ kind }, at) => kind === "text" && shares[at]! >= 0.5 ? 1 : 0,
  );
  let before = 0;
  for (let at = 0; at < nodes.length; at++) {
    if (nodes[at]!.kind === "text") before = labels[at]!;
    else if (before === 1) {
      let next = at + 1;
      while (next < nodes.length && nodes[next]!.kind !== "text") next++;
      labels[at] = next < nodes.length ? labels[next]! : 0;
    }
  }
  return labels;
}

function titleLabels({ nodes, elements }: Page, title: string): Uint8Array {
  const labels = new Uint8Array(nodes.length);
  const wanted = wordsOf(title);
  const groups = new Map<number, number[]>();
  nodes.forEach(({ kind, element }, at) => {
    if (kind !== "text") return;
    let around = element;
    while (around >= 0 && !/^h[1-6]$/.test(elements[around]!.tag)) {
      around = elements[around]!.parent;
    }
    const key = around < 0 ? element : around;
    groups.set(key, [...groups.get(key) ?? [], at]);
  });
  let best = { nodes: [] as readonly number[], likeness: 0, fontSize: 0 };
  for (const group of groups.values()) {
    const members = group.map((at) => nodes[at]!);
    const likeness = dice(wordsOf(joinedText(members)), wanted);
    const { fontSize } = members[0]!;
    if (likeness < LEAST_LIKE || likeness < best.likeness) continue;
    if (likeness === best.likeness && fontSize <= best.fontSize) continue;
    best = { nodes: group, likeness, fontSize };
  }
  for (const at of best.nodes) labels[at] = 1;
  return labels;
}

const LEAST_LIKE = 0.7;

/** Words in lower case, as often as they stand there. */
export function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

/** Dice coefficient of two multisets of words: their F1, 0 where either is empty. */
export function dice(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const size = (words: ReadonlyMap<string, number>) => words.values().reduce((x, y) => x + y, 0);
  let both = 0;
  for (const [word, count] of a) both += Math.min(count, b.get(word) ?? 0);
  const all = size(a) + size(b);
  return both === 0 ? 0 : 2 * both / all;
}
