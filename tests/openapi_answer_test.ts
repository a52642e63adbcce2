import assert from "node:assert/strict";
import fc from "fast-check";
import { readServiceAnswer } from "../src/openapi_answer.ts";

const HEADER = { resultCode: "00", resultMsg: "NORMAL SERVICE." };
const ROW = { DMF_PERMIT_NO: "1-1-ND", NOTICE_CODE: null };

function answered(items: unknown, totalCount: unknown = 1) {
  return JSON.stringify({ header: HEADER, body: { totalCount, items } });
}

function rowsOf(text: string) {
  const answer = readServiceAnswer(text);
  return answer.kind === "rows" ? [answer.total, answer.items] : answer.kind;
}

Deno.test.each([
  ["an array", answered([ROW])],
  ["an array of wrapped rows", answered([{ item: ROW }])],
  ["item, an array", answered({ item: [ROW] })],
  ["item, one object", answered({ item: ROW })],
  [
    "below response",
    JSON.stringify({
      response: { header: HEADER, body: { totalCount: "1", items: { item: ROW } } },
    }),
  ],
  [
    "XML",
    "<response><header><resultCode>00</resultCode></header><body><totalCount>1</totalCount>" +
    "<items><item><DMF_PERMIT_NO>1-1-ND</DMF_PERMIT_NO><NOTICE_CODE/></item></items></body></response>",
  ],
])("readServiceAnswer() reads rows as $0", (_, text) => {
  assert.deepEqual(rowsOf(text), [1, [ROW]]);
});

Deno.test.each([
  ["without items", JSON.stringify({ header: HEADER, body: { totalCount: 0 } })],
  ["with null", answered(null, 0)],
  ["with an empty text", answered("", 0)],
  ["with an empty object", answered({}, 0)],
  ["with an empty item", answered({ item: "" }, 0)],
  [
    "in XML",
    "<response><header><resultCode>00</resultCode></header><body><totalCount>0</totalCount><items/></body></response>",
  ],
])("readServiceAnswer() reads an answer $0 as no rows", (_, text) => {
  assert.deepEqual(rowsOf(text), [0, []]);
});

Deno.test("readServiceAnswer() reads numbers as texts, and a code of one digit as two", () => {
  const body = { totalCount: 1, items: [{ BIZRNO: 1234567890 }] };
  const answer = readServiceAnswer(JSON.stringify({ header: { resultCode: 0 }, body }));
  assert.deepEqual(answer, {
    kind: "rows",
    code: "00",
    message: "",
    total: 1,
    items: [{ BIZRNO: "1234567890" }],
  });
});

const ENVELOPE = "<OpenAPI_ServiceResponse>\n<cmmMsgHeader>\n<errMsg>SERVICE ERROR</errMsg>" +
  "<returnAuthMsg>KEY</returnAuthMsg><returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>";

Deno.test.each([
  ["as XML", ENVELOPE],
  ["with a stray tag behind it", `${ENVELOPE}<br>\n`],
  ["with a declaration", `<?xml version="1.0" encoding="UTF-8"?>\n${ENVELOPE}`],
  [
    "as JSON",
    JSON.stringify({
      OpenAPI_ServiceResponse: { cmmMsgHeader: { returnAuthMsg: "KEY", returnReasonCode: "30" } },
    }),
  ],
])("readServiceAnswer() reads the gateway's envelope $0", (_, text) => {
  assert.deepEqual(readServiceAnswer(text), { kind: "code", code: "30", message: "KEY" });
});

Deno.test("readServiceAnswer() takes the service's own code where there is no body", () => {
  const text = JSON.stringify({ header: { resultCode: "03", resultMsg: "NODATA_ERROR" } });
  assert.deepEqual(readServiceAnswer(text), { kind: "code", code: "03", message: "NODATA_ERROR" });
});

Deno.test("readServiceAnswer() tells what breaks off from what is something else", () => {
  const whole = answered([ROW]);
  assert.equal(readServiceAnswer(whole.slice(0, -10)).kind, "cut");
  const xml =
    "<response><header><resultCode>00</resultCode></header><body><totalCount>1</totalCount>";
  assert.equal(readServiceAnswer(xml).kind, "cut");
  for (
    const other of [
      "",
      "<html><body>점검 중</body></html>",
      "{}",
      "[]",
      '{"a":1}',
      "plain",
      answered([[1]]),
      answered({ x: 1 }),
      answered([{ a: { b: 1 } }]),
    ]
  ) {
    assert.equal(readServiceAnswer(other).kind, "other", other);
  }
});

Deno.test("readServiceAnswer() states no total where there is none, or none that is a number", () => {
  assert.deepEqual(rowsOf(JSON.stringify({ header: HEADER, body: { items: [ROW] } })), [null, [
    ROW,
  ]]);
  for (const total of [null, "", "many", -1, 1.5, "1,203"]) {
    assert.deepEqual(rowsOf(answered([ROW], total)), [null, [ROW]]);
  }
});

Deno.test("readServiceAnswer() never throws", () => {
  const deep = "<response>".repeat(50_000) + "</response>".repeat(50_000);
  assert.equal(readServiceAnswer(deep).kind, "other");
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    readServiceAnswer(text);
    readServiceAnswer(`<response>${text}</response>`);
    readServiceAnswer(`{"header":${text}}`);
  }));
});
