import { expect, test } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import { withoutRetired } from "#server/catalogue/retirements/without-retired.ts";
import { dayOf, retireModels } from "#server/jobs/retire-models.ts";
import { createLog } from "#server/log.ts";

test("a running process stops serving a model on the day on which it retires", async () => {
  const snapshot = readSnapshot();
  const servedOn = (day: string) => withoutRetired(snapshot, () => false, day);
  // https://developers.openai.com/api/docs/deprecations: GPT-5 ends on 2026-12-11.
  let nowMs = Date.parse("2026-12-10T23:59:59Z");
  const now = () => nowMs;
  const catalogue = createCatalogue(servedOn(dayOf(nowMs)));
  const stop = retireModels({ catalogue, servedOn, log: createLog("silent"), now }, 5);
  const isServed = () => catalogue.endpoint("openai/gpt-5@openai") !== undefined;
  await expect.poll(() => stop.state().lastRun).toBeDefined();
  expect(isServed()).toBe(true);
  nowMs += 1000;
  await expect.poll(isServed).toBe(false);
  await stop();
});
