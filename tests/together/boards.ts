/** Notices of boards: read, compared, told; beside the register. */

import "../board_pages_test.ts";
import "../board_power_cut_test.ts";
