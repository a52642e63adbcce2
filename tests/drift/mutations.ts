/**
 * All mutations of the laboratory.
 *
 * @module
 */

import type { Mutation } from "./mutation.ts";
import { COLUMN_MUTATIONS } from "./mutations_columns.ts";
import { MARKUP_MUTATIONS } from "./mutations_markup.ts";
import { ORDER_MUTATIONS } from "./mutations_order.ts";
import { PAGE_MUTATIONS } from "./mutations_pages.ts";
import { ROW_MUTATIONS } from "./mutations_rows.ts";
import { STALE_MUTATIONS } from "./mutations_stale.ts";
import { TEXT_MUTATIONS } from "./mutations_texts.ts";
import { VALUE_MUTATIONS } from "./mutations_values.ts";

/** Every kind, in the order of the table. */
export const MUTATIONS: readonly Mutation[] = [
  ...COLUMN_MUTATIONS,
  ...MARKUP_MUTATIONS,
  ...TEXT_MUTATIONS,
  ...VALUE_MUTATIONS,
  ...ORDER_MUTATIONS,
  ...ROW_MUTATIONS,
  ...STALE_MUTATIONS,
  ...PAGE_MUTATIONS,
];
