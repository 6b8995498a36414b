import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

test("attempts are listed and filtered, and one opens its request", async ({ page, gateway }) => {
  const slug = `attempts-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
  const { key } = (await gateway.call("POST", "/keys", { name: "web", workspace_id: id })).body;
  const models = ["openai/gpt-4o-mini", "local/echo"];
  await gateway.call("POST", "/responses", { model: models[0], models, input: "fault-500" }, { key });
  await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });

  await page.goto(`/w/${slug}/logs`);
  await page.getByRole("radio", { name: "Attempts" }).click();
  await expect(page).toHaveURL(/list=attempts/);
  const rows = page.getByRole("table", { name: "Attempts" }).locator("tbody tr");
  await expect(rows.nth(0)).toContainText("1 of 1");
  await expect(rows.nth(0)).toContainText("Responded");
  const all = await rows.count();
  expect(all).toBeGreaterThan(2);
  expect(await violations(page)).toEqual([]);

  await page.getByRole("combobox", { name: "Outcome of the attempt" }).selectOption("5xx");
  await expect(rows).toHaveCount(all - 2);
  await page.getByRole("combobox", { name: "Provider of the attempt" }).selectOption("local");
  await expect(page.getByText("No attempts match in this time range.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(rows).toHaveCount(all);

  await rows.last().getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Request details" });
  await expect(panel.getByRole("table", { name: /^Attempts/ })).toBeVisible();
});
