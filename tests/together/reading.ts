/** What came is decoded and read: pages, tables, workbooks, answers. */

import "../cell_test.ts";
import "../columns_test.ts";
import "../decode_test.ts";
import "../document_end_test.ts";
import "../excel_source_test.ts";
import "../extract_test.ts";
import "../find_table_test.ts";
import "../html_test.ts";
import "../joined_sites_test.ts";
import "../locate_test.ts";
import "../locate_cells_test.ts";
import "../locate_items_test.ts";
import "../openapi_answer_test.ts";
import "../read_answer_test.ts";
import "../read_view_test.ts";
import "../read_workbook_test.ts";
import "../register_samples_test.ts";
import "../stated_total_test.ts";
import "../table_test.ts";
import "../xml_test.ts";
