/** Asking the site: queue, robots, retries, and the doubles that answer. */

import "../demo_days_test.ts";
import "../fixture_days_test.ts";
import "../fixture_site_test.ts";
import "../fixture_wire_test.ts";
import "../frontier_test.ts";
import "../host_queue_test.ts";
import "../http_fetch_test.ts";
import "../redirects_test.ts";
import "../replica_test.ts";
import "../retry_test.ts";
import "../robots_test.ts";
import "../service_key_test.ts";
import "../stop_signal_test.ts";
import "../system_clock_test.ts";
