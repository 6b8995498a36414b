import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/** Expects axe to find nothing on the page in its current state, in light and in dark. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(...(await violationsIn(page, colorScheme)).map((line) => `${colorScheme} ${line}`));
  }
  return found;
}

/**
 * Waits for transitions to end: colors in between have no contrast to speak of. Runs in the page. Asks again instead of
 * waiting for their promises: that of a transition that starts anew may never settle.
 */
async function untilStill(): Promise<void> {
  const isMoving = () =>
    document
      .getAnimations()
      .some(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().iterations !== Infinity);
  for (let round = 0; round < 100 && isMoving(); round++) await new Promise((wait) => setTimeout(wait, 50));
}

/**
 * What axe finds in one theme. Only colors differ between the themes, so in dark it checks nothing else. It is loaded
 * once into each document, because loading takes longer than a run; the pages have no frames.
 */
export async function violationsIn(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(colorScheme === "dark" && { runOnly: ["color-contrast", "link-in-text-block"] }),
  };
  await page.evaluate(untilStill);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const broken = await page.evaluate(async (given) => {
    const { axe: loaded } = window as unknown as { axe: typeof import("axe-core") };
    return (await loaded.run(document, given)).violations;
  }, options);
  return broken.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}
