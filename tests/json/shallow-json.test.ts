import { describe, expect, test } from "vitest";
import { parseJson } from "#server/http/bodies/body.ts";
import { asciiParser } from "#server/json/large-json.ts";
import { parseShallowJson } from "#server/json/shallow-json.ts";

const lists = (levels: number, inner = "") => "[".repeat(levels) + inner + "]".repeat(levels);
const records = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("JSON nested so deep that walking it would overflow the stack", () => {
  test.each([
    ["lists", lists(257)],
    ["records", records(257)],
    ["after a text", `{"a":"\\\\\\"","b":${lists(300)}}`],
    ["a large amount of it", lists(500_000)],
  ])("%s is rejected as the caller's error", (_, text) => {
    const message = expect.stringContaining("nested deeper than 256 levels");
    expect(() => parseJson(Buffer.from(text))).toThrow(expect.objectContaining({ status: 400, message }));
  });

  test("is also rejected in a body of many megabytes and in chunks", async () => {
    const large = Buffer.from(`{"a":"${"A".repeat(3_000_000)}","b":${lists(300)}}`);
    await expect(parseJson(large)).rejects.toMatchObject({ status: 400 });
    const parser = asciiParser();
    for (let at = 0; at < large.byteLength; at += 1_000_000) parser.push(large.subarray(at, at + 1_000_000));
    expect(parser.value).toThrow(SyntaxError);
  });

  test("excludes brackets in strings and wide objects", () => {
    const wide = [
      lists(256),
      records(256),
      JSON.stringify(lists(9_000)),
      JSON.stringify({ '["\\': '\\"[[{'.repeat(900) }),
    ];
    for (const text of [...wide, lists(200, Array(999).fill(lists(50)).join())]) {
      expect(JSON.stringify(parseShallowJson(Buffer.from(text)))).toBe(text);
    }
  });
});
