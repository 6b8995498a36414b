import { expect, test } from "vitest";
import { HttpError } from "#server/errors.ts";
import { customFilter } from "#server/guardrails/patterns/custom.ts";

function refusal(pattern: string): HttpError {
  try {
    customFilter("custom", pattern);
  } catch (error) {
    if (error instanceof HttpError) return error;
  }
  throw new Error(`${pattern} was taken`);
}

test.each([
  ["ab(?=c)", 2],
  ["(a)\\1", 3],
  ["ab[z-a]", 3],
  ["x(unclosed", 0],
])("the pattern %s is rejected with its position", (pattern, position) => {
  const error = refusal(pattern);
  expect(error.status).toBe(400);
  expect(error.metadata?.position).toBe(position);
});

test.each(["", "a*", "(|b)", "x".repeat(2001), "((a{1,500}){1,500})"])(
  "a pattern that is empty, too large or matches empty text is rejected",
  (pattern) => {
    expect(refusal(pattern).status).toBe(400);
  },
);

test("offsets count UTF-16 units", () => {
  const text = "😀 née ABC-12 😀 ABC-7";
  const found = customFilter("ticket", "[A-Z]{3}-\\d+").find(text);
  expect(found.map((span) => text.slice(span.start, span.end))).toEqual(["ABC-12", "ABC-7"]);
});

// On a backtracking engine this would practically never end.
test("a runaway pattern is stopped", () => {
  const filter = customFilter("evil", "(a+)+$|(x+x+)+y");
  expect(filter.find("a".repeat(160_000) + "x".repeat(160_000))).toEqual([]);
}, 60_000);
