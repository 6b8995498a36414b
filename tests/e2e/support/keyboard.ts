import { expect, type Locator, type Page } from "@playwright/test";

const MOST_STEPS = 80;

/** Presses Tab until the control has the focus, like a keyboard user. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${control} is not reached by ${MOST_STEPS} times Tab`);
}

/**
 * Presses an arrow key and holds it as long as a finger does: a radio group moves the focus one task after the key goes
 * down, and selects the option only if the key is still down.
 */
export async function holdArrow(page: Page, key: "ArrowLeft" | "ArrowRight"): Promise<void> {
  await page.keyboard.press(key, { delay: 120 });
}
