/**
 * Reads a page with a model that `dmf train` wrote.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import {
  type CategoryRules,
  GENERAL_RULES,
  PAPER_RULES,
  readCategoryRules,
} from "../content/category_rules.ts";
import type { Extraction } from "../content/extraction.ts";
import type { Category, Page } from "../content/page_node.ts";
import { paperBlocks } from "../content/paper_blocks.ts";
import { paperExtract } from "../content/paper_extract.ts";
import { readSvmModel } from "../content/svm_model.ts";
import type { Desk } from "../desk.ts";

/** A model's file, the rules that go before it, and the category where a person named one. */
export interface ByModel {
  readonly model: string;
  /** `general`, `paper`, `none`, or a file. */
  readonly rules: string;
  readonly category: Category | null;
}

/** Title and content; the model's category counts where a person names none. */
export async function extractByModel(
  desk: Desk,
  page: Page,
  { model: file, rules, category }: ByModel,
): Promise<Extraction> {
  const model = readSvmModel(await textOf(desk, file), file);
  const kind = category ?? model.category;
  const chosen = kind === null ? NONE : await rulesOf(desk, rules);
  const as = kind ?? "news";
  const paper = { rules: chosen, blocks: paperBlocks, models: { [as]: model } };
  return { ...paperExtract(page, paper, as), category: kind };
}

const NONE: CategoryRules = { news: [], blog: [], shop: [] };

async function rulesOf(desk: Desk, rules: string): Promise<CategoryRules> {
  switch (rules) {
    case "general":
      return GENERAL_RULES;
    case "paper":
      return PAPER_RULES;
    case "none":
      return NONE;
    default:
      return readCategoryRules(await textOf(desk, rules), rules);
  }
}

async function textOf(desk: Desk, file: string): Promise<string> {
  const text = await desk.readText(file);
  if (text !== null) return text;
  throw new ConfigurationError({
    ko: `"${file}" 파일이 없습니다.`,
    en: `There is no file "${file}"`,
  });
}
