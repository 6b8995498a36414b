import { expect, test } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import { announcedRetirements } from "#server/catalogue/retirements/announced-retirements.ts";
import { withoutRetired } from "#server/catalogue/retirements/without-retired.ts";

const servedOn = (day: string) => createCatalogue(withoutRetired(readSnapshot(), () => false, day));
const on = (day: string, id: string) =>
  announcedRetirements(servedOn(day))
    .filter(({ model }) => model.id === id)
    .map(({ provider, retiresOn }) => [provider, retiresOn]);

test("a model that one provider stops serving is announced for that provider", () => {
  // https://console.groq.com/docs/deprecations
  expect(on("2026-08-01", "meta-llama/llama-3.3-70b-instruct")).toEqual([["groq", "2026-08-16"]]);
  expect(on("2026-08-16", "meta-llama/llama-3.3-70b-instruct")).toEqual([]);
});

test("a model that its creator retires is announced once, and for providers that stop before", () => {
  const all = on("2026-06-01", "openai/gpt-4o");
  expect(all[0]).toEqual([null, "2027-01-14"]);
  expect(all).toContainEqual(["azure", "2026-10-01"]);
  expect(all.filter(([provider]) => provider === "openai")).toEqual([]);
});
