/**
 * How far a run is, as it happens, for people who watch it.
 *
 * @module
 */

import type { QueueEvent } from "./host_queue.ts";

/** One step of a run. */
export type Progress =
  | { readonly kind: "queue"; readonly event: QueueEvent }
  | {
    readonly kind: "page";
    readonly page: number;
    readonly rows: number;
    readonly statedTotal: number | null;
    /** True for a page that was archived before this process began. */
    readonly resumed: boolean;
  }
  | { readonly kind: "reread"; readonly reread: number; readonly reason: string }
  | { readonly kind: "look-up"; readonly index: number; readonly of: number; readonly text: string }
  | { readonly kind: "stage"; readonly stage: "verify" | "diff" | "commit" | "report" | "done" };
