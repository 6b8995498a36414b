import type { Page } from "@playwright/test";
import { PLAYGROUND_MODES, playgroundPath } from "#lib/playground-modes.ts";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";

const MODES = PLAYGROUND_MODES.filter(({ id }) => id !== "text");
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };

test("by keyboard: the switcher opens each mode and marks the current one", async ({ page }) => {
  await page.goto(playgroundPath("default", "text"));
  for (const { id, label } of [...MODES, ...PLAYGROUND_MODES.slice(0, 1)]) {
    const link = switcher(page).getByRole("link", { name: label, exact: true });
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${playgroundPath("default", id)}(\\?.*)?$`));
    await expect(switcher(page).locator("[aria-current=page]")).toHaveText(label);
    await expect(page.getByRole("heading", { level: 1, name: "Playground" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Model: / })).toBeVisible();
  }
});

for (const { id, label } of MODES) {
  test(`${label}: accessible in light and dark, on desktop and phone, and at 320 px`, async ({ page }) => {
    await page.goto(playgroundPath("default", id));
    await expect(page.getByRole("button", { name: /^Model: / })).toBeVisible();
    expect(await page.title()).toBe(`${label} · Playground · default · Switchboard`);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await violations(page)).toEqual([]);
    await expect(switcher(page).locator("[aria-current=page]")).toBeInViewport();
    await page.setViewportSize(NARROWEST);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROWEST.width);
  });
}

test.describe("an unknown mode", () => {
  test.use({ expectedStatuses: [404] });

  test("shows a not-found page inside the console", async ({ page }) => {
    await page.goto("/w/default/playground/telepathy");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  });
});

function switcher(page: Page) {
  return page.getByRole("navigation", { name: "Playground mode" });
}
