import assert from "node:assert/strict";
import { splitSites } from "../src/joined_sites.ts";

const BOTH = ["@", ","];

function split(names: string, addresses: string, countries: string, separators = BOTH) {
  return splitSites({ names, addresses, countries }, separators);
}

function whole(names: string, addresses: string, countries: string, kept: boolean) {
  return { names: [names], addresses: [addresses], countries: [countries], kept };
}

Deno.test("splitSites() leaves one site as it is, commas and all", () => {
  const one = [
    "Maruha Nichiro Corporation, Foods and Fine Chemicals Department",
    "8-1,Kiyohara,Tochigi",
    "일본",
  ] as const;
  assert.deepEqual(split(...one), whole(...one, false));
});

Deno.test("splitSites() splits where names, addresses and countries agree", () => {
  assert.deepEqual(
    split(
      "Sicor S.R.L,Valdepharm",
      "Santhia (VC), Italy,Parc Industriel, CS 10606, France",
      "이탈리아,프랑스",
    ),
    {
      names: ["Sicor S.R.L", "Valdepharm"],
      addresses: ["Santhia (VC), Italy", "Parc Industriel, CS 10606, France"],
      countries: ["이탈리아", "프랑스"],
      kept: false,
    },
  );
});

Deno.test.each(
  [
    ["a legal form", "A Pharmaceutical Co.,Ltd.,B GmbH", ["A Pharmaceutical Co.,Ltd.", "B GmbH"]],
    ["a comma with a blank", "A, Foods Division,B, Plant 2", ["A, Foods Division", "B, Plant 2"]],
    ["parentheses", "A (Unit 1,Unit 2),B", ["A (Unit 1,Unit 2)", "B"]],
    ["digits", "A 1,000 Works,B", ["A 1,000 Works", "B"]],
    ["a role in brackets", "A, [미분화공정] B", ["A", "[미분화공정] B"]],
  ] as const,
)("splitSites() takes no border at or around $0", (_, names, expected) => {
  const found = split(names, "x,y", "인도,중국");
  assert.deepEqual([found.names, found.kept], [[...expected], false]);
});

Deno.test("splitSites() keeps what does not agree in number, and says so", () => {
  assert.deepEqual(split("A,B,C", "x,y", "인도,중국"), whole("A,B,C", "x,y", "인도,중국", true));
  assert.deepEqual(split("A,B", "x,y,z", "인도,중국"), whole("A,B", "x,y,z", "인도,중국", true));
});

Deno.test("splitSites() gives the domestic address to the domestic site, where there is one", () => {
  assert.deepEqual(split("갑(주),B Co., Ltd", "세종특별자치시", "대한민국,중국").addresses, [
    "세종특별자치시",
    "",
  ]);
  assert.deepEqual(split("B Co., Ltd,갑(주)", "경기도 화성시", "중국,대한민국").addresses, [
    "",
    "경기도 화성시",
  ]);
  assert.equal(split("갑(주),을(주)", "경기도 화성시", "대한민국,대한민국").kept, true);
  assert.equal(split("갑(주),B", "Wuhan", "대한민국,중국").kept, true);
});

Deno.test("splitSites() takes an @ for a border whatever the numbers are", () => {
  const found = split("A, Inc@B", "x@y", "인도@중국", ["@"]);
  assert.deepEqual(found, {
    names: ["A, Inc", "B"],
    addresses: ["x", "y"],
    countries: ["인도", "중국"],
    kept: false,
  });
  assert.deepEqual(
    split("A,B", "x,y", "인도,중국", ["@"]),
    whole("A,B", "x,y", "인도,중국", false),
  );
});
