import assert from "node:assert/strict";
import fc from "fast-check";
import { type Command, type Common } from "../src/action.ts";
import { parseArguments } from "../src/arguments.ts";
import { NO_FILTER } from "../src/change_filter.ts";
import { ConfigurationError } from "../src/configuration_error.ts";
import { FIELD_NAMES } from "../src/fields.ts";
import { COMMAND_NAMES, languageOf, OPTIONS, OWN_OPTIONS } from "../src/options.ts";
import { assertBilingual } from "./support/bilingual.ts";

const COMMON: Common = {
  data: "./data",
  config: "./dmf.json",
  json: false,
  quiet: false,
  lang: "ko",
  log: "text",
  contact: null,
  exitCode: false,
};

const CHANGES = { kind: "changes", filter: NO_FILTER, source: null, table: null };

function parse(line: string): Command {
  return parseArguments(line.split(" ").filter((word) => word !== ""));
}

function faultOf(line: string | readonly string[]): string {
  const argv = typeof line === "string" ? line.split(" ") : line;
  try {
    parseArguments(argv);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    // A quote that was typed would split what is quoted.
    if (!/"/.test(argv.join(""))) assertBilingual(error.sentence);
    return error.message;
  }
  return "no fault";
}

Deno.test("parseArguments() reads every command", () => {
  const cases: readonly (readonly [string, object])[] = [
    ["--once", { kind: "once", date: null, source: null }],
    ["once", { kind: "once", date: null, source: null }],
    ["once --once", { kind: "once", date: null, source: null }],
    [
      "--once --date 2026-12-01 --source=mfds-dmf",
      { kind: "once", date: "2026-12-01", source: "mfds-dmf" },
    ],
    ["watch", { kind: "watch" }],
    ["demo", { kind: "demo" }],
    ["status", { kind: "status" }],
    ["changes", { ...CHANGES, since: null, until: null }],
    [
      "changes --since 2026-12-01 --until 2026-12-01",
      { ...CHANGES, since: "2026-12-01", until: "2026-12-01" },
    ],
    [
      "history 20241015-209-J-1903(1) --source mfds-dmf",
      { kind: "history", record: "20241015-209-J-1903(1)", source: "mfds-dmf" },
    ],
    [
      "as-of 2024-02-29",
      { kind: "asOf", date: "2024-02-29", fields: FIELD_NAMES, source: null, table: null },
    ],
    [
      "as-of 2024-02-29 --field=제조소소재지,applicant --out data/l.CSV --source x",
      {
        kind: "asOf",
        date: "2024-02-29",
        fields: ["applicant", "sites"],
        source: "x",
        table: { format: "csv", file: "data/l.CSV" },
      },
    ],
    [
      "diff 2026-12-02 2026-12-01 --format csv",
      {
        kind: "diff",
        from: "2026-12-02",
        to: "2026-12-01",
        source: null,
        table: { format: "csv", file: null },
      },
    ],
    ["why 163-1-ND", {
      kind: "why",
      record: "163-1-ND",
      field: null,
      date: null,
      source: null,
      open: null,
    }],
    ["why 163-1-ND sites --date 2026-12-01 --source a --open=b.html", {
      kind: "why",
      record: "163-1-ND",
      field: "sites",
      date: "2026-12-01",
      source: "a",
      open: "b.html",
    }],
    ["why --open 163-1-ND", {
      kind: "why",
      record: "163-1-ND",
      field: null,
      date: null,
      source: null,
      open: "",
    }],
    ["crosscheck", { kind: "crosscheck", source: null, lag: 7 }],
    [
      "crosscheck --source mfds-excel --lag 0",
      { kind: "crosscheck", source: "mfds-excel", lag: 0 },
    ],
    ["report", { kind: "report", date: null, source: null }],
    [
      "report --date 2026-12-01 --source mfds-excel",
      { kind: "report", date: "2026-12-01", source: "mfds-excel" },
    ],
    ["fsck", { kind: "fsck", rebuild: false }],
    ["backup a.db", { kind: "backup", file: "a.db", archive: true }],
    ["backup a.db --without-archive", { kind: "backup", file: "a.db", archive: false }],
    ["restore a.db", { kind: "restore", file: "a.db", replace: false }],
    ["restore --replace a.db", { kind: "restore", file: "a.db", replace: true }],
    ["check", { kind: "check" }],
    ["version", { kind: "version" }],
    ["--version", { kind: "version" }],
    ["-V", { kind: "version" }],
    ["help", { kind: "help", topic: null, asked: true }],
    ["--help", { kind: "help", topic: null, asked: true }],
    ["help as-of", { kind: "help", topic: "as-of", asked: true }],
    ["changes --help", { kind: "help", topic: "changes", asked: true }],
    ["--once -h", { kind: "help", topic: "once", asked: true }],
    ["", { kind: "help", topic: null, asked: false }],
  ];
  for (const [line, action] of cases) {
    assert.deepEqual(parse(line), { ...action, common: COMMON }, line);
  }
});

Deno.test("parseArguments() reads common options before and behind the command", () => {
  const all =
    "--data D --config=C --contact ra@example.kr --lang en --log json --json -q --exit-code";
  const common: Common = {
    data: "D",
    config: "C",
    json: true,
    quiet: true,
    lang: "en",
    log: "json",
    contact: "ra@example.kr",
    exitCode: true,
  };
  assert.deepEqual(parse(`${all} status`), { kind: "status", common });
  assert.deepEqual(parse(`status ${all}`), { kind: "status", common });
});

Deno.test("parseArguments() names the nearest command and option", () => {
  assert.equal(faultOf("stauts"), '"stauts" is not a known command, nearest is "status"');
  assert.equal(faultOf("help chagnes"), '"chagnes" is not a known command, nearest is "changes"');
  assert.equal(faultOf("crawl"), '"crawl" is not a known command, "dmf --help" lists them');
  assert.equal(faultOf("--onec"), '"--onec" is not a known option, nearest is "--once"');
  assert.equal(faultOf("status --jsno"), '"--jsno" is not a known option, nearest is "--json"');
  assert.equal(faultOf("status -x"), '"-x" is not a known option, "dmf --help" lists them');
  assert.equal(
    faultOf("--constructor"),
    '"--constructor" is not a known option, ' +
      '"dmf --help" lists them',
  );
});

Deno.test("parseArguments() does not know commands that do not exist yet", () => {
  for (const word of ["wyh", "trian", "toString", "asOf"]) {
    assert.match(faultOf(word), /is not a known command/, word);
  }
});

Deno.test("parseArguments() refuses days that are not on the calendar", () => {
  const bad = ["2026-02-29", "2026-13-01", "20261201", "2026-1-1", "today", "+012026-01-01"];
  for (const date of [...bad, "2026-12-01T00:00", "２０２６-12-01"]) {
    for (const line of [`--once --date ${date}`, `as-of ${date}`, `changes --since ${date}`]) {
      assert.match(faultOf(line), /must be a day of the calendar as YYYY-MM-DD, found "/, line);
    }
  }
  assert.equal(
    faultOf("report --date 2026-02-30"),
    '"--date" must be a day of the calendar as YYYY-MM-DD, found "2026-02-30"',
  );
});

Deno.test("parseArguments() refuses a span that ends before it begins", () => {
  assert.equal(
    faultOf("changes --since 2026-12-02 --until 2026-12-01"),
    '"--since 2026-12-02" must not be later than "--until 2026-12-01"',
  );
});

Deno.test("parseArguments() refuses an option at a command that does not take it, and names those that do", () => {
  for (
    const [line, option] of [["status --date 2026-12-01", "date"], ["fsck --reason x", "reason"]]
  ) {
    const owners = COMMAND_NAMES.filter((name) =>
      OWN_OPTIONS[name].some((one: string) => one === option)
    )
      .map((name) => `"${name}"`);
    assert.ok(owners.length > 1);
    const command = line!.split(" ")[0];
    assert.equal(
      faultOf(line!),
      `"${command}" does not take "--${option}", only ${owners.join(" and ")} does`,
    );
  }
});

Deno.test("parseArguments() takes a decision with its reason, and none without", () => {
  const named = parseArguments(["accept", "2026-12-01", "--reason", "x", "--by", "kim"]);
  assert.ok(named.kind === "accept");
  assert.equal(named.by, "kim");
  const given = parseArguments(["reject", "2026-12-01", "--reason", " 공고로 확인 "]);
  assert.ok(given.kind === "reject");
  assert.deepEqual([given.run, given.reason, given.by], ["2026-12-01", "공고로 확인", null]);
  const lines = ["accept", "2026-12-01", "--reason", "a\n  records: 9\r\tb", "--by", "kim\nlee"];
  const flat = parseArguments(lines);
  assert.ok(flat.kind === "accept");
  assert.deepEqual([flat.reason, flat.by], ["a records: 9 b", "kim lee"]);
  const long = [...lines.slice(0, 4), "--by", "k".repeat(101)];
  assert.match(faultOf(long), /"--by" takes a name of up to 100 characters/);
  assert.match(faultOf("accept 2026-12-01"), /"accept" needs "--reason"/);
  assert.match(faultOf(["accept", "2026-12-01", "--reason", "  "]), /needs "--reason"/);
  assert.match(faultOf(["accept", "--reason", "x"]), /"accept" needs a date/);
});

Deno.test("parseArguments() refuses options without their value, with one too many, or twice", () => {
  assert.equal(faultOf("--once --date"), '"--date" needs a value, as in "--date=VALUE"');
  assert.equal(faultOf("--once --date --json"), '"--date" needs a value, as in "--date=VALUE"');
  assert.equal(faultOf(["status", "--data", ""]), '"--data" needs a value, as in "--data=VALUE"');
  assert.equal(faultOf("status --json=yes"), '"--json" takes no value, found "yes"');
  assert.equal(faultOf("status --data a --data b"), '"--data" stands there twice');
  assert.equal(parse("status --data=-odd").common.data, "-odd");
});

Deno.test("parseArguments() refuses missing and superfluous words", () => {
  assert.equal(
    faultOf("history"),
    '"history" needs a registration number or record id; "dmf history --help" shows how',
  );
  assert.equal(faultOf(["history", " "]), faultOf("history"));
  assert.match(faultOf("as-of"), /^"as-of" needs a date YYYY-MM-DD/);
  assert.equal(faultOf("status now"), '"status" takes no further word, found "now"');
  assert.equal(
    faultOf("--once status"),
    '"--once" is a command by itself, found "status" beside it',
  );
  assert.equal(
    faultOf("--json"),
    'Name a command, such as "dmf --once"; "dmf --help" lists them',
  );
});

Deno.test("parseArguments() refuses a language and a log form that do not exist", () => {
  assert.equal(faultOf("status --lang jp"), '"--lang" must be "ko" or "en", found "jp"');
  assert.equal(faultOf("status --log xml"), '"--log" must be "text" or "json", found "xml"');
});

Deno.test("parseArguments() composes a record that was typed in decomposed Hangul", () => {
  const command = parseArguments(["history", "수30-12-ND".normalize("NFD")]);
  assert.equal(command.kind === "history" && command.record, "수30-12-ND");
});

Deno.test.each(
  [
    ["status --lang en", "en"],
    ["--lang=en --jsno", "en"],
    ["statsu --lang en --date", "en"],
    ["status", "ko"],
    ["statsu --lang ko", "ko"],
    ["status --lang jp", "ko"],
    ["status en --lang", "ko"],
    ["history -- --lang=en", "ko"],
  ] as const,
)("languageOf() reads $0 as $1", (line: string, lang: string) => {
  assert.equal(languageOf(line.split(" ")), lang);
});

Deno.test("parseArguments() returns a command or a ConfigurationError, whatever is typed", () => {
  const word = fc.oneof(
    fc.constantFrom(...COMMAND_NAMES, ...Object.keys(OPTIONS).map((name) => `--${name}`)),
    fc.constantFrom("--", "-", "-q", "-qh", "-Vx", "--no-json", "--date=", "2026-12-01", "=", ""),
    fc.constantFrom("--lang=en", "--lang=ko", "--lang", "en", "ko"),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (argv) => {
      if (faultOf(argv) !== "no fault") return;
      const command = parseArguments(argv);
      assert.equal(languageOf(argv), command.common.lang);
      assert.ok(command.kind === "asOf" || (COMMAND_NAMES as string[]).includes(command.kind));
    }),
    { numRuns: 1000 },
  );
});
