/**
 * Looking after a data folder on a disk.
 *
 * @module
 */

import type { Keeping } from "../keeping.ts";
import { backUp } from "./back_up.ts";
import { inspect } from "./inspection.ts";
import { restore } from "./restore.ts";

/** The files of a box, proven, copied and put back. */
export const diskKeeping: Keeping = { inspect, backUp, restore };
