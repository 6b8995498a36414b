import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "../support/fixtures.ts";

const PAGE = "/org/reconciliation";
const HEADER = "start_time_iso,amount_value,amount_currency,line_item";

/** Makes a workspace with one request to OpenAI. Returns its name, the request's day and its exact cost in USD. */
async function makeRequest({ call }: Production): Promise<{ name: string; day: string; usd: string }> {
  const slug = `invoice-${crypto.randomUUID().slice(0, 8)}`;
  const name = `Team ${slug}`;
  await call("POST", "/workspaces", { name, slug });
  const { body } = await call("POST", "/keys", { name: "web", workspace_id: slug });
  const request = { model: "openai/gpt-4o-mini", input: "Hi", provider: { only: ["openai"] } };
  expect((await call("POST", "/responses", request, { key: body.key })).status).toBe(200);
  const answer = await call("GET", `/generations/export?format=ndjson&workspace_id=${slug}`);
  const row = JSON.parse(String(answer.body).split("\n")[0] as string);
  return { name, day: row.created_at.slice(0, 10), usd: (row.cost_nano_usd / 1e9).toFixed(9) };
}

async function choose(page: Page, content: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file" }).click();
  await (await chooser).setFiles({ name: "costs.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
}

test("a file that agrees, then one that differs, and why", async ({ page, gateway }) => {
  const { name, day, usd } = await makeRequest(gateway);
  await page.goto(PAGE);
  await expect(page.getByText(/^Download a CSV file/)).toBeVisible();
  await page.getByRole("combobox", { name: "Workspace" }).selectOption({ label: name });
  await choose(page, `${HEADER}\n${day}T00:00:00+00:00,${usd},usd,"gpt-4o-mini, input"\n`);
  await expect(page.getByRole("heading", { name: "All lines agree" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Agrees");

  await choose(
    page,
    `${HEADER}\n${day}T00:00:00+00:00,2.5,usd,"gpt-4o-mini, input"\n${day}T00:00:00+00:00,1,usd,"gpt-9, input"\n`,
  );
  await expect(page.getByRole("heading", { name: "2 of 2 lines differ" })).toBeVisible();
  const rows = page.getByRole("row");
  await expect(rows.filter({ hasText: "gpt-4o-mini" })).toContainText("The costs differ.");
  await expect(rows.filter({ hasText: "gpt-9" })).toContainText("Only in the file.");
  await page.getByRole("combobox", { name: "Requests with" }).selectOption({ label: "BYOK credentials" });
  await expect(rows.filter({ hasText: "gpt-4o-mini" })).toContainText("Only in the file.");
});

test.describe("a file that cannot be read", () => {
  test.use({ expectedStatuses: [400] });

  test("is rejected with the reason", async ({ page }) => {
    await page.goto(PAGE);
    await expect(page.getByText(/^Download a CSV file/)).toBeVisible();
    await choose(page, "a,b\n1,2\n");
    await expect(page.getByText("costs.csv could not be compared")).toBeVisible();
    await expect(page.getByText(/unknown columns \(a, b\)/)).toBeVisible();
  });
});
