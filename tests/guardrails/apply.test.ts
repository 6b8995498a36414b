import { expect, test } from "vitest";
import { apply } from "#server/guardrails/apply.ts";
import { customFilter } from "#server/guardrails/patterns/custom.ts";
import { createPlaceholders } from "#server/guardrails/placeholders.ts";
import { builtinRule, customRule } from "#tests/guardrails/rules.ts";

const text = "Mail ana@example.com or bob@example.com; ana@example.com is faster.";

test("the same value gets the same placeholder throughout a request", () => {
  const placeholders = createPlaceholders();
  const rules = [builtinRule("email", "redact")];
  expect(apply(rules, text, placeholders).text).toBe("Mail [EMAIL_1] or [EMAIL_2]; [EMAIL_1] is faster.");
  expect(apply(rules, "To bob@example.com and eve@example.com", placeholders).text).toBe("To [EMAIL_2] and [EMAIL_3]");
});

test("placeholders can be restored without changing other brackets", () => {
  const placeholders = createPlaceholders();
  const redacted = apply([builtinRule("email", "redact")], text, placeholders).text;
  expect(placeholders.restore(`${redacted} [EMAIL_9] [x]`)).toBe(`${text} [EMAIL_9] [x]`);
});

test("a placeholder that the caller wrote is not assigned to a value", () => {
  const placeholders = createPlaceholders();
  placeholders.avoid("see [EMAIL_1]");
  expect(apply([builtinRule("email", "redact")], "a@example.com", placeholders).text).toBe("[EMAIL_2]");
});

test.each([
  [["flag"], "flagged"],
  [["flag", "redact"], "redacted"],
  [["redact", "block"], "blocked"],
  [["block", "flag"], "blocked"],
] as const)("the verdict for %j is %s", (actions, verdict) => {
  const rules = actions.map((action, index) =>
    customRule(customFilter(`rule${index}`, index === 0 ? "alpha" : "beta"), action),
  );
  expect(apply(rules, "alpha beta", createPlaceholders()).verdict).toBe(verdict);
});

test("text without findings is allowed and unchanged", () => {
  const result = apply([builtinRule("email", "block")], "no address", createPlaceholders());
  expect(result).toEqual({ verdict: "allowed", text: "no address", matches: [], shadow: [] });
});

test("overlapping findings remove all of their text", () => {
  const rules = [customRule(customFilter("one", "abcd"), "redact"), customRule(customFilter("two", "cdefg"), "redact")];
  expect(apply(rules, "xabcdefgx", createPlaceholders()).text).toBe("x[TWO_1]x");
});

test("for the same text, block takes precedence over redact, and redact over flag", () => {
  const make = (action: "block" | "redact" | "flag") => customRule(customFilter(action, "secret"), action);
  expect(
    apply([make("flag"), make("redact"), make("block")], "secret", createPlaceholders()).matches.map(
      (match) => match.rule.action,
    ),
  ).toEqual(["block"]);
  expect(
    apply([make("flag"), make("redact")], "secret", createPlaceholders()).matches.map((match) => match.rule.action),
  ).toEqual(["redact"]);
});

test("a flag around a redaction does not extend it", () => {
  const rules = [customRule(customFilter("wide", "a b c"), "flag"), customRule(customFilter("narrow", "b"), "redact")];
  expect(apply(rules, "a b c", createPlaceholders()).text).toBe("a [NARROW_1] c");
});

test("a shadow rule reports and changes nothing", () => {
  const result = apply([{ ...builtinRule("email", "block"), shadow: true }], text, createPlaceholders());
  expect(result.verdict).toBe("allowed");
  expect(result.text).toBe(text);
  expect(result.shadow).toHaveLength(3);
});
