import { expect, test } from "vitest";
import { loadCatalogue } from "#server/catalogue/load.ts";
import type { Model } from "#server/catalogue/model.ts";
import { latestNames } from "#server/catalogue/names/latest-names.ts";

/** Models by version, each with its day of release or `undated`. */
function newestOf(released: Record<string, string>): string | undefined {
  const models = Object.entries(released).map(([version, day]) => {
    const isUndated = day === "undated";
    const created = Date.parse(isUndated ? "2026-09-23" : day) / 1000;
    return { id: `maker/one-${version}`, created, ...(isUndated && { isUndated }) } as Model;
  });
  const orders = [models, models.toReversed()];
  const found = orders.map((all) => latestNames(all, new Map()).get("maker/one-latest"));
  expect(found[0]).toBe(found[1]);
  return found[0];
}

test.each([
  ["the last one released", { "2": "2026-03-01", "1.5": "2025-11-01" }, "2"],
  ["the last one released, even with a lower number", { "2": "2026-03-01", "2411": "2024-11-01" }, "2"],
  ["an undated one with a higher version", { "2": "2026-03-01", "3": "undated", "2.5": "undated" }, "3"],
  ["not an undated one with a lower version", { "5.5": "2026-04-24", "5.3": "undated", "5.4": "2026-03-05" }, "5.5"],
  ["the highest version of undated ones, where 4.20 is before 4.3", { "4.20": "undated", "4.3": "undated" }, "4.3"],
])("the newest model is %s", (_, released, expected) => {
  expect(newestOf(released)).toBe(`maker/one-${expected}`);
});

test("no model whose release is unknown stands for a newer one of the catalogue", () => {
  const { find } = loadCatalogue();
  expect(find("openai/gpt-latest")?.id).toBe("openai/gpt-5.5");
  expect(find("z-ai/glm-air-latest")?.id).toBe("z-ai/glm-4.5-air");
});
