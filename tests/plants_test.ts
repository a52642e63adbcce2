import assert from "node:assert/strict";
import fc from "fast-check";
import type { Site } from "../src/model.ts";
import { groupPlants, type Plant } from "../src/stats/plants.ts";
import { HAVE_REAL_ROWS, realRows } from "./support/real_rows.ts";
import { record } from "./support/rows.ts";

const PANOLI = "Plot No. 25, Phase -Ⅳ, GIDC Industrial Estate, Panoli -394 116, Bharuch, Gujarat";

function site(name: string | null, address: string | null = PANOLI, country = "인도"): Site {
  return { name, address, country };
}

/** Whether two writings come to one plant, and why. */
function grouped(a: Site, b: Site) {
  const plants = groupPlants([record({ sites: [a] }), record({ sites: [b] })]);
  return plants.of(a) === plants.of(b) ? plants.of(a)!.evidence : null;
}

const NOTATION = [{ name: "notation", address: "same" }];

Deno.test("letter case, punctuation, legal forms and accents make no other plant", () => {
  const plain = site("Vento Laboratories Private Limited");
  assert.deepEqual(grouped(plain, site("VENTO LABORATORIES PVT. LTD.")), NOTATION);
  assert.deepEqual(grouped(plain, site("M/s Vento Laboratories Pvt.Ltd")), NOTATION);
  assert.deepEqual(grouped(site("Società Vento S.p.A."), site("Societa' Vento SpA")), NOTATION);
  assert.deepEqual(grouped(site("A & B Chem"), site("A and B Chem")), NOTATION);
  const korean = (name: string) => site(name, "경기도 안산시 단원구", "대한민국");
  assert.deepEqual(grouped(korean("(주)솔빛약품"), korean("솔빛약품 주식회사")), NOTATION);
});

Deno.test("a role in brackets before name and address is no part of a writing", () => {
  const plants = groupPlants([record({
    sites: [site("Vento Labs"), site("[조품 제조원 ①] Vento Labs", `[조품 제조원 ①]${PANOLI}`)],
  })]);
  assert.equal(plants.all.length, 1);
  assert.equal(plants.all[0]!.writings.length, 1);
  assert.equal(plants.all[0]!.name, "Vento Labs");
});

Deno.test("words in another order and a slip of the keyboard are told as such", () => {
  assert.deepEqual(grouped(site("Vento Fine Chem"), site("Fine Chem Vento")), [
    { name: "order", address: "same" },
  ]);
  assert.deepEqual(grouped(site("Vento Laboratories"), site("Vento Labaratories")), [
    { name: "slip", address: "same" },
  ]);
  assert.equal(grouped(site("Vento"), site("Venta")), null, "too short for a slip");
  assert.equal(grouped(site("Vento Drugs Limited"), site("Vento Labs Limited")), null);
});

Deno.test("a chain of slips joins nothing, for its ends are two companies", () => {
  const names = ["Vento Larks", "Vento Lacks", "Vento Locks"];
  const three = groupPlants(names.map((name) => record({ sites: [site(name)] })));
  assert.equal(three.all.length, 3);
  const two = groupPlants(names.slice(1).map((name) => record({ sites: [site(name)] })));
  assert.equal(two.all.length, 1);
});

Deno.test("an address may be written with other words, but not with other numbers", () => {
  const first = site(
    "USO PRIVATE LIMITED",
    "B-1/8, MIDC, Lote, Parshuram, Industrial, Area, Taluka, Khed, Ratnagiri, 415722 Maharashtra State, India",
  );
  const other = (address: string) => site("Uso Private Limited", address);
  const same =
    "B-1/8 MIDC, Lote Parshuram Industrial Area, Taluka Khed, District Ratnagiri, Maharashtra-415 722, India";
  assert.deepEqual(grouped(first, other(same)), [{ name: "notation", address: "similar" }]);
  for (const [from, to] of [["B-1/8", "B-1/9"], ["B-1/8", "C-1/8"], ["415 722", "415 723"]]) {
    assert.equal(grouped(first, other(same.replace(from!, to!))), null, to);
  }
});

Deno.test("two plants of one company stay two", () => {
  const at = (address: string) => site("Vento Life Sciences Limited", address);
  const pairs: [Site, Site][] = [
    [at("Plot 7, Panoli, Gujarat"), at("Plot 7, Mahad, Maharashtra")],
    [at(`Unit-I, ${PANOLI}`), at(`Unit-II, ${PANOLI}`)],
    [at(`Block A, ${PANOLI}`), at(`Block B, ${PANOLI}`)],
    [at(PANOLI), at(PANOLI.replace("Ⅳ", "Ⅲ"))],
    [site("Vento Limited (Unit I)"), site("Vento Limited (Unit II)")],
    [site("Vento Limited"), site("Vento Limited, Unit-IX")],
    [site("Vento Limited"), site("Vento Limited, Mahad")],
    [site("솔빛약품 제1공장", "경기도 안산시"), site("솔빛약품 제2공장", "경기도 안산시")],
    [at(PANOLI), { ...at(PANOLI), country: "중국" }],
    [site("Vento Limited"), site("Vento Limited", null)],
    [
      site("Vento", "No. 8 Chaohu East Road, Huai'an City, Jiangsu, China"),
      site("Vento", "No. 8 Weisan Road, Shangyu City, Zhejiang, China"),
    ],
    [site("솔빛고을약품공업", "경기도 시흥시"), site("솔빛마을약품공업", "경기도 시흥시")],
  ];
  for (const [a, b] of pairs) assert.equal(grouped(a, b), null, JSON.stringify([a, b]));
});

Deno.test("a unit is one however its number is written", () => {
  for (const [a, b] of [["Unit-1", "Unit I"], ["Unit-ll", "UNIT II"], ["Unit2", "Unit-Ⅱ"]]) {
    assert.ok(grouped(site("Vento", `${a}, ${PANOLI}`), site("Vento", `${b}, ${PANOLI}`)), a);
    assert.ok(grouped(site(`Vento (${a})`), site(`Vento, ${b}`)), a);
  }
});

Deno.test("without any address only an equal name is one plant; without a name there is none", () => {
  assert.deepEqual(grouped(site("Vento Ltd", null), site("VENTO LIMITED", null)), [
    { name: "notation", address: "blank" },
  ]);
  assert.equal(grouped(site("Vento Laboratories", null), site("Vento Labaratories", null)), null);
  assert.equal(groupPlants([record({ sites: [site(null)] })]).of(site(null)), null);
});

Deno.test("the most frequent writing names the plant, and the records of each are told", () => {
  const common = record({ sites: [site("Vento Ltd.")] });
  const { all } = groupPlants([record({ sites: [site("VENTO LIMITED")] }), common, common]);
  assert.equal(all.length, 1);
  assert.deepEqual(all[0]!.writings.map(({ name, records }) => [name, records]), [
    ["Vento Ltd.", 2],
    ["VENTO LIMITED", 1],
  ]);
});

const name = fc.constantFrom(
  ..."Vento Laboratories,Vento Labaratories,VENTO LABORATORIES LTD,Laboratories Vento".split(","),
  ..."Vento Laboratorees,Vento Unit-1,Vento Unit-I,Vento Unit-II,[조품] Vento Unit I".split(","),
);
const address = fc.constantFrom(
  null,
  "",
  PANOLI,
  PANOLI.toUpperCase(),
  `${PANOLI}, India`,
  PANOLI.replace("25", "26"),
);
const anySite = fc.record({ name, address, country: fc.constantFrom("인도", "중국", null) });

Deno.test("law: plants part the writings into classes, the same for any order of the records", () => {
  fc.assert(
    fc.property(
      fc.array(anySite, { maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (sites, dice) => {
        const records = sites.map((one) => record({ sites: [one] }));
        const plants = groupPlants(records);
        // Every writing is in exactly one plant.
        for (const one of sites) {
          assert.equal(plants.all.filter((plant) => plant === plants.of(one)).length, 1);
        }
        const written = plants.all.flatMap(({ writings }) => writings);
        assert.equal(written.reduce((sum, { records: n }) => sum + n, 0), sites.length);
        const shuffled = records.map((one) => [dice.next().value as number, one] as const)
          .sort(([a], [b]) => a - b).map(([, one]) => one);
        assert.deepEqual(groupPlants(shuffled).all, plants.all);
      },
    ),
  );
});

Deno.test("law: whatever is grouped has one country", () => {
  fc.assert(fc.property(fc.array(anySite, { maxLength: 12 }), (sites) => {
    for (const { writings } of groupPlants([record({ sites })]).all) {
      assert.equal(new Set(writings.map(({ country }) => country)).size, 1);
    }
  }));
});

Deno.test({
  name: "of the real rows one company is found written twice, and units and plants stay apart",
  ignore: !HAVE_REAL_ROWS,
  fn: async () => {
    const { all } = groupPlants(await realRows());
    const twice = all.filter(({ writings }) => writings.length > 1);
    assert.equal(twice.length, 1);
    const [{ writings, evidence }] = twice as [Plant];
    assert.deepEqual(evidence, [{ name: "notation", address: "similar" }]);
    assert.deepEqual(writings.map(({ name }) => name).sort(), [
      "USV PRIVATE LIMITED",
      "USV Private Limited",
    ]);
    const lihua = all.filter(({ name }) => name.startsWith("Henan Lihua"));
    assert.equal(lihua.length, 2, "two streets of one city");
  },
});
