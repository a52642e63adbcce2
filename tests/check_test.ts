import assert from "node:assert/strict";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";

async function checked(site: FixtureSite, ...args: string[]) {
  await using dmf = await Dmf.towards(site.origin);
  const ran = await dmf.run(["check", "--lang", "en", ...args]);
  return { ...ran, asked: site.log.map(({ path }) => path) };
}

Deno.test("check finds a box that can work, and asks the site for robots.txt only", async () => {
  await using site = new FixtureSite();
  const { code, out, asked } = await checked(site);
  assert.equal(code, 0, out);
  for (
    const matter of ["selector spec", "permissions", "clock", "store", "reachability", "robots.txt"]
  ) {
    assert.match(out, new RegExp(`✓ ${matter}`));
  }
  assert.deepEqual(asked, ["/robots.txt"]);
});

Deno.test("check cites the robots.txt line that forbids and ends with 3", async () => {
  await using site = new FixtureSite({ robots: { kind: "disallow" } });
  const { code, out } = await checked(site);
  assert.equal(code, 3);
  assert.match(out, /✗ robots.txt: disallowed \(line 2: Disallow: \/pbp\/\)/);
});

Deno.test("check ends with 1 where the site cannot be reached", async () => {
  const site = new FixtureSite();
  const origin = site.origin;
  await site.close();
  await using dmf = await Dmf.towards(origin);
  const { code, out } = await dmf.run(["check", "--lang", "en"]);
  assert.equal(code, 1);
  assert.match(out, /✗ reachability/);
});

Deno.test("check --json gives every matter as data", async () => {
  await using site = new FixtureSite();
  const findings = JSON.parse((await checked(site, "--json")).out);
  assert.ok(findings.length >= 7);
  assert.ok(
    findings.every((finding: object) =>
      "what" in finding && "good" in finding && "found" in finding
    ),
  );
});
