/**
 * Damage to a box: which command says what, and that nothing is lost after the repair.
 *
 * These stand for their kinds; every damage is in faults/.
 */
import { endure } from "./support/damage.ts";
import { FILE_DAMAGES, INNER_DAMAGES } from "./support/damages.ts";
import { LivedBox } from "./support/lived_box.ts";

let box: LivedBox;
Deno.test.beforeAll(async () => {
  box = await LivedBox.lived();
});
Deno.test.afterAll(() => box[Symbol.asyncDispose]());

const SOME: ReadonlySet<string> = new Set([
  "dmf.kv an older copy of itself",
  "an event altered",
  "an archived body cut off",
]);
for (const damage of [...FILE_DAMAGES, ...INNER_DAMAGES].filter(({ name }) => SOME.has(name))) {
  Deno.test(`${damage.name}: the commands say so, and a restore brings everything back`, () =>
    endure(damage, box));
}
