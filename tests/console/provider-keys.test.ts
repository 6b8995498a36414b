import { describe, expect, test } from "vitest";
import { type Credential, credentialStatus } from "#components/byok/credential-status.tsx";
import { bodyOf, changesOf, draftOf, newDraft } from "#components/byok/editor/credential-draft.ts";
import { keyWarning, providerOf } from "#components/byok/editor/key-format.ts";
import { groupsOf, moveCredential } from "#components/byok/list/credential-order.ts";
import { createCredential } from "#lib/contract/byok.ts";

const some: Credential = {
  id: "a",
  workspace_id: "w",
  provider: "openai",
  name: "main",
  label: "sk-…9c1d",
  disabled: false,
  is_fallback: false,
  is_required: false,
  is_byok_only: false,
  declared_zdr: null,
  sort_order: 0,
  weight: 1,
  tier: 1,
  allowed_models: null,
  allowed_user_ids: null,
  allowed_api_key_hashes: null,
  created_at: "2026-11-01T00:00:00Z",
  updated_at: null,
  key_set_at: "2026-11-01T00:00:00Z",
  tested_at: null,
  last_used_at: null,
  first_success_at: null,
  last_success_at: null,
  last_failure: null,
  is_readable: true,
  successes: 0,
  failures: 0,
  usage: 0,
  usage_daily: 0,
  usage_weekly: 0,
  usage_monthly: 0,
};

describe("a provider key's state", () => {
  const succeeded = { first_success_at: "2026-11-02T00:00:00Z", last_success_at: "2026-11-02T00:00:00Z" };
  const failed = (at: string) => ({ last_failure: { at, status: 401, message: "no" } });
  test.each<[string, Partial<Credential>, string]>([
    ["waits until a call has succeeded", {}, "waiting"],
    ["works after a success", succeeded, "working"],
    ["works after a success that followed a failure", { ...succeeded, ...failed("2026-11-01T00:00:00Z") }, "working"],
    ["fails after a failure that followed a success", { ...succeeded, ...failed("2026-11-03T00:00:00Z") }, "failing"],
    ["fails before any success", failed("2026-11-03T00:00:00Z"), "failing"],
    ["is disabled before it fails", { disabled: true, ...failed("2026-11-03T00:00:00Z") }, "disabled"],
    ["is unreadable before anything else", { is_readable: false, disabled: true }, "unreadable"],
  ])("%s", (_, facts, status) => {
    expect(credentialStatus({ ...some, ...facts })).toBe(status);
  });
});

test("provider keys are listed in the order they are tried: fallbacks last, a workspace's own before the organization's", () => {
  const groups = groupsOf([
    { ...some, id: "fallback", is_fallback: true },
    { ...some, id: "second", sort_order: 1 },
    { ...some, id: "shared", workspace_id: null },
    { ...some, id: "first", sort_order: 0 },
    { ...some, id: "other", provider: "anthropic" },
  ]);
  expect(groups.map(({ provider }) => provider)).toEqual(["anthropic", "openai"]);
  const ids = groups[1]?.sections.map(({ credentials }) => credentials.map(({ id }) => id));
  expect(ids).toEqual([["first", "second"], ["shared"], ["fallback"]]);
});

test.each([
  ["a", 2, ["b", "c", "a"]],
  ["c", 0, ["c", "a", "b"]],
  ["b", 1, ["a", "b", "c"]],
])("%s is moved to position %i", (id, to, expected) => {
  expect(moveCredential(["a", "b", "c"], id, to)).toEqual(expected);
});

describe("a form", () => {
  test("for a new key passes the API's schema, for all models, members and keys", () => {
    const body = { provider: "openai", key: "sk-1", ...bodyOf(newDraft()) };
    expect(createCredential.body.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ name: null, allowed_models: null, declared_zdr: null });
  });

  test("sends only changes", () => {
    expect(changesOf(draftOf(some), some)).toEqual({});
    const draft = { ...draftOf(some), name: " main ", models: ["openai/gpt-4o"], zeroRetention: "no" as const };
    expect(changesOf(draft, some)).toEqual({ allowed_models: ["openai/gpt-4o"], declared_zdr: false });
  });
});

test.each([
  ["sk-ant-x", "anthropic"],
  ["sk-or-x", "openrouter"],
  ["sk-proj-x", "openai"],
  ["who-knows", undefined],
])("%s is a key of %s", (key, provider) => {
  expect(providerOf(key)).toBe(provider);
});

test("a key that looks like another provider's gets a warning, and an unknown one does not", () => {
  expect(keyWarning("openai", "sk-ant-x")).toBe("This looks like a key for anthropic.");
  expect(keyWarning("openai", "sk-proj-x")).toBeUndefined();
  expect(keyWarning("groq", "abc")).toContain("gsk_");
  expect(keyWarning("deepseek", "sk-ant-x")).toBeUndefined();
});
