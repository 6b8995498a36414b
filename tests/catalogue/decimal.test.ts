import { describe, expect, it } from "vitest";
import { type AmountPer, nanoUsdPerMillion } from "#server/catalogue/build/decimal.ts";
import { parseExactJson } from "#server/catalogue/build/exact-json.ts";

describe("prices become integers without passing through a float", () => {
  it.each<[string, AmountPer, number]>([
    ["0.0000025", "usd-per-unit", 2_500_000_000],
    ["1e-7", "usd-per-unit", 100_000_000],
    ["15", "usd-per-million", 15_000_000_000],
    ["0.30", "usd-per-million", 300_000_000],
    ["0.0028", "usd-per-million", 2_800_000],
    ["0.000125", "cents-per-unit", 1_250_000_000],
    ["1.25e-05", "cents-per-unit", 125_000_000],
    ["3.625e-07", "cents-per-unit", 3_625_000],
    ["40", "cents-per-unit", 400_000_000_000_000],
    ["10", "usd-per-thousand", 10_000_000_000_000],
    ["0.36", "usd-per-hour", 100_000_000_000],
    ["0", "usd-per-unit", 0],
  ])("%s %s is %i nano-USD per million", (literal, per, expected) => {
    expect(nanoUsdPerMillion(literal, per)).toBe(expected);
  });

  it("rounds half up below a nano-USD per million", () => {
    expect(nanoUsdPerMillion("0.0000000005", "usd-per-million")).toBe(1);
    expect(nanoUsdPerMillion("0.00000000049", "usd-per-million")).toBe(0);
    expect(nanoUsdPerMillion("0.00000008333333333333334", "usd-per-unit")).toBe(83_333_333);
    expect(nanoUsdPerMillion("1.3000000000000001e-05", "cents-per-unit")).toBe(130_000_000);
    expect(nanoUsdPerMillion("0.111", "usd-per-hour")).toBe(30_833_333_333);
  });

  it.each(["-1", "", "1,5", "NaN", "0x10", "1e9999", " 1"])("rejects %j", (literal) => {
    expect(() => nanoUsdPerMillion(literal, "usd-per-unit")).toThrow("Not a price");
  });

  it("rejects an amount too large for an exact number", () => {
    expect(() => nanoUsdPerMillion("10", "usd-per-unit")).toThrow("out of range");
  });

  it("preserves the literals of a JSON text", () => {
    expect(parseExactJson('{"a":0.30,"b":[1e-05,{"c":1.3000000000000001e-05}],"d":"1"}')).toEqual({
      a: "0.30",
      b: ["1e-05", { c: "1.3000000000000001e-05" }],
      d: "1",
    });
  });
});
