import { expect, test } from "vitest";
import { serviceTierOf } from "#server/ledger/prices/service-tier.ts";

type Told = Parameters<typeof serviceTierOf>[1];

test.each<[rule: string, body: Record<string, unknown>, told: Told, tier: string | null]>([
  ["nothing asked, nothing told: the default", {}, {}, null],
  ["the tier asked for, where nothing is told", { service_tier: "flex" }, {}, "flex"],
  ["the tier told stands before the one asked for", { service_tier: "flex" }, { serviceTier: "priority" }, "priority"],
  ["a default told stands before the tier asked for", { service_tier: "priority" }, { serviceTier: "default" }, null],
  ["Anthropic tells it in the usage block", {}, { rawUsage: { service_tier: "priority" } }, "priority"],
  [
    "Anthropic's standard tier is the default",
    { service_tier: "auto" },
    { rawUsage: { service_tier: "standard" } },
    null,
  ],
  ["asking for the standard tier alone is the default", { service_tier: "standard_only" }, {}, null],
  ["fast generation has prices as a tier has", { speed: "fast" }, {}, "fast"],
  [
    "fast generation is told beside the tier",
    { speed: "fast" },
    { rawUsage: { service_tier: "standard", speed: "fast" } },
    "fast",
  ],
  [
    "fast generation that was not given costs the default",
    { speed: "fast" },
    { rawUsage: { speed: "standard" } },
    null,
  ],
  ["names are read in any case", {}, { serviceTier: "FLEX" }, "flex"],
  ["what is no name says nothing", { service_tier: 7 }, { serviceTier: undefined, rawUsage: { speed: null } }, null],
])("%s", (_, body, told, tier) => {
  expect(serviceTierOf(body, told)).toBe(tier);
});
