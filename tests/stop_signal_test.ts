import assert from "node:assert/strict";

const MODULE = new URL("../src/adapters/stop_signal.ts", import.meta.url);

/** A process that stops only when it is made to; it says when it may be sent a signal. */
const STUBBORN = `import { stopSignal } from ${JSON.stringify(MODULE.href)};
  const stop = stopSignal();
  stop.addEventListener("abort", () => console.log("stopping"));
  console.log("ready");
  await Deno.stdin.read(new Uint8Array(1));`;

for (const [first, second] of [["SIGINT", "SIGINT"], ["SIGTERM", "SIGINT"]] as const) {
  Deno.test({
    name: `stopSignal() aborts at ${first}, and ends the process with 130 at a further ${second}`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--no-check",
          "--quiet",
          `data:text/typescript,${encodeURIComponent(STUBBORN)}`,
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      assert.equal((await said.read()).value, "ready\n");
      child.kill(first);
      assert.equal((await said.read()).value, "stopping\n");
      child.kill(second);
      const { code, signal } = await child.status;
      assert.deepEqual([code, signal], [130, null]);
      assert.equal((await said.read()).done, true);
      await child.stdin.close().catch((error) => assert.ok(error instanceof Error));
    },
  });
}
