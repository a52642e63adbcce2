/**
 * The table of `tests/corpus_url_suites.md`: how many published cases come out as published, and
 * every one that does not, with its reason.
 *
 * Run as a program it writes the file; `corpus_url_suites_test.ts` holds the file to be true.
 *
 * @module
 */

import { DIFFERENCES } from "./url_differences.ts";
import { sharedData } from "./suites.ts";
import { type UrlCase, urlCases } from "./url_suites.ts";

/** Where the table is kept. */
export const TABLE = new URL("../corpus_url_suites.md", import.meta.url);

/** The whole file. */
export function suitesTable(cases: readonly UrlCase[]): string {
  const passed = cases.filter(isAsPublished).length;
  return [
    "# URL suites",
    "",
    "Written by `deno run --allow-read --allow-write=tests tests/support/url_suites_table.ts`; a test",
    "holds it to be true. Each suite runs under the policy that comes nearest to it (rules switched in",
    "`tests/support/url_suites.ts`).",
    "",
    "| suite | cases | as published | deliberate differences |",
    "|---|---:|---:|---:|",
    ...countRows(cases),
    `| all | ${cases.length} | ${passed} | ${cases.length - passed} |`,
    "",
    "Not run: SURT forms (`ssurt.json`, `surt.json` group `defaultIASurt`), which are another notation;",
    "cases of `urltestdata.json` that need a base URL; in `parsing.json` and `path_dots.json` the",
    "schemes that the platform's parser takes apart.",
    "",
    "## Differences, each with its reason",
    ...DIFFERENCES.flatMap(({ reason }) => section(reason, cases)),
    "",
  ].join("\n");
}

/** Whether a case comes out as its suite expects. */
export function isAsPublished({ got, expected }: UrlCase): boolean {
  return got === expected;
}

/** Why a case does not, or `null` where nobody has said. */
export function reasonOf(each: UrlCase): string | null {
  return DIFFERENCES.find(({ covers }) => covers(each))?.reason ?? null;
}

function countRows(cases: readonly UrlCase[]): string[] {
  const suites = Map.groupBy(cases, ({ suite }) => suite);
  return [...suites].map(([suite, all]) => {
    const passed = all.filter(isAsPublished).length;
    return `| ${suite} | ${all.length} | ${passed} | ${all.length - passed} |`;
  });
}

function section(reason: string, cases: readonly UrlCase[]): string[] {
  const explained = cases.filter((each) => !isAsPublished(each) && reasonOf(each) === reason);
  return [
    "",
    `### ${explained.length} — ${reason}`,
    "",
    "| suite | given | published | here |",
    "|---|---|---|---|",
    ...explained.map(({ suite, given, expected, got }) =>
      `| ${suite} | ${shown(given)} | ${shown(expected)} | ${shown(got)} |`
    ),
  ];
}

/** As JSON, in which nothing is invisible, with what Markdown would read escaped. */
function shown(text: string | null): string {
  if (text === null) return "no URL";
  const cut = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  const visible = JSON.stringify(cut)
    .replace(/[\x7f-\xa0\xad]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("|", "\\|");
  return visible.includes("`") ? `\`\` ${visible} \`\`` : `\`${visible}\``;
}

if (import.meta.main) {
  const [w3lib, urlcanon] = [sharedData("suites/w3lib"), sharedData("suites/url-urlcanon")];
  if (w3lib === null || urlcanon === null) throw new Error("the suites are not on this machine");
  await Deno.writeTextFile(TABLE, suitesTable(await urlCases(w3lib, urlcanon)));
}
