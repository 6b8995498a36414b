import { expect, test } from "vitest";
import { serviceTierOf } from "#server/ledger/prices/service-tier.ts";

type Told = Parameters<typeof serviceTierOf>[1];

test.each<[rule: string, body: Record<string, unknown>, told: Told, tier: string | null]>([
  ["without a requested or reported tier it is the default", {}, {}, null],
  ["the requested tier applies if none is reported", { service_tier: "flex" }, {}, "flex"],
  [
    "the reported tier takes precedence over the requested one",
    { service_tier: "flex" },
    { serviceTier: "priority" },
    "priority",
  ],
  [
    "a reported default takes precedence over the requested tier",
    { service_tier: "priority" },
    { serviceTier: "default" },
    null,
  ],
  ["Anthropic reports it in the usage block", {}, { rawUsage: { service_tier: "priority" } }, "priority"],
  [
    "Anthropic's standard tier is the default",
    { service_tier: "auto" },
    { rawUsage: { service_tier: "standard" } },
    null,
  ],
  ["requesting only the standard tier is the default", { service_tier: "standard_only" }, {}, null],
  ["fast generation is priced like a tier", { speed: "fast" }, {}, "fast"],
  [
    "fast generation is reported next to the tier",
    { speed: "fast" },
    { rawUsage: { service_tier: "standard", speed: "fast" } },
    "fast",
  ],
  [
    "fast generation that was not delivered costs the default",
    { speed: "fast" },
    { rawUsage: { speed: "standard" } },
    null,
  ],
  ["names are case-insensitive", {}, { serviceTier: "FLEX" }, "flex"],
  [
    "a value that is not a name is ignored",
    { service_tier: 7 },
    { serviceTier: undefined, rawUsage: { speed: null } },
    null,
  ],
])("%s", (_, body, told, tier) => {
  expect(serviceTierOf(body, told)).toBe(tier);
});
