import { expect, test } from "vitest";
import { usdColumn } from "#lib/usd-column.ts";

test.each([
  ["cents if nothing is smaller", [12.345, 0, 3], ["$12.35", "$0.00", "$3.00"]],
  ["as many decimals in each as the smallest needs", [0.0532, 0.000118, 0], ["$0.053200", "$0.000118", "$0.00"]],
  ["no superfluous digit", [0.5, 0.25], ["$0.50", "$0.25"]],
  ["at most six decimals, and no paid cost shown as zero", [0.2, 4e-8], ["$0.200000", "<$0.000001"]],
  ["a dash for an unknown cost", [null, undefined, 1], ["–", "–", "$1.00"]],
  ["a minus sign", [-0.004, -1234], ["−$0.004", "−$1,234.000"]],
  ["only zeros", [0, 0], ["$0.00", "$0.00"]],
])("costs in a column have %s", (_, amounts, texts) => {
  const write = usdColumn(amounts);
  expect(amounts.map(write)).toEqual(texts);
});

test("totals in a column have cents, and two digits below a cent", () => {
  const sums = [25.5, 0.0149];
  expect(sums.map(usdColumn(sums, { total: true }))).toEqual(["$25.50", "$0.01"]);
  const small = [25.5, 0.00727, 0];
  expect(small.map(usdColumn(small, { total: true }))).toEqual(["$25.5000", "$0.0073", "$0.00"]);
});
