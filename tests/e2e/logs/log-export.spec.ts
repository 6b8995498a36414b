import { readFileSync } from "node:fs";
import { expect, test } from "../support/fixtures.ts";

test("the requests of the current filter can be saved to a file", async ({ page, gateway }) => {
  const { headers } = await gateway.call("POST", "/responses", { model: "local/echo", input: "hi", user: "reader-7" });
  await page.goto("/w/default/logs?user=reader-7");
  await expect(page.getByRole("table", { name: "Requests" }).locator("tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const item = page.getByRole("menuitem", { name: "NDJSON" });
  await expect(item).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), item.click()]);
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([headers.get("x-generation-id")]);
});
