/**
 * A short soak in a folder of its own, without processes that are killed.
 *
 * @module
 */

import { soak, type SoakPlan, type SoakResult } from "../soak/soak.ts";
import { shortLived } from "./run_dmf.ts";

/** Lives through it. */
export async function soaked(
  plan: Partial<SoakPlan> & { readonly days: number },
): Promise<SoakResult> {
  const folder = await shortLived();
  try {
    return await soak({ size: 130, seed: 5, folder, kills: false, ...plan });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
