/** The commands over several days. */

import "../check_test.ts";
import "../cli_test.ts";
import "../clock_check_test.ts";
import "../hostile_values_test.ts";
import "../once_test.ts";
import "../proof_page_test.ts";
import "../prove_test.ts";
import "../read_commands_test.ts";
import "../sandbox_test.ts";
import "../timeline_test.ts";
import "../watch_test.ts";
import "../watch_list_command_test.ts";
import "../why_test.ts";
