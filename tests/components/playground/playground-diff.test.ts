import { describe, expect, test } from "vitest";
import { answerDiff, type Part } from "#components/playground/text/answer/answer-diff.ts";

const apart = (parts: readonly Part[]) => parts.filter(({ common }) => !common).map(({ text }) => text);
const whole = (parts: readonly Part[]) => parts.map(({ text }) => text).join("");

describe("the difference of two responses", () => {
  test("names the words that only one of them has", () => {
    const { left, right } = answerDiff("Rome is the old capital.", "Rome is the capital of Italy.");
    expect(apart(left).join("").trim()).toBe("old capital.");
    expect(apart(right).join("").trim()).toBe("capital of Italy.");
  });

  test("keeps every letter of both", () => {
    const [a, b] = ["One\n\n  two three\n", "Two\n three  one\nfour"];
    const { left, right } = answerDiff(a, b);
    expect([whole(left), whole(right)]).toEqual([a, b]);
  });

  test("is empty for equal responses and complete for unrelated ones", () => {
    expect(answerDiff("the same", "the same")).toMatchObject({ left: [{ common: true }], sameShare: 1 });
    expect(answerDiff("alpha", "beta")).toMatchObject({ left: [{ text: "alpha", common: false }], sameShare: 0 });
    expect(answerDiff("", "")).toEqual({ left: [], right: [], sameShare: 1 });
  });

  test("keeps both ends as common text when a word is inserted", () => {
    const { right, sameShare } = answerDiff("a b c d", "a b x c d");
    expect(apart(right).join("").trim()).toBe("x");
    expect(sameShare).toBeCloseTo(8 / 9);
  });

  test("compares long responses by lines", () => {
    const long = (mark: string) => Array.from({ length: 900 }, (_, index) => `${index} and ${mark} more`).join("\n");
    const { left } = answerDiff(`same\n${long("a")}`, `same\n${long("b")}`);
    expect(left[0]).toEqual({ text: "same\n", common: true });
    expect(left).toHaveLength(2);
  });
});
