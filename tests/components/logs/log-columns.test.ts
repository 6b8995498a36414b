import { expect, test } from "vitest";
import { DEFAULT_COLUMNS, readColumns, withMoved, withToggled } from "#components/logs/table/log-columns.ts";

test("stored columns are read in their order, without unknown and repeated ones", () => {
  expect(readColumns(["cost", "gone", "model", "cost"])).toEqual(["cost", "model"]);
  expect(readColumns([""])).toBeUndefined();
});

test("a column moves by one place and not beyond the ends", () => {
  expect(withMoved(["status", "model", "cost"], "cost", -1)).toEqual(["status", "cost", "model"]);
  expect(withMoved(["status", "model", "cost"], "status", 1)).toEqual(["model", "status", "cost"]);
  expect(withMoved(["status", "model"], "status", -1)).toEqual(["status", "model"]);
  expect(withMoved(["status", "model"], "cost", -1)).toEqual(["status", "model"]);
});

test("a column is added before those that follow it by default, and the last one cannot be removed", () => {
  expect(withToggled(["status", "cost"], "model")).toEqual(["status", "model", "cost"]);
  expect(withToggled(DEFAULT_COLUMNS, "finish").at(-1)).toBe("finish");
  expect(withToggled(["status", "cost"], "cost")).toEqual(["status"]);
  expect(withToggled(["status"], "status")).toEqual(["status"]);
});
