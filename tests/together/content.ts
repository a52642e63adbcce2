/** Content extraction: blocks, models, rules. */

import "../content_learning_test.ts";
import "../content_svm_test.ts";
import "../content_hostile_test.ts";
import "../content_layout_test.ts";
import "../content_parse_page_test.ts";
import "../extract_command_test.ts";
