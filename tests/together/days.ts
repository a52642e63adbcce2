/** Bad days and the year in small. */

import "../bad_days_test.ts";
import "../soak_test.ts";
