import { describe, expect, test } from "vitest";
import { createTextList } from "#server/ledger/text-list.ts";

describe("a list of texts", () => {
  test("joins them in order, whatever their characters, also beyond its first room", () => {
    const texts = Array.from({ length: 2000 }, (_, index) =>
      JSON.stringify({ index, text: "é😀\u2028x".repeat(index % 40) }),
    );
    const list = createTextList();
    for (const text of texts) list.add(text);
    expect(list.size()).toBe(2000);
    expect(list.joined()).toBe(texts.join(","));
  });

  test("takes one text that is larger than all its room", () => {
    const list = createTextList();
    list.add('"a"');
    list.add(`"${"😀".repeat(100_000)}"`);
    expect(JSON.parse(`[${list.joined()}]`)).toEqual(["a", "😀".repeat(100_000)]);
  });

  test("is empty at first", () => {
    expect(createTextList().joined()).toBe("");
    expect(createTextList().size()).toBe(0);
  });
});
