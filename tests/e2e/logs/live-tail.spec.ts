import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { quietWorkspace, rowsOf } from "./quiet-workspace.ts";

const panelOf = (page: Page) => page.getByRole("dialog", { name: "Request details" });

test("new requests appear by themselves, wait while a row is open, and stop with the switch", async ({
  page,
  gateway,
}) => {
  const { slug, ask } = await quietWorkspace(gateway);
  await page.goto(`/w/${slug}/logs`);
  await expect(page.getByText("No requests in this time range")).toBeVisible();
  await ask();
  await expect(rowsOf(page)).toHaveCount(1);
  await ask();
  await expect(rowsOf(page)).toHaveCount(2);
  expect(await violations(page)).toEqual([]);

  await rowsOf(page).first().getByRole("link").click();
  await expect(panelOf(page)).toBeVisible();
  await ask();
  const waiting = page.getByRole("button", { name: "1 new request" });
  await expect(waiting).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await waiting.click();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(waiting).toBeHidden();
  // Resumed, although the row is still open.
  await ask();
  await expect(rowsOf(page)).toHaveCount(4);
  await panelOf(page).getByRole("button", { name: "Close" }).click();
  await expect(panelOf(page)).toBeHidden();

  const live = page.getByRole("switch", { name: "Live" });
  await live.click();
  await expect(live).not.toBeChecked();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(live).not.toBeChecked();
  const polls: URL[] = [];
  page.on("request", (request) => request.url().includes("/generations?") && polls.push(new URL(request.url())));
  await ask();
  await live.click();
  await expect(rowsOf(page)).toHaveCount(5);
  // A poll is one small query, and none was sent before the switch was on.
  expect(
    polls.every(({ searchParams }) => searchParams.has("finished_after") && searchParams.get("limit") === "100"),
  ).toBe(true);
});

test("new requests wait while the list is scrolled down, and are shown with one click", async ({ page, gateway }) => {
  const { slug, ask } = await quietWorkspace(gateway);
  await Promise.all(Array.from({ length: 50 }, () => ask()));
  await page.goto(`/w/${slug}/logs`);
  await expect(rowsOf(page)).toHaveCount(50);
  await rowsOf(page).last().scrollIntoViewIfNeeded();
  await expect(rowsOf(page).first()).not.toBeInViewport();
  await ask();
  await ask();
  const waiting = page.getByRole("button", { name: "2 new requests" });
  await expect(waiting).toBeInViewport();
  await expect(rowsOf(page)).toHaveCount(50);
  await waiting.click();
  await expect(rowsOf(page)).toHaveCount(52);
  await expect(rowsOf(page).first()).toBeInViewport();
});
