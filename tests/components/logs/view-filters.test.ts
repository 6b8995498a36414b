import { describe, expect, test } from "vitest";
import { filtersOf, hasInvalidFilters, withFilter, withoutFilter } from "#components/logs/filters/view-filters.ts";
import { type GenerationFilter, readFilters, writeFilters } from "#lib/generations/generation-filters.ts";

const EMPTY = {
  status: null,
  reason: null,
  model: null,
  provider: null,
  key: null,
  session: null,
  agent: null,
  repository: null,
  user: null,
  tag: null,
  request: null,
  filters: null,
};
const ECHO: GenerationFilter = { field: "model", operator: "eq", value: "local/echo" };
const OTHER: GenerationFilter = { field: "model", operator: "eq", value: "other" };

describe("filters in the address", () => {
  test.each(["a", "50%", "a,b", "%2C", "%25", "a:b:c", "%, :", ""])("keep the value %j", (value) => {
    const filters: GenerationFilter[] = [{ field: "error", operator: "eq", value }, ECHO];
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  test("use the short name for the first exact value of a field, and the list for all others", () => {
    const first = withFilter(EMPTY, ECHO);
    expect(first).toEqual({ model: "local/echo" });
    const second = withFilter({ ...EMPTY, ...first }, OTHER);
    expect(second).toEqual({ filters: "model:eq:other" });
    const view = { ...EMPTY, ...first, ...second };
    expect(filtersOf(view)).toEqual([ECHO, OTHER]);
    expect(withFilter(view, OTHER)).toEqual({});
  });

  test("are removed one by one", () => {
    const view = { ...EMPTY, model: "local/echo", filters: writeFilters([OTHER]) };
    expect(withoutFilter(view, ECHO)).toEqual({ model: null, filters: "model:eq:other" });
    expect(withoutFilter(view, OTHER)).toEqual({ filters: null });
  });

  test("that the gateway would reject are known", () => {
    expect(hasInvalidFilters({ ...EMPTY, filters: "cost:contains:1" })).toBe(true);
    expect(hasInvalidFilters({ ...EMPTY, filters: "cost:gt:1" })).toBe(false);
  });
});
