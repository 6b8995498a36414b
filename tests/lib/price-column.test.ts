import { expect, test } from "vitest";
import { priceColumn } from "#lib/price-column.ts";

test.each([
  [
    "as many decimals in each as the smallest needs",
    ["0.0000025", "0.0000000375", "0.000015"],
    ["$2.5000", "$0.0375", "$15.0000"],
  ],
  ["cents if nothing is smaller", ["0.00000015", "0.000003"], ["$0.15", "$3.00"]],
  ["a word for zero and a dash for an unknown price", ["0", undefined, "0.000001"], ["Free", "–", "$1.00"]],
  ["no charged price shown as zero", ["0.0000000000001", "0.000002"], ["<$0.000001", "$2.000000"]],
  ["a word if all are free", ["0", "0"], ["Free", "Free"]],
])("prices per million tokens in a column have %s", (_, prices, texts) => {
  expect(prices.map(priceColumn(prices))).toEqual(texts);
});
