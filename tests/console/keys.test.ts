import { describe, expect, test } from "vitest";
import { bodyOf, changesOf, draftOf, newDraft } from "#components/keys/editor/key-draft.ts";
import { type Key, keyStatus } from "#components/keys/key-status.tsx";
import { createKey } from "#lib/contract/keys.ts";
import { limitPeriod } from "#lib/limit-period.ts";
import { curlSample, KEY_PLACEHOLDER, requestSamples } from "#lib/request-samples.ts";
import { tokenPrice } from "#lib/token-price.ts";
import { nextReset } from "#server/ledger/limits/period.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString();

const some: Key = {
  id: 1,
  hash: "abc",
  name: "production-web",
  label: "sk-sb-…gRe8",
  created_at: daysAgo(200),
  updated_at: null,
  creator_user_id: null,
  external_user: null,
  agent: null,
  workspace_id: "w",
  disabled: false,
  expires_at: null,
  leak: null,
  last_used_at: null,
  is_management_key: false,
  rotated_to: null,
  allowed_tools: null,
  tags: [],
  cache_ttl: null,
  scopes: null,
  set_by_admin: [],
  guardrail_id: null,
  guardrail_name: null,
  limit: null,
  limit_remaining: null,
  limit_reset: null,
  include_byok_in_limit: false,
  usage: 0,
  usage_daily: 0,
  usage_weekly: 0,
  usage_monthly: 0,
  byok_usage: 0,
  byok_usage_daily: 0,
  byok_usage_weekly: 0,
  byok_usage_monthly: 0,
};
const key = (change: Partial<Key>): Key => ({ ...some, ...change });
describe("a key's status", () => {
  test.each([
    ["active", {}],
    ["active", { limit: 10, limit_remaining: 0.01, expires_at: daysAgo(-1) }],
    ["over_limit", { limit: 10, limit_remaining: 0 }],
    ["over_limit", { limit: 0, limit_remaining: 0 }],
    ["rotated", { rotated_to: "def" }],
    ["disabled", { disabled: true, limit: 10, limit_remaining: 0 }],
    ["expired", { disabled: true, expires_at: daysAgo(0) }],
  ] as const)("is %s for %j", (status, change) => {
    expect(keyStatus(key(change), now)).toBe(status);
  });
});

describe("the form of a key", () => {
  test("makes a valid body", () => {
    const draft = { ...newDraft(), name: "x", limit: 2.5, expiry: "30" as const, tags: " team:search, b,b," };
    expect(createKey.body.parse(bodyOf(draft, now))).toEqual({
      allowed_tools: null,
      tags: ["team:search", "b"],
      cache_ttl: null,
      name: "x",
      limit: 2.5,
      limit_reset: "monthly",
      include_byok_in_limit: false,
      expires_at: "2026-12-21T12:00:00.000Z",
    });
  });

  test("sends neither the reset nor the BYOK setting without a limit", () => {
    const draft = { ...newDraft(), name: "x", includeByok: true };
    expect(bodyOf(draft, now)).toMatchObject({ limit: null, limit_reset: null, include_byok_in_limit: false });
  });

  test("sends only changes, and keeps an unchanged expiry to the minute", () => {
    const record = key({ limit: 5, limit_reset: "daily", expires_at: "2027-01-15T08:30:00.000Z" });
    expect(changesOf(draftOf(record), record, now)).toEqual({});
    expect(changesOf({ ...draftOf(record), limit: 6 }, record, now)).toEqual({ limit: 6 });
    expect(changesOf({ ...draftOf(record), expiryDate: "2027-01-16" }, record, now)).toEqual({
      expires_at: "2027-01-16T23:59:59Z",
    });
  });

  test("sends scopes only if they change, in whatever order the database returns them", () => {
    const scopes = { workspaces: null, resources: { keys: "write", files: "read" } } as const;
    const record = key({ is_management_key: true, scopes });
    expect(changesOf(draftOf(record), record, now)).toEqual({});
    expect(changesOf({ ...draftOf(record), readable: [] }, record, now)).toEqual({
      scopes: { workspaces: null, resources: { keys: "write" } },
    });
    expect(changesOf({ ...draftOf(record), readable: [], writable: [] }, record, now)).toEqual({ scopes: null });
  });
});

test.each(["daily", "weekly", "monthly"] as const)("the console shows the ledger's %s reset", (interval) => {
  for (let day = 0; day < 60; day += 1) {
    const at = now + day * DAY_MS;
    const { startMs, resetMs, elapsed } = limitPeriod(interval, at);
    expect(resetMs).toBe(nextReset(interval, at).getTime());
    expect(startMs).toBeLessThanOrEqual(at);
    expect(elapsed).toBeCloseTo((at - startMs) / (resetMs - startMs));
  }
});

test.each([
  ["1e-6", { prompt: "1e-6", completion: "2e-6" }, "prompt"],
  ["0", { prompt: "0", completion: "0", request: "0" }, "completion"],
  [undefined, { prompt: "-1", completion: "-1" }, "prompt"],
  [undefined, { prompt: "0", completion: "0", image: "0.04" }, "prompt"],
  [undefined, { prompt: "1e-7", completion: "0" }, "completion"],
] as const)("a token price is shown as %s for %j", (price, prices, field) => {
  expect(tokenPrice(prices, field)).toBe(price);
});

describe("a sample request", () => {
  const request = { baseUrl: "https://gateway.example/api/v1", model: "local/echo", key: KEY_PLACEHOLDER };

  test("uses the environment variable if the key must not be shown", () => {
    for (const { code } of requestSamples(request)) expect(code).toContain("SWITCHBOARD_KEY");
  });

  test("contains the key if it may be shown", () => {
    for (const { code } of requestSamples({ ...request, key: "sk-sb-secret" })) expect(code).toContain("sk-sb-secret");
  });

  test("calls the endpoint for the model's output", () => {
    expect(curlSample({ ...request, output: "rerank" })).toContain("/api/v1/rerank");
    expect(requestSamples({ ...request, output: "image" }).map(({ id }) => id)).toEqual(["curl"]);
  });
});
