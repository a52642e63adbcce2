/**
 * Sums JUnit reports into the one line a machine reads: `N passed, N failed` (`, N skipped`).
 *
 * Usage: `junit_count.ts REPORT… [--also-failed N]`; `N` counts steps that failed outside the tests.
 * A report that is absent or holds no test is a failure: silence must not look like success.
 *
 * @module
 */

/** Numbers of tests by how they ended. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts the `<testcase>` elements of one report by what they hold. */
export function count(report: string): Count {
  let passed = 0, failed = 0, skipped = 0;
  // Deno writes a test's output into the report escaped, so a tag in it cannot be mistaken for one.
  for (
    const [, body = ""] of report.matchAll(/<testcase\b[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)
  ) {
    if (/<(failure|error)\b/.test(body)) failed++;
    else if (/<skipped\b/.test(body)) skipped++;
    else passed++;
  }
  return { passed, failed, skipped };
}

/** The closing line for `counts` together. */
export function summary(counts: readonly Count[], alsoFailed = 0): string {
  const sum = (key: keyof Count) => counts.reduce((total, each) => total + each[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed") + alsoFailed} failed` +
    (skipped > 0 ? `, ${skipped} skipped` : "");
}

if (import.meta.main) {
  const flag = Deno.args.indexOf("--also-failed");
  const files = flag < 0 ? Deno.args : Deno.args.slice(0, flag);
  let alsoFailed = flag < 0 ? 0 : Number(Deno.args[flag + 1]);
  const counts: Count[] = [];
  for (const file of files) {
    let found: Count = { passed: 0, failed: 0, skipped: 0 };
    try {
      found = count(await Deno.readTextFile(file));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    if (found.passed + found.failed === 0) {
      console.error(`Cannot count "${file}": no test ran`);
      alsoFailed++;
    }
    counts.push(found);
  }
  const line = summary(counts, alsoFailed);
  console.log(line);
  if (!/ 0 failed/.test(line)) Deno.exit(1);
}
