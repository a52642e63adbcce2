/** Corpora: addresses, texts, near documents, visits, collections. */

import "../corpus_canonical_url_test.ts";
import "../corpus_command_test.ts";
import "../corpus_decay_golden_test.ts";
import "../corpus_decay_test.ts";
import "../corpus_entity_tag_test.ts";
import "../corpus_given_test.ts";
import "../corpus_hardship_test.ts";
import "../corpus_host_decay_test.ts";
import "../corpus_host_texts_test.ts";
import "../corpus_log_test.ts";
import "../corpus_near_file_test.ts";
import "../corpus_near_join_test.ts";
import "../corpus_near_policy_test.ts";
import "../corpus_normal_text_test.ts";
import "../corpus_paper_test.ts";
import "../corpus_prefix_table_test.ts";
import "../corpus_reruns_test.ts";
import "../corpus_rescan_test.ts";
import "../corpus_url_policy_test.ts";
import "../corpus_url_suites_test.ts";
import "../corpus_validators_test.ts";
import "../reading_ahead_test.ts";
