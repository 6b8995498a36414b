import { describe, expect, test } from "vitest";
import { compileGuardrail, EMPTY_GUARDRAIL, type StoredGuardrail } from "#server/guardrails/compile.ts";
import type { EffectiveGuardrail, GuardrailScope, NameList } from "#server/guardrails/effective.ts";
import { mergeGuardrails } from "#server/guardrails/merge.ts";

type Fields = Partial<StoredGuardrail>;
type Held = Partial<Record<GuardrailScope, Fields>>;
type Builtin = NonNullable<StoredGuardrail["contentFilterBuiltins"]>[number];
type Action = Builtin["action"];

const SCOPES = ["workspace", "member", "key"] as const;

function storedGuardrail(id: string, fields: Fields): StoredGuardrail {
  return { ...EMPTY_GUARDRAIL, id, name: id, includeByokInBudgets: false, ...fields };
}

function merge(held: Held): EffectiveGuardrail {
  return mergeGuardrails(
    SCOPES.flatMap((scope) => {
      const fields = held[scope];
      return fields ? [{ scope, guardrail: compileGuardrail(storedGuardrail(scope, fields)) }] : [];
    }),
  );
}

/** Rules in short: `email block`, `?` for a shadow rule, `<` for only the user's messages, and each one's guardrail. */
function summarize(rules: EffectiveGuardrail["input"]): string[] {
  return rules.map(({ id, action, shadow, scanScope, source }) => {
    const marks = `${shadow ? "?" : ""}${scanScope === "user_only" ? "<" : ""}`;
    return `${id} ${action}${marks} by ${source.scope}`;
  });
}

const email = (action: Action, more: Partial<Builtin> = {}): Fields => ({
  contentFilterBuiltins: [{ slug: "email", action, ...more }],
});
const injection = (action: Action, more: Partial<Builtin> = {}): Fields => ({
  contentFilterBuiltins: [{ slug: "regex-prompt-injection", action, ...more }],
});
const INJECTION = "regex-prompt-injection";

describe("of several guardrails' rules, the strictest applies", () => {
  const table: [string, Held, string[]][] = [
    ["nothing", {}, []],
    ["one alone", { key: email("redact") }, ["email redact by key"]],
    ["block over redact", { workspace: email("redact"), key: email("block") }, ["email block by key"]],
    ["redact under block", { workspace: email("block"), key: email("redact") }, ["email block by workspace"]],
    [
      "redact over flag",
      { workspace: injection("flag"), member: injection("redact") },
      [`${INJECTION} redact by member`],
    ],
    ["block over flag", { member: injection("block"), key: injection("flag") }, [`${INJECTION} block by member`]],
    [
      "all three",
      { workspace: injection("flag"), member: injection("redact"), key: injection("block") },
      [`${INJECTION} block by key`],
    ],
    ["alike: the first", { workspace: email("redact"), member: email("redact") }, ["email redact by workspace"]],
    [
      "different filters",
      { workspace: email("redact"), key: { contentFilterBuiltins: [{ slug: "ssn", action: "block" }] } },
      ["email redact by workspace", "ssn block by key"],
    ],
    [
      "a shadow rule under one that acts",
      { workspace: email("block"), key: email("redact", { shadow: true }) },
      ["email block by workspace"],
    ],
    [
      "a shadow rule stronger than the one that acts",
      { workspace: email("redact"), key: email("block", { shadow: true }) },
      ["email redact by workspace", "email block? by key"],
    ],
    [
      "a guardrail in shadow mode",
      { workspace: { ...email("block"), shadow: true }, key: email("redact") },
      ["email block? by workspace", "email redact by key"],
    ],
    [
      "a wider scope with the stronger action",
      { workspace: injection("flag", { scan_scope: "user_only" }), key: injection("block") },
      [`${INJECTION} block by key`],
    ],
    [
      "a narrower scope with the stronger action: both",
      { workspace: injection("flag"), key: injection("block", { scan_scope: "user_only" }) },
      [`${INJECTION} flag by workspace`, `${INJECTION} block< by key`],
    ],
  ];

  test.each(table)("%s", (_name, held, expected) => {
    expect(summarize(merge(held).input)).toEqual(expected);
  });

  test("rules are merged separately for each direction", () => {
    const { input, output } = merge({
      workspace: email("block", { applies_to: "input" }),
      key: email("redact", { applies_to: "both" }),
    });
    expect(summarize(input)).toEqual(["email block by workspace"]);
    expect(summarize(output)).toEqual(["email redact by key"]);
  });

  test("prompt injection is checked only in requests unless configured otherwise", () => {
    expect(merge({ key: injection("block") }).output).toEqual([]);
    expect(merge({ key: injection("block", { applies_to: "both" }) }).output).toHaveLength(1);
    expect(merge({ key: email("redact") }).output).toHaveLength(1);
  });

  test("equal patterns are one rule, and different labels or patterns are kept", () => {
    const custom = (pattern: string, action: Action, label: string): Fields => ({
      contentFilters: [{ pattern, action, label }],
    });
    const same = merge({ workspace: custom("ACME-\\d+", "redact", "one"), key: custom("ACME-\\d+", "block", "two") });
    expect(same.input.map(({ action, label }) => [action, label])).toEqual([["block", "two"]]);
    const other = merge({
      workspace: custom("ACME-\\d+", "redact", "one"),
      key: custom("ACME-\\d{3}", "block", "two"),
    });
    expect(other.input).toHaveLength(2);
  });
});

describe("merging lists only narrows the selection", () => {
  /** Returns the names that every allowed list contains and no ignored list does. */
  function passing(allowed: readonly NameList[], ignored: readonly NameList[]): string {
    return ["a", "b", "c"]
      .filter((name) => allowed.every(({ names }) => names.has(name)) && !ignored.some(({ names }) => names.has(name)))
      .join("");
  }

  const table: [string, Held, string][] = [
    ["no list", { workspace: {}, key: {} }, "abc"],
    ["one allowed list", { key: { allowedModels: ["a", "b"] } }, "ab"],
    ["two allowed lists", { workspace: { allowedModels: ["a", "b"] }, key: { allowedModels: ["b", "c"] } }, "b"],
    ["allowed lists that share nothing", { workspace: { allowedModels: ["a"] }, key: { allowedModels: ["b"] } }, ""],
    ["two ignored lists", { workspace: { ignoredModels: ["a"] }, member: { ignoredModels: ["c"] } }, "b"],
    ["allowed here, ignored there", { workspace: { ignoredModels: ["a"] }, key: { allowedModels: ["A", "b"] } }, "b"],
    ["one in shadow mode", { workspace: { allowedModels: ["a"], shadow: true }, key: { ignoredModels: ["c"] } }, "ab"],
  ];

  test.each(table)("allowed and excluded models: %s", (_name, held, expected) => {
    const { allowedModels, ignoredModels } = merge(held).routing;
    expect(passing(allowedModels, ignoredModels)).toBe(expected);
  });

  test.each(table)("allowed and excluded providers: %s", (_name, held, expected) => {
    const ofProviders = Object.entries(held).map(([scope, { allowedModels, ignoredModels, ...rest }]) => [
      scope,
      { ...rest, allowedProviders: allowedModels ?? null, ignoredProviders: ignoredModels ?? null },
    ]);
    const { allowedProviders, ignoredProviders } = merge(Object.fromEntries(ofProviders)).routing;
    expect(passing(allowedProviders, ignoredProviders)).toBe(expected);
  });

  test("one guardrail cannot relax zero data retention required by another", () => {
    const { zeroDataRetention } = merge({
      workspace: { enforceZdrOpenai: true, enforceZdrGoogle: false },
      member: { enforceZdrOpenai: false, enforceZdrOther: true },
      key: { enforceZdrOpenai: true, enforceZdrAnthropic: null },
    }).routing;
    expect([...zeroDataRetention].map(([group, { scope }]) => [group, scope])).toEqual([
      ["openai", "workspace"],
      ["other", "member"],
    ]);
  });
});

describe("the strictest budget applies", () => {
  const of = (limitNanoUsd: number, more: Fields = {}): Fields => ({ limitNanoUsd, resetInterval: "daily", ...more });

  test("the lower of a member's two budgets applies", () => {
    const guardrails = [of(7), of(5), of(6), of(9, { resetInterval: null }), of(8, { includeByokInBudgets: true })];
    const held = guardrails.map((fields, index) => ({
      scope: "member" as const,
      guardrail: compileGuardrail(storedGuardrail(`${index}`, fields)),
    }));
    expect(
      mergeGuardrails(held).budgets.map(({ source, nanoUsd, interval }) => [source.id, nanoUsd, interval]),
    ).toEqual([
      ["1", 5, "daily"],
      ["3", 9, null],
      ["4", 8, "daily"],
    ]);
  });

  test("keys, members and workspaces have separate budgets and spending", () => {
    const { budgets } = merge({ workspace: of(100), member: of(10), key: of(1, { resetInterval: "monthly" }) });
    expect(budgets.map(({ source, nanoUsd }) => [source.scope, nanoUsd])).toEqual([
      ["workspace", 100],
      ["member", 10],
      ["key", 1],
    ]);
  });

  test("a guardrail in shadow mode has no budget", () => {
    expect(merge({ key: of(1, { shadow: true }) }).budgets).toEqual([]);
  });
});

describe("redacted values are restored", () => {
  const table: [string, Held, boolean][] = [
    ["when nobody redacts", { key: { restorePlaceholders: true } }, false],
    ["when who redacts says so", { key: { ...email("redact"), restorePlaceholders: true } }, true],
    ["when who redacts does not", { key: email("redact") }, false],
    [
      "when one of two does not",
      { workspace: email("redact"), key: { ...injection("redact"), restorePlaceholders: true } },
      false,
    ],
    [
      "when one that redacts nothing is silent",
      { workspace: email("block"), key: { ...injection("redact"), restorePlaceholders: true } },
      true,
    ],
  ];

  test.each(table)("%s", (_name, held, expected) => {
    expect(merge(held).restorePlaceholders).toBe(expected);
  });
});
