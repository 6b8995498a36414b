import type { Page } from "@playwright/test";

/** Opens the menu of the row with this name and chooses an action. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
