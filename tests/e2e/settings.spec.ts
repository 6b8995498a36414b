import { expect, test } from "./support/fixtures.ts";
import { join } from "./support/join.ts";
import { tabTo } from "./support/keyboard.ts";

test.describe("a workspace's settings", () => {
  test.use({ expectedStatuses: [400] });

  test("are saved together; a new slug moves the page, and an invalid budget shows an error at its field", async ({
    page,
    gateway,
  }) => {
    const slug = await newWorkspace(gateway);
    await page.goto(`/w/${slug}/settings`);
    await page.getByRole("textbox", { name: "Slug" }).fill("Not a slug");
    await expect(page.getByText("Lowercase letters and digits")).toBeVisible();
    await page.getByRole("textbox", { name: "Slug" }).fill(`${slug}-new`);
    await page.getByRole("checkbox", { name: "Only management keys can generate images" }).click();
    await expect(page.getByText("2 unsaved changes")).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(page).toHaveURL(new RegExp(`/w/${slug}-new/settings`));
    await expect(page.getByRole("checkbox", { name: "Only management keys can generate images" })).toBeChecked();

    const daily = page.getByRole("form", { name: "daily budget" });
    await daily.getByRole("textbox").fill("10");
    await daily.getByRole("button", { name: "Set budget" }).click();
    await expect(daily.getByRole("button", { name: "Remove" })).toBeVisible();
    const weekly = page.getByRole("form", { name: "weekly budget" });
    await weekly.getByRole("textbox").fill("5");
    await weekly.getByRole("button", { name: "Set budget" }).click();
    await expect(weekly.getByText(/must be above the daily budget/)).toBeVisible();
    const { body } = await gateway.call("GET", `/workspaces/${slug}-new/budgets`);
    expect(body.data).toMatchObject([{ limit_usd: 10, reset_interval: "daily" }]);
  });
});

test("by keyboard alone: a workspace's description and a restriction are saved", async ({ page, gateway }) => {
  const { keyboard } = page;
  const slug = await newWorkspace(gateway);
  await page.goto(`/w/${slug}/settings`);
  await tabTo(page, page.getByRole("textbox", { name: "Description" }));
  await keyboard.type("For trying things out");
  const uploads = page.getByRole("checkbox", { name: "Only management keys can upload files" });
  await tabTo(page, uploads);
  await keyboard.press("Space");
  await expect(uploads).toBeChecked();
  await keyboard.press("Control+s");
  await expect(page.getByText(/unsaved changes?/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("For trying things out");
  await expect(uploads).toBeChecked();
});

test("what is edited while the settings are being saved is kept, and saved next", async ({ page, gateway }) => {
  const slug = await newWorkspace(gateway);
  await page.goto(`/w/${slug}/settings`);
  const name = page.getByRole("textbox", { name: /^Name/ });
  const description = page.getByRole("textbox", { name: "Description" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/workspaces/*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.continue();
  });
  await name.fill("Saved first");
  const saving = page.waitForRequest((request) => request.method() === "PATCH");
  await page.keyboard.press("Control+s");
  await saving;
  await description.fill("Written while the name was being saved");
  release();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(page.getByText("1 unsaved change", { exact: true })).toBeVisible();
  await expect(description).toHaveValue("Written while the name was being saved");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  const { body } = await gateway.call("GET", `/workspaces/${slug}`);
  expect(body.data).toMatchObject({ name: "Saved first", description: "Written while the name was being saved" });
});

test("server tools can be disabled and allowed again", async ({ page, gateway }) => {
  const slug = await newWorkspace(gateway);
  const disabled = async () => (await gateway.call("GET", `/workspaces/${slug}`)).body.data.disabled_server_tools;
  await page.goto(`/w/${slug}/settings`);
  await page.getByRole("button", { name: "Disabled server tools" }).click();
  await page.getByRole("option", { name: "web_search" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+s");
  await expect.poll(disabled).toEqual(["web_search"]);
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  await page.getByRole("button", { name: "Remove web_search" }).click();
  await page.keyboard.press("Control+s");
  await expect.poll(disabled).toBeNull();
});

test("default plugins are set, changed and removed", async ({ page, gateway }) => {
  const slug = await newWorkspace(gateway);
  const plugins = async () => (await gateway.call("GET", `/workspaces/${slug}`)).body.data.default_plugins;
  await page.goto(`/w/${slug}/settings`);
  await page.getByRole("checkbox", { name: "Web search" }).click();
  await page.getByRole("combobox", { name: "Search engine" }).selectOption("native");
  await page.getByRole("combobox", { name: "Results" }).selectOption("3");
  await page.getByRole("checkbox", { name: "Context compression" }).click();
  await page.keyboard.press("Control+s");
  await expect.poll(plugins).toEqual([{ id: "web", engine: "native", max_results: 3 }, { id: "context-compression" }]);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Search engine" })).toHaveValue("native");
  await page.getByRole("checkbox", { name: "Web search" }).click();
  await page.getByRole("checkbox", { name: "Context compression" }).click();
  await page.keyboard.press("Control+s");
  await expect.poll(plugins).toBeNull();
});

test.describe("a search engine without a key", () => {
  test.use({ expectedStatuses: [400] });

  test("cannot be the default", async ({ page, gateway }) => {
    const slug = await newWorkspace(gateway);
    await page.goto(`/w/${slug}/settings`);
    await page.getByRole("checkbox", { name: "Web search" }).click();
    await page.getByRole("combobox", { name: "Search engine" }).selectOption("exa");
    await page.keyboard.press("Control+s");
    await expect(page.getByText(/the search engine exa is not set up/)).toBeVisible();
  });
});

test("a member can read a workspace's settings but not change them", async ({ browser, gateway }) => {
  const tag = crypto.randomUUID().slice(0, 8);
  const { signedIn } = await join(gateway, { role: "member", name: "A member", email: `${tag}@example.com` });
  const context = await browser.newContext({ baseURL: gateway.url, storageState: signedIn });
  const page = await context.newPage();
  await page.goto("/w/default/settings");
  await expect(page.getByText("Only owners and admins can change these settings")).toBeVisible();
  for (const control of ["Name", "Slug"]) await expect(page.getByRole("textbox", { name: control })).toBeDisabled();
  await expect(page.getByRole("form", { name: "daily budget" }).getByRole("textbox")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Delete workspace" })).toBeDisabled();
  await expect(page.getByText("Only owners and admins can see webhooks")).toBeVisible();
  await context.close();
});

type Gateway = { call: (method: string, path: string, body: object) => Promise<{ status: number }> };

async function newWorkspace({ call }: Gateway): Promise<string> {
  const slug = `stage-${crypto.randomUUID().slice(0, 8)}`;
  expect((await call("POST", "/workspaces", { name: slug, slug })).status).toBe(201);
  return slug;
}

test("a preset created through the API is listed and deleted by keyboard", async ({ page, gateway }) => {
  const slug = `brief-${crypto.randomUUID().slice(0, 8)}`;
  await gateway.call("POST", `/presets/${slug}/chat/completions`, { model: "local/echo", temperature: 0.2 });
  await page.goto("/w/default/settings#presets");
  const remove = page.getByRole("button", { name: `Delete @preset/${slug}` });
  await remove.focus();
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete preset" });
  await confirm.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`@preset/${slug} deleted`)).toBeVisible();
  await expect(remove).toHaveCount(0);
  expect((await gateway.call("GET", `/presets/${slug}`)).status).toBe(404);
});

for (const section of ["logging", "budgets"]) {
  test(`a link to a section opens the page there: ${section}`, async ({ page }) => {
    await page.goto(`/w/default/settings#${section}`);
    await expect(page.getByRole("textbox", { name: "Slug" })).toBeVisible();
    // Below the page's header.
    await expect.poll(async () => (await page.locator(`#${section}`).boundingBox())?.y).toBeCloseTo(72, -1);
  });
}

test("input typed while other panels load is kept", async ({ page }) => {
  const loaded = Promise.withResolvers<void>();
  await page.route(/\/workspaces\/[^/]+$/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto("/w/default/settings#webhooks");
  await page.locator("#webhooks").scrollIntoViewIfNeeded();
  const address = page.getByRole("form", { name: "Webhook" }).getByRole("textbox", { name: "Default URL" });
  await address.fill("https://receiver.invalid/videos");
  loaded.resolve();
  await expect(page.getByRole("textbox", { name: "Slug" })).toBeVisible();
  await expect(address).toHaveValue("https://receiver.invalid/videos");
});

test.describe("a workspace's webhook", () => {
  test.use({ expectedStatuses: [400] });

  test("is set, tested and removed, and its secret is shown with code that verifies a signature", async ({
    page,
    gateway,
  }) => {
    const slug = await newWorkspace(gateway);
    const { keyboard } = page;
    await page.goto(`/w/${slug}/settings#webhooks`);
    const form = page.getByRole("form", { name: "Webhook" });
    const address = form.getByRole("textbox", { name: "Default URL" });
    await address.fill("http://example.com/videos");
    await keyboard.press("Enter");
    await expect(form.getByRole("alert")).toContainText("https");
    await address.fill("https://receiver.invalid/videos");
    await keyboard.press("Enter");
    await expect(form.getByRole("button", { name: "Remove" })).toBeVisible();
    await expect(form.getByRole("alert")).toHaveCount(0);

    await page.getByRole("button", { name: "Send test webhook" }).click();
    await expect(page.getByText("Not delivered")).toBeVisible();
    await expect(page.getByText("Could not reach the receiver")).toBeVisible();

    await page.getByRole("button", { name: "Signing secret" }).click();
    const dialog = page.getByRole("dialog", { name: "Signing secret" });
    const { body } = await gateway.call("GET", `/webhooks?workspace_id=${slug}`);
    const secret = body.data.signing_secret;
    await expect(dialog.getByText(secret)).toBeVisible();
    await expect(dialog.getByText("timingSafeEqual").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await expect(dialog.getByText(secret)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Done" }).click();

    await form.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove URL" }).click();
    await expect(address).toHaveValue("");
    await expect(page.getByRole("button", { name: "Send test webhook" })).toHaveCount(0);
  });
});
