import assert from "node:assert/strict";
import { count, summary } from "../tools/junit_count.ts";

const REPORT = `<testsuites name="deno test" tests="5" failures="2">
  <testsuite name="./a_test.ts">
    <testcase name="prints &lt;failure&gt; &lt;/testcase&gt;" time="0.1">
    </testcase>
    <testcase name="short" time="0.1"/>
    <testcase name="fails"><failure message="Uncaught &lt;skipped/&gt;">at x</failure></testcase>
    <testcase name="breaks"><error message="y"/></testcase>
    <testcase name="waits">
      <skipped/>
    </testcase>
  </testsuite>
</testsuites>`;

Deno.test("count() tells passed, failed and skipped tests apart", () => {
  assert.deepEqual(count(REPORT), { passed: 2, failed: 2, skipped: 1 });
  assert.deepEqual(count("<testsuites/>"), { passed: 0, failed: 0, skipped: 0 });
});

Deno.test("summary() adds reports, and names skipped tests only where there are some", () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  assert.equal(summary([one, one]), "2 passed, 0 failed");
  assert.equal(
    summary([one, { passed: 2, failed: 1, skipped: 3 }], 2),
    "3 passed, 3 failed, 3 skipped",
  );
});

Deno.test("junit_count fails where a report is absent or holds no test", async () => {
  const folder = await Deno.makeTempDir({ prefix: "dmf-junit-" });
  try {
    await Deno.writeTextFile(`${folder}/full.xml`, '<testcase name="a"/>');
    await Deno.writeTextFile(`${folder}/empty.xml`, "<testsuites/>");
    const lastLine = async (...args: string[]) => {
      const script = new URL("../tools/junit_count.ts", import.meta.url).pathname;
      const { code, stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-check", "--allow-read", script, ...args],
        cwd: folder,
        stderr: "null",
      }).output();
      return `${code}: ${new TextDecoder().decode(stdout).trim()}`;
    };
    assert.equal(await lastLine("full.xml"), "0: 1 passed, 0 failed");
    assert.equal(await lastLine("full.xml", "empty.xml"), "1: 1 passed, 1 failed");
    assert.equal(await lastLine("full.xml", "absent.xml"), "1: 1 passed, 1 failed");
    assert.equal(await lastLine("full.xml", "--also-failed", "2"), "1: 1 passed, 2 failed");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
