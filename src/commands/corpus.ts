/**
 * `dmf corpus`: which of its five words does what.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { CorpusAction } from "../corpus_action.ts";
import type { Desk } from "../desk.ts";
import { explainDocument } from "./corpus_explain.ts";
import { exportCorpus } from "./corpus_export.ts";
import { reportCorpus } from "./corpus_report.ts";
import { takeIn } from "./corpus_take.ts";

/** Runs the command. */
export function corpus(desk: Desk, command: Command & CorpusAction): Promise<number> {
  switch (command.what) {
    case "add":
    case "scan":
      return takeIn(desk, command);
    case "report":
      return reportCorpus(desk, command);
    case "explain":
      return explainDocument(desk, command);
    case "export":
      return exportCorpus(desk, command);
  }
}
