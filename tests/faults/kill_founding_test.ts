/** The program killed at writes of every stage of the founding day, then run again. */
import { killMatrix } from "../support/kill_matrix.ts";

killMatrix("the founding day", 0, 95);
