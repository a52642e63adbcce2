/** Twelve days of the whole program: exactly what happened is told. */
import { liveTruly } from "../support/true_days.ts";

Deno.test("once finds exactly the true events of twelve days", () =>
  liveTruly({ size: 300, days: 12 }));
