/**
 * Trains the paper's reference: a two-stage SVM for each category, from pages whose nodes are labelled.
 *
 * Pages are drawn in an order from a seed until a category has as many blocks as the paper used; rules
 * take nodes out before blocks are made, as they do when a page is read.
 *
 * @module
 */

import { keptNodes } from "./apply_rules.ts";
import { type CategoryRules, PAPER_RULES } from "./category_rules.ts";
import { drawnOrder } from "./drawn_order.ts";
import { siteOf } from "./label_csv.ts";
import type { Category, Page } from "./page_node.ts";
import { paperBlocks } from "./paper_blocks.ts";
import {
  STAGE_DEFAULTS,
  type StageSettings,
  type TrainingRow,
  trainStages,
} from "./train_stages.ts";
import type { TwoStageModel } from "./two_stage_model.ts";
import { featuresOf, type VisualBlock } from "./visual_block.ts";

/** Categories in the paper's order. */
export const CATEGORIES = ["news", "blog", "shop"] as const satisfies readonly Category[];

/** A page with a label, 0 or 1, for every node. */
export interface LabelledPage {
  readonly page: Page;
  readonly category: Category;
  readonly content: ArrayLike<number>;
  /** The title's nodes; they count as content too. */
  readonly title: ArrayLike<number>;
}

/** The three models, and how pages are cut for them. */
export interface PaperModels extends Cutting {
  /** A category without pages of both labels has none. */
  readonly models: Readonly<Partial<Record<Category, TwoStageModel>>>;
}

/** From a page to blocks. */
export interface Cutting {
  readonly rules: CategoryRules;
  readonly blocks: (page: Page, nodes: readonly number[]) => readonly VisualBlock[];
}

/** Settings besides the paper's. */
export interface PaperSettings extends Partial<Cutting>, Partial<Omit<StageSettings, "category">> {
  /** Pages are drawn until a category has so many blocks. */
  readonly mostRows?: number;
  readonly seed?: number;
}

/** About what the paper trained on, in each category. */
const PAPER_ROWS = 4500;

/** Trains a model for every category that occurs. */
export function trainPaper(
  pages: readonly LabelledPage[],
  settings: PaperSettings = {},
): PaperModels {
  const { rules = PAPER_RULES, blocks = paperBlocks, mostRows = PAPER_ROWS, seed = 1, ...stages } =
    settings;
  const cutting = { rules, blocks };
  const models: Partial<Record<Category, TwoStageModel>> = {};
  for (const category of CATEGORIES) {
    const own = pages.filter((page) => page.category === category);
    const rows: TrainingRow[] = [];
    for (const at of drawnOrder(own.length, seed)) {
      if (rows.length >= mostRows) break;
      rows.push(...rowsOf(own[at]!, cutting));
    }
    if (new Set(rows.map(({ isContent }) => isContent)).size < 2) continue;
    models[category] = trainStages(rows, { ...STAGE_DEFAULTS, ...stages, category });
  }
  return { ...cutting, models };
}

/** The labelled blocks of a page as training rows. */
export function rowsOf(labelled: LabelledPage, cutting: Cutting): TrainingRow[] {
  const { page, category, content, title } = labelled;
  const site = siteOf(page.url ?? page.title);
  const nodes = keptNodes(page, cutting.rules[category]);
  return cutting.blocks(page, nodes).map((block) => {
    const isTitle = mostly(page, block, title);
    const isContent = isTitle === 1 ? 1 : mostly(page, block, content);
    return { features: featuresOf(block), isContent, isTitle, site };
  });
}

/** The label of most characters of a block; an image counts as one. */
function mostly(page: Page, { nodes }: VisualBlock, labels: ArrayLike<number>): 0 | 1 {
  let balance = 0;
  for (const node of nodes) {
    const { kind, text } = page.nodes[node]!;
    balance += (labels[node] === 1 ? 1 : -1) * (kind === "image" ? 1 : text.length);
  }
  return balance > 0 ? 1 : 0;
}
