/** Content: pages from a browser, labels, overlays. */

import "../browser_cli_test.ts";
import "../browser_sandbox_test.ts";
import "../content_overlay_test.ts";
import "../content_snapshot_test.ts";
import "../label_command_test.ts";
import "../label_sheet_test.ts";
import "../label_site_test.ts";
import "../request_rule_test.ts";
