import { describe, expect, test } from "vitest";
import { createTextList } from "#server/ledger/text-list.ts";

describe("a text list", () => {
  test("joins texts in order, even beyond its initial capacity", () => {
    const texts = Array.from({ length: 2000 }, (_, index) =>
      JSON.stringify({ index, text: "é😀\u2028x".repeat(index % 40) }),
    );
    const list = createTextList();
    for (const text of texts) list.add(text);
    expect(list.size()).toBe(2000);
    expect(list.joined()).toBe(texts.join(","));
  });

  test("accepts one text larger than its capacity", () => {
    const list = createTextList();
    list.add('"a"');
    list.add(`"${"😀".repeat(100_000)}"`);
    expect(JSON.parse(`[${list.joined()}]`)).toEqual(["a", "😀".repeat(100_000)]);
  });

  test("starts empty", () => {
    expect(createTextList().joined()).toBe("");
    expect(createTextList().size()).toBe(0);
  });
});
