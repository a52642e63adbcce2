/**
 * The rules of the house, checked on every source file.
 *
 * A new module needs its place in `FLOW`, a new npm package its home in `PACKAGES`. The rules
 * themselves are in `support/architecture.ts`; `architecture_rules_test.ts` shows each of them to
 * bite.
 *
 * @module
 */

import assert from "node:assert/strict";
import { specs } from "../tools/permissions.ts";
import { type House, violations } from "./support/architecture.ts";
import type { Source } from "./support/module_facts.ts";

/**
 * The flow of design.md, modules by stage; a name that ends in `/` is all the rest of a folder.
 *
 * Fetching, archiving and telling people happen behind ports, so those stages have little here. The
 * change is verified after the diff, because what is implausible is the difference.
 */
const FLOW = stages`
  words        model ports outcome snapshot refusal refusal_words fields alert value_column selector_spec report/report rates
               digest normalize nearest change_filter log state keys configuration_error store_fault lease_lost
               notice/notice field_text formula_guard failure_words service_words fault_words origin registration_number field_name
               pattern site_name watch_list dimension
  settings     politeness options option_values operands command_word archive_action corpus_action extract_action label_action filter_options action to_action arguments option_help command_help help version json_text schema_check contact selectors spec_check kind_check view_settings
               notify/channel_settings config
  schedule     schedule
  frontier     frontier
  host-queue   retry_after retry redirects robots_match robots host_queue service_key progress
  decode       charset_claims decode
  extract      html visible_text prepared_spec table find_table data_rows cell columns document_end
               stated_total source_offsets locate extract row_draft joined_sites xml openapi_answer read_view read_answer locate_items
               zip sheet_xml read_workbook read_page
  content      content/
  verify-list  identity absence completeness
  diff         simhash simhash_tables word_diff text_change site_changes rewording rewording_words diff
  verify-diff  plausibility statistics surprise movements learned observation value_observations repetition observations drift drift_words levels returned
               shift
  commit       run_record trouble store corrections hold bound_moves renewal project commit
  pipeline     clock_check world proven_entries history as_of recall terms crawl verify confirm evidence events announce alive
               relearn correct revoke rebuild archived_list reextract timeline week_review accept ending pipeline
  rates        share freshness change_rate selector_reuse run_duration detection_delay watch_rates rate_words
  notice       notice/
  report       net_change standing_issues report/ stats/ status
  proof        proof/
  alert        outbox heartbeat notify/
  keep         fsck fsck/ keeping crosscheck pointed retention shelf warc/
  corpus       corpus/
  label        label/
  boards       board/
  commands     desk progress_line commands/
  browser      browser/
  demo         demo/
  cli          cli
  adapters     adapters/
  main         main notify_main browser_main
`;

/** The npm packages, each in one place. */
const PACKAGES: House["packages"] = {
  "ajv": ["schema_check.ts"],
  "csv-parse": ["content/label_csv.ts"],
  "csv-stringify": ["report/csv.ts"],
  "diff": ["word_diff.ts"],
  "exceljs": ["report/xlsx_file.ts"],
  "nodemailer": ["adapters/mail_channel.ts"],
  "parse5": ["html.ts"],
  "saxes": ["xml.ts"],
};

/** Built-in modules that only compute: the core may take these names from them. */
const BUILTINS: House["builtins"] = {
  "node:buffer": ["Buffer"],
  "node:crypto": ["createHash", "hash"],
  "node:events": ["EventEmitter"],
  "node:stream": ["Writable"],
  "node:util": ["parseArgs"],
  "node:zlib": ["crc32", "inflateRawSync", "zstdCompressSync", "zstdDecompressSync"],
};

const WORLD = ["adapters/", "main.ts", "notify_main.ts", "browser_main.ts"];
const WIRING = ["main.ts", "notify_main.ts", "browser_main.ts"];

const PROJECT = new URL("../", import.meta.url);

/** Reads the table above: a stage starts at the left, its modules may run over several lines. */
function stages({ raw: [text] }: TemplateStringsArray): House["flow"] {
  return text!.split(/\n {2}(?=\S)/).slice(1).map((row) => {
    const [stage, ...names] = row.trim().split(/\s+/) as [string, ...string[]];
    return [stage, names.map((name) => name.endsWith("/") ? name : `${name}.ts`)];
  });
}

async function house(): Promise<House> {
  const found = await specs(new URL("selectors/", PROJECT));
  return {
    flow: FLOW,
    world: WORLD,
    wiring: WIRING,
    packages: PACKAGES,
    builtins: BUILTINS,
    addresses: found.flatMap(({ origin, seeds, terms }) => [
      new URL(origin).host,
      ...seeds,
      ...(terms.path === undefined ? [] : [terms.path]),
    ]),
    parameters: found.flatMap(({ paging, service, lookUps }) => [
      ...[paging.pageParameter, paging.sizeParameter, service?.keyParameter]
        .filter((name) => name !== undefined),
      ...lookUps.map(({ parameter }) => parameter),
    ]),
  };
}

async function sources(folder: URL, prefix = ""): Promise<Source[]> {
  const found: Source[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = prefix + name;
    if (isDirectory) found.push(...await sources(new URL(`${name}/`, folder), `${path}/`));
    else if (name.endsWith(".ts")) {
      found.push({ path, text: await Deno.readTextFile(new URL(name, folder)) });
    }
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

Deno.test("src/ obeys the architecture of design.md", async () => {
  const found = violations(await sources(new URL("src/", PROJECT)), await house());
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});
