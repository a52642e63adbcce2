import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type EntityTag,
  isSameBeforeCoding,
  isStrongMatch,
  isWeakMatch,
  readEntityTag,
  readTagList,
} from "../src/corpus/entity_tag.ts";

const TAGS: readonly [field: string, tag: EntityTag | null][] = [
  ['"xyzzy"', { weak: false, opaque: '"xyzzy"' }],
  ['W/"xyzzy"', { weak: true, opaque: '"xyzzy"' }],
  ['""', { weak: false, opaque: '""' }],
  ['"a,b\\c"', { weak: false, opaque: '"a,b\\c"' }],
  ['"\xe9"', { weak: false, opaque: '"\xe9"' }],
  [' "x"\t', { weak: false, opaque: '"x"' }],
  ['w/"xyzzy"', null],
  ["xyzzy", null],
  ['"x', null],
  ['"a b"', null],
  ['"x"y', null],
  ['W/ "x"', null],
  ["", null],
];

for (const [field, tag] of TAGS) {
  Deno.test(`readEntityTag() reads ${JSON.stringify(field)}`, () => {
    assert.deepEqual(readEntityTag(field), tag);
  });
}

// The table of RFC 9110, section 8.8.3.2.
const COMPARED: readonly [a: string, b: string, strong: boolean, weak: boolean][] = [
  ['W/"1"', 'W/"1"', false, true],
  ['W/"1"', 'W/"2"', false, false],
  ['W/"1"', '"1"', false, true],
  ['"1"', '"1"', true, true],
];

for (const [a, b, strong, weak] of COMPARED) {
  Deno.test(`isStrongMatch() and isWeakMatch() compare ${a} and ${b} as RFC 9110 says`, () => {
    const [one, other] = [readEntityTag(a) as EntityTag, readEntityTag(b) as EntityTag];
    assert.equal(isStrongMatch(one, other), strong);
    assert.equal(isWeakMatch(one, other), weak);
  });
}

Deno.test("isSameBeforeCoding() overlooks the mark of a content coding and nothing else", () => {
  const same = (a: string, b: string) =>
    isSameBeforeCoding(readEntityTag(a) as EntityTag, readEntityTag(b) as EntityTag);
  assert.ok(same('"abc-gzip"', '"abc"'));
  assert.ok(same('W/"abc;br"', '"abc--gzip"'));
  assert.ok(!same('"abc-gzip"', '"abd"'));
  assert.ok(!same('"abc-zip"', '"abc"'));
});

const LISTS: readonly [field: string, tags: readonly string[] | "*" | null][] = [
  ['"a"', ['"a"']],
  ['"a", W/"b" ,"c,d"', ['"a"', 'W/"b"', '"c,d"']],
  [',, "a",,"b",', ['"a"', '"b"']],
  [" * ", "*"],
  ['"a" "b"', null],
  ['"a", b', null],
  ["", null],
  [",", null],
  ['*, "a"', null],
];

for (const [field, tags] of LISTS) {
  Deno.test(`readTagList() reads ${JSON.stringify(field)}`, () => {
    const read = readTagList(field);
    assert.deepEqual(Array.isArray(read) ? read.map(written) : read, tags);
  });
}

Deno.test("readTagList() reads what was written, with any white space and empty elements", () => {
  const opaque = fc.string({
    unit: fc.constantFrom(..."!#$%&'()*,-./09:;<=>?@AZ[\\]^_`az{|}~\xa0\xff"),
    maxLength: 6,
  });
  const tag = fc.record({ weak: fc.boolean(), opaque: opaque.map((text) => `"${text}"`) });
  const comma = fc.constantFrom(",", ", ", " ,", "\t,,\t", " , , ");
  fc.assert(fc.property(fc.array(fc.tuple(tag, comma), { minLength: 1 }), (list) => {
    const field = list.map(([each, gap], index) => (index === 0 ? "" : gap) + written(each)).join(
      "",
    );
    assert.deepEqual(
      (readTagList(field) as EntityTag[]).map(written),
      list.map(([each]) => written(each)),
    );
  }));
});

function written({ weak, opaque }: EntityTag): string {
  return (weak ? "W/" : "") + opaque;
}
