import { expect, test } from "vitest";
import { stampOf } from "#server/guardrails/build/stamp.ts";
import injection from "#server/guardrails/data/injection-weights.json" with { type: "json" };
import names from "#server/guardrails/data/name-weights.json" with { type: "json" };

const bytesOf = (weights: string) => Buffer.from(weights, "base64").length;

test("the weights match the training texts and code in the repository", () => {
  expect(injection.stamp, "run `npm run injections`").toBe(stampOf("injection"));
  expect(names.stamp, "run `npm run names`").toBe(stampOf("names"));
});

test("the weights are small", () => {
  expect(bytesOf(injection.weights) + bytesOf(names.weights)).toBeLessThanOrEqual(300_000);
});
