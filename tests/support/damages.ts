/**
 * Every way to damage a box: its store, its marker, what stands in the store, and the archive.
 *
 * @module
 */

import { NOTHING_LEARNED } from "../../src/learned.ts";
import {
  alter,
  type Damage,
  type End,
  FINE,
  flip,
  kv,
  marker,
  overwrite,
  put,
  SOURCE,
  withLog,
} from "./damage.ts";
import { DAY3, type LivedBox } from "./lived_box.ts";
import { Dmf } from "./run_dmf.ts";

const RESTORE = /restore a backup/;
const DAMAGED: End = [4, /damaged.*restore a backup/];
const UNUSABLE = /^unusable .*dmf\.kv$/m;
const OLDER: End = [
  4,
  new RegExp(`"store.json" says that run "${DAY3.date}" of "${SOURCE}" was sealed here`),
];

/** A damage by which the store cannot even be opened. */
function unopened(name: string, damage: Damage["damage"], end: End, fsck: RegExp): Damage {
  return { name, damage, once: end, changes: end, fsck };
}

function truncated(size: number): Damage {
  return unopened(
    `dmf.kv cut to ${size} bytes`,
    (data) => Deno.truncate(kv(data), size),
    DAMAGED,
    /^(?:unusable|pages-damaged) .*dmf\.kv$/m,
  );
}

/** Damage to files as a whole. */
export const FILE_DAMAGES: readonly Damage[] = [
  ...[100, 4096, 200_000].map(truncated),
  unopened("dmf.kv emptied", (data) => Deno.truncate(kv(data), 0), [4, RESTORE], UNUSABLE),
  unopened("dmf.kv gone", (data) => Deno.remove(kv(data)), [4, RESTORE], UNUSABLE),
  unopened(
    "dmf.kv an older copy of itself",
    (data, box) => Deno.writeFile(kv(data), box.older),
    OLDER,
    UNUSABLE,
  ),
  unopened(
    "the -wal file lost",
    (data, box) => Deno.writeFile(kv(data), box.unmerged.kv),
    OLDER,
    UNUSABLE,
  ),
  unopened(
    "dmf.kv another store's",
    async (data) => {
      await using other = await Dmf.towards("http://127.0.0.1:9");
      await other.run(["status"]);
      await other.run(["--once"], { clock: impatient() });
      await Deno.copyFile(kv(other.data), kv(data));
    },
    [4, /expected the store "[^"]+" that "store.json" names, found/],
    UNUSABLE,
  ),
  unopened(
    "a page of dmf.kv overwritten",
    (data) => overwrite(kv(data), 0.5, 4096),
    DAMAGED,
    /^pages-damaged .*dmf\.kv$/m,
  ),
  unopened(
    "store.json half written",
    async (data) => {
      const { size } = await Deno.stat(marker(data));
      await Deno.truncate(marker(data), size >> 1);
    },
    [4, /store\.json": it is damaged/],
    /^unusable .*store\.json$/m,
  ),
  unopened(
    "store.json empty",
    (data) => Deno.truncate(marker(data), 0),
    [4, /store\.json": it is damaged/],
    /^unusable .*store\.json$/m,
  ),
  unopened(
    "store.json gone",
    (data) => Deno.remove(marker(data)),
    [4, /"store.json" is missing/],
    UNUSABLE,
  ),
  unopened(
    "store.json another store's",
    async (data) => {
      const text = await Deno.readTextFile(marker(data));
      await Deno.writeTextFile(marker(data), text.replace(/"store": "./, '"store": "x'));
    },
    [4, /expected the store "x/],
    UNUSABLE,
  ),
];

/** Damage to one value of the store, or to one body of the archive. */
export const INNER_DAMAGES: readonly Damage[] = [
  {
    name: "a learned mean that is no number",
    damage: (data) =>
      withLog(data, (log) =>
        put(log, ["baseline", SOURCE, "statistics"], {
          ...NOTHING_LEARNED,
          levels: { applicant: { length: { mean: NaN, squares: 0 } } },
        })),
    changes: FINE,
    once: [4, /"baseline\/mfds-dmf\/statistics" in "dmf\.kv" holds what is no number/],
    fsck: /^value-malformed baseline\/mfds-dmf\/statistics$/m,
  },
  {
    name: "a byte of a record flipped",
    damage: (data) => flip(data, ["record", SOURCE], "노|Sicor|별표|a"),
    once: [4, /does not match its hash|damaged \(could not deserialize value\)/],
    changes: FINE,
    fsck: /^(?:record-altered|value-unreadable) record\//m,
  },
  {
    name: "a value of a record altered",
    damage: (data) =>
      alter(data, ["record", SOURCE], (value) => ({ ...value, validFrom: "2026-01-01" })),
    once: [4, /^Record .* does not match its hash/],
    changes: FINE,
    fsck: /^record-altered record\//m,
  },
  {
    name: "a record lost",
    damage: (data) => alter(data, ["record", SOURCE], () => undefined),
    changes: FINE,
    fsck: /^projection-missing record\//m,
  },
  {
    name: "an event altered",
    damage: (data) =>
      alter(data, ["event", SOURCE, DAY3.date], ({ entry, ...sealed }) => ({
        ...sealed,
        entry: { ...entry as object, record: "r0" },
      })),
    changes: [4, /"event\/mfds-dmf\/2026-11-04\/0" in "dmf.kv" is not what was sealed/],
    fsck: /^entry-altered event\/mfds-dmf\/2026-11-04\/0$/m,
  },
  {
    name: "an event deleted",
    damage: (data) => alter(data, ["event", SOURCE, DAY3.date], () => undefined),
    changes: [4, /is not what was sealed/],
    fsck: /^entry-missing event\/mfds-dmf\/2026-11-04\/0$/m,
  },
  {
    name: "the head deleted",
    damage: (data) => alter(data, ["head"], () => undefined),
    once: [4, /its last run is none/],
    changes: [4, /its last run is none/],
    fsck: /^head-missing head\//m,
  },
  {
    name: "a run record altered",
    damage: (data) => alter(data, ["run", SOURCE], (value) => ({ ...value, rows: 1 })),
    changes: [4, /"run\/mfds-dmf\/2026-11-02" in "dmf.kv" is not what was sealed/],
    fsck: /^run-altered run\/mfds-dmf\/2026-11-02$/m,
  },
  {
    name: "the number index altered",
    damage: (data) => alter(data, ["number", SOURCE], () => ["r0"]),
    changes: FINE,
    fsck: /^projection-different number\//m,
  },
  {
    name: "a version deleted",
    damage: (data) => alter(data, ["version", SOURCE], () => undefined),
    changes: FINE,
    asOf: [4, /the list of run "2026-11-04" has \d+ records, \d+ can be read/],
    fsck: /^projection-missing version\//m,
  },
  {
    name: "garbage in the outbox",
    damage: (data) => withLog(data, (log) => put(log, ["outbox", "a"], "garbage")),
    changes: FINE,
    fsck: /^value-malformed outbox\/a$/m,
  },
  {
    name: "an archived body flipped",
    damage: (data, box) => onBody(data, box, (path) => overwrite(path, 0.5, 8)),
    changes: FINE,
    fsck: /^body-damaged raw\//m,
  },
  {
    name: "an archived body cut off",
    damage: (data, box) => onBody(data, box, (path) => Deno.truncate(path, 100)),
    changes: FINE,
    fsck: /^body-damaged raw\//m,
  },
  {
    name: "an archived body gone",
    damage: (data, box) => onBody(data, box, (path) => Deno.remove(path)),
    changes: FINE,
    fsck: /^body-missing raw\//m,
  },
];

/** The archived body that the first event of the third day points to. */
async function onBody(
  data: string,
  box: LivedBox,
  damage: (path: string) => Promise<void>,
): Promise<void> {
  const [change] = box.changes.filter(({ run }) => run === DAY3.date);
  await damage(`${data}/raw/${DAY3.date}/${change?.evidence.digest}.gz`);
}

/** Waits for nothing, so that retries of a refused connection pass at once. */
function impatient() {
  return { now: () => Temporal.Now.instant(), sleep: () => Promise.resolve() };
}
