import { describe, expect, test } from "vitest";
import { UsageUnitName } from "#lib/contract/prices.ts";
import { nanoUsdPerMillion, usageUnit, usdOfPrice } from "#lib/usage-units.ts";

describe("every displayed price uses a unit of the API", () => {
  test.each([
    ["characters", 50, 50_000_000_000],
    ["input_image_tokens", 0.47, 470_000_000],
    ["seconds", 0.07, 70_000_000_000_000],
    ["images", 0, 0],
    ["search_units", 0.002, 2_000_000_000_000],
  ])("%s at %d USD", (unit, usd, nano) => {
    expect(nanoUsdPerMillion(unit, usd)).toBe(nano);
    expect(usdOfPrice(unit, nano)).toBeCloseTo(usd, 12);
  });

  test.each([
    ["seconds", -1],
    ["seconds", 0.000_000_000_1],
    ["seconds", 10_000],
    ["characters", 1e10],
  ])("%s at %d USD is not a price", (unit, usd) => {
    expect(nanoUsdPerMillion(unit, usd)).toBeUndefined();
  });
});

test("every unit of the API has a label", () => {
  for (const unit of UsageUnitName.options) expect(usageUnit(unit).name, unit).not.toBe(unit.replaceAll("_", " "));
});
