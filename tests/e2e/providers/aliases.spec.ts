import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";

const PAGE = "/w/default/aliases";

test.afterEach(async ({ gateway }) => {
  const { body } = await gateway.call("GET", "/model-aliases?limit=100");
  for (const { id } of body.data) await gateway.call("DELETE", `/model-aliases/${id}`);
});

test("an alias is created with two targets, its weights are changed, and it is deleted", async ({ page, gateway }) => {
  await page.goto(PAGE);
  await expect(page.getByText("No model aliases yet")).toBeVisible();
  await page.getByRole("button", { name: "Create alias" }).first().click();
  const form = page.getByRole("dialog", { name: "Create model alias" });
  await form.getByRole("textbox", { name: /^Name/ }).fill("Support Bot");
  await form.getByRole("button", { name: "Create alias" }).click();
  await expect(form.getByText("Enter lowercase author/slug, such as acme/support-bot")).toBeVisible();
  await form.getByRole("textbox", { name: /^Name/ }).fill("acme/support-bot");
  await form.getByRole("textbox", { name: /^Description/ }).fill("For the support chat");
  const choose = async (target: string, model: string) => {
    await form.getByRole("group", { name: target }).getByRole("button", { name: /Model/ }).click();
    await page.getByPlaceholder("Search").fill(model);
    await page.getByRole("option", { name: model, exact: true }).click();
  };
  await choose("Target 1", "openai/gpt-4o-mini");
  await form.getByRole("button", { name: "Add target" }).click();
  await choose("Target 2", "openai/gpt-4o");
  await form.getByRole("group", { name: "Target 1" }).getByLabel("Weight").fill("9");
  await expect(form.getByText("90% of requests")).toBeVisible();
  await form.getByRole("button", { name: "Create alias" }).click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole("row", { name: /acme\/support-bot/ });
  await expect(row).toContainText("For the support chat");
  await expect(row).toContainText(/90%\s*openai\/gpt-4o-mini/);

  await row.getByRole("button", { name: "Edit acme/support-bot" }).click();
  const edit = page.getByRole("dialog", { name: "Edit acme/support-bot" });
  await edit.getByRole("group", { name: "Target 2" }).getByLabel("Weight").fill("27");
  await edit
    .getByRole("group", { name: "Target 2" })
    .getByRole("textbox", { name: /^Providers/ })
    .fill("openai, azure");
  await edit.getByRole("button", { name: "Save alias" }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText(/75%\s*openai\/gpt-4o\s*first at openai, azure/);
  const { body } = await gateway.call("GET", "/model-aliases");
  expect(body.data[0].targets).toEqual([
    { model: "openai/gpt-4o-mini", preset: null, provider_order: null, weight: 9, canary: null },
    { model: "openai/gpt-4o", preset: null, provider_order: ["openai", "azure"], weight: 27, canary: null },
  ]);

  await row.getByRole("button", { name: "Delete acme/support-bot" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete model alias acme/support-bot" });
  await dialog.getByRole("textbox").fill("acme/support-bot");
  await dialog.getByRole("button", { name: "Delete model alias" }).click();
  await expect(page.getByText("No model aliases yet")).toBeVisible();
});

test.describe("a name that is taken", () => {
  test.use({ expectedStatuses: [409] });

  test("is reported at its field, by keyboard alone", async ({ page, gateway }) => {
    await gateway.call("POST", "/model-aliases", { name: "acme/front", targets: [{ model: "openai/gpt-4o" }] });
    await page.goto(PAGE);
    await expect(page.getByRole("row", { name: /acme\/front/ })).toBeVisible();
    await page.keyboard.press("c");
    const form = page.getByRole("dialog", { name: "Create model alias" });
    await expect(form.getByRole("textbox", { name: /^Name/ })).toBeFocused();
    await page.keyboard.type("acme/front");
    await tabTo(page, form.getByRole("button", { name: /Model/ }));
    await page.keyboard.press("Enter");
    await page.keyboard.type("gpt-4o-mini");
    // Visible at once, but chosen by Enter only once the list is filtered.
    await expect(page.getByRole("option", { name: /gpt-4o-mini/, selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await tabTo(page, form.getByRole("button", { name: "Create alias" }));
    await page.keyboard.press("Enter");
    await expect(form.getByText("This workspace already has an alias acme/front")).toBeVisible();
  });
});

test.describe("a list that fails to load", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("shows an error and recovers with Retry", async ({ page }) => {
    await page.route("**/api/v1/model-aliases?**", (route) => route.abort());
    await page.goto(PAGE);
    await expect(page.getByText("The model aliases could not be loaded")).toBeVisible();
    await page.unroute("**/api/v1/model-aliases?**");
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("No model aliases yet")).toBeVisible();
  });
});

test("a canary is set up, keeps its settings when the alias is edited, and is shown and reset", async ({
  page,
  gateway,
  upstream,
}) => {
  const name = "acme/with-canary";
  const targets = [
    { model: "local/echo" },
    { model: "openai/gpt-4o-mini", canary: { percent: 90, min_requests: 5, error_factor: 3 } },
  ];
  await gateway.call("POST", "/model-aliases", { name, targets });
  await page.goto(PAGE);
  const row = page.getByRole("row", { name: /acme\/with-canary/ });
  await expect(row).toContainText(/10%\s*local\/echo.*90%\s*openai\/gpt-4o-mini\s*canary/);
  await expect(row).toContainText("0 requests to the canary in the last 30 minutes, 0 failed");
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await edit.getByRole("group", { name: "Target 2" }).getByLabel("Canary").fill("95");
  expect(await violations(page)).toEqual([]);
  await edit.getByRole("button", { name: "Save alias" }).click();
  await expect(edit).toHaveCount(0);
  const saved = (await gateway.call("GET", "/model-aliases")).body.data[0].targets[1];
  expect(saved.canary).toEqual({ percent: 95, min_requests: 5, error_factor: 3, latency_factor: 2 });

  upstream.script({ match: ({ path }) => path.startsWith("/openai/"), fault: { status: 400 } });
  for (let call = 0; call < 12; call++) await gateway.call("POST", "/responses", { model: name, input: "Hello" });
  await expect
    .poll(async () => (await gateway.call("GET", "/model-aliases")).body.data[0].rollout?.status)
    .toBe("rolled_back");
  await page.reload();
  await expect(row).toContainText("rolled back");
  upstream.reset();
  await expect(row).toContainText(/100%\s*local\/echo.*0%\s*openai/);
  await expect(row).toContainText("of its");
  expect(await violations(page)).toEqual([]);
  await row.getByRole("button", { name: "Reset canary" }).click();
  await expect(row).toContainText("0 requests to the canary");
});
