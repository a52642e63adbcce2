/** The program killed at writes of every stage of a day with changes, then run again. */
import { killMatrix } from "../support/kill_matrix.ts";

killMatrix("a day with changes", 1, 95);
