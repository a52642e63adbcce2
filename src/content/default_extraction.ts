/**
 * The one place that names the model which decides where nobody names another.
 *
 * @module
 */

import { DEFAULT_MODEL } from "./default_model.ts";
import { extractContent } from "./extract_content.ts";
import type { Extraction } from "./extraction.ts";
import type { Category, Page } from "./page_node.ts";

/** Title and content of a page; the category is guessed where it is `null`. */
export function defaultExtraction(page: Page, category: Category | null): Extraction {
  return extractContent(page, DEFAULT_MODEL, category);
}
