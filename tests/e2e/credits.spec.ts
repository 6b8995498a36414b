import { expect, test } from "./support/fixtures.ts";
import { holdArrow, tabTo } from "./support/keyboard.ts";

const PAGE = "/org/credits";

test("credits are granted with a reason, and the list shows the author", async ({ page, gateway }) => {
  const before = (await gateway.call("GET", "/credits")).body.data;
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Adjust credits" }).click();
  const form = page.getByRole("dialog", { name: "Adjust credits" });
  await form.getByRole("button", { name: "Grant credits" }).click();
  await expect(form.getByText("Enter an amount")).toBeVisible();
  await expect(form.getByText("Enter a reason")).toBeVisible();
  await form.getByLabel(/^Amount/).fill("-3");
  await expect(form.getByText("A grant must be above zero")).toBeVisible();
  await form.getByLabel(/^Amount/).fill("40.25");
  await form.getByLabel(/^Reason/).fill("Spring term");
  await expect(form.getByText("New balance")).toBeVisible();
  await form.getByRole("button", { name: "Grant credits" }).click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole("row", { name: /Spring term/ }).first();
  await expect(row).toContainText("+$40.25");
  await expect(row).toContainText("Ada Lovelace");
  const after = (await gateway.call("GET", "/credits")).body.data;
  expect(after.total_credits - before.total_credits).toBeCloseTo(40.25, 6);
});

test("by keyboard alone: a correction removes credits", async ({ page, gateway }) => {
  const { keyboard } = page;
  const before = (await gateway.call("GET", "/credits")).body.data;
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { name: "Credits", level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await keyboard.press("c");
  const form = page.getByRole("dialog", { name: "Adjust credits" });
  const kind = form.getByRole("radio", { name: "Grant" });
  await tabTo(page, kind);
  await holdArrow(page, "ArrowRight");
  await tabTo(page, form.getByLabel(/^Amount/));
  await keyboard.type("-0.75");
  await tabTo(page, form.getByLabel(/^Reason/));
  await keyboard.type("Counted twice");
  await tabTo(page, form.getByRole("button", { name: "Apply correction" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /Counted twice/ }).first()).toContainText("−$0.75");
  const after = (await gateway.call("GET", "/credits")).body.data;
  expect(after.total_credits - before.total_credits).toBeCloseTo(-0.75, 6);
});

test("a workspace's spending is shown against its budgets, with a link to their settings", async ({ page }) => {
  await page.goto(PAGE);
  const budgets = page.getByRole("region", { name: "Budgets" });
  await expect(budgets.getByText(/of \$500\.00$/)).toBeVisible();
  await expect(budgets.getByText(/, no limit$/)).toHaveCount(3);
  await budgets.getByRole("link", { name: "Change in workspace settings" }).click();
  await expect(page).toHaveURL(/\/w\/default\/settings#budgets$/);
});

test.describe("sections that fail to load", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("show their own errors while the rest still works", async ({ page }) => {
    await page.route("**/api/v1/credits", (route) => route.abort());
    await page.goto(PAGE);
    await expect(page.getByText("The credits could not be loaded")).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.unroute("**/api/v1/credits");
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("left", { exact: true })).toBeVisible();
  });
});
