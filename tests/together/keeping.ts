/** What is stored stays: archive, log, folder, and what finds damage. */

import "../box_test.ts";
import "../corruption_test.ts";
import "../crosscheck_test.ts";
import "../data_folder_test.ts";
import "../deno_kv_test.ts";
import "../disk_archive_test.ts";
import "../disk_shelf_test.ts";
import "../durable_file_test.ts";
import "../fsck_test.ts";
import "../large_values_test.ts";
import "../power_cut_test.ts";
import "../power_cut_correction_test.ts";
import "../retention_test.ts";
import "../row_source_test.ts";
import "../store_file_test.ts";
import "../warc_test.ts";
import "../whole_file_test.ts";
