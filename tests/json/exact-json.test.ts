import { describe, expect, test } from "vitest";
import { parseJson } from "#server/http/bodies/body.ts";
import { originalNumber, withNumbersOf } from "#server/json/exact-numbers.ts";
import { parseJsonText, parseShallowJson } from "#server/json/shallow-json.ts";
import { jsonCopy } from "#server/pipeline/streaming/json-copy.ts";

type Json = ReturnType<typeof JSON.parse>;

const parsed = (text: string): Json => parseShallowJson(Buffer.from(text));
const again = (text: string) => JSON.stringify(parsed(text));

describe("a number that JavaScript cannot represent exactly", () => {
  test.each([
    '{"id":12345678901234567890}',
    '{"id":-9007199254740993}',
    '[18446744073709551615,[9007199254740993],{"deep":[[10000000000000000000000000000001]]}]',
    '{"a":1e400,"b":-1E-400,"c":123456789012345678e-2,"d":0.1234567890123456789}',
    '{"__proto__":12345678901234567890,"constructor":{"prototype":12345678901234567891}}',
    '{"ä€😀":12345678901234567890,"text":"\\"12345678901234567890\\" ä€😀"}',
    '{"mark":"\\u00000","id":12345678901234567890,"other":["\\u00000"]}',
    `{"marks":"${[0, 1, 2, 3, 4, 5, 6].map((digit) => `\\u000${digit}0`).join("")}","id":12345678901234567890}`,
    `{"digits":1${"0".repeat(3_000)}1}`,
  ])("is written unchanged: %s", (text) => {
    expect(again(text)).toBe(text);
    expect(JSON.stringify(parseJsonText(text))).toBe(text);
  });

  test("is an ordinary number to other code and in plain copies", () => {
    const value = parsed('{"list":[12345678901234567890],"n":12345678901234567891}');
    expect(value.n).toBe(Number("12345678901234567891"));
    expect(Object.entries(value)).toEqual([
      ["list", [Number("12345678901234567890")]],
      ["n", Number("12345678901234567891")],
    ]);
    for (const copy of [structuredClone(value), { ...value, list: [...value.list] }]) {
      expect(JSON.stringify(copy)).toBe('{"list":[12345678901234567000],"n":12345678901234567000}');
    }
    expect(Reflect.ownKeys({ ...value })).toEqual(["list", "n"]);
  });

  test("is preserved in copies that support it while unchanged", () => {
    const value = parsed('{"a":12345678901234567890,"b":12345678901234567891,"c":[1e400]}');
    expect(JSON.stringify(jsonCopy(value))).toBe('{"a":12345678901234567890,"b":12345678901234567891,"c":[1e400]}');
    const { a: _, ...rest } = value;
    expect(JSON.stringify(withNumbersOf(value, { ...rest, b: "[CARD]" }))).toBe('{"b":"[CARD]","c":[1e400]}');
    expect(originalNumber(value, "a")).toBe("12345678901234567890");
    value.a = 1;
    expect(originalNumber(value, "a")).toBeUndefined();
    expect(JSON.stringify(value)).toBe('{"a":1,"b":12345678901234567891,"c":[1e400]}');
  });

  test("is also read exactly in a body of many megabytes", async () => {
    const text = `{"data":"${"A".repeat(3_000_000)}","id":12345678901234567890}`;
    expect(JSON.stringify(await parseJson(Buffer.from(text)))).toBe(text);
  });

  test("is rounded next to a toJSON field, among twenty thousand, and beyond eight thousand digits", () => {
    expect(again('{"toJSON":1,"id":12345678901234567890}')).toBe('{"toJSON":1,"id":12345678901234567000}');
    const many = (count: number) => `[${Array(count).fill("12345678901234567890").join()}]`;
    expect(again(many(20_000))).toBe(many(20_000));
    expect(again(many(20_001))).toContain("12345678901234567000");
    expect(again(`[1${"0".repeat(9_000)}1,1e9999]`)).toBe("[null,null]");
  });
});

test("other numbers are written as JavaScript writes them", () => {
  const value = parsed("[1.0,1E2,0.30000000000000004,10000000000000000.00,-0e5,1.5e+3,9007199254740991,5e-324]");
  expect(JSON.stringify(value)).toBe("[1,100,0.30000000000000004,10000000000000000,0,1500,9007199254740991,5e-324]");
  expect(Object.getOwnPropertyNames(value)).not.toContain("toJSON");
});

test.each([
  "{12345678901234567890:1}",
  '{"a":012345678901234567890}',
  '{"a":12345678901234567890.}',
  '{"a":.12345678901234567890}',
  '{"a":--12345678901234567890}',
  '{"a":12345678901234567890x}',
  '{"a":12345678901234567890e}',
  '{"a" 12345678901234567890}',
  "[1 12345678901234567890]",
  "[12345678901234567890 [1]]",
  "[12345678901234567890",
])("invalid JSON stays invalid despite a long number: %s", (text) => {
  expect(() => parsed(text)).toThrow(SyntaxError);
  expect(() => parseJson(Buffer.from(text))).toThrow(expect.objectContaining({ status: 400 }));
});
