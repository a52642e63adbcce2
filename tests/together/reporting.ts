/** Reports, statistics and proof. */

import "../changes_command_test.ts";
import "../compose_test.ts";
import "../csv_test.ts";
import "../field_row_test.ts";
import "../ingredient_base_test.ts";
import "../ingredient_sources_test.ts";
import "../json_lines_test.ts";
import "../net_change_test.ts";
import "../plants_test.ts";
import "../report_cell_test.ts";
import "../report_files_test.ts";
import "../stats_test.ts";
import "../tally_test.ts";
import "../watched_test.ts";
import "../workbook_test.ts";
