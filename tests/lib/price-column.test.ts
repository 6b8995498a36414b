import { expect, test } from "vitest";
import { priceColumn } from "#lib/price-column.ts";

test.each([
  [
    "as many decimals in each as the smallest needs",
    ["0.0000025", "0.0000000375", "0.000015"],
    ["$2.5000", "$0.0375", "$15.0000"],
  ],
  ["cents where nothing is smaller", ["0.00000015", "0.000003"], ["$0.15", "$3.00"]],
  ["a word for nothing and a dash for what is unknown", ["0", undefined, "0.000001"], ["Free", "–", "$1.00"]],
  ["nothing that is charged as nothing", ["0.0000000000001", "0.000002"], ["<$0.000001", "$2.000000"]],
  ["a word where all are free", ["0", "0"], ["Free", "Free"]],
])("prices per million tokens in a column have %s", (_, prices, texts) => {
  expect(prices.map(priceColumn(prices))).toEqual(texts);
});
