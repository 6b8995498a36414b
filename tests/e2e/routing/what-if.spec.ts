import { expect, test } from "../support/fixtures.ts";

const PAGE = "/w/default/what-if";

test("an outage shows which requests it would have moved, and each links to its panel", async ({ page, gateway }) => {
  const { headers } = await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" });
  const id = headers.get("x-generation-id") as string;
  await page.goto(`${PAGE}?down=local`);
  const result = page.getByRole("region", { name: "Result" });
  await page.getByRole("button", { name: "Replay requests" }).click();
  await expect(result.getByRole("status")).toContainText("would have no candidate left");
  const provider = result.getByRole("row").filter({ hasText: "local" });
  await expect(provider.getByRole("cell").last()).toHaveText(/^0/);
  await result.getByRole("link", { name: `${id} local/echo@local → no candidate left` }).click();
  await expect(page.getByRole("dialog", { name: "Request details" }).getByText("It served the request")).toBeVisible();
});

test("without a change, every decision is repeated and no request moves", async ({ page }) => {
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Replay requests" }).click();
  const status = page.getByRole("region", { name: "Result" }).getByRole("status");
  await expect(status).toContainText(/^0 of [\d,]+ requests would try another model endpoint first\./);
  const [, repeated, all] = /repeats ([\d,]+) of ([\d,]+) decisions/.exec((await status.textContent()) ?? "") ?? [];
  expect(repeated).toBe(all);
  // The result stays, marked, when the settings change.
  await page.getByLabel("Sort candidates by").selectOption("latency");
  await expect(status).toContainText("Replay again to update the result.");
});

test("a data region leaves requests without a candidate there, and stays in the address", async ({ page, gateway }) => {
  await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "hi" });
  await page.goto(PAGE);
  await page.getByLabel("Process data in").selectOption("Europe");
  await expect(page).toHaveURL(/region=europe/);
  await page.getByRole("button", { name: "Replay requests" }).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result.getByRole("status")).toContainText("would have no candidate left");
  const cellsOf = (provider: string) => result.getByRole("row").filter({ hasText: provider }).getByRole("cell");
  await expect(cellsOf("openai").last()).toHaveText(/^0/);
  await expect(cellsOf("local").last()).not.toHaveText(/^0/);
});

test("another price is checked, listed, kept in the address and can be removed, with the keyboard", async ({
  page,
}) => {
  await page.goto(PAGE);
  const endpoint = page.getByLabel("Model endpoint", { exact: true });
  await endpoint.fill("gpt-4o-mini");
  await endpoint.press("Enter");
  await expect(page.getByText("Enter a model endpoint as model@provider.")).toBeVisible();
  await endpoint.fill("openai/gpt-4o-mini@openai");
  await page.getByLabel("USD per M tokens").fill("300");
  await endpoint.press("Enter");
  const price = page.getByRole("list", { name: "Hypothetical prices" }).getByRole("listitem");
  await expect(price).toContainText("openai/gpt-4o-mini@openai, input$300.00 per M tokens");
  await page.reload();
  await expect(price).toHaveCount(1);
  await page.getByRole("button", { name: "Replay requests" }).press("Enter");
  await expect(page.getByRole("definition").filter({ hasText: /was \$.*\+/ })).toBeVisible();
  await price.getByRole("button", { name: /^Remove the price/ }).press("Enter");
  await expect(price).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test("each number says what it counts", async ({ page, gateway }) => {
    const slug = `phone-${crypto.randomUUID().slice(0, 8)}`;
    const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
    const { key } = (await gateway.call("POST", "/keys", { name: "Phone", workspace_id: id })).body;
    await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });
    await page.goto(`/w/${slug}/what-if?down=local`);
    await page.getByRole("button", { name: "Replay requests" }).click();
    const result = page.getByRole("region", { name: "Result" });
    await expect(result.getByText("1 recorded", { exact: true })).toBeVisible();
    await expect(result.getByText("0 with the change", { exact: true })).toBeVisible();
  });
});

test("a workspace without requests says that nothing can be replayed", async ({ page, gateway }) => {
  const slug = `unused-${crypto.randomUUID().slice(0, 8)}`;
  await gateway.call("POST", "/workspaces", { name: "Unused", slug });
  await page.goto(`/w/${slug}/what-if`);
  await page.getByRole("button", { name: "Replay requests" }).click();
  await expect(page.getByText("No request in this range has a recorded routing decision.")).toBeVisible();
});

test.describe("when the gateway fails", () => {
  test.use({ expectedStatuses: [500] });
  test("says so, and retries", async ({ page }) => {
    let failures = 0;
    await page.route("**/api/v1/generations/what-if", (route) => {
      failures += 1;
      return failures <= 2
        ? route.fulfill({ status: 500, json: { error: { code: 500, message: "The database is down" } } })
        : route.continue();
    });
    await page.goto(PAGE);
    await page.getByRole("button", { name: "Replay requests" }).click();
    await expect(page.getByText("The requests could not be replayed")).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("region", { name: "Result" })).toBeVisible();
  });
});
