import assert from "node:assert/strict";
import fc from "fast-check";
import { ingredientBase } from "../src/stats/ingredient_base.ts";

Deno.test("ingredientBase() takes a hydrate and a salt off the end", () => {
  const facts = {
    "메트포르민염산염": "메트포르민",
    "도네페질염산염수화물": "도네페질",
    "아토르바스타틴칼슘삼수화물": "아토르바스타틴",
    "탐스로신 염산염": "탐스로신",
    "클로피도그렐황산수소염": "클로피도그렐",
    "로사르탄칼륨": "로사르탄",
    "아토제판트일수화물": "아토제판트",
  };
  for (const [name, base] of Object.entries(facts)) assert.equal(ingredientBase(name), base);
});

Deno.test("ingredientBase() leaves alone whatever is in doubt", () => {
  const left = [
    "노메게스트롤아세테이트",
    "발프로산나트륨",
    "염화나트륨",
    "탄산칼슘",
    "염산염",
    "에독사반토실산염수화물(미분화)",
    "당귀·모과 25%에탄올 연조엑스",
    "L-아르기닌염산염",
    "Metformin hydrochloride",
    "콜산",
    "",
  ];
  for (const name of left) assert.equal(ingredientBase(name), name);
});

Deno.test("law: a base is a beginning of the name, never blank, and its own base unless another salt ends it", () => {
  const part = fc.constantFrom("메트", "포르민", "염산염", "나트륨", "수화물", "일", "산", "화");
  fc.assert(fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
    const name = parts.join("");
    const base = ingredientBase(name);
    assert.ok(name.startsWith(base) && base.length >= Math.min(2, name.length));
  }));
});
