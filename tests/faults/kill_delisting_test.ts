/** The program killed at writes of every stage of a day with a look-up and a delisting, then run again. */
import { killMatrix } from "../support/kill_matrix.ts";

killMatrix("a day with a delisting", 2, 95);
