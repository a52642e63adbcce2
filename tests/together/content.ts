/** Content extraction: pages, blocks, models, rules, labels. */

import "../browser_cli_test.ts";
import "../browser_desk_test.ts";
import "../browser_sandbox_test.ts";
import "../content_blocks_test.ts";
import "../content_extract_test.ts";
import "../content_labels_test.ts";
import "../content_layout_test.ts";
import "../content_learning_test.ts";
import "../content_overlay_test.ts";
import "../content_parse_page_test.ts";
import "../content_plots_test.ts";
import "../content_renderings_test.ts";
import "../content_rules_test.ts";
import "../content_snapshot_test.ts";
import "../content_svm_test.ts";
import "../content_tables_test.ts";
import "../content_titles_test.ts";
import "../content_train_test.ts";
import "../content_trees_test.ts";
import "../content_two_stages_test.ts";
import "../content_visual_blocks_test.ts";
import "../extract_command_test.ts";
import "../label_command_test.ts";
import "../label_sheet_test.ts";
import "../label_site_test.ts";
import "../request_rule_test.ts";
