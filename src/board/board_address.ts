/**
 * Where the pages of a board's list are.
 *
 * @module
 */

import type { Board } from "../notice/board_spec.ts";
import type { BoardJob } from "./board_job.ts";

/** Address of a page of a board's list, counted from 1. */
export function pageUrlOf({ spec, origin }: BoardJob, board: Board, page: number): string {
  const url = new URL(board.list, origin);
  const { pageParameter, firstPage } = spec.list;
  url.searchParams.set(pageParameter, String(firstPage + page - 1));
  return url.href;
}
