import { describe, expect, test } from "vitest";
import { describeSeries, toChartTable } from "#components/charts/describe-chart.ts";
import { niceTicks } from "#components/charts/scale.ts";
import { isolatedSamples, linePath, topSeries } from "#components/charts/series.ts";
import { seriesStyles } from "#components/charts/series-style.ts";

const one = (entity: string, values: (number | null)[]) => ({ entity, label: entity, values });
const itself = (value: number) => value;

describe("series", () => {
  test("a gap in the data is a gap in the line, not a zero", () => {
    expect(linePath([1, 2, null, 4, 5], itself, itself)).toBe("M0 1L1 2M3 4L4 5");
  });

  test("a single sample between gaps is still visible", () => {
    expect(linePath([null, 3, null], itself, itself)).toBe("M-1 3h4");
  });

  test("a sample without neighbors is recognized, at either end too", () => {
    expect(isolatedSamples([1, null, 2, 3, null, 0, null, 4])).toEqual([0, 5, 7]);
  });

  test("entities outside the top are added up as Other, and nothing is lost", () => {
    const series = topSeries([one("a", [1, 1]), one("b", [9, 9]), one("c", [2, null]), one("d", [5, 5])], 2);
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ["b", [9, 9]],
      ["d", [5, 5]],
      ["Other (2)", [3, 1]],
    ]);
  });
});

describe("colors", () => {
  const names = Array.from({ length: 24 }, (_, index) => `provider/model-${index}`);

  test("up to 24 entities can be told apart", () => {
    const looks = [...seriesStyles(names).values()].map(({ color, dash }) => `${color} ${dash}`);
    expect(new Set(looks).size).toBe(24);
  });

  test("eight entities or fewer need no dashes", () => {
    expect([...seriesStyles(names.slice(0, 8)).values()].every(({ dash }) => dash === "")).toBe(true);
  });

  test("visible entities need no dashes, however many others there are", () => {
    const drawn = names.slice(10, 18);
    const styles = seriesStyles(names, drawn);
    expect(drawn.map((name) => styles.get(name)?.dash)).toEqual(drawn.map(() => ""));
    expect(styles.size).toBe(24);
  });

  test("an entity's style does not depend on the order of arrival", () => {
    expect(seriesStyles(names.toReversed())).toEqual(seriesStyles(names));
  });
});

test.each([
  [0, 97, 4, [0, 25, 50, 75, 100]],
  [0, 0.0007, 3, [0, 0.00025, 0.0005, 0.00075]],
  [0, 0, 3, [0, 1]],
  [0, 7, 3, [0, 2.5, 5, 7.5]],
])("ticks from %d to %d are round and cover the data", (low, high, count, ticks) => {
  expect(niceTicks(low, high, count)).toEqual(ticks);
});

test.each([
  [7, 3, [0, 5, 10]],
  [1, 3, [0, 1]],
  [2, 5, [0, 1, 2]],
  [70, 3, [0, 25, 50, 75]],
])("ticks of counts up to %d are whole numbers", (high, count, ticks) => {
  expect(niceTicks(0, high, count, true)).toEqual(ticks);
});

test("the table and the description of a chart have the previous period", () => {
  const series = [{ entity: "cost", label: "Cost", values: [1, 2], previous: [null, 4] }];
  const { columns, rows } = toChartTable([0, 60_000], series, String, "utc");
  expect(columns).toEqual(["Time", "Cost", "Cost, previous period"]);
  expect(rows.map((row) => row.slice(1))).toEqual([
    ["1", "–"],
    ["2", "4"],
  ]);
  expect(describeSeries(series, String)).toBe("Cost: from 1 to 2, last 2. Cost, previous period: from 4 to 4, last 4.");
});
