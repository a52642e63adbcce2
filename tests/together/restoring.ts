/** A box is lost, or a day was wrong. */

import "../restore_test.ts";
import "../revoke_test.ts";
