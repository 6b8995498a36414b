import { expect, test } from "../support/fixtures.ts";
import { join } from "../support/join.ts";

const PAGE = "/w/default/rate-limits";
const nameOf = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`;

test("a rate limit is created by keyboard, changed and deleted", async ({ page, gateway }) => {
  const name = nameOf("Each key");
  await page.goto(PAGE);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: "Create rate limit" });
  await expect(form.getByLabel(/^Name/)).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(form.getByText("Set at least one limit, or a priority")).toBeVisible();
  await form.getByLabel("Requests per minute").fill("600");
  await form.getByLabel("Concurrent requests").fill("50");
  await form.getByLabel("Maximum wait").fill("61");
  await form.getByRole("button", { name: "Create rate limit" }).click();
  await expect(form.getByText("Enter 0 to 60 whole seconds")).toBeVisible();
  await form.getByLabel("Maximum wait").fill("10");
  await form.getByRole("button", { name: "Create rate limit" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("600 requests per minute, 50 concurrent requests");
  await expect(row).toContainText("Each key");
  await expect(row).toContainText("Lets requests wait up to 10 s");

  await row.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await edit.getByLabel("Requests per minute").fill("700");
  await edit.getByLabel("Priority").selectOption("High");
  await edit.getByRole("button", { name: "Save rate limit" }).click();
  await expect(row).toContainText("700 requests per minute");
  await expect(row).toContainText("high priority");
  await row.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: "Delete rate limit" }).click();
  await expect(row).toHaveCount(0);
  const { data } = (await gateway.call("GET", "/rate-limits")).body;
  expect(data.map((rule: { name: string }) => rule.name)).not.toContain(name);
});

test("a rule of one key shows its use, on the key's page too, and leads to rejected requests", async ({
  page,
  gateway,
}) => {
  const name = nameOf("One key");
  const { key } = (await gateway.call("POST", "/keys", { name })).body;
  await page.goto(`${PAGE}?create=true`);
  const form = page.getByRole("dialog", { name: "Create rate limit" });
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel("Key", { exact: true }).click();
  await page.getByPlaceholder("Search").fill(name);
  await page.getByRole("option", { name: new RegExp(name) }).click();
  await form.getByLabel("Requests per day").fill("1");
  await form.getByRole("button", { name: "Create rate limit" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText(`Key ${name}`);
  await expect(row).toContainText("0 of 1 requests per day");
  const statuses = [];
  for (const input of ["Hello", "Hello again"])
    statuses.push((await gateway.call("POST", "/responses", { model: "local/echo", input }, { key })).status);
  expect(statuses).toEqual([200, 429]);
  await page.reload();
  await expect(row).toContainText("1 of 1 requests per day");
  await expect(row).toContainText("Limit reached");
  await row.getByRole("link", { name }).click();
  const panel = page.getByRole("region", { name: "Rate limits" });
  await expect(panel.getByRole("meter", { name: `${name}, requests per day` })).toHaveAttribute(
    "aria-valuetext",
    "1 of 1 requests per day",
  );
  await panel.getByRole("link", { name: "Rejected requests" }).click();
  await expect(page).toHaveURL(/reason=rate_limit/);
  await expect(page.getByText("Rate limit").first()).toBeVisible();
  await expect(page.locator("main").getByRole("row")).toHaveCount(2);
});

test("a member does not see the page, nor rate limits on a key's page", async ({ browser, gateway }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { signedIn } = await join(gateway, { role: "member", name: "Limited", email });
  const context = await browser.newContext({ baseURL: gateway.url, storageState: signedIn });
  const page = await context.newPage();
  await page.goto(PAGE);
  await expect(page.getByText("Only owners and admins can see and change rate limits.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Rate limits" })).toHaveCount(
    0,
  );
  await context.close();
});

test.describe("without data", () => {
  test.use({ about: "empty" });
  test("the page says what a rate limit does, and opens the form", async ({ page }) => {
    await page.goto(PAGE);
    await expect(page.getByText("No rate limits yet.")).toBeVisible();
    await page.locator("main").getByRole("button", { name: "Create rate limit" }).last().click();
    await expect(page.getByRole("dialog", { name: "Create rate limit" })).toBeVisible();
  });
});

test.describe("a list that fails to load", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("says so and is loaded again", async ({ page }) => {
    await page.route("**/api/v1/rate-limits?*", (route) => route.abort());
    await page.goto(PAGE);
    await expect(page.getByText("The rate limits could not be loaded")).toBeVisible();
    await page.unroute("**/api/v1/rate-limits?*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("table", { name: "Rate limits and their usage" })).toBeVisible();
  });
});
