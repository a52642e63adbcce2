/** The seven documents of the paper: its figures under its settings, a better answer under ours. */

import assert from "node:assert/strict";
import { canonicalUrl } from "../src/corpus/canonical_url.ts";
import { POLICIES } from "../src/corpus/corpus_policy.ts";
import { nearEvidence } from "../src/corpus/near_evidence.ts";
import { normalText } from "../src/corpus/normal_text.ts";
import { Dmf } from "./support/run_dmf.ts";

/** Ours, as the paper tells of its own: 17 words, "2일" became "3일". */
const SEVEN = new URL("golden/corpus-paper/seven.jsonl", import.meta.url).pathname;

async function seven(): Promise<readonly { readonly url: string; readonly text: string }[]> {
  const lines = (await Deno.readTextFile(SEVEN)).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

Deno.test("the seven documents are as the paper says: 17 words, 5 of 13 shingles broken", async () => {
  const documents = await seven();
  const [review, edited] = [documents[0]!.text, documents[5]!.text];
  assert.equal(review.split(" ").length, 17);
  const [own, others] = [review, edited].map((text) => text.split(" "));
  assert.deepEqual(
    own!.flatMap((word, i) => word === others![i] ? [] : [[word, others![i]]]),
    [["2일", "3일"]],
  );
  const near = nearEvidence(POLICIES.paper.near, normalText(review), normalText(edited));
  assert.deepEqual(near.shingles, [13, 13]);
  assert.equal(near.shared, 8, "5 of 13 are broken");
  assert.equal(near.similarity, 8 / 18);
  assert.equal(documents.filter(({ text }) => text === review).length, 5);
  const keys = new Set(
    documents.map(({ url }) => canonicalUrl(url, POLICIES.paper.url)).map((one) =>
      one.kind === "canonical" ? one.url : one.reason.en
    ),
  );
  assert.equal(keys.size, 4, "the review, its new path, the edited one, another review");
});

Deno.test("dmf corpus add --policy paper keeps 3 of 7: url 3, exact 1, near 0", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const { code, out } = await dmf.run(["corpus", "add", SEVEN, "--policy", "paper", "--json"]);
  assert.equal(code, 0);
  const { kept, counts } = JSON.parse(out);
  assert.deepEqual(
    { kept, seen: counts.seen, url: counts.url, exact: counts.exact, near: counts.near },
    { kept: 3, seen: 7, url: 3, exact: 1, near: 0 },
  );
  assert.equal(counts.update, 0);
});

Deno.test("dmf corpus add tells the one-word edit as an update of the review it contradicts", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const { out } = await dmf.run(["corpus", "add", SEVEN, "--json"]);
  const { kept, counts } = JSON.parse(out);
  assert.deepEqual(
    { kept, url: counts.url, exact: counts.exact, near: counts.near, update: counts.update },
    { kept: 3, url: 3, exact: 1, near: 0, update: 1 },
  );
  const edited = (await seven())[5]!.url;
  const explained = await dmf.run(["corpus", "explain", edited, "--json"]);
  const { tier, of, like, near } = JSON.parse(explained.out);
  assert.equal(tier, "update");
  assert.equal(of.url, (await seven())[0]!.url);
  assert.ok(like.similarity >= like.threshold, JSON.stringify(like));
  assert.equal(near.digitsAlone, true);
  for (const lang of ["ko", "en"]) {
    const { out: told } = await dmf.run(["corpus", "explain", edited, "--lang", lang]);
    assert.match(told, /update/);
    assert.match(told, /0\.7778/);
  }
});

Deno.test("the same seven documents again are verified, and nothing is kept twice", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  await dmf.run(["corpus", "add", SEVEN]);
  const { out } = await dmf.run(["corpus", "add", SEVEN, "--json"]);
  const { kept, counts } = JSON.parse(out);
  assert.deepEqual(
    { kept, fresh: counts.kept, url: counts.url, exact: counts.exact, verified: counts.verified },
    { kept: 3, fresh: 0, url: 3, exact: 0, verified: 4 },
  );
});
