import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const KEYS = "/w/default/keys";

/** Never responds to the list of keys; `aborted` is whether the page has aborted the request. */
async function holdKeys(page: Page): Promise<{ aborted: Promise<unknown> }> {
  await page.route(/\/api\/v1\/keys\?/, () => undefined);
  const aborted = page.waitForEvent("requestfailed", (request) => /\/api\/v1\/keys\?/.test(request.url()));
  return { aborted };
}

test("a slow list shows a note; Cancel aborts the request, and Load repeats it", async ({ page }) => {
  const { aborted } = await holdKeys(page);
  await page.goto(KEYS);
  await expect(page.getByText("Still loading keys.")).toBeVisible();
  const cancel = page.getByRole("button", { name: "Cancel" });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await aborted;
  await expect(page.getByText("Loading was canceled.")).toBeVisible();
  await page.unroute(/\/api\/v1\/keys\?/);
  await page.getByRole("button", { name: "Load" }).click();
  await expect(page.getByRole("link", { name: /production-web/ })).toBeVisible();
});

test("a table with slow further rows also shows a note", async ({ page }) => {
  await page.goto(KEYS);
  await expect(page.getByRole("link", { name: /production-web/ })).toBeVisible();
  await holdKeys(page);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page.getByText("Still loading keys.")).toBeInViewport();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Loading was canceled.")).toBeVisible();
});
