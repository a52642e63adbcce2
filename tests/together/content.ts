/** Content extraction: blocks, models, rules. */

import "../content_learning_test.ts";
import "../content_plots_test.ts";
import "../content_rules_test.ts";
import "../content_svm_test.ts";
import "../content_train_test.ts";
import "../content_two_stages_test.ts";
import "../content_visual_blocks_test.ts";
