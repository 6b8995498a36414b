import { expect, test } from "vitest";
import { nanoUsdOf, usdDecimal, usdOf, usdPerUnit } from "#lib/nano-usd.ts";

test.each([
  [0, 0],
  [25, 25_000_000_000],
  [0.1, 100_000_000],
  [0.123456789, 123_456_789],
  [1e-9, 1],
  [1.5e-7, 150],
  [9_000_000, 9_000_000_000_000_000],
])("%d USD is %d nano-USD, and back", (usd, nanoUsd) => {
  expect(nanoUsdOf(usd)).toBe(nanoUsd);
  expect(usdOf(nanoUsd)).toBe(usd);
});

test.each([1e-10, 0.1234567891, 0.1 + 0.2, -1, 1e21, 10_000_000, Number.NaN, Number.POSITIVE_INFINITY])(
  "%d USD has no exact amount in nano-USD",
  (usd) => {
    expect(nanoUsdOf(usd)).toBeUndefined();
  },
);

test.each([
  [0, "0"],
  [1, "0.000000000000001"],
  [150_000_000, "0.00000015"],
  [2_500_000_000, "0.0000025"],
  [1e15, "1"],
  [12_500_000_000_000_000, "12.5"],
])("%d nano-USD per million is %s USD each", (nanoUsd, usd) => {
  expect(usdPerUnit(nanoUsd)).toBe(usd);
});

test.each([
  [0n, "0"],
  [1n, "0.000000001"],
  [-1n, "-0.000000001"],
  [1_500_000_000n, "1.5"],
  [-12_000_000_000n, "-12"],
  [123_456_789_012_345_678_901n, "123456789012.345678901"],
])("%d nano-USD is exactly %s USD", (nanoUsd, usd) => {
  expect(usdDecimal(nanoUsd)).toBe(usd);
});
