/**
 * `dmf label`: the blocks of pages, laid out by estimate, as a table to be labelled.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { paperBlocks } from "../content/paper_blocks.ts";
import { pageSource } from "../content/page_source.ts";
import { parsePage } from "../content/parse_page.ts";
import { type Desk, inWords } from "../desk.ts";
import type { BlockedPage } from "../label/label_sheet.ts";
import { labelPages } from "../label/labelling.ts";
import type { LabelAction } from "../label_action.ts";
import type { Sentence } from "../refusal.ts";
import { doubtful, noPage } from "./extract_page.ts";
import { givenPage } from "./given_page.ts";

/** Runs the command. */
export async function label(desk: Desk, command: Command & LabelAction): Promise<number> {
  const { common, files, serve, out } = command;
  const tell = (sentence: Sentence) => desk.err(`${inWords(common.lang, sentence)}\n`);
  const pages: BlockedPage[] = [];
  for (const name of files) {
    const given = await givenPage(desk, common, name);
    if (given.kind === "none") {
      tell(given.sentence);
      return given.exitCode;
    }
    const source = pageSource(given.bytes, given.contentType);
    if (source.kind === "no-text") throw noPage(name, source.what);
    if (source.unreadable > 0) tell(doubtful(name, source));
    const page = parsePage(source.text, given.url);
    pages.push({ name: given.url ?? name, page, blocks: paperBlocks(page) });
  }
  const table = out ?? (serve ? `${common.data}/blocks.csv` : null);
  return await labelPages(desk, pages, { ...common, table, serve });
}
