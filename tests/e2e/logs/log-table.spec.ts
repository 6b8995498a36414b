import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { quietWorkspace, rowsOf } from "./quiet-workspace.ts";

test("by keyboard: columns can be chosen and ordered, and are remembered", async ({ page, gateway }) => {
  const { slug, ask } = await quietWorkspace(gateway);
  await ask({ user: "reader-1" });
  await page.goto(`/w/${slug}/logs`);
  await expect(rowsOf(page)).toHaveCount(1);
  const headers = page.getByRole("table", { name: "Requests" }).getByRole("columnheader");
  const DEFAULT = ["Time", "Status", "Model", "Key", "Tokens in / out", "Cost", "First token", "Total"];
  await expect(headers).toHaveText(DEFAULT);
  const opener = page.getByRole("button", { name: "Columns" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const picker = page.getByRole("dialog", { name: "Columns" });
  await expect(picker).toBeVisible();
  await picker.getByRole("checkbox", { name: "End user" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("cell", { name: "reader-1" })).toBeVisible();
  await picker.getByRole("checkbox", { name: "First token" }).focus();
  await page.keyboard.press("Space");
  const up = picker.getByRole("button", { name: "Move Cost up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(up).toBeFocused();
  const CHOSEN = ["Time", "Status", "Model", "Key", "End user", "Cost", "Tokens in / out", "Total"];
  await expect(headers).toHaveText(CHOSEN);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(headers).toHaveText(CHOSEN);
  await opener.click();
  await picker.getByRole("button", { name: "Reset" }).click();
  await expect(headers).toHaveText(DEFAULT);
});

test("a long list loads while it is scrolled, draws only a part, and J reaches the next row", async ({
  page,
  gateway,
}) => {
  const { slug, ask } = await quietWorkspace(gateway);
  const TOTAL = 320;
  for (let made = 0; made < TOTAL; made += 40) await Promise.all(Array.from({ length: 40 }, () => ask()));
  await page.goto(`/w/${slug}/logs`);
  const table = page.getByRole("table", { name: "Requests" });
  await expect(table).toBeVisible();
  const last = table.locator(`[aria-rowindex="${TOTAL + 1}"]`);
  // Each page that is loaded moves the end of the document.
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(last).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText(`${TOTAL} requests. No older requests in this range.`)).toBeInViewport();
  await expect(table).toHaveAttribute("aria-rowcount", String(TOTAL + 1));
  expect(await rowsOf(page).count()).toBeLessThan(120);
  expect(await violations(page)).toEqual([]);

  const first = table.locator('[aria-rowindex="2"]');
  await page.keyboard.press("Home");
  await expect(first).toBeInViewport();
  await expect(last).toHaveCount(0);
  await first.getByRole("link").focus();
  for (let row = 3; row <= 62; row++) {
    await page.keyboard.press("j");
    await expect(table.locator(`[aria-rowindex="${row}"]`).getByRole("link")).toBeFocused();
  }
  const reached = table.locator('[aria-rowindex="62"]');
  await expect(reached).toBeInViewport();
  // An open row stays in the document, so that J shows the one after it.
  await page.keyboard.press("Enter");
  await expect(reached).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("j");
  await expect(table.locator('[aria-rowindex="63"]')).toHaveAttribute("aria-selected", "true");
});
