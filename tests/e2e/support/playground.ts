import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a mode of the playground at `path` and waits until it shows its model, `model` or the mode's own by default. */
export async function openMode(page: Page, path: string, model: { local: string; chosen?: string }): Promise<void> {
  const { local, chosen = local } = model;
  await page.goto(chosen === local ? path : `${path}?model=${chosen}`);
  await expect(page.getByRole("button", { name: `Model: ${chosen}`, exact: true })).toBeVisible();
}

/** Returns the response of a model in the playground. */
export function responseOf(page: Page, model: string): Locator {
  return page.getByRole("article", { name: `Response from ${model}`, exact: true });
}
