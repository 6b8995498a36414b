import { expect, test } from "vitest";
import { memoryResponses, sharedResponses } from "#server/pipeline/caching/response-cache.ts";
import { createVault } from "#server/security/vault.ts";

const response = (json: string, keptAtMs = 0) => ({
  json,
  generationId: "gen-1",
  endpoint: "m@p",
  model: "m",
  finish: "stop",
  costNanoUsd: 1,
  keptAtMs,
});

test("a response in memory is found until it expires", () => {
  let nowMs = 0;
  const kept = memoryResponses(1024 * 1024, () => nowMs);
  kept.put("a", response("{}"), 10);
  nowMs = 9_999;
  expect(kept.get("a")).toMatchObject({ json: "{}" });
  nowMs = 10_000;
  expect(kept.get("a")).toBeUndefined();
});

test("memory is bounded: the least recently used response goes first, and a large one is not kept", () => {
  const kept = memoryResponses(2048, () => 0);
  kept.put("a", response("a".repeat(400)), 10);
  kept.put("b", response("b".repeat(400)), 10);
  kept.get("a");
  kept.put("c", response("c".repeat(400)), 10);
  kept.put("d", response("d".repeat(2048)), 10);
  expect(["a", "b", "c", "d"].map((key) => kept.get(key) !== undefined)).toEqual([true, false, true, false]);
});

test("0 bytes turn it off", () => {
  const kept = memoryResponses(0, () => 0);
  kept.put("a", response("{}"), 10);
  expect(kept.get("a")).toBeUndefined();
});

test("the shared store holds sealed responses, which open only under their own key", async () => {
  const stored = new Map<string, string>();
  const store = {
    get: async (key: string) => stored.get(key) ?? null,
    put: async (key: string, value: string) => stored.set(key, value),
    isDown: () => false,
  };
  const kept = sharedResponses(store, createVault([Buffer.alloc(32, 1)], "response"));
  kept.put("a", response('{"secret":"words"}'), 10);
  expect([...stored.values()].join()).not.toContain("words");
  expect(await kept.get("a")).toMatchObject({ json: '{"secret":"words"}' });
  stored.set("b", stored.get("a") as string);
  expect(await kept.get("b")).toBeUndefined();
});

test("a store that fails or is down is as good as empty", async () => {
  const failing = { get: () => Promise.reject(new Error("gone")), put: () => Promise.reject(new Error("gone")) };
  for (const isDown of [true, false]) {
    const kept = sharedResponses({ ...failing, isDown: () => isDown }, createVault([Buffer.alloc(32, 1)], "response"));
    kept.put("a", response("{}"), 10);
    expect(await kept.get("a")).toBeUndefined();
  }
});
