import assert from "node:assert/strict";
import fc from "fast-check";
import type { Redirected } from "../src/outcome.ts";
import { follow, MAX_REDIRECTS, nextHop } from "../src/redirects.ts";
import { page, redirect } from "./support/scripted_fetch.ts";

const URL_A = "https://register.example/a";

function redirected(to: string): Redirected {
  return { kind: "redirected", url: URL_A, to, status: 302, retryAfter: null };
}

Deno.test("nextHop() leads to another address of the same origin", () => {
  for (const to of ["https://register.example/b", "https://register.example/a?page=2"]) {
    assert.equal(nextHop([URL_A], redirected(to)), to);
  }
});

for (
  const to of [
    "https://elsewhere.example/a",
    "https://www.register.example/b",
    "https://register.example.elsewhere.example/b",
    "http://register.example/b",
    "https://register.example:8443/b",
    "https://u:p@register.example/b",
    "https://u@register.example/b",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///a",
  ]
) {
  Deno.test(`nextHop() does not leave the origin for ${to}`, () => {
    assert.deepEqual(nextHop([URL_A], redirected(to)), {
      kind: "redirect-off-host",
      url: URL_A,
      to,
    });
  });
}

Deno.test("follow() makes six requests at most, each for another address", async () => {
  const targets = fc.array(fc.nat(7).map((n) => `https://register.example/${n}`), {
    minLength: 12,
    maxLength: 12,
  });
  await fc.assert(fc.asyncProperty(targets, fc.nat(8), async (targets, redirects) => {
    const asked: string[] = [];
    const end = await follow<never>(URL_A, (hop) => {
      asked.push(hop);
      const to = targets[asked.length];
      const answer = asked.length <= redirects && to !== undefined ? redirect(to) : page();
      return Promise.resolve(answer(hop));
    });
    assert.ok(asked.length <= 1 + MAX_REDIRECTS);
    assert.equal(new Set(asked).size, asked.length);
    if (end.kind === "fetched") {
      assert.equal(asked.length, redirects + 1);
      assert.equal(end.snapshot.url, URL_A);
      assert.equal(end.snapshot.finalUrl, asked.at(-1));
    } else {
      assert.deepEqual(end, { kind: "redirect-loop", url: URL_A, redirects: asked.length });
    }
  }));
});
