import { describe, expect, test } from "vitest";
import { readYaml } from "#server/json/yaml-text.ts";

describe("a document", () => {
  test("is read with the position of each value", () => {
    const { value, problems, positionOf } = readYaml("a:\n  - name: x\n    limit: 5\n");
    expect([value, problems]).toEqual([{ a: [{ name: "x", limit: 5 }] }, []]);
    expect(positionOf(["a", 0, "limit"])).toEqual({ line: 3, column: 12 });
    expect(positionOf(["a", 0, "missing"])).toEqual({ line: 2, column: 5 });
  });

  test("may be JSON", () => {
    expect(readYaml('{"a": [1, "2", null, true]}').value).toEqual({ a: [1, "2", null, true] });
  });

  test("keeps times as text", () => {
    expect(readYaml("at: 2040-01-01T00:00:00Z").value).toEqual({ at: "2040-01-01T00:00:00Z" });
  });
});

describe("is rejected with a position and without quoting it", () => {
  test.each([
    ["a field that appears twice", "a: 1\na: 2", "A field appears twice", 2],
    ["a missing quote", 'a: "secret', "A character is missing", 1],
    ["a second document", "a: 1\n---\nb: 2", "more than one document", 2],
    ["a value that contains itself", "a: &x { b: *x }", "circular aliases", 1],
    ["a prototype", "__proto__: { a: 1 }", "__proto__", 1],
    ["a number that is not finite", "a: 1\nlimit: .nan", "must be finite", 2],
    ["deep nesting", "[".repeat(100_000), "", 1],
  ])("%s", (_, text, message, line) => {
    const { value, problems } = readYaml(text);
    expect(value).toBeUndefined();
    expect(problems[0]).toMatchObject({ message: expect.stringContaining(message), line });
    expect(JSON.stringify(problems)).not.toContain("secret");
  });
});
