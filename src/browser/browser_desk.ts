/**
 * What `dmf-browser` works with: its streams and files, and a browser that lives as long as a page.
 *
 * @module
 */

import type { Page } from "../content/page_node.ts";
import type { LabelTools } from "../label/labelling.ts";
import type { Wanted } from "./request_rule.ts";

/** The process it runs in, as far as it is concerned. */
export interface BrowserDesk extends LabelTools {
  readonly version: string;
  /** Bytes of a file, or `null` where there is none. */
  readBytes(path: string): Promise<Uint8Array | null>;
  /** Starts a browser for one page, and ends it whatever happens; the page is `work`'s meanwhile. */
  withPage<T>(
    wanted: Wanted,
    how: PageLimits,
    work: (page: LaidOutPage) => Promise<T>,
  ): Promise<T>;
}

/** What a page may cost. */
export interface PageLimits {
  /** For people: its address or file. */
  readonly name: string;
  /** From the start of the browser to the end of the work. */
  readonly seconds: number;
}

/** A page that a browser has laid out. */
export interface LaidOutPage {
  readonly page: Page;
  /** The whole page as it looks. */
  picture(format: "png" | "jpeg"): Promise<Uint8Array>;
  /** Another page of this program's own, as it looks. */
  pictureOf(html: string): Promise<Uint8Array>;
}
