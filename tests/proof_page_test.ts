import assert from "node:assert/strict";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&amp;\u202E`;

Deno.test("the page of a proof shows what was crawled as text, and forbids itself everything", async () => {
  const [day] = simulate(110, 1, 5);
  const [first, ...rest] = day?.rows ?? [];
  assert.ok(first && day);
  await using site = new FixtureSite();
  site.setRows([{ ...first, number: `../"<b>${"가".repeat(200)}`, ingredient: HOSTILE }, ...rest]);
  await using dmf = await Dmf.towards(site.origin);
  assert.equal((await dmf.once(day.date)).code, 0);
  const records = JSON.parse((await dmf.run(["as-of", day.date, "--json"])).out) as {
    record: string;
    ingredient: string;
  }[];
  const hostile = records.find(({ ingredient }) => ingredient.includes("<script>"));
  assert.ok(hostile);
  const { code, out, err } = await dmf.run(["why", hostile.record, "--open", "--json"]);
  assert.equal(code, 0, err);
  const [{ file }] = JSON.parse(out);
  const name = file.slice(`${dmf.data}/proof/`.length);
  assert.equal(name, `${hostile.record}.html`);
  const html: string = await Deno.readTextFile(file);
  const tags = new Set([...html.matchAll(/<(\w+)/g)].map((match) => match[1]));
  const ours = ["html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "table", "tr"];
  for (const tag of tags) assert.ok([...ours, "th", "td", "pre", "mark", "br"].includes(tag ?? ""));
  assert.ok(!html.includes("\u202E") && html.includes("&#60;script&#62;"));
  const [, policy, style] =
    /content="default-src 'none'; style-src 'sha256-([^']+)'[^]*<style>([^]*)<\/style>/.exec(
      html,
    ) ??
      [];
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  assert.equal(policy, btoa(String.fromCharCode(...new Uint8Array(hash))));
  const text = (await dmf.run(["why", hostile.record])).out;
  assert.ok(!text.includes("\u202E"));
});
