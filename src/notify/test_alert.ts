/**
 * The alert of a test button.
 *
 * @module
 */

import type { Alert } from "../alert.ts";
import type { InstantText, SourceId } from "../model.ts";
import { seoulDate } from "../schedule.ts";

/** A test alert, another one at every instant; no channel filters it out. */
export function testAlert(now: Temporal.Instant): Alert {
  const at = now.toString({ smallestUnit: "millisecond" }) as InstantText;
  return {
    id: `dmf-test-${at}`,
    kind: "test",
    source: "dmf" as SourceId,
    run: seoulDate(now),
    at,
    sentence: {
      ko: "시험 알림입니다. 이 문장이 보이면 알림이 전달됩니다.",
      en: "This is a test. If you can read it, alerts reach you.",
    },
  };
}
