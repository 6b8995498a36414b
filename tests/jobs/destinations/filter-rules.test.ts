import { describe, expect, test } from "vitest";
import type { GenerationRow } from "#server/data/generations.ts";
import { matchesRules } from "#server/jobs/destinations/filter-rules.ts";
import type { TraceSource } from "#server/jobs/destinations/trace-event.ts";

type Rules = Parameters<typeof matchesRules>[0];
type Rule = NonNullable<Rules>["groups"][number]["rules"][number];

const row = {
  model: "openai/gpt-5-mini",
  requestedModel: "openai/gpt-5-mini",
  provider: "openai",
  sessionId: null,
  externalUser: "anna",
  userId: null,
  tags: ["team:search", "env:prod"],
  finish: "stop",
  usage: { input_tokens: 100, output_tokens: 20 },
  costNanoUsd: 1_500_000,
  byokNanoUsd: null,
  isByok: false,
} as unknown as GenerationRow;
const content = {
  dialect: "chat",
  input: JSON.stringify({ body: { messages: [{ role: "user", content: "A purple fox" }] }, cut: false }),
  output: JSON.stringify({ texts: [{ kind: "text", text: "It is 42." }], cut: false }),
  error: null,
  createdAt: new Date(0),
} as TraceSource["content"];
const source: TraceSource = { row, keyName: "web", content };

const matches = (rule: Rule, of = source) =>
  matchesRules({ enabled: true, groups: [{ logic: "and", rules: [rule] }] }, of);

describe("a rule", () => {
  test.each<[Rule["field"], Rule["operator"], Rule["value"], boolean]>([
    ["model", "equals", "openai/gpt-5-mini", true],
    ["model", "starts_with", "anthropic/", false],
    ["model", "ends_with", "-mini", true],
    ["provider", "not_equals", "openai", false],
    ["user_id", "regex", "^an+a$", true],
    ["user_id", "regex", "(a+)+b$", false],
    ["session_id", "exists", undefined, false],
    ["session_id", "not_exists", undefined, true],
    ["session_id", "equals", "", false],
    ["session_id", "gte", 0, false],
    ["api_key_name", "contains", "we", true],
    ["finish_reason", "not_contains", "stop", false],
    ["input", "contains", "purple", true],
    ["output", "equals", "It is 42.", true],
    ["total_cost", "gt", 0.001, true],
    ["total_cost", "lte", 0.0015, true],
    ["total_tokens", "equals", 120, true],
    ["prompt_tokens", "lt", 100, false],
    ["completion_tokens", "gte", "20", true],
    ["tag", "equals", "env:prod", true],
    ["tag", "not_equals", "env:prod", false],
    ["tag", "starts_with", "team:", true],
    ["tag", "not_contains", "ads", true],
    ["tag", "exists", undefined, true],
    ["tag", "not_exists", undefined, false],
  ])("%s %s %j: %j", (field, operator, value, expected) => {
    expect(matches({ field, operator, value })).toBe(expected);
  });

  test("about tags matches a request without tags only if it denies something", () => {
    const untagged = { ...source, row: { ...row, tags: null } };
    expect(matches({ field: "tag", operator: "equals", value: "env:prod" }, untagged)).toBe(false);
    expect(matches({ field: "tag", operator: "not_equals", value: "env:prod" }, untagged)).toBe(true);
    expect(matches({ field: "tag", operator: "not_exists" }, untagged)).toBe(true);
  });

  test("about prompts reads an empty text if no prompt is stored", () => {
    expect(matches({ field: "input", operator: "contains", value: "" }, { ...source, content: undefined })).toBe(true);
    expect(matches({ field: "input", operator: "exists" }, { ...source, content: undefined })).toBe(false);
  });
});

describe("groups of rules", () => {
  const yes: Rule = { field: "provider", operator: "equals", value: "openai" };
  const no: Rule = { field: "provider", operator: "equals", value: "groq" };
  test.each<[string, Rules, boolean]>([
    ["no rules", null, true],
    ["disabled rules", { enabled: false, groups: [{ logic: "and", rules: [no] }] }, true],
    ["no groups", { enabled: true, groups: [] }, true],
    ["an empty group", { enabled: true, groups: [{ logic: "or", rules: [] }] }, true],
    ["all rules of a group must match", { enabled: true, groups: [{ logic: "and", rules: [yes, no] }] }, false],
    ["one rule of a group must match", { enabled: true, groups: [{ logic: "or", rules: [yes, no] }] }, true],
    [
      "each of two groups must match",
      {
        enabled: true,
        groups: [
          { logic: "or", rules: [yes, no] },
          { logic: "and", rules: [no] },
        ],
      },
      false,
    ],
  ])("%s", (_, rules, expected) => expect(matchesRules(rules, source)).toBe(expected));
});
