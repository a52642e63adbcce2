/**
 * `dmf label`: the blocks of saved pages, laid out by estimate, as a table to be labelled.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { paperBlocks } from "../content/paper_blocks.ts";
import { parsePage } from "../content/parse_page.ts";
import type { Desk } from "../desk.ts";
import type { BlockedPage } from "../label/label_sheet.ts";
import { labelPages } from "../label/labelling.ts";
import type { LabelAction } from "../label_action.ts";
import { pageText } from "./page_text.ts";

/** Runs the command. */
export async function label(desk: Desk, command: Command & LabelAction): Promise<number> {
  const { common, files, serve, out } = command;
  const pages: BlockedPage[] = [];
  for (const file of files) {
    const page = parsePage(await pageText(desk, file), null);
    pages.push({ name: file, page, blocks: paperBlocks(page) });
  }
  const table = out ?? (serve ? `${common.data}/blocks.csv` : null);
  return await labelPages(desk, pages, { ...common, table, serve });
}
