import type { Production } from "#tests/support/production.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { chooseAction } from "../support/row-menu.ts";

const PAGE = "/w/default/byok";
const OLD = "sk-proj-0123456789abcdef9c1d";
const NEW = "sk-proj-0123456789abcdef77ab";

test.afterEach(async ({ gateway }) => {
  const { body } = await gateway.call("GET", "/byok?provider=openai&limit=100");
  for (const { id } of body.data) await gateway.call("DELETE", `/byok/${id}`);
});

test("a key is stored once its provider accepts it, and then waits for its first success", async ({
  page,
  gateway,
}) => {
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Add provider key" }).first().click();
  const form = page.getByRole("dialog", { name: "Add provider key" });
  await form.getByRole("textbox", { name: /^Key/ }).fill("invalid-0123456789abcdef");
  await form.getByRole("button", { name: "Test and add" }).click();
  await expect(form.getByText("Choose the provider")).toBeVisible();
  await form.getByRole("combobox", { name: /^Provider/ }).selectOption("openai");
  await form.getByRole("button", { name: "Test and add" }).click();
  await expect(form.getByText("Rejected", { exact: true })).toBeVisible();
  await expect(form.getByText("HTTP 401")).toBeVisible();
  await expect(form.getByRole("button", { name: "Add anyway" })).toBeVisible();

  await form.getByRole("textbox", { name: /^Key/ }).fill(OLD);
  await expect(form.getByText("Rejected", { exact: true })).toHaveCount(0);
  await form.getByLabel("Name").fill("production");
  await form.getByRole("button", { name: "Test and add" }).click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole("row", { name: /production/ });
  await expect(row).toContainText("sk-…9c1d");
  await expect(row).toContainText("Waiting for first success");
  await expect(page.getByText(OLD)).toHaveCount(0);

  await ask(gateway);
  await page.reload();
  await expect(row).toContainText("Working");
});

test.describe("a key with several parts", () => {
  test.use({ expectedStatuses: [400] });

  test("depends on how it signs in", async ({ page, gateway }) => {
    await page.goto(PAGE);
    await page.getByRole("button", { name: "Add provider key" }).first().click();
    const form = page.getByRole("dialog", { name: "Add provider key" });
    await form.getByRole("combobox", { name: /^Provider/ }).selectOption("azure");
    await expect(form.getByRole("textbox", { name: /^Key/ })).toHaveCount(0);
    await form.getByRole("button", { name: "Test and add" }).click();
    await expect(form.getByText("Fill in the required fields")).toBeVisible();
    await form.getByRole("radio", { name: "Microsoft Entra ID" }).check();
    await expect(form.getByRole("textbox", { name: /^Tenant ID/ })).toBeVisible();
    await form.getByRole("radio", { name: "API key" }).check();
    await expect(form.getByRole("textbox", { name: /^Tenant ID/ })).toHaveCount(0);

    await form.getByRole("textbox", { name: /^Resource/ }).fill("not/a/name");
    await form.locator("input[type=password]").fill("invalid-0123456789abcdef");
    await form.getByRole("button", { name: "Test and add" }).click();
    await expect(form.getByText("letters, digits and hyphens")).toBeVisible();
    await form.getByRole("textbox", { name: /^Resource/ }).fill("contoso");
    await form.getByRole("textbox", { name: /^Deployments/ }).fill("gpt-4.1=my-gpt");
    await form.getByRole("button", { name: "Test and add" }).click();
    await expect(form.getByText("Rejected", { exact: true })).toBeVisible();
    await form.getByRole("button", { name: "Add anyway" }).click();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole("row", { name: /contoso …cdef/ })).toContainText("Waiting for first success");
    const { body } = await gateway.call("GET", "/byok?provider=azure");
    await gateway.call("DELETE", `/byok/${body.data[0].id}`);
  });
});

test("a replaced key waits for its first success again", async ({ page, gateway }) => {
  await store(gateway, { key: OLD, name: "production" });
  await ask(gateway);
  await page.goto(PAGE);
  await expect(page.getByRole("row", { name: /production/ })).toContainText("Working");
  await chooseAction(page, "production", "Replace key");
  const dialog = page.getByRole("dialog", { name: "Replace key for production" });
  await dialog.getByRole("textbox", { name: /^New key/ }).fill(NEW);
  await expect(dialog).toContainText("sk-…9c1d");
  await expect(dialog).toContainText("sk-…77ab");
  await dialog.getByRole("button", { name: "Test and replace" }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole("row", { name: /production/ });
  await expect(row).toContainText("sk-…77ab");
  await expect(row).toContainText("Waiting for first success");
});

test("the order changes by drag, by arrow keys and by the menu", async ({ page, gateway }) => {
  for (const name of ["first", "second", "third"]) await store(gateway, { key: OLD, name });
  await page.goto(`${PAGE}?provider=openai`);
  const order = () => namesInOrder(gateway);
  await page
    .getByRole("button", { name: "Move first, 1 of 3" })
    .dragTo(page.getByRole("row", { name: /third/ }), { targetPosition: { x: 80, y: 10 } });
  await expect(page.getByRole("button", { name: "Move first, 3 of 3" })).toBeVisible();
  await expect.poll(order).toEqual(["second", "third", "first"]);

  await tabTo(page, page.getByRole("button", { name: "Move first, 3 of 3" }));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Move first, 2 of 3" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Move first, 1 of 3" })).toBeFocused();
  await expect(page.getByText("first is now 1 of 3")).toBeAttached();
  await expect.poll(order).toEqual(["first", "second", "third"]);

  await chooseAction(page, "third", "Move up");
  await expect.poll(order).toEqual(["first", "third", "second"]);
});

test("several keys share requests by a strategy, and one that is rejected says when it is tried again", async ({
  page,
  gateway,
}) => {
  await store(gateway, { key: "invalid-0123456789abcdef", name: "revoked" });
  await store(gateway, { key: OLD, name: "good" });
  await ask(gateway);
  await page.goto(`${PAGE}?provider=openai`);
  await expect(page.getByRole("row", { name: /revoked/ })).toContainText(/Rejected, retried at \d/);
  await expect(page.getByRole("row", { name: /good/ })).toContainText("Working");
  const strategy = page.getByRole("combobox", { name: "How OpenAI keys of this workspace share requests" });
  await expect(strategy).toHaveValue("ordered");
  await strategy.selectOption("weighted");
  await expect(page.getByText("OpenAI keys are now used: by weight")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Move/ })).toHaveCount(0);
  await page.getByRole("link", { name: /good/ }).click();
  const settings = page.getByRole("form", { name: "Settings" });
  await settings.getByLabel("Weight").fill("0");
  await expect(settings.getByText("Enter a whole number from 1 to 1000")).toBeVisible();
  await settings.getByLabel("Weight").fill("3");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("good saved")).toBeVisible();
  await expect(page.getByRole("row", { name: /good/ })).toContainText("weight 3");
  const { body } = await gateway.call("GET", "/byok/pools?provider=openai");
  expect(body.data[0]).toMatchObject({ strategy: "weighted", credentials: [{ name: "revoked" }, { weight: 3 }] });
  await strategy.selectOption("ordered");
  await expect(page.getByText("OpenAI keys are now used: in order")).toBeVisible();
  await expect(page.getByRole("region", { name: "System credentials", exact: true }).first()).toContainText(
    "OPENAI_API_KEY",
  );
});

test("flags and scopes are saved, and shown in the list", async ({ page, gateway }) => {
  const id = await store(gateway, { key: OLD, name: "production" });
  await page.goto(PAGE);
  await page.getByRole("link", { name: /production/ }).click();
  await expect(page).toHaveURL(new RegExp(`peek=${id}`));
  const settings = page.getByRole("form", { name: "Settings" });
  await settings.getByLabel("Required").click();
  await settings.getByRole("button", { name: /Models/ }).click();
  await page.getByPlaceholder("Search").fill("gpt-4o-mini");
  await page.getByRole("option", { name: "openai/gpt-4o-mini", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(settings.getByText("2 unsaved changes")).toBeVisible();
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("production saved")).toBeVisible();
  const { body } = await gateway.call("GET", `/byok/${id}`);
  expect(body.data).toMatchObject({ is_required: true, allowed_models: ["openai/gpt-4o-mini"], is_fallback: false });
  await expect(page.getByRole("row", { name: /production/ })).toContainText("some models");
});

test("by keyboard alone: a key is added, disabled, and deleted after its name was typed", async ({ page, gateway }) => {
  const { keyboard } = page;
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { name: "Provider keys", level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await keyboard.press("c");
  const form = page.getByRole("dialog", { name: "Add provider key" });
  await expect(form.getByRole("textbox", { name: /^Key/ })).toBeFocused();
  await keyboard.type(OLD);
  await expect(form.getByRole("combobox", { name: /^Provider/ })).toHaveValue("openai");
  await tabTo(page, form.getByLabel("Name"));
  await keyboard.type("by-keyboard");
  await keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  const actions = page.getByRole("button", { name: "Actions for by-keyboard" });
  await tabTo(page, actions);
  await keyboard.press("Enter");
  // The menu is loaded on first use.
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await keyboard.type("Dis");
  await expect(page.getByRole("menuitem", { name: "Disable" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /by-keyboard/ })).toContainText("Disabled");
  await expect(actions).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await keyboard.type("Del");
  await expect(page.getByRole("menuitem", { name: "Delete provider key" })).toBeFocused();
  await keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Delete provider key by-keyboard" });
  await tabTo(page, dialog.getByRole("textbox"));
  await keyboard.type("by-keyboard");
  await keyboard.press("Enter");
  await expect(page.getByText("by-keyboard deleted")).toBeVisible();
  expect((await gateway.call("GET", "/byok?provider=openai")).body.total_count).toBe(0);
});

test.describe("a list that fails to load", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("shows an error and recovers with Retry", async ({ page }) => {
    await page.route("**/api/v1/byok?**", (route) => route.abort());
    await page.goto(PAGE);
    await expect(page.getByText("The provider keys could not be loaded")).toBeVisible();
    await page.unroute("**/api/v1/byok?**");
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  });
});

async function store({ call }: Production, fields: { key: string; name: string }): Promise<string> {
  const { body } = await call("POST", "/byok", { provider: "openai", ...fields });
  return body.data.id;
}

async function ask({ call }: Production): Promise<void> {
  const { body } = await call("POST", "/keys", { name: "asks through provider keys" });
  const { status } = await call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "Hi" }, { key: body.key });
  expect(status).toBe(200);
  await call("DELETE", `/keys/${body.data.hash}`);
}

async function namesInOrder({ call }: Production): Promise<string[]> {
  const { body } = await call("GET", "/byok?provider=openai");
  return body.data.map(({ name }: { name: string }) => name);
}
