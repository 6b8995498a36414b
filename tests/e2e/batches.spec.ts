import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

const PAGE = "/w/default/jobs/batches";

async function create(gateway: Production, count: number, content: string, model: string): Promise<string> {
  const params = { model, max_tokens: 64, messages: [{ role: "user", content }] };
  const requests = Array.from({ length: count }, (_, index) => ({ custom_id: `line-${index}`, params }));
  const answer = await gateway.call("POST", "/messages/batches", { requests });
  expect(answer.status).toBe(200);
  return answer.body.id;
}

const rowOf = (page: Page, id: string) => page.locator("tr", { has: page.locator(`a[href="?peek=${id}"]`) });

test("a batch is followed to its end, and its results are downloaded", async ({ page, gateway }) => {
  const id = await create(gateway, 3, "hello", "local/echo");
  await page.goto("/w/default/jobs");
  await page.getByRole("navigation", { name: "Kinds of jobs" }).getByRole("link", { name: "Batches" }).click();
  await expect(page).toHaveURL(/\/jobs\/batches$/);
  const row = rowOf(page, id);
  await expect(row).toContainText("completed");
  await expect(row).toContainText("3 of 3");
  await row.getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Batch" });
  await expect(panel.getByText("/v1/messages")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await panel.getByRole("link", { name: "Download results" }).click();
  const stream = await (await downloading).createReadStream();
  const lines = Buffer.concat(await Array.fromAsync(stream))
    .toString()
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).result.type)).toEqual(["succeeded", "succeeded", "succeeded"]);
  expect(await violations(page)).toEqual([]);
  await panel.getByRole("link", { name: "Show in the logs" }).click();
  await expect(page).toHaveURL(/\/logs\?.*batch_id/);
  await expect(page.locator("tbody tr").filter({ hasText: "local/echo" })).toHaveCount(3);
});

test("a running batch is canceled in its panel", async ({ page, gateway }) => {
  const id = await create(gateway, 500, "fault-slow-headers-1000", "openai/gpt-4o-mini");
  await page.goto(`${PAGE}?peek=${id}`);
  const panel = page.getByRole("dialog", { name: "Batch" });
  await panel.getByRole("button", { name: "Cancel batch" }).click();
  await page.getByRole("dialog", { name: "Cancel this batch?" }).getByRole("button", { name: "Cancel batch" }).click();
  await expect(panel.getByText("canceled")).toBeVisible();
  await expect(panel.getByText(/\d of 500, \d+ not sent/)).toBeVisible();
});

test("a batch at a provider shows how far it is there, and its ID", async ({ page, gateway }) => {
  const id = await create(gateway, 2, "fault-batch-slow-4000", "anthropic/claude-haiku-4.5");
  await page.goto(`${PAGE}?peek=${id}`);
  const panel = page.getByRole("dialog", { name: "Batch" });
  const fact = panel.locator("dt", { hasText: "At anthropic" }).locator("+ dd");
  await expect(fact).toContainText("0 of 2, in progress");
  await expect(fact.getByText(/^msgbatch_/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(fact).toContainText("2 of 2, ended");
  await expect(panel.getByText("completed")).toBeVisible();
});

test("a batch with an invalid file shows the line and the reason", async ({ page, gateway }) => {
  const form = new FormData();
  form.append("purpose", "batch");
  form.append("file", new File(["{not json"], "in.jsonl"));
  const { body: key } = await gateway.call("POST", "/keys", { name: "batch-maker" });
  const uploaded = await fetch(`${gateway.url}/api/v1/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${key.key}` },
  });
  const request = {
    input_file_id: ((await uploaded.json()) as { id: string }).id,
    endpoint: "/v1/responses",
    completion_window: "24h",
    metadata: { name: "nightly" },
  };
  const { body } = await gateway.call("POST", "/batches", request, { key: key.key });
  await page.goto(PAGE);
  const row = rowOf(page, body.id);
  await expect(row).toContainText("failed");
  await expect(row.getByRole("link")).toHaveText("nightly");
  await row.getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Batch" });
  await expect(panel.getByText("Line 1: This line is not valid JSON")).toBeVisible();
  await expect(panel.getByText("batch-maker")).toBeVisible();
});

test.describe("before the first batch", () => {
  test.use({ about: "empty" });

  test("the page says how to create one", async ({ page }) => {
    await page.goto(PAGE);
    await expect(page.getByText("No batches yet.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Read how to run batches" })).toBeVisible();
  });
});

test.describe("an unknown batch", () => {
  test.use({ expectedStatuses: [404] });

  test("is reported as such", async ({ page }) => {
    await page.goto(`${PAGE}?peek=batch_none`);
    await expect(page.getByText("Batch not found")).toBeVisible();
  });
});
