/** Content extraction: blocks, models, rules. */

import "../content_learning_test.ts";
import "../content_svm_test.ts";
