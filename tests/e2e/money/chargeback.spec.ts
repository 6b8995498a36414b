import { readFileSync } from "node:fs";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "../support/fixtures.ts";

const PAGE = "/org/chargeback";

/** Makes a workspace with two keys and their requests. Returns its slug and name. */
async function makeSpending({ call }: Production): Promise<{ slug: string; name: string }> {
  const slug = `charge-${crypto.randomUUID().slice(0, 8)}`;
  const name = `Team ${slug}`;
  await call("POST", "/workspaces", { name, slug });
  for (const [key, requests] of [
    ["crawler", 2],
    ["web", 1],
  ] as const) {
    const { body } = await call("POST", "/keys", { name: key, workspace_id: slug });
    for (let made = 0; made < requests; made++) {
      const { status } = await call(
        "POST",
        "/responses",
        { model: "openai/gpt-4o-mini", input: "Hi" },
        { key: body.key },
      );
      expect(status).toBe(200);
    }
  }
  return { slug, name };
}

test("a month's report by key, with exact totals, is shown and downloaded", async ({ page, gateway }) => {
  const { slug, name } = await makeSpending(gateway);
  await page.goto(PAGE);
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("combobox", { name: "Workspace" }).selectOption({ label: name });
  await expect(page).toHaveURL(new RegExp(`workspace=${slug}`));
  await expect(page.getByText("1 to 2 of 2 lines")).toBeVisible();
  const rows = page.getByRole("row");
  await expect(rows.nth(1)).toContainText("crawler");
  await expect(rows.nth(2)).toContainText("web");

  const { body } = await gateway.call("GET", `/chargeback?workspace_id=${slug}`);
  await expect(page.getByText(`$${body.totals.cost_usd}`, { exact: true })).toBeVisible();
  await expect(page.getByText("This month has not ended")).toBeVisible();

  for (const [item, column] of [
    ["CSV, by key", "cost_usd"],
    ["FOCUS 1.2, by day and model", "BilledCost"],
  ] as const) {
    await page.getByRole("button", { name: "Download" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: item }).click();
    const file = readFileSync(await (await saved).path(), "utf8");
    const [head = "", ...lines] = file.trimEnd().split("\r\n");
    const at = head.split(",").indexOf(column);
    const nanoUsd = lines.reduce((sum, line) => sum + Math.round(Number(line.split(",")[at]) * 1e9), 0);
    expect(nanoUsd).toBe(Math.round(Number(body.totals.cost_usd) * 1e9));
    await expect(page.getByRole("menuitem")).toHaveCount(0);
  }
});

test("a month without requests says so", async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("combobox", { name: "Month" }).selectOption({ index: 12 });
  await expect(page.getByText(/^No requests in \w+ \d{4}\.$/)).toBeVisible();
});

test.describe("a report that fails to load", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("says so and is loaded again", async ({ page }) => {
    await page.route("**/api/v1/chargeback?*", (route) => route.abort());
    await page.goto(PAGE);
    await expect(page.getByText("The report could not be loaded")).toBeVisible();
    await page.unroute("**/api/v1/chargeback?*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("table")).toBeVisible();
  });
});
